//! SSSE3: 16 bytes a step, multiplied in pairs to 16 bits (`pmaddubsw`), then in pairs to 32 bits.

use super::arch::*;
use super::xmm::{dot, load, load_first, load_weights, prefetch, sum, totals, upto16 as short};
use crate::rows::{falling, row_kernel};
use crate::sums::Sums;

type Vector = __m128i;
type Bytes = Vector;
const VECTOR: usize = 16;
/// Two neighbours' products must fit in 16 bits, signed: 255 * (64 + 63) does.
const ROW: usize = 128;
const BIAS: u32 = 65;
static WEIGHTS: [i8; ROW + VECTOR] = falling(ROW, 63);

row_kernel!("ssse3", chains: 1);

/// The public checksum `start` continued over `data`.
#[target_feature(enable = "ssse3")]
pub(crate) fn fold<const AHEAD: usize>(start: u32, data: &[u8]) -> u32 {
    fold_from::<AHEAD>(Sums::of(start), data).joined()
}

#[inline]
#[target_feature(enable = "sse2")]
fn weights(at: usize) -> Vector {
    load_weights(WEIGHTS[at..].first_chunk().expect("at is in the row"))
}

#[inline]
#[target_feature(enable = "sse2")]
fn zero() -> Vector {
    _mm_setzero_si128()
}

#[inline]
#[target_feature(enable = "sse2")]
fn add(a: Vector, b: Vector) -> Vector {
    _mm_add_epi32(a, b)
}

#[inline]
#[target_feature(enable = "sse2")]
fn times_row(lanes: Vector) -> Vector {
    _mm_slli_epi32::<{ ROW.ilog2() as i32 }>(lanes)
}

#[inline]
#[target_feature(enable = "sse2")]
fn times_bias(lanes: Vector) -> Vector {
    add(lanes, _mm_slli_epi32::<{ BIAS.ilog2() as i32 }>(lanes))
}
