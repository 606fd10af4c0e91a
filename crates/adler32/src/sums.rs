//! The two sums of Adler-32 and the numbers that bound them.

/// The modulus of both sums: the largest prime below 65536 (RFC 1950, section 8.2).
pub(crate) const BASE: u32 = 65521;

/// How many bytes may be summed in 32 bits before a modulo is due. It is the largest n with
/// 255 n (n + 1) / 2 + (n + 1) (BASE - 1) <= 2^32 - 1: every byte 0xff, both sums as large as a modulo leaves
/// them. zlib uses the same number under the same name.
pub(crate) const NMAX: usize = 5552;

const fn worst_s2(n: u64, start: u64) -> u64 {
    255 * n * (n + 1) / 2 + (n + 1) * start
}
const _: () = assert!(worst_s2(NMAX as u64, BASE as u64 - 1) <= u32::MAX as u64);
const _: () = assert!(worst_s2(NMAX as u64 + 1, BASE as u64 - 1) > u32::MAX as u64);
// A starting value need not be reduced: its halves may be up to 65535, and NMAX still holds.
const _: () = assert!(worst_s2(NMAX as u64, 0xffff) <= u32::MAX as u64);

/// The two sums: `s1` of the bytes, `s2` of all the values that `s1` took.
#[derive(Clone, Copy)]
pub(crate) struct Sums {
    pub(crate) s1: u32,
    pub(crate) s2: u32,
}

impl Sums {
    /// The halves of a public checksum. They are below 65536 and not yet reduced.
    #[inline(always)]
    pub(crate) const fn of(checksum: u32) -> Sums {
        Sums { s1: checksum & 0xffff, s2: checksum >> 16 }
    }

    /// Takes one byte in, without a modulo.
    #[inline(always)]
    pub(crate) const fn add(&mut self, byte: u8) {
        self.s1 += byte as u32;
        self.s2 += self.s1;
    }

    /// The same sums modulo [`BASE`].
    #[inline(always)]
    pub(crate) const fn reduced(self) -> Sums {
        Sums { s1: self.s1 % BASE, s2: self.s2 % BASE }
    }

    /// The public checksum of reduced sums: `s2` in the high half.
    #[inline(always)]
    pub(crate) const fn joined(self) -> u32 {
        self.s2 << 16 | self.s1
    }

    /// The public checksum: reduced, then joined.
    #[inline(always)]
    pub(crate) const fn checksum(self) -> u32 {
        self.reduced().joined()
    }
}
