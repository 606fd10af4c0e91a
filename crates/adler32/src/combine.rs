use crate::sums::{BASE, Sums};

/// The checksum of A followed by B, from the checksums of A and of B and the length of B in bytes.
///
/// Over B, `s1` starts from A's instead of from 1, so every value that it takes is higher by `s1(A) - 1`: `s1` grows
/// by that once and `s2` by that `len_b` times. zlib's `adler32_combine` computes the same.
///
/// ```
/// use checksum_adler32::{checksum, combine};
/// let (a, b) = (checksum(b"Wiki"), checksum(b"pedia"));
/// assert_eq!(combine(a, b, 5), checksum(b"Wikipedia"));
/// ```
pub const fn combine(a: u32, b: u32, len_b: u64) -> u32 {
    let a = Sums::of(a).reduced();
    let b = Sums::of(b).reduced();
    let raise = (a.s1 + BASE - 1) % BASE;
    // Both factors are below 2^16, so the product fits.
    let raised = (len_b % BASE as u64) as u32 * raise % BASE;
    Sums { s1: b.s1 + raise, s2: a.s2 + b.s2 + raised }.checksum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plain;

    #[test]
    fn agrees_with_concatenation() {
        let data: [u8; 251] = core::array::from_fn(|i| (i * 7 + 3) as u8);
        for split in 0..=data.len() {
            let (head, tail) = data.split_at(split);
            let (a, b) = (plain::fold(1, head), plain::fold(1, tail));
            assert_eq!(combine(a, b, tail.len() as u64), plain::fold(1, &data), "split at {split}");
        }
    }

    #[test]
    fn an_empty_part_changes_nothing() {
        assert_eq!(combine(0x11e6_0398, 1, 0), 0x11e6_0398);
        assert_eq!(combine(1, 0x11e6_0398, 9), 0x11e6_0398);
    }

    #[test]
    fn lengths_beyond_32_bits() {
        // n zero bytes leave s1 = 1 and give s2 = n mod 65521.
        let zeros = |n: u64| ((n % u64::from(BASE)) as u32) << 16 | 1;
        for n in [0, 1, 65_520, 65_521, 1 << 32, (1 << 32) + 65_519, u64::MAX] {
            assert_eq!(combine(1, zeros(n), n), zeros(n), "{n} zeros");
            // 'a' and then n zeros: s1 stays 98, s2 = 98 + 98 n.
            let s2 = 98 * (n % u64::from(BASE) + 1) % u64::from(BASE);
            assert_eq!(combine(plain::fold(1, b"a"), zeros(n), n), (s2 as u32) << 16 | 98, "a and {n} zeros");
        }
    }

    #[test]
    fn unreduced_parts_count_modulo_the_base() {
        assert_eq!(combine(0xffff_ffff, 1, 0), plain::fold(0xffff_ffff, b""));
        assert_eq!(combine(1, 0xffff_fff2, 3), plain::fold(0xffff_fff2, b""));
    }
}
