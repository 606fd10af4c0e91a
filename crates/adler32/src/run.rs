//! What the vector kernels hand over: the share of a run of bytes in the two sums.

use crate::sums::{BASE, Sums};

/// The most bytes that a kernel takes before a modulo: about as many as 32-bit totals hold.
pub(crate) const BLOCK: usize = 60 << 10;

/// What a run of bytes contributes to the sums, before any modulo.
#[derive(Clone, Copy)]
pub(crate) struct Run {
    /// Its length.
    pub(crate) bytes: usize,
    /// The sum of its bytes.
    pub(crate) plain: u32,
    /// The sum of its bytes times their distance from its end; the last byte's is 1.
    pub(crate) weighted: u64,
}

impl Run {
    /// The sums from `before` on over this run, if it has no more bytes than 32 bits allow (`NMAX`).
    #[inline(always)]
    pub(crate) fn add_short(self, before: Sums) -> Sums {
        let s2 = before.s2 + self.bytes as u32 * before.s1 + self.weighted as u32;
        Sums { s1: before.s1 + self.plain, s2 }.reduced()
    }

    /// The sums from `before` on over this run of at most a block.
    #[inline(always)]
    pub(crate) fn add_block(self, before: Sums) -> Sums {
        let s2 = u64::from(before.s2) + self.bytes as u64 * u64::from(before.s1) + self.weighted;
        Sums { s1: (before.s1 + self.plain) % BASE, s2: (s2 % u64::from(BASE)) as u32 }
    }
}
