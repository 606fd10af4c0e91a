//! AVX-512 VNNI: 64 bytes a step, with the dot product of four bytes (`vpdpbusd`).

use super::arch::*;
use super::avx512vl;
use super::xmm::prefetch;
use super::zmm::{load, load_first, load_weights, totals};
use crate::rows::{falling, row_kernel};
use crate::sums::Sums;

type Vector = __m512i;
type Bytes = Vector;
const VECTOR: usize = 64;
/// The dot product has room for every weight that a signed byte can hold.
const ROW: usize = 256;
const BIAS: u32 = 129;
static WEIGHTS: [i8; ROW + VECTOR] = falling(ROW, 127);

row_kernel!("avx512f,avx512bw,avx512vl,avx512vnni", chains: 4);

/// The public checksum `start` continued over `data`.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
pub(crate) fn fold<const AHEAD: usize>(start: u32, data: &[u8]) -> u32 {
    let sums = Sums::of(start);
    if data.len() <= 128 { avx512vl::upto128(sums, data) } else { fold_from::<AHEAD>(sums, data) }.joined()
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
fn short(sums: Sums, data: &[u8]) -> Sums {
    avx512vl::upto128(sums, data)
}

/// Adds the bytes to the lanes. A dot product with ones is one instruction where adding them up first takes two.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
fn sum(lanes: Vector, bytes: Vector) -> Vector {
    dot(lanes, bytes, _mm512_set1_epi8(1))
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
fn dot(lanes: Vector, bytes: Vector, weights: Vector) -> Vector {
    _mm512_dpbusd_epi32(lanes, bytes, weights)
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
fn weights(at: usize) -> Vector {
    load_weights(WEIGHTS[at..].first_chunk().expect("at is in the row"))
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
fn zero() -> Vector {
    _mm512_setzero_si512()
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
fn add(a: Vector, b: Vector) -> Vector {
    _mm512_add_epi32(a, b)
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
fn times_row(lanes: Vector) -> Vector {
    _mm512_slli_epi32::<{ ROW.ilog2() }>(lanes)
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
fn times_bias(lanes: Vector) -> Vector {
    add(lanes, _mm512_slli_epi32::<{ BIAS.ilog2() }>(lanes))
}
