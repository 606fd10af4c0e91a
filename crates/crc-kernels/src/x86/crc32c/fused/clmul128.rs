//! Folding on 128-bit blocks: `v8s4`, four words in each chain for eight blocks.

use super::super::super::arch::*;
use super::super::super::clmul128::{self, carry};
use super::super::super::constants::Constants;
use super::super::super::load::{pair, x128};
use super::{CHAINS, MOST_STEPS, advance, join_parts, movers, parts, register_of};
use crate::Crc32c;

/// Words that each chain takes a step: with 16 products and 16 `crc32` a step both ports are busy always.
const WORDS: usize = 4;
const FOLDED: usize = 128;
const STEP: usize = FOLDED + CHAINS * 8 * WORDS;
static MOVERS: [[u32; CHAINS]; MOST_STEPS + 1] = movers::<WORDS>();

/// Shorter messages, in bytes, are folded only: joining would cost more than the chains save.
pub const FROM: usize = 1024;

/// The public checksum `start` continued over `data`.
///
/// # Safety
/// A caller that is not compiled for these features must know that the CPU has them.
#[target_feature(enable = "pclmulqdq,sse4.2")]
pub fn fold(start: u32, data: &[u8]) -> u32 {
    let mut value = start;
    let mut rest = data;
    while rest.len() >= FROM {
        let steps = ((rest.len() - FOLDED) / STEP).min(MOST_STEPS);
        let (this, after) = rest.split_at(FOLDED + steps * STEP);
        value = !round(!value, this, steps);
        rest = after;
    }
    clmul128::fold::<Crc32c>(value, rest)
}

#[inline]
#[target_feature(enable = "pclmulqdq,sse4.2")]
fn round(register: u32, data: &[u8], steps: usize) -> u32 {
    let (folded, behind) = data.split_at(FOLDED * (1 + steps));
    let [first, second, third, fourth] = parts::<{ 8 * WORDS }>(behind, steps);
    let (blocks, _) = folded.as_chunks::<FOLDED>();
    let Some((opening, blocks)) = blocks.split_first() else { return register };

    let mut chains = [0; CHAINS];
    let mut sums = [_mm_setzero_si128(); 8];
    for (sum, bytes) in sums.iter_mut().zip(opening.as_chunks().0) {
        *sum = x128(bytes);
    }
    sums[0] = _mm_xor_si128(sums[0], _mm_cvtsi32_si128(register as i32));

    let over_128 = pair(&Constants::<Crc32c>::FOLD_128);
    for ((((block, a), b), c), d) in blocks.iter().zip(first).zip(second).zip(third).zip(fourth) {
        let words: [&[[u8; 8]]; CHAINS] =
            [a.as_chunks().0, b.as_chunks().0, c.as_chunks().0, d.as_chunks().0];
        for (i, (sum, bytes)) in sums.iter_mut().zip(block.as_chunks().0).enumerate() {
            *sum = carry(*sum, over_128, x128(bytes));
            if i % 2 == 1 {
                let word = i / 2;
                advance(&mut chains, [&words[0][word], &words[1][word], &words[2][word], &words[3][word]]);
            }
        }
    }

    let over_64 = pair(&Constants::<Crc32c>::FOLD_64);
    let (early, late) = sums.split_at(4);
    let weights = Constants::<Crc32c>::WEIGHTS.of_last::<8>();
    let mut total = _mm_setzero_si128();
    for ((early, late), weights) in early.iter().zip(late).zip(weights.as_chunks().0) {
        total = carry(carry(*early, over_64, *late), pair(weights), total);
    }
    join_parts(register_of(total), chains, &MOVERS[steps])
}
