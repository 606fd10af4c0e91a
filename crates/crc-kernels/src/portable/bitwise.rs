use crate::Polynomial;
use checksum_gf2::times_x;

/// The definition, one bit at a time: the reference that every other engine is checked against.
/// Never optimised, so that it stays obviously right. ITU-T V.42 section 8.1.1.6.2; RFC 3720 section 12.1.
pub fn fold<P: Polynomial>(checksum: u32, data: &[u8]) -> u32 {
    let mut register = !checksum;
    for &byte in data {
        register ^= u32::from(byte);
        for _ in 0..8 {
            register = times_x(register, P::REFLECTED);
        }
    }
    !register
}
