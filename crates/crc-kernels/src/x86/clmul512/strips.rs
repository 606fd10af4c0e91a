//! For messages that come from memory: four strips side by side.
//!
//! One stream of loads does not keep the memory busy: the hardware's prefetchers stop at the end of each page and
//! take a while to start again at the next. Four streams are four pages further along, and each is prefetched by hand
//! as well. The strips' registers are then moved to the end of the group and added.

use super::super::arch::*;
use super::super::constants::Constants;
use super::super::load::{octet, pair, prefetch, x512};
use super::super::reduce::reduce_sum;
use super::vector::{carry, each_block, sum_of_blocks};
use crate::Polynomial;

/// Bytes in a strip: 16 pages. Smaller ones spend more on joining, larger ones do not fit the TLB and L1 any better.
const STRIP: usize = 64 * 1024;

/// How far ahead each strip is prefetched, in bytes: at memory speed that is some 100 ns.
const AHEAD: usize = 512;

/// The public checksum `start` continued over `data`: all whole groups of four strips, then what is left by
/// [`fold`](super::fold).
///
/// # Safety
/// A caller that is not compiled for these features must know that the CPU has them.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,vpclmulqdq,pclmulqdq,sse4.1")]
pub fn fold<P: Polynomial>(start: u32, data: &[u8]) -> u32 {
    if data.len() < 5 * STRIP {
        return super::fold::<P>(start, data);
    }
    let (head, aligned) = data.split_at(data.as_ptr().align_offset(64) % 64);
    let mut value = super::fold::<P>(start, head);
    let (groups, rest) = aligned.as_chunks::<{ 4 * STRIP }>();
    for group in groups {
        value = !four_strips::<P>(!value, group);
    }
    super::fold::<P>(value, rest)
}

/// The register after one group.
#[inline]
#[target_feature(enable = "avx512f,avx512dq,avx2,vpclmulqdq,pclmulqdq,sse4.1")]
fn four_strips<P: Polynomial>(register: u32, group: &[u8; 4 * STRIP]) -> u32 {
    let strips = group.as_chunks::<STRIP>().0;
    let lines = |strip: usize| strips[strip].as_chunks::<128>().0;
    let lines: [&[[u8; 128]]; 4] = [lines(0), lines(1), lines(2), lines(3)];

    // Two accumulators a strip make the eight that keep the multiplier busy.
    let over_128 = each_block(&Constants::<P>::FOLD_128);
    let mut sums = [[_mm512_setzero_si512(); 2]; 4];
    for (sum, lines) in sums.iter_mut().zip(lines) {
        let (two, _) = lines[0].as_chunks();
        *sum = [x512(&two[0]), x512(&two[1])];
    }
    sums[0][0] = _mm512_xor_si512(sums[0][0], _mm512_zextsi128_si512(_mm_cvtsi32_si128(register as i32)));
    for i in 1..STRIP / 128 {
        for (sum, lines) in sums.iter_mut().zip(lines) {
            let (two, _) = lines[i].as_chunks();
            prefetch(two[0].as_ptr().wrapping_add(AHEAD));
            prefetch(two[1].as_ptr().wrapping_add(AHEAD));
            *sum = [carry(sum[0], over_128, x512(&two[0])), carry(sum[1], over_128, x512(&two[1]))];
        }
    }

    let mut registers = [0; 4];
    for (register, [first, second]) in registers.iter_mut().zip(sums) {
        let sum = carry(first, each_block(&Constants::<P>::FOLD_64), second);
        let sum = carry(sum, octet(Constants::<P>::WEIGHTS.of_last()), _mm512_setzero_si512());
        *register = reduce_sum::<P>(sum_of_blocks(sum));
    }
    let [first, second, third, fourth] = registers;
    let moved = over_strips::<P, 3>(first);
    let moved = _mm_xor_si128(moved, over_strips::<P, 2>(second));
    let moved = _mm_xor_si128(moved, over_strips::<P, 1>(third));
    reduce_sum::<P>(moved) ^ fourth
}

/// A strip's register after `STRIPS` more strips of zeros, not reduced yet.
#[inline]
#[target_feature(enable = "pclmulqdq")]
fn over_strips<P: Polynomial, const STRIPS: u64>(register: u32) -> __m128i {
    let shifter = const { [Constants::<P>::shifter(STRIPS * STRIP as u64) as u64, 0] };
    _mm_clmulepi64_si128::<0x00>(_mm_cvtsi32_si128(register as i32), pair(&shifter))
}
