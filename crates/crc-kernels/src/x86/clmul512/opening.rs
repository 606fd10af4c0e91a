//! How a long message begins: with the running register in its first four bytes, and so that all loads after the
//! first are aligned to a cache line. (A load that straddles two lines takes two load slots.)

use super::super::arch::*;
use super::super::load::x512;

/// From this length on a message is aligned: below it the few steps that this takes cost more than it saves.
const ALIGN_FROM: usize = 2048;

/// The beginning of a message.
pub(super) struct Opening<'a> {
    /// The first vector, with the register, or the part of it that belongs there.
    pub(super) first: __m512i,
    /// The second vector, with what the first had no room for.
    pub(super) second: __m512i,
    /// The bytes after the two.
    pub(super) rest: &'a [u8],
}

impl<'a> Opening<'a> {
    /// `None` for a message that is shorter than two vectors.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    pub(super) fn of(register: u32, data: &'a [u8]) -> Option<Opening<'a>> {
        let offset = data.as_ptr().addr() % 64;
        if data.len() >= ALIGN_FROM && offset != 0 {
            return Opening::aligned(register, data, offset);
        }
        let (first, rest) = data.split_first_chunk()?;
        let (second, rest) = rest.split_first_chunk()?;
        let register = _mm512_zextsi128_si512(_mm_cvtsi32_si128(register as i32));
        Some(Opening { first: _mm512_xor_si512(x512(first), register), second: x512(second), rest })
    }

    /// The first vector is that of the cache line in which `data` begins at `offset`: zeros before a message change
    /// nothing.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn aligned(register: u32, data: &'a [u8], offset: usize) -> Option<Opening<'a>> {
        let (_, after) = data.split_at_checked(64 - offset)?;
        let line = data.as_ptr().wrapping_sub(offset);
        // SAFETY: the mask lets the load read the bytes from `offset` on, which are the first `64 - offset` of `data`
        // and were found to exist; the others, in the same line and so in the same page, are not touched.
        let first = unsafe { _mm512_maskz_loadu_epi8(u64::MAX << offset, line.cast()) };
        // The register's four bytes stand at `offset`, each 32-bit lane holding them turned accordingly. Those that do
        // not fit go to the front of the second vector.
        let turned = _mm512_set1_epi32(register.rotate_left(8 * (offset as u32 % 4)) as i32);
        let first = _mm512_xor_si512(first, _mm512_maskz_mov_epi8(0b1111 << offset, turned));
        let spilt = if offset > 60 { register >> (8 * (64 - offset)) } else { 0 };
        let (second, rest) = after.split_first_chunk()?;
        let spilt = _mm512_zextsi128_si512(_mm_cvtsi32_si128(spilt as i32));
        Some(Opening { first, second: _mm512_xor_si512(x512(second), spilt), rest })
    }
}
