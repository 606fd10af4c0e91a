use crc::{CRC_32_ISCSI, Crc, Table};

static CRC: Crc<u32, Table<16>> = Crc::<u32, Table<16>>::new(&CRC_32_ISCSI);

/// The crate reflects a given initial register once more, as its catalogue writes initial values unreflected.
pub(crate) fn fold(checksum: u32, data: &[u8]) -> u32 {
    let mut digest = CRC.digest_with_initial((!checksum).reverse_bits());
    digest.update(data);
    digest.finalize()
}
