//! Folding with PCLMULQDQ, 128 bits at a time: for CPUs of about 2010 on that have nothing wider.
//!
//! V. Gopal et al., "Fast CRC computation for generic polynomials using PCLMULQDQ instruction", Intel, 2009. Other
//! than in the paper, what the accumulators hold at the end is not folded step by step but multiplied by one weight
//! for each word (`constants::Weights`), together with the message's tail.

use super::arch::*;
use super::constants::{Constants, LATE_JOIN};
use super::load::{constant, last_of_128, pair, x128};
use super::reduce::{join_sum, reduce_sum};
use super::tiny;
use crate::Polynomial;

/// The public checksum `start` continued over `data`.
///
/// # Safety
/// A caller that is not compiled for these features must know that the CPU has them.
#[target_feature(enable = "pclmulqdq,sse4.1")]
pub fn fold<P: Polynomial>(start: u32, data: &[u8]) -> u32 {
    match data.len() {
        0..=tiny::LONGEST => tiny::checksum::<P>(start, data),
        17..=32 => two_blocks::<P>(start, data),
        33..=64 => up_to_four_blocks::<P>(start, data),
        65..=LATE_JOIN => short::<P>(start, data),
        _ => long::<P>(start, data),
    }
}

/// 17 to 32 bytes, without a branch: a predicted branch that is taken costs more here than a product.
#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
pub(super) fn two_blocks<P: Polynomial>(start: u32, data: &[u8]) -> u32 {
    let weights = Constants::<P>::WEIGHTS.of_message(data.len());
    let (Some(first), Some(last), Some(of_first)) =
        (data.first_chunk(), data.last_chunk(), weights.first_chunk())
    else {
        return start;
    };
    let last = last_of_128(last, data.len() - 16);
    let of_last = constant(Constants::<P>::WEIGHTS.of_last());
    let total = carry(x128(first), pair(of_first), carry(last, of_last, _mm_setzero_si128()));
    join_sum::<P>(start, total, data.len())
}

/// 33 to 64 bytes.
#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
fn up_to_four_blocks<P: Polynomial>(start: u32, data: &[u8]) -> u32 {
    let weights = Constants::<P>::WEIGHTS.of_message(data.len());
    let (Some((two, rest)), Some(last), Some((of_two, of_rest))) =
        (data.split_first_chunk::<32>(), data.last_chunk(), weights.split_first_chunk::<4>())
    else {
        return start;
    };
    let (two, of_two) = (two.as_chunks().0, of_two.as_chunks().0);
    let last = last_of_128(last, (rest.len() - 1) % 16 + 1);
    let mut total = carry(last, constant(Constants::<P>::WEIGHTS.of_last()), _mm_setzero_si128());
    total = carry(x128(&two[0]), pair(&of_two[0]), total);
    total = carry(x128(&two[1]), pair(&of_two[1]), total);
    if rest.len() > 16
        && let (Some(third), Some(of_third)) = (rest.first_chunk(), of_rest.first_chunk())
    {
        total = carry(x128(third), pair(of_third), total);
    }
    join_sum::<P>(start, total, data.len())
}

/// 65 to [`LATE_JOIN`] bytes: every word times its own weight.
#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
fn short<P: Polynomial>(start: u32, data: &[u8]) -> u32 {
    let weights = Constants::<P>::WEIGHTS.of_message(data.len());
    let total = weigh_all::<P>(_mm_setzero_si128(), data, data, weights);
    join_sum::<P>(start, total, data.len())
}

/// `next` plus the block's first word times the first multiplier and its second word times the second.
#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
pub(super) fn carry(block: __m128i, multipliers: __m128i, next: __m128i) -> __m128i {
    let first = _mm_clmulepi64_si128::<0x00>(block, multipliers);
    let second = _mm_clmulepi64_si128::<0x11>(block, multipliers);
    _mm_xor_si128(next, _mm_xor_si128(first, second))
}

/// `total` plus the words of `rest` times `weights`. `data` ends with `rest` and is 16 bytes long at least: a last
/// block that is not full is taken with the bytes before it and those masked off, so that it ends with the message.
#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
fn weigh_all<P: Polynomial>(mut total: __m128i, data: &[u8], rest: &[u8], weights: &[u64]) -> __m128i {
    // Four at a time, for the sake of fewer branches.
    let (fours, rest) = rest.as_chunks::<64>();
    let (of_fours, _) = weights.as_chunks::<8>();
    for (four, of_four) in fours.iter().zip(of_fours) {
        for (block, weights) in four.as_chunks().0.iter().zip(of_four.as_chunks().0) {
            total = carry(x128(block), pair(weights), total);
        }
    }
    let Some(weights) = weights.get(8 * fours.len()..) else { return total };
    let (blocks, tail) = rest.as_chunks::<16>();
    for (block, weights) in blocks.iter().zip(weights.as_chunks::<2>().0) {
        total = carry(x128(block), pair(weights), total);
    }
    match data.last_chunk::<16>() {
        Some(last) if !tail.is_empty() => {
            carry(last_of_128(last, tail.len()), pair(Constants::<P>::WEIGHTS.of_last()), total)
        }
        _ => total,
    }
}

/// More than [`LATE_JOIN`] bytes: eight accumulators, then four, then weights. Sixteen registers hold eight
/// accumulators, the distance and what is in flight; with four the multiplier would wait where a product takes seven
/// cycles (up to Broadwell). Not inlined, so that short messages save no registers for it.
#[inline(never)]
#[target_feature(enable = "pclmulqdq,sse4.1")]
fn long<P: Polynomial>(start: u32, data: &[u8]) -> u32 {
    let Some((first, mut rest)) = data.split_first_chunk::<128>() else { return start };
    let mut wide = [_mm_setzero_si128(); 8];
    for (sum, block) in wide.iter_mut().zip(first.as_chunks().0) {
        *sum = x128(block);
    }
    wide[0] = _mm_xor_si128(wide[0], _mm_cvtsi32_si128(!start as i32));

    let distance = pair(&Constants::<P>::FOLD_128);
    while let Some((blocks, after)) = rest.split_first_chunk::<128>() {
        for (sum, block) in wide.iter_mut().zip(blocks.as_chunks().0) {
            *sum = carry(*sum, distance, x128(block));
        }
        rest = after;
    }

    let distance = pair(&Constants::<P>::FOLD_64);
    let [a, b, c, d, e, f, g, h] = wide;
    let mut sums =
        [carry(a, distance, e), carry(b, distance, f), carry(c, distance, g), carry(d, distance, h)];
    if let Some((blocks, after)) = rest.split_first_chunk::<64>() {
        for (sum, block) in sums.iter_mut().zip(blocks.as_chunks().0) {
            *sum = carry(*sum, distance, x128(block));
        }
        rest = after;
    }
    !finish::<P>(sums, data, rest)
}

/// The register after four accumulators and the rest, fewer than 64 bytes; `data` ends with the rest.
#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
fn finish<P: Polynomial>(sums: [__m128i; 4], data: &[u8], rest: &[u8]) -> u32 {
    let weights = Constants::<P>::WEIGHTS.of_message(64 + rest.len());
    let (sum_weights, rest_weights) = weights.split_at(8);
    let mut total = _mm_setzero_si128();
    for (sum, weights) in sums.iter().zip(sum_weights.as_chunks::<2>().0) {
        total = carry(*sum, pair(weights), total);
    }
    let total = weigh_all::<P>(total, data, rest, rest_weights);
    reduce_sum::<P>(total)
}
