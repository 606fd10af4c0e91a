//! The `crc32` instruction beside carry-less multiplication: the two run on different ports, so one part of the
//! message is folded while four chains of the instruction take four shorter parts behind it.
//!
//! A round lays the message out as: the folded part, then the four chains' parts, all of one length. Their five
//! registers are moved to the round's end by one multiplication each and added. The idea and the names of the shapes
//! (`v8s4`: eight vector accumulators, four scalar ones) are from P. Cawley's fast-crc32.

mod clmul128;
mod clmul512;

pub use clmul128::{FROM as FROM_128, fold as fold128};
pub use clmul512::{FROM as FROM_512, fold as fold512};

use super::super::arch::*;
use super::super::constants::Constants;
use super::streams::{product, reduce};
use crate::Crc32c;

/// Chains of the instruction: more than its latency of three, as the folding between them delays them.
const CHAINS: usize = 4;

/// Steps in the longest round. Joining costs some 60 cycles, nothing beside a round of this length, and the table of
/// multipliers stays small.
const MOST_STEPS: usize = 256;

/// For a round of `i` steps in which each chain takes `WORDS` words a step: entry `i` moves a register over one, two,
/// three and four of the chains' parts.
const fn movers<const WORDS: usize>() -> [[u32; CHAINS]; MOST_STEPS + 1] {
    let polynomial = checksum_gf2::CRC32C;
    let step = checksum_gf2::shift(8 * WORDS as u64, polynomial);
    let mut movers = [[0; CHAINS]; MOST_STEPS + 1];
    let mut part = 1 << 31;
    let mut steps = 0;
    while steps <= MOST_STEPS {
        let mut mover = Constants::<Crc32c>::shifter(0);
        let mut parts = 0;
        while parts < CHAINS {
            mover = checksum_gf2::multiply(mover, part, polynomial);
            movers[steps][parts] = mover;
            parts += 1;
        }
        part = checksum_gf2::multiply(part, step, polynomial);
        steps += 1;
    }
    movers
}

/// The register after the five parts of a round, from the register after each part. All but the first start at zero.
#[inline]
#[target_feature(enable = "sse4.2,pclmulqdq")]
fn join_parts(folded: u32, chains: [u64; CHAINS], movers: &[u32; CHAINS]) -> u32 {
    let mut sum = product(folded as usize, movers[3]);
    for (chain, mover) in chains.into_iter().zip([movers[2], movers[1], movers[0]]) {
        sum = _mm_xor_si128(sum, product(chain as usize, mover));
    }
    reduce(sum) ^ chains[3] as u32
}

/// The register that a sum of words times weights reduces to (see `reduce`): the instruction takes the low qword times
/// x^32, and the 32 bits after it are added.
#[inline]
#[target_feature(enable = "sse4.2")]
fn register_of(sum: __m128i) -> u32 {
    reduce(sum) ^ _mm_extract_epi32::<2>(sum) as u32
}

/// One step of every chain by one word.
#[inline]
#[target_feature(enable = "sse4.2")]
fn advance(chains: &mut [u64; CHAINS], words: [&[u8; 8]; CHAINS]) {
    for (chain, word) in chains.iter_mut().zip(words) {
        *chain = _mm_crc32_u64(*chain, u64::from_le_bytes(*word));
    }
}

/// The four chains' parts of `steps` steps, `BYTES` bytes a step.
#[inline]
fn parts<const BYTES: usize>(data: &[u8], steps: usize) -> [&[[u8; BYTES]]; CHAINS] {
    let data = data.as_chunks().0;
    let (first, data) = data.split_at(steps);
    let (second, data) = data.split_at(steps);
    let (third, fourth) = data.split_at(steps);
    [first, second, third, fourth]
}
