//! The dot product extension (Armv8.2, required from Armv8.4 on): 16 bytes a step, four products to a lane at once.

use super::vector::*;
use crate::rows::row_kernel;
use crate::sums::Sums;
use crate::unroll16;
use core::arch::aarch64::*;
use core::arch::asm;

row_kernel!("neon,dotprod", chains: 1);

/// The public checksum `start` continued over `data`.
#[target_feature(enable = "neon,dotprod")]
pub(crate) fn fold(start: u32, data: &[u8]) -> u32 {
    fold_from::<0>(Sums::of(start), data).joined()
}

#[inline]
#[target_feature(enable = "neon")]
fn short(sums: Sums, data: &[u8]) -> Sums {
    unroll16::short(sums.reduced(), data)
}

#[inline]
#[target_feature(enable = "neon,dotprod")]
fn sum(lanes: Vector, bytes: uint8x16_t) -> Vector {
    dot(lanes, bytes, vdupq_n_u8(1))
}

/// UDOT. Its intrinsic (`vdotq_u32`) is not stable yet, so this names the instruction.
#[inline]
#[target_feature(enable = "neon,dotprod")]
fn dot(mut lanes: Vector, bytes: uint8x16_t, weights: uint8x16_t) -> Vector {
    // SAFETY: the instruction reads and writes these registers only, and the function's features include it.
    unsafe {
        asm!(
            "udot {lanes:v}.4s, {bytes:v}.16b, {weights:v}.16b",
            lanes = inout(vreg) lanes,
            bytes = in(vreg) bytes,
            weights = in(vreg) weights,
            options(pure, nomem, nostack, preserves_flags),
        );
    }
    lanes
}
