//! Operations on 128-bit registers that both kernels use.

use crate::rows::{falling, leading};
use core::arch::aarch64::*;

pub(super) type Vector = uint32x4_t;
pub(super) type Bytes = uint8x16_t;
pub(super) const VECTOR: usize = 16;
/// Weights are unsigned here, so they need no bias, and 128 is what sixteen bits hold twice: 255 * (128 + 120).
pub(super) const ROW: usize = 128;
pub(super) const BIAS: u32 = 0;

/// 128 … 1; the sign is not looked at.
static WEIGHTS: [i8; ROW + VECTOR] = falling(ROW, 128);
/// From 16 - n on, a mask of the first n bytes of a vector.
static MASKS: [u8; 32] = leading(16);

#[inline]
#[target_feature(enable = "neon")]
pub(super) fn load(bytes: &[u8; 16]) -> uint8x16_t {
    // SAFETY: the reference is to 16 readable bytes; the load needs no alignment.
    unsafe { vld1q_u8(bytes.as_ptr()) }
}

/// The first `keep` of 16 bytes, then zeros.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn load_first(bytes: &[u8; 16], keep: usize) -> uint8x16_t {
    vandq_u8(load(bytes), load(MASKS[16 - keep..].first_chunk().expect("keep is at most 16")))
}

/// The weights of the bytes `at..at + 16` of a row.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn weights(at: usize) -> uint8x16_t {
    let weights: &[i8; 16] = WEIGHTS[at..].first_chunk().expect("at is in the row");
    // SAFETY: the reference is to 16 readable bytes; the load needs no alignment.
    vreinterpretq_u8_s8(unsafe { vld1q_s8(weights.as_ptr()) })
}

#[inline]
#[target_feature(enable = "neon")]
pub(super) fn zero() -> Vector {
    vdupq_n_u32(0)
}

#[inline]
#[target_feature(enable = "neon")]
pub(super) fn add(a: Vector, b: Vector) -> Vector {
    vaddq_u32(a, b)
}

#[inline]
#[target_feature(enable = "neon")]
pub(super) fn times_row(lanes: Vector) -> Vector {
    vshlq_n_u32::<{ ROW.ilog2() as i32 }>(lanes)
}

#[inline]
#[target_feature(enable = "neon")]
pub(super) fn times_bias(_lanes: Vector) -> Vector {
    zero()
}

/// The sums over the lanes of each.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn totals(a: Vector, b: Vector) -> (u32, u32) {
    (vaddvq_u32(a), vaddvq_u32(b))
}

/// Nothing: Rust has no stable intrinsic for it, and no kernel of this architecture asks for it.
pub(super) fn prefetch(_address: *const u8) {}
