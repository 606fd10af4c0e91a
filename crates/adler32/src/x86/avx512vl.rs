//! AVX-VNNI: 32 bytes a step, with the dot product of four bytes (`vpdpbusd`) in its EVEX encoding, and the short
//! inputs of all AVX-512 kernels. 256 bits at a time, because some CPUs lower their clock for 512.

use super::arch::*;
use super::xmm::prefetch;
use super::ymm::{load, load_weights, sum, totals};
use crate::rows::{falling, row_kernel};
use crate::sums::{BASE, Sums};

type Vector = __m256i;
type Bytes = Vector;
const VECTOR: usize = 32;
/// The dot product has room for every weight that a signed byte can hold.
const ROW: usize = 256;
const BIAS: u32 = 129;
static WEIGHTS: [i8; ROW + VECTOR] = falling(ROW, 127);
/// The weights of up to 64 bytes need no bias.
static DISTANCES: [i8; 96] = falling(64, 64);

/// The smallest page of any x86 system.
const PAGE: usize = 4096;

row_kernel!("avx512f,avx512bw,avx512vl,avx512vnni", chains: 4);

/// The public checksum `start` continued over `data`.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
pub(crate) fn fold<const AHEAD: usize>(start: u32, data: &[u8]) -> u32 {
    let sums = Sums::of(start);
    if data.len() <= 128 { upto128(sums, data) } else { fold_from::<AHEAD>(sums, data) }.joined()
}

/// Up to 128 bytes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
pub(super) fn upto128(sums: Sums, data: &[u8]) -> Sums {
    match (data.first_chunk(), data.last_chunk()) {
        (Some(first), Some(last)) => vectors(sums, data, first, last),
        _ => short(sums, data),
    }
}

/// Fewer than 32 bytes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
pub(super) fn short(sums: Sums, data: &[u8]) -> Sums {
    let n = data.len();
    if n == 0 {
        return sums.reduced();
    }
    let p = data.as_ptr();
    // A masked load touches no byte that is masked off. But where such bytes are on a page of which no other is
    // touched, the CPU may need a hundred nanoseconds to find that out. So near a page's end, load the bytes as the
    // last of a vector that ends with them.
    let (bytes, at) = if p.addr() % PAGE <= PAGE - VECTOR {
        // SAFETY: only the first n bytes are read, which are those of `data`.
        (unsafe { _mm256_maskz_loadu_epi8(!0 >> (VECTOR - n), p.cast()) }, 64 - n)
    } else {
        let p = p.wrapping_add(n).wrapping_sub(VECTOR);
        // SAFETY: only the last n bytes are read, which are those of `data`.
        (unsafe { _mm256_maskz_loadu_epi8(!0 << (VECTOR - n), p.cast()) }, 32)
    };
    ending(sums, n, sum(zero(), bytes), dot(zero(), bytes, distances(at)))
}

/// 32 to 128 bytes, which start with `first` and end with `last`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
fn vectors(sums: Sums, data: &[u8], first: &[u8; 32], last: &[u8; 32]) -> Sums {
    let n = data.len();
    let first = load_first(first, (n - 1) % VECTOR + 1);
    let last = load(last);
    if n <= 2 * VECTOR {
        let first = if n == VECTOR { zero() } else { first };
        let weighted = dot(dot(zero(), first, distances(64 - n)), last, distances(32));
        return ending(sums, n, sum(sum(zero(), first), last), weighted);
    }
    let mut plain = sum(sum(zero(), first), last);
    let mut weighted = [dot(zero(), first, weights(ROW - n)), dot(zero(), last, weights(ROW - VECTOR))];
    let middle = &data[..n - VECTOR];
    if let Some(middle) = middle.last_chunk() {
        let bytes = load(middle);
        plain = sum(plain, bytes);
        weighted[0] = dot(weighted[0], bytes, weights(ROW - 2 * VECTOR));
    }
    if n > 3 * VECTOR
        && let Some(middle) = middle[..n - 2 * VECTOR].last_chunk()
    {
        let bytes = load(middle);
        plain = sum(plain, bytes);
        weighted[1] = dot(weighted[1], bytes, weights(ROW - 3 * VECTOR));
    }
    ending(sums, n, plain, add(add(weighted[0], weighted[1]), times_bias(plain)))
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
fn ending(sums: Sums, n: usize, plain: Vector, weighted: Vector) -> Sums {
    let (plain, weighted) = totals(plain, weighted);
    let mut s1 = sums.s1 + plain;
    // At most 65535 + 128 * 255, so one subtraction does.
    if s1 >= BASE {
        s1 -= BASE;
    }
    Sums { s1, s2: (sums.s2 + n as u32 * sums.s1 + weighted) % BASE }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
fn distances(at: usize) -> Vector {
    load_weights(DISTANCES[at..].first_chunk().expect("at is in the table"))
}

/// The first `keep` of 32 bytes, from 1 on, then zeros.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn load_first(bytes: &[u8; 32], keep: usize) -> Vector {
    _mm256_maskz_mov_epi8(!0 >> (32 - keep), load(bytes))
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
fn dot(lanes: Vector, bytes: Vector, weights: Vector) -> Vector {
    _mm256_dpbusd_epi32(lanes, bytes, weights)
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
fn weights(at: usize) -> Vector {
    load_weights(WEIGHTS[at..].first_chunk().expect("at is in the row"))
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
fn zero() -> Vector {
    _mm256_setzero_si256()
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
fn add(a: Vector, b: Vector) -> Vector {
    _mm256_add_epi32(a, b)
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
fn times_row(lanes: Vector) -> Vector {
    _mm256_slli_epi32::<{ ROW.ilog2() as i32 }>(lanes)
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
fn times_bias(lanes: Vector) -> Vector {
    add(lanes, _mm256_slli_epi32::<{ BIAS.ilog2() as i32 }>(lanes))
}
