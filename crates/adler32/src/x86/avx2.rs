//! AVX2: as SSSE3, 32 bytes a step.

use super::arch::*;
use super::xmm::{prefetch, upto32 as short};
use super::ymm::{load, load_first, load_weights, sum, totals};
use crate::rows::{falling, row_kernel};
use crate::sums::Sums;

type Vector = __m256i;
type Bytes = Vector;
const VECTOR: usize = 32;
/// Two neighbours' products must fit in 16 bits, signed: 255 * (64 + 63) does.
const ROW: usize = 128;
const BIAS: u32 = 65;
static WEIGHTS: [i8; ROW + VECTOR] = falling(ROW, 63);

row_kernel!("avx2", chains: 1);

/// The public checksum `start` continued over `data`.
#[target_feature(enable = "avx2")]
pub(crate) fn fold<const AHEAD: usize>(start: u32, data: &[u8]) -> u32 {
    fold_from::<AHEAD>(Sums::of(start), data).joined()
}

#[inline]
#[target_feature(enable = "avx2")]
fn dot(lanes: Vector, bytes: Vector, weights: Vector) -> Vector {
    let pairs = _mm256_maddubs_epi16(bytes, weights);
    add(lanes, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)))
}

#[inline]
#[target_feature(enable = "avx2")]
fn weights(at: usize) -> Vector {
    load_weights(WEIGHTS[at..].first_chunk().expect("at is in the row"))
}

#[inline]
#[target_feature(enable = "avx2")]
fn zero() -> Vector {
    _mm256_setzero_si256()
}

#[inline]
#[target_feature(enable = "avx2")]
fn add(a: Vector, b: Vector) -> Vector {
    _mm256_add_epi32(a, b)
}

#[inline]
#[target_feature(enable = "avx2")]
fn times_row(lanes: Vector) -> Vector {
    _mm256_slli_epi32::<{ ROW.ilog2() as i32 }>(lanes)
}

#[inline]
#[target_feature(enable = "avx2")]
fn times_bias(lanes: Vector) -> Vector {
    add(lanes, _mm256_slli_epi32::<{ BIAS.ilog2() as i32 }>(lanes))
}
