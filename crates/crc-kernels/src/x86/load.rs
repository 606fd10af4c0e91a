//! Vectors from memory. Each function takes a reference to as many bytes as it reads, so that its callers stay safe.

use super::arch::*;
use super::constants::Join;

/// 16 bytes of message.
#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn x128(bytes: &[u8; 16]) -> __m128i {
    // SAFETY: the reference covers 16 readable bytes, and the load needs no alignment.
    unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
}

/// Two constants, the first in the low qword.
#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn pair(words: &[u64; 2]) -> __m128i {
    // SAFETY: the reference covers 16 readable bytes, and the load needs no alignment.
    unsafe { _mm_loadu_si128(words.as_ptr().cast()) }
}

/// The inversions in the low qword, the multiplier in the high one.
#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn join(join: &Join) -> __m128i {
    // SAFETY: the reference covers the 16 readable bytes of two `u64` in `repr(C)`, and the load needs no alignment.
    unsafe { _mm_loadu_si128(core::ptr::from_ref(join).cast()) }
}

/// The word of the 8 bytes.
#[inline]
pub(super) fn word(bytes: &[u8; 8]) -> u64 {
    u64::from_le_bytes(*bytes)
}

/// 64 bytes of message.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn x512(bytes: &[u8; 64]) -> __m512i {
    // SAFETY: the reference covers 64 readable bytes, and the load needs no alignment.
    unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
}

/// Eight constants.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn octet(words: &[u64; 8]) -> __m512i {
    // SAFETY: the reference covers 64 readable bytes, and the load needs no alignment.
    unsafe { _mm512_loadu_si512(words.as_ptr().cast()) }
}
