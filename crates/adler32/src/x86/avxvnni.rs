//! AVX-VNNI: 32 bytes a step, with the dot product of four bytes (`vpdpbusd`) in its VEX encoding, for CPUs that have no
//! AVX-512.

use super::arch::*;
use super::xmm::{prefetch, upto32 as short};
use super::ymm::{load, load_first, load_weights, sum, totals};
use crate::rows::{falling, row_kernel};
use crate::sums::Sums;

type Vector = __m256i;
type Bytes = Vector;
const VECTOR: usize = 32;
/// The dot product has room for every weight that a signed byte can hold.
const ROW: usize = 256;
const BIAS: u32 = 129;
static WEIGHTS: [i8; ROW + VECTOR] = falling(ROW, 127);

row_kernel!("avx2,avxvnni", chains: 4);

/// The public checksum `start` continued over `data`.
#[target_feature(enable = "avx2,avxvnni")]
pub(crate) fn fold<const AHEAD: usize>(start: u32, data: &[u8]) -> u32 {
    fold_from::<AHEAD>(Sums::of(start), data).joined()
}

#[inline]
#[target_feature(enable = "avx2,avxvnni")]
fn dot(lanes: Vector, bytes: Vector, weights: Vector) -> Vector {
    _mm256_dpbusd_avx_epi32(lanes, bytes, weights)
}

#[inline]
#[target_feature(enable = "avx2,avxvnni")]
fn weights(at: usize) -> Vector {
    load_weights(WEIGHTS[at..].first_chunk().expect("at is in the row"))
}

#[inline]
#[target_feature(enable = "avx2,avxvnni")]
fn zero() -> Vector {
    _mm256_setzero_si256()
}

#[inline]
#[target_feature(enable = "avx2,avxvnni")]
fn add(a: Vector, b: Vector) -> Vector {
    _mm256_add_epi32(a, b)
}

#[inline]
#[target_feature(enable = "avx2,avxvnni")]
fn times_row(lanes: Vector) -> Vector {
    _mm256_slli_epi32::<{ ROW.ilog2() as i32 }>(lanes)
}

#[inline]
#[target_feature(enable = "avx2,avxvnni")]
fn times_bias(lanes: Vector) -> Vector {
    add(lanes, _mm256_slli_epi32::<{ BIAS.ilog2() as i32 }>(lanes))
}
