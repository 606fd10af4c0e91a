use crate::sums::Sums;

pub(crate) fn fold(start: u32, data: &[u8]) -> u32 {
    let mut sum = simd_adler32::Adler32::from_checksum(Sums::of(start).checksum());
    sum.write(data);
    sum.finish()
}
