//! Messages longer than [`LATE_JOIN`](super::LATE_JOIN): eight accumulators where registers allow, then four, then weights.

use super::super::arch::*;
use super::super::constants::Constants;
use super::super::load::{octet, prefetch, prefetch_l2, x512};
use super::super::reduce::reduce_sum;
use super::opening::Opening;
use super::vector::{carry, each_block, sum_of_blocks, weigh_all};
use crate::Polynomial;

/// From this length on eight accumulators are used: with four the multiplier waits for the sum before. 32-bit x86 has no
/// registers for them.
const WIDE_FROM: usize = if cfg!(target_arch = "x86") { usize::MAX } else { 1024 };

/// How far ahead of the loads a line is asked for, if it is: into all caches, some 100 ns at memory speed.
const NEAR: usize = 1024;
/// And before that, across the end of a page where the hardware's prefetchers stop: into the second-level cache.
const FAR: usize = 12 * 1024;

/// More than 256 bytes. With `PREFETCH`, 1024 bytes at least, for messages that come from memory. Not inlined, so that
/// short messages save no registers for it.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,vpclmulqdq,pclmulqdq,sse4.1")]
pub(super) fn long<P: Polynomial, const PREFETCH: bool>(start: u32, data: &[u8]) -> u32 {
    let Some(Opening { first, second, rest }) = Opening::of(!start, data) else { return start };
    let (mut sums, mut rest) = if data.len() >= WIDE_FROM {
        eight::<P, PREFETCH>(first, second, rest)
    } else {
        match rest.split_first_chunk::<128>() {
            Some((bytes, rest)) => {
                let (two, _) = bytes.as_chunks();
                ([first, second, x512(&two[0]), x512(&two[1])], rest)
            }
            None => return start,
        }
    };
    let over_256 = each_block(&Constants::<P>::FOLD_256);
    while rest.len() > 256 {
        let Some((next, after)) = rest.split_first_chunk::<256>() else { break };
        for (sum, next) in sums.iter_mut().zip(next.as_chunks().0) {
            if PREFETCH && WIDE_FROM == usize::MAX {
                prefetch_twice(next);
            }
            *sum = carry(*sum, over_256, x512(next));
        }
        rest = after;
    }
    !finish::<P>(sums, data, rest)
}

/// Eight accumulators over the two opening vectors and the rest but for fewer than 512 bytes at its end, which are
/// given back with the accumulators folded into four.
#[inline]
#[target_feature(enable = "avx512f,avx512dq,vpclmulqdq")]
fn eight<P: Polynomial, const PREFETCH: bool>(
    first: __m512i,
    second: __m512i,
    rest: &[u8],
) -> ([__m512i; 4], &[u8]) {
    let mut sums = [_mm512_setzero_si512(); 8];
    let (opening, rest) = rest.split_at(6 * 64);
    for (sum, bytes) in sums[2..].iter_mut().zip(opening.as_chunks().0) {
        *sum = x512(bytes);
    }
    (sums[0], sums[1]) = (first, second);

    let over_512 = each_block(&Constants::<P>::FOLD_512);
    let (blocks, rest) = rest.as_chunks::<512>();
    for block in blocks {
        for (sum, next) in sums.iter_mut().zip(block.as_chunks().0) {
            if PREFETCH {
                prefetch_twice(next);
            }
            *sum = carry(*sum, over_512, x512(next));
        }
    }
    let over_256 = each_block(&Constants::<P>::FOLD_256);
    let [a, b, c, d, e, f, g, h] = sums;
    ([carry(a, over_256, e), carry(b, over_256, f), carry(c, over_256, g), carry(d, over_256, h)], rest)
}

/// Asks for the lines [`NEAR`] and [`FAR`] ahead of one.
#[inline]
#[target_feature(enable = "sse2")]
fn prefetch_twice(line: &[u8; 64]) {
    prefetch(line.as_ptr().wrapping_add(NEAR));
    prefetch_l2(line.as_ptr().wrapping_add(FAR));
}

/// The register after four accumulators and the rest, at most 512 bytes together; `data` ends with the rest.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,vpclmulqdq,pclmulqdq,sse4.1")]
fn finish<P: Polynomial>(sums: [__m512i; 4], data: &[u8], rest: &[u8]) -> u32 {
    let weights = Constants::<P>::WEIGHTS.of_message(256 + rest.len());
    let (sum_weights, rest_weights) = weights.split_at(32);
    let mut total = _mm512_setzero_si512();
    for (sum, weights) in sums.iter().zip(sum_weights.as_chunks::<8>().0) {
        total = carry(*sum, octet(weights), total);
    }
    let total = weigh_all::<P>(total, data, rest, rest_weights);
    reduce_sum::<P>(sum_of_blocks(total))
}
