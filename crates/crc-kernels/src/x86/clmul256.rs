//! Folding with VPCLMULQDQ on 256-bit vectors: for CPUs without AVX-512 (Zen 3, Alder Lake and its successors).
//!
//! The same steps as in [`clmul128`], on two blocks at a time.

use super::arch::*;
use super::constants::{Constants, LATE_JOIN};
use super::load::{last_of_256, pair, quartet, x256};
use super::reduce::{join_sum, reduce_sum};
use super::{clmul128, tiny};
use crate::Polynomial;

/// The public checksum `start` continued over `data`.
///
/// # Safety
/// A caller that is not compiled for these features must know that the CPU has them.
#[target_feature(enable = "avx2,vpclmulqdq,pclmulqdq,sse4.1")]
pub fn fold<P: Polynomial>(start: u32, data: &[u8]) -> u32 {
    match data.len() {
        0..=tiny::LONGEST => tiny::checksum::<P>(start, data),
        17..=32 => clmul128::two_blocks::<P>(start, data),
        33..=64 => two_vectors::<P>(start, data),
        65..=LATE_JOIN => short::<P>(start, data),
        _ => long::<P>(start, data),
    }
}

/// 33 to 64 bytes, without a branch.
#[inline]
#[target_feature(enable = "avx2,vpclmulqdq,pclmulqdq,sse4.1")]
pub(super) fn two_vectors<P: Polynomial>(start: u32, data: &[u8]) -> u32 {
    let weights = Constants::<P>::WEIGHTS.of_message(data.len());
    let (Some(first), Some(last), Some(of_first)) =
        (data.first_chunk(), data.last_chunk(), weights.first_chunk())
    else {
        return start;
    };
    let last = last_of_256(last, data.len() - 32);
    let of_last = quartet(Constants::<P>::WEIGHTS.of_last());
    let total = carry(x256(first), quartet(of_first), carry(last, of_last, _mm256_setzero_si256()));
    join_sum::<P>(start, sum_of_blocks(total), data.len())
}

/// 65 to [`LATE_JOIN`] bytes: every word times its own weight.
#[inline]
#[target_feature(enable = "avx2,vpclmulqdq,pclmulqdq,sse4.1")]
fn short<P: Polynomial>(start: u32, data: &[u8]) -> u32 {
    let weights = Constants::<P>::WEIGHTS.of_message(data.len());
    let total = weigh_all::<P>(_mm256_setzero_si256(), data, data, weights);
    join_sum::<P>(start, sum_of_blocks(total), data.len())
}

/// `next` plus every block's first word times the first multiplier and second word times the second.
#[inline]
#[target_feature(enable = "avx2,vpclmulqdq")]
fn carry(blocks: __m256i, multipliers: __m256i, next: __m256i) -> __m256i {
    let first = _mm256_clmulepi64_epi128::<0x00>(blocks, multipliers);
    let second = _mm256_clmulepi64_epi128::<0x11>(blocks, multipliers);
    _mm256_xor_si256(next, _mm256_xor_si256(first, second))
}

/// `total` plus the words of `rest` times `weights`. `data` ends with `rest` and is 32 bytes long at least: a last
/// vector that is not full is taken with the bytes before it and those masked off, so that it ends with the message.
#[inline]
#[target_feature(enable = "avx2,vpclmulqdq")]
fn weigh_all<P: Polynomial>(mut total: __m256i, data: &[u8], rest: &[u8], weights: &[u64]) -> __m256i {
    let (vectors, tail) = rest.as_chunks::<32>();
    for (vector, weights) in vectors.iter().zip(weights.as_chunks::<4>().0) {
        total = carry(x256(vector), quartet(weights), total);
    }
    match data.last_chunk::<32>() {
        Some(last) if !tail.is_empty() => {
            carry(last_of_256(last, tail.len()), quartet(Constants::<P>::WEIGHTS.of_last()), total)
        }
        _ => total,
    }
}

/// The sum of a vector's two blocks.
#[inline]
#[target_feature(enable = "avx2")]
fn sum_of_blocks(total: __m256i) -> __m128i {
    _mm_xor_si128(_mm256_castsi256_si128(total), _mm256_extracti128_si256::<1>(total))
}

/// More than [`LATE_JOIN`] bytes: eight accumulators, then four, then weights. Not inlined, so that short messages save
/// no registers for it.
#[inline(never)]
#[target_feature(enable = "avx2,vpclmulqdq,pclmulqdq,sse4.1")]
fn long<P: Polynomial>(start: u32, data: &[u8]) -> u32 {
    let Some((first, mut rest)) = data.split_first_chunk::<256>() else { return start };
    let mut wide = [_mm256_setzero_si256(); 8];
    for (sum, vector) in wide.iter_mut().zip(first.as_chunks().0) {
        *sum = x256(vector);
    }
    let register = _mm256_zextsi128_si256(_mm_cvtsi32_si128(!start as i32));
    wide[0] = _mm256_xor_si256(wide[0], register);

    let distance = _mm256_broadcastsi128_si256(pair(&Constants::<P>::FOLD_256));
    while let Some((vectors, after)) = rest.split_first_chunk::<256>() {
        for (sum, vector) in wide.iter_mut().zip(vectors.as_chunks().0) {
            *sum = carry(*sum, distance, x256(vector));
        }
        rest = after;
    }

    let distance = _mm256_broadcastsi128_si256(pair(&Constants::<P>::FOLD_128));
    let [a, b, c, d, e, f, g, h] = wide;
    let mut sums =
        [carry(a, distance, e), carry(b, distance, f), carry(c, distance, g), carry(d, distance, h)];
    if let Some((vectors, after)) = rest.split_first_chunk::<128>() {
        for (sum, vector) in sums.iter_mut().zip(vectors.as_chunks().0) {
            *sum = carry(*sum, distance, x256(vector));
        }
        rest = after;
    }
    !finish::<P>(sums, data, rest)
}

/// The register after four accumulators and the rest, fewer than 128 bytes; `data` ends with the rest.
#[inline]
#[target_feature(enable = "avx2,vpclmulqdq,pclmulqdq,sse4.1")]
fn finish<P: Polynomial>(sums: [__m256i; 4], data: &[u8], rest: &[u8]) -> u32 {
    let weights = Constants::<P>::WEIGHTS.of_message(128 + rest.len());
    let (sum_weights, rest_weights) = weights.split_at(16);
    let mut total = _mm256_setzero_si256();
    for (sum, weights) in sums.iter().zip(sum_weights.as_chunks::<4>().0) {
        total = carry(*sum, quartet(weights), total);
    }
    let total = weigh_all::<P>(total, data, rest, rest_weights);
    reduce_sum::<P>(sum_of_blocks(total))
}
