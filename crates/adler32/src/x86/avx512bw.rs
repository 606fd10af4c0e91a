//! AVX-512BW: as AVX2, 64 bytes a step.

use super::arch::*;
use super::avx2;
use super::xmm::prefetch;
use super::zmm::{load, load_first, load_weights, totals};
use crate::rows::{falling, row_kernel};
use crate::sums::Sums;

type Vector = __m512i;
type Bytes = Vector;
const VECTOR: usize = 64;
/// Two neighbours' products must fit in 16 bits, signed: 255 * (64 + 63) does.
const ROW: usize = 128;
const BIAS: u32 = 65;
static WEIGHTS: [i8; ROW + VECTOR] = falling(ROW, 63);

row_kernel!("avx512bw", chains: 1);

/// The public checksum `start` continued over `data`.
#[target_feature(enable = "avx512bw")]
pub(crate) fn fold<const AHEAD: usize>(start: u32, data: &[u8]) -> u32 {
    let sums = Sums::of(start);
    if data.len() <= 128 { avx2::fold_from::<0>(sums, data) } else { fold_from::<AHEAD>(sums, data) }.joined()
}

#[inline]
#[target_feature(enable = "avx512bw")]
fn short(sums: Sums, data: &[u8]) -> Sums {
    avx2::fold_from::<0>(sums, data)
}

/// Adds the bytes to the lanes, eight to every second one.
#[inline]
#[target_feature(enable = "avx512bw")]
fn sum(lanes: Vector, bytes: Vector) -> Vector {
    add(lanes, _mm512_sad_epu8(bytes, zero()))
}

#[inline]
#[target_feature(enable = "avx512bw")]
fn dot(lanes: Vector, bytes: Vector, weights: Vector) -> Vector {
    let pairs = _mm512_maddubs_epi16(bytes, weights);
    add(lanes, _mm512_madd_epi16(pairs, _mm512_set1_epi16(1)))
}

#[inline]
#[target_feature(enable = "avx512bw")]
fn weights(at: usize) -> Vector {
    load_weights(WEIGHTS[at..].first_chunk().expect("at is in the row"))
}

#[inline]
#[target_feature(enable = "avx512bw")]
fn zero() -> Vector {
    _mm512_setzero_si512()
}

#[inline]
#[target_feature(enable = "avx512bw")]
fn add(a: Vector, b: Vector) -> Vector {
    _mm512_add_epi32(a, b)
}

#[inline]
#[target_feature(enable = "avx512bw")]
fn times_row(lanes: Vector) -> Vector {
    _mm512_slli_epi32::<{ ROW.ilog2() }>(lanes)
}

#[inline]
#[target_feature(enable = "avx512bw")]
fn times_bias(lanes: Vector) -> Vector {
    add(lanes, _mm512_slli_epi32::<{ BIAS.ilog2() }>(lanes))
}
