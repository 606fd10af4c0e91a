//! Folding with PCLMULQDQ, 128 bits at a time: for CPUs of about 2010 on that have nothing wider.
//!
//! V. Gopal et al., "Fast CRC computation for generic polynomials using PCLMULQDQ instruction", Intel, 2009. Other
//! than in the paper, what the accumulators hold at the end is not folded step by step but multiplied by one weight
//! for each word ([`Weights`](super::constants::Weights)), together with the message's tail.

use super::arch::*;
use super::constants::{Constants, LATE_JOIN};
use super::load::{pair, x128};
use super::reduce::{join, narrow, reduce, weigh};
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
        17..=LATE_JOIN => short::<P>(start, data),
        _ => long::<P>(start, data),
    }
}

/// 17 to [`LATE_JOIN`] bytes: every word times its own weight.
#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
pub(super) fn short<P: Polynomial>(start: u32, data: &[u8]) -> u32 {
    let sum = weigh_all::<P>(data, data, Constants::<P>::WEIGHTS.of_message(data.len()));
    join::<P>(start, narrow::<P>(sum), data.len())
}

/// The sum of the words of `rest` times `weights`. `data` ends with `rest` and is 16 bytes long at least: a last
/// block that is not full is taken with the bytes before it and those masked off, so that it ends with the message.
#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
fn weigh_all<P: Polynomial>(data: &[u8], rest: &[u8], weights: &[u64]) -> __m128i {
    let (blocks, tail) = rest.as_chunks::<16>();
    let mut sum = _mm_setzero_si128();
    for (block, weights) in blocks.iter().zip(weights.as_chunks::<2>().0) {
        sum = _mm_xor_si128(sum, weigh(x128(block), pair(weights)));
    }
    match data.last_chunk::<16>() {
        Some(last) if !tail.is_empty() => {
            let tail = _mm_and_si128(x128(last), keep_last(tail.len()));
            _mm_xor_si128(sum, weigh(tail, pair(Constants::<P>::WEIGHTS.of_last())))
        }
        _ => sum,
    }
}

/// A mask over the last `count` of 16 bytes.
#[inline]
#[target_feature(enable = "sse2")]
fn keep_last(count: usize) -> __m128i {
    const RAMP: [u8; 32] = {
        let mut ramp = [0; 32];
        let mut i = 16;
        while i < 32 {
            ramp[i] = 0xff;
            i += 1;
        }
        ramp
    };
    match RAMP[count..].first_chunk() {
        Some(mask) => x128(mask),
        None => _mm_setzero_si128(),
    }
}

/// Carries a block to the place of `next` and adds it there.
#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
fn carry(block: __m128i, distance: __m128i, next: __m128i) -> __m128i {
    _mm_xor_si128(next, weigh(block, distance))
}

/// Accumulators of the main loop. Sixteen xmm registers hold eight of them, the distance and what is in flight; where a
/// product takes 7 cycles at one or two cycles each (up to Broadwell), four would leave the multiplier waiting.
const WIDE: usize = 8;

/// More than [`LATE_JOIN`] bytes.
#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
fn long<P: Polynomial>(start: u32, data: &[u8]) -> u32 {
    let Some((first, mut rest)) = data.split_first_chunk::<{ 16 * WIDE }>() else { return start };
    let mut wide = [_mm_setzero_si128(); WIDE];
    for (sum, block) in wide.iter_mut().zip(first.as_chunks::<16>().0) {
        *sum = x128(block);
    }
    wide[0] = _mm_xor_si128(wide[0], _mm_cvtsi32_si128(!start as i32));

    let distance = pair(&Constants::<P>::FOLD_128);
    while let Some((blocks, after)) = rest.split_first_chunk::<{ 16 * WIDE }>() {
        for (sum, block) in wide.iter_mut().zip(blocks.as_chunks::<16>().0) {
            *sum = carry(*sum, distance, x128(block));
        }
        rest = after;
    }

    // Half as many accumulators, so that less is left to weigh.
    let distance = pair(&Constants::<P>::FOLD_64);
    let [a, b, c, d, e, f, g, h] = wide;
    let mut sums =
        [carry(a, distance, e), carry(b, distance, f), carry(c, distance, g), carry(d, distance, h)];
    if let Some((blocks, after)) = rest.split_first_chunk::<64>() {
        for (sum, block) in sums.iter_mut().zip(blocks.as_chunks::<16>().0) {
            *sum = carry(*sum, distance, x128(block));
        }
        rest = after;
    }
    !finish::<P>(sums, rest, data)
}

/// The register after the accumulators and the rest, fewer than 64 bytes; the last 16 bytes of `data` end with it.
#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
fn finish<P: Polynomial>(sums: [__m128i; 4], rest: &[u8], data: &[u8]) -> u32 {
    let weights = Constants::<P>::WEIGHTS.of_message(64 + rest.len());
    let (sum_weights, rest_weights) = weights.split_at(8);
    let mut total = _mm_setzero_si128();
    for (sum, weights) in sums.iter().zip(sum_weights.as_chunks::<2>().0) {
        total = _mm_xor_si128(total, weigh(*sum, pair(weights)));
    }
    total = _mm_xor_si128(total, weigh_all::<P>(data, rest, rest_weights));
    reduce::<P>(narrow::<P>(total))
}
