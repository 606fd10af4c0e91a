/// `a` times x, modulo the polynomial.
pub const fn times_x(a: u32, polynomial: u32) -> u32 {
    (a >> 1) ^ if a & 1 != 0 { polynomial } else { 0 }
}

/// `a` divided by x, modulo the polynomial. Both CRC polynomials have the term 1, so x has an inverse.
pub const fn divide_by_x(a: u32, polynomial: u32) -> u32 {
    if a >> 31 != 0 { ((a ^ polynomial) << 1) | 1 } else { a << 1 }
}

/// `a` times `b`, modulo the polynomial.
pub const fn multiply(a: u32, b: u32, polynomial: u32) -> u32 {
    let mut product = 0;
    let mut shifted = a;
    let mut bit = 32;
    while bit > 0 {
        bit -= 1;
        if b >> bit & 1 != 0 {
            product ^= shifted;
        }
        shifted = times_x(shifted, polynomial);
    }
    product
}

/// x to the power `exponent`, modulo the polynomial; a negative exponent divides.
pub const fn x_to_the(exponent: i128, polynomial: u32) -> u32 {
    let mut power =
        if exponent >= 0 { times_x(1 << 31, polynomial) } else { divide_by_x(1 << 31, polynomial) };
    let mut left = exponent.unsigned_abs();
    let mut result = 1 << 31;
    while left > 0 {
        if left & 1 != 0 {
            result = multiply(result, power, polynomial);
        }
        power = multiply(power, power, polynomial);
        left >>= 1;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CRC32, CRC32C};

    #[test]
    fn powers_add_and_inverses_cancel() {
        for polynomial in [CRC32, CRC32C] {
            assert_eq!(x_to_the(0, polynomial), 1 << 31);
            assert_eq!(x_to_the(32, polynomial), polynomial);
            for (a, b) in [(1, 2), (31, 1), (1000, -7), (-64, 64), (1 << 40, -(1 << 39))] {
                let product = multiply(x_to_the(a, polynomial), x_to_the(b, polynomial), polynomial);
                assert_eq!(product, x_to_the(a + b, polynomial), "{a} {b}");
            }
            assert_eq!(divide_by_x(times_x(0x1234_5679, polynomial), polynomial), 0x1234_5679);
        }
    }

    /// Constants of Gopal et al. 2009 for the reflected CRC-32, as zlib and Linux print them: x^(4*128±32),
    /// x^(128±32), shifted left by one as that paper's reflected form wants.
    #[test]
    fn published_folding_constants() {
        let published = |exponent| u64::from(x_to_the(exponent, CRC32)) << 1;
        assert_eq!(published(4 * 128 + 32), 0x1_5444_2bd4);
        assert_eq!(published(4 * 128 - 32), 0x1_c6e4_1596);
        assert_eq!(published(128 + 32), 0x1_7519_97d0);
        assert_eq!(published(128 - 32), 0x0_ccaa_009e);
        assert_eq!(published(64), 0x1_63cd_6124);
    }
}
