use crc_fast::{CrcAlgorithm, Digest, crc32_iscsi};

/// The crate's state is the register, before the final inversion.
pub(crate) fn fold(checksum: u32, data: &[u8]) -> u32 {
    if checksum == 0 {
        return crc32_iscsi(data);
    }
    let mut digest = Digest::new_with_init_state(CrcAlgorithm::Crc32Iscsi, u64::from(!checksum));
    digest.update(data);
    digest.finalize() as u32
}
