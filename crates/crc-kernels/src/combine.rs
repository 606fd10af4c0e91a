//! The checksum of a concatenation.

use crate::Polynomial;
use checksum_gf2::{multiply, shift};
use core::marker::PhantomData;

struct Shifts<P>(PhantomData<P>);

impl<P: Polynomial> Shifts<P> {
    /// Entry `k` moves a register over 2^k zero bytes: x^(8 * 2^k). With these at hand a length costs one
    /// multiplication for each of its one bits, and no squarings (zlib 1.2.12 keeps the same kind of table).
    const BY_POWER_OF_TWO: &'static [u32; 64] = &{
        let mut shifts = [shift(1, P::REFLECTED); 64];
        let mut k = 1;
        while k < 64 {
            shifts[k] = multiply(shifts[k - 1], shifts[k - 1], P::REFLECTED);
            k += 1;
        }
        shifts
    };
}

/// The public CRC of A followed by B, from the public CRCs of A and of B and B's length in bytes.
/// The register's initial and final inversions cancel, as in zlib's `crc32_combine`.
pub fn combine<P: Polynomial>(crc_a: u32, crc_b: u32, len_b: u64) -> u32 {
    let mut moved = crc_a;
    let mut left = len_b;
    while left != 0 {
        let k = left.trailing_zeros() as usize;
        moved = multiply(moved, Shifts::<P>::BY_POWER_OF_TWO[k], P::REFLECTED);
        left &= left - 1;
    }
    moved ^ crc_b
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Crc32, Crc32c};

    fn agrees_with_the_definition<P: Polynomial>() {
        for len in [0, 1, 2, 3, 7, 255, 256, 65_535, u64::from(u32::MAX), 1 << 32, 5 << 40, u64::MAX] {
            for (a, b) in [(0, 0), (1, 2), (0xcbf4_3926, 0x1234_5678), (u32::MAX, 0x8000_0000)] {
                assert_eq!(combine::<P>(a, b, len), checksum_gf2::combine(a, b, len, P::REFLECTED), "{len}");
            }
        }
    }

    #[test]
    fn both_polynomials() {
        agrees_with_the_definition::<Crc32>();
        agrees_with_the_definition::<Crc32c>();
    }
}
