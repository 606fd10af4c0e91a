use crate::field::{multiply, x_to_the};

/// The multiplier that moves a CRC register over `bytes` zero bytes: x^(8 * bytes) modulo the polynomial.
pub const fn shift(bytes: u64, polynomial: u32) -> u32 {
    x_to_the(bytes as i128 * 8, polynomial)
}

/// The public CRC of A followed by B, from the public CRCs of A and of B and B's length in bytes.
/// The register's initial and final inversions cancel, as in zlib's `crc32_combine`.
pub const fn combine(crc_a: u32, crc_b: u32, len_b: u64, polynomial: u32) -> u32 {
    multiply(crc_a, shift(len_b, polynomial), polynomial) ^ crc_b
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CRC32;

    #[test]
    fn known_value_and_empty_parts() {
        // "1234" and "56789" make "123456789", whose CRC-32 is cbf43926.
        assert_eq!(combine(0x9be3_e0a3, 0x131d_a070, 5, CRC32), 0xcbf4_3926);
        assert_eq!(combine(0x9be3_e0a3, 0, 0, CRC32), 0x9be3_e0a3);
        assert_eq!(combine(0, 0x1234_5678, 1 << 40, CRC32), 0x1234_5678);
    }

    #[test]
    fn lengths_beyond_the_period_wrap() {
        let period = (1u64 << 32) - 1;
        assert_eq!(shift(period, CRC32), 1 << 31);
        assert_eq!(shift(u64::MAX, CRC32), 1 << 31);
    }
}
