//! Folding on 512-bit vectors: `v8s4`, three words in each chain for eight vectors.

use super::super::super::arch::*;
use super::super::super::clmul512::{
    self,
    vector::{carry, each_block, sum_of_blocks},
};
use super::super::super::constants::Constants;
use super::super::super::load::{octet, x512};
use super::{CHAINS, MOST_STEPS, advance, join_parts, movers, parts, register_of};
use crate::Crc32c;

/// Words that each chain takes a step. Folding is bound by 16 products a step, and the chains' twelve
/// instructions with all that is around them fit into those 16 cycles; sixteen would not.
const WORDS: usize = 3;
const FOLDED: usize = 512;
const STEP: usize = FOLDED + CHAINS * 8 * WORDS;
static MOVERS: [[u32; CHAINS]; MOST_STEPS + 1] = movers::<WORDS>();

/// Shorter messages, in bytes, are folded only: joining would cost more than the chains save.
pub const FROM: usize = 12 * 1024;

/// The public checksum `start` continued over `data`.
///
/// # Safety
/// A caller that is not compiled for these features must know that the CPU has them.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,vpclmulqdq,pclmulqdq,sse4.2")]
pub fn fold(start: u32, data: &[u8]) -> u32 {
    if data.len() < FROM {
        return clmul512::fold::<Crc32c>(start, data);
    }
    let (head, mut rest) = data.split_at(data.as_ptr().align_offset(64) % 64);
    let mut value = clmul512::fold::<Crc32c>(start, head);
    while rest.len() >= FROM - 64 {
        let steps = ((rest.len() - FOLDED) / STEP).min(MOST_STEPS);
        let (this, after) = rest.split_at(FOLDED + steps * STEP);
        value = !round(!value, this, steps);
        rest = after;
    }
    clmul512::fold::<Crc32c>(value, rest)
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,vpclmulqdq,pclmulqdq,sse4.2")]
fn round(register: u32, data: &[u8], steps: usize) -> u32 {
    let (folded, behind) = data.split_at(FOLDED * (1 + steps));
    let [first, second, third, fourth] = parts::<{ 8 * WORDS }>(behind, steps);
    let (blocks, _) = folded.as_chunks::<FOLDED>();
    let Some((opening, blocks)) = blocks.split_first() else { return register };

    let mut chains = [0; CHAINS];
    let mut sums = [_mm512_setzero_si512(); 8];
    for (sum, bytes) in sums.iter_mut().zip(opening.as_chunks().0) {
        *sum = x512(bytes);
    }
    sums[0] = _mm512_xor_si512(sums[0], _mm512_zextsi128_si512(_mm_cvtsi32_si128(register as i32)));

    let over_512 = each_block(&Constants::<Crc32c>::FOLD_512);
    for ((((block, a), b), c), d) in blocks.iter().zip(first).zip(second).zip(third).zip(fourth) {
        let words: [&[[u8; 8]]; CHAINS] =
            [a.as_chunks().0, b.as_chunks().0, c.as_chunks().0, d.as_chunks().0];
        for (i, (sum, bytes)) in sums.iter_mut().zip(block.as_chunks().0).enumerate() {
            *sum = carry(*sum, over_512, x512(bytes));
            // The chains' words stand evenly among the vectors.
            if matches!(i, 2 | 5 | 7) {
                let word = i / 3;
                advance(&mut chains, [&words[0][word], &words[1][word], &words[2][word], &words[3][word]]);
            }
        }
    }

    let over_256 = each_block(&Constants::<Crc32c>::FOLD_256);
    let (early, late) = sums.split_at(4);
    let weights = Constants::<Crc32c>::WEIGHTS.of_last::<32>();
    let mut total = _mm512_setzero_si512();
    for ((early, late), weights) in early.iter().zip(late).zip(weights.as_chunks().0) {
        total = carry(carry(*early, over_256, *late), octet(weights), total);
    }
    join_parts(register_of(sum_of_blocks(total)), chains, &MOVERS[steps])
}
