//! Three chains of the `crc32` instruction over three neighbouring blocks, each the length of its latency apart; then
//! the registers are moved to the end of the last block, by one multiplication each, and added.
//!
//! V. Gopal et al., "Fast CRC computation for iSCSI polynomial using CRC32 instruction", Intel, 2011.

use super::super::arch::*;
use super::super::constants::Constants;
use super::sse42::{Register, WORD, fold as one_stream, step};
use crate::{Crc32c, Polynomial};

/// Bytes in each of the three blocks while there are enough: joining costs less than 1 % of their time.
const LONG: usize = 4096;

/// Bytes in each of the three blocks afterwards: the least for which three streams and a join beat one stream clearly.
const SHORT: usize = 128;

/// The public checksum `start` continued over `data`.
///
/// # Safety
/// A caller that is not compiled for these features must know that the CPU has them.
#[target_feature(enable = "sse4.2,pclmulqdq")]
pub fn fold(start: u32, data: &[u8]) -> u32 {
    let (register, rest) = blocks::<LONG>(!start, data);
    let (register, rest) = blocks::<SHORT>(register, rest);
    one_stream(!register, rest)
}

/// All whole groups of three blocks of `BLOCK` bytes; gives the register after them and the bytes left.
#[inline]
#[target_feature(enable = "sse4.2,pclmulqdq")]
fn blocks<const BLOCK: usize>(mut register: u32, mut data: &[u8]) -> (u32, &[u8]) {
    while data.len() >= 3 * BLOCK {
        let (first, after) = data.split_at(BLOCK);
        let (second, after) = after.split_at(BLOCK);
        let (third, after) = after.split_at(BLOCK);
        let mut streams: [Register; 3] = [register as Register, 0, 0];
        let words = first.as_chunks::<WORD>().0.iter();
        let words = words.zip(second.as_chunks::<WORD>().0).zip(third.as_chunks::<WORD>().0);
        for ((first, second), third) in words {
            streams[0] = step(streams[0], first);
            streams[1] = step(streams[1], second);
            streams[2] = step(streams[2], third);
        }
        let over = const {
            [Constants::<Crc32c>::shifter(2 * BLOCK as u64), Constants::<Crc32c>::shifter(BLOCK as u64)]
        };
        let moved = _mm_xor_si128(product(streams[0], over[0]), product(streams[1], over[1]));
        register = reduce(moved) ^ streams[2] as u32;
        data = after;
    }
    (register, data)
}

/// The carry-less product of a register and a [shifter](Constants::shifter), in the low qword.
#[inline]
#[target_feature(enable = "sse2,pclmulqdq")]
pub(super) fn product(register: Register, shifter: u32) -> __m128i {
    let (register, shifter) = (_mm_cvtsi32_si128(register as i32), _mm_cvtsi32_si128(shifter as i32));
    _mm_clmulepi64_si128::<0x00>(register, shifter)
}

/// The low qword times x^32, reduced: what the instruction does to a word, from a register of zero.
#[inline]
#[target_feature(enable = "sse4.2")]
pub(super) fn reduce(word: __m128i) -> u32 {
    const { assert!(Crc32c::REFLECTED == 0x82f6_3b78, "the instruction's polynomial") };
    #[cfg(target_arch = "x86_64")]
    return _mm_crc32_u64(0, _mm_cvtsi128_si64(word) as u64) as u32;
    #[cfg(target_arch = "x86")]
    {
        let low = _mm_crc32_u32(0, _mm_cvtsi128_si32(word) as u32);
        _mm_crc32_u32(low, _mm_cvtsi128_si32(_mm_srli_si128::<4>(word)) as u32)
    }
}
