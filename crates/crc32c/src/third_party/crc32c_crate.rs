pub(crate) fn fold(checksum: u32, data: &[u8]) -> u32 {
    crc32c_crate::crc32c_append(checksum, data)
}
