pub(crate) fn fold(checksum: u32, data: &[u8]) -> u32 {
    zlib_rs::crc32::crc32(checksum, data)
}
