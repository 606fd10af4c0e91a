//! Advanced SIMD as every 64-bit Arm has it: 16 bytes a step, multiplied to 16 bits, then added in pairs to 32.

use super::vector::*;
use crate::rows::row_kernel;
use crate::sums::Sums;
use crate::unroll16;
use core::arch::aarch64::*;

row_kernel!("neon", chains: 1);

/// The public checksum `start` continued over `data`.
#[target_feature(enable = "neon")]
pub(crate) fn fold(start: u32, data: &[u8]) -> u32 {
    fold_from::<0>(Sums::of(start), data).joined()
}

#[inline]
#[target_feature(enable = "neon")]
fn short(sums: Sums, data: &[u8]) -> Sums {
    unroll16::short(sums.reduced(), data)
}

/// Adds the bytes to the lanes, four to each.
#[inline]
#[target_feature(enable = "neon")]
fn sum(lanes: Vector, bytes: uint8x16_t) -> Vector {
    vpadalq_u16(lanes, vpaddlq_u8(bytes))
}

/// Adds the products to the lanes, four to each.
#[inline]
#[target_feature(enable = "neon")]
fn dot(lanes: Vector, bytes: uint8x16_t, weights: uint8x16_t) -> Vector {
    let low = vmull_u8(vget_low_u8(bytes), vget_low_u8(weights));
    vpadalq_u16(lanes, vmlal_high_u8(low, bytes, weights))
}
