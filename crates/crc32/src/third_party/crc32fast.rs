use crc32fast::Hasher;

pub(crate) fn fold(checksum: u32, data: &[u8]) -> u32 {
    let mut hasher = Hasher::new_with_initial(checksum);
    hasher.update(data);
    hasher.finalize()
}
