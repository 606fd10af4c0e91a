use crate::sums::Sums;

pub(crate) fn fold(start: u32, data: &[u8]) -> u32 {
    ::zlib_rs::adler32::adler32(Sums::of(start).checksum(), data)
}
