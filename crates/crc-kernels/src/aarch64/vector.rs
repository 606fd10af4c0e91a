//! PMULL on 128-bit vectors: what the folding kernels are made of.

use crate::Polynomial;
use checksum_gf2::fold_pair;
use core::arch::aarch64::*;
use core::marker::PhantomData;

/// Multipliers for carrying a block over blocks.
pub(super) struct Over<P, const BLOCKS: usize>(PhantomData<P>);

impl<P: Polynomial, const BLOCKS: usize> Over<P, BLOCKS> {
    /// Carries a 16-byte block over `BLOCKS` blocks. See [`fold_pair`].
    pub(super) const PAIR: [u64; 2] = fold_pair(128 * BLOCKS as u32, P::REFLECTED);
}

/// 16 bytes of message.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn load(bytes: &[u8; 16]) -> uint64x2_t {
    // SAFETY: the reference covers 16 readable bytes, and the load of bytes needs no alignment.
    vreinterpretq_u64_u8(unsafe { vld1q_u8(bytes.as_ptr()) })
}

/// Two multipliers, the first in the low word.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn pair(words: [u64; 2]) -> uint64x2_t {
    vcombine_u64(vcreate_u64(words[0]), vcreate_u64(words[1]))
}

/// A word in the low half, zero in the high one.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn low(word: u32) -> uint64x2_t {
    vcombine_u64(vcreate_u64(u64::from(word)), vcreate_u64(0))
}

/// The sum of three.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn two_xors(a: uint64x2_t, b: uint64x2_t, c: uint64x2_t) -> uint64x2_t {
    veorq_u64(veorq_u64(a, b), c)
}

/// The same in one instruction.
#[inline]
#[target_feature(enable = "neon,sha3")]
pub(super) fn eor3(a: uint64x2_t, b: uint64x2_t, c: uint64x2_t) -> uint64x2_t {
    veor3q_u64(a, b, c)
}

/// A block's two words, each times its multiplier.
#[inline]
#[target_feature(enable = "neon,aes")]
pub(super) fn products(block: uint64x2_t, distance: uint64x2_t) -> (uint64x2_t, uint64x2_t) {
    let first = vmull_p64(vgetq_lane_u64::<0>(block), vgetq_lane_u64::<0>(distance));
    let second = vmull_high_p64(vreinterpretq_p64_u64(block), vreinterpretq_p64_u64(distance));
    (vreinterpretq_u64_p128(first), vreinterpretq_u64_p128(second))
}

/// The product of two registers as a 64-bit word: x^-33 times what a CRC instruction then makes of it, so
/// multipliers are given 33 powers of x less.
#[inline]
#[target_feature(enable = "neon,aes")]
pub(super) fn product(a: u32, b: u32) -> u64 {
    vmull_p64(u64::from(a), u64::from(b)) as u64
}
