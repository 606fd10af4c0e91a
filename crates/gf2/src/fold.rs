use crate::field::x_to_the;

/// The two multipliers that carry a 128-bit reflected block `bits` further along the message, for
/// `pclmulqdq`-like instructions: the first for the block's low qword (earlier in the message), the second for its
/// high qword.
///
/// A carry-less product of two reflected 64-bit words comes out one bit short, and a multiplier that fills only
/// the low 32 bits of its word stands for a polynomial times x^32; both are allowed for here, so a kernel just
/// multiplies and XORs: `next ^ low * first ^ high * second`.
pub const fn fold_pair(bits: u32, polynomial: u32) -> [u64; 2] {
    let bits = bits as i128;
    [x_to_the(bits + 31, polynomial) as u64, x_to_the(bits - 33, polynomial) as u64]
}

/// The constants of a Barrett reduction of a reflected 64-bit value: the low 64 bits of the reflected quotient
/// x^96 / P, and P itself with its x^32 term in bit 0 (33 bits). Gopal et al. 2009, "Barrett reduction".
///
/// `t * quotient` (low qword), times `P`: the high qword's low 32 bits are `t * x^32 mod P`.
pub const fn barrett(polynomial: u32) -> [u64; 2] {
    let modulus = ((polynomial as u64) << 1) | 1;
    // The carry-less inverse of the modulus, one bit at a time: quotient * modulus = 1 modulo x^64.
    let mut quotient = 0u64;
    let mut product = 0u64;
    let mut bit = 0;
    while bit < 64 {
        let wanted = (bit == 0) as u64;
        if product >> bit & 1 != wanted {
            quotient |= 1 << bit;
            product ^= modulus << bit;
        }
        bit += 1;
    }
    [quotient, modulus]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CRC32, CRC32C};

    /// Gopal et al. 2009 give the 33-bit quotient 0x1F7011641 and the polynomial 0x1DB710641 for the reflected CRC-32.
    #[test]
    fn published_barrett_constants() {
        let [quotient, modulus] = barrett(CRC32);
        assert_eq!(modulus, 0x1_db71_0641);
        assert_eq!(quotient & 0x1_ffff_ffff, 0x1_f701_1641);
    }

    #[test]
    fn the_quotient_inverts_the_modulus() {
        for polynomial in [CRC32, CRC32C] {
            let [quotient, modulus] = barrett(polynomial);
            let mut product = 0u64;
            for bit in 0..64 {
                if quotient >> bit & 1 != 0 {
                    product ^= modulus << bit;
                }
            }
            assert_eq!(product, 1);
        }
    }
}
