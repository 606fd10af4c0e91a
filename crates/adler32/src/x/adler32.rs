use crate::sums::Sums;

pub(crate) fn fold(start: u32, data: &[u8]) -> u32 {
    let mut sum = adler32_crate::RollingAdler32::from_value(Sums::of(start).checksum());
    sum.update_buffer(data);
    sum.hash()
}
