//! Vectors from memory. Each function takes a reference to as many bytes as it reads, so that its callers stay safe.

use super::arch::*;
use super::constants::Join;

/// Bytes of zeros, then of ones: seen from byte `count` on, a mask over the last `count` of 64 bytes. A load and an AND
/// leave the multiplier's port alone; making a mask register does not.
static RAMP: [u8; 128] = {
    let mut ramp = [0; 128];
    let mut i = 64;
    while i < 128 {
        ramp[i] = 0xff;
        i += 1;
    }
    ramp
};

/// 8 bytes of message, then zeros.
#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn x64(bytes: &[u8; 8]) -> __m128i {
    _mm_set_epi64x(0, word(bytes) as i64)
}

/// The last `count` of 8 bytes of message, zeros in place of the others and after them.
#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn last_of_64(bytes: &[u8; 8], count: usize) -> __m128i {
    match RAMP[8 + 48 + count..].first_chunk() {
        Some(mask) => _mm_and_si128(x64(bytes), x64(mask)),
        None => _mm_setzero_si128(),
    }
}

/// 16 bytes of message.
#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn x128(bytes: &[u8; 16]) -> __m128i {
    // SAFETY: the reference covers 16 readable bytes, and the load needs no alignment.
    unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
}

/// The last `count` of 16 bytes of message, zeros in place of the others.
#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn last_of_128(bytes: &[u8; 16], count: usize) -> __m128i {
    match RAMP[16 + 32 + count..].first_chunk() {
        Some(mask) => _mm_and_si128(x128(bytes), x128(mask)),
        None => _mm_setzero_si128(),
    }
}

/// Two multipliers, the first in the low qword.
#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn pair(words: &[u64; 2]) -> __m128i {
    // SAFETY: the reference covers 16 readable bytes, and the load needs no alignment.
    unsafe { _mm_loadu_si128(words.as_ptr().cast()) }
}

/// Two constants, really read from memory. A compiler that sees their values builds the one that is needed in a
/// general register and moves it over, and that move takes the multiplier's port.
#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn constant(words: &'static [u64; 2]) -> __m128i {
    #[cfg(not(miri))]
    let words = {
        let mut hidden: *const [u64; 2] = words;
        #[allow(
            clippy::pointers_in_nomem_asm_block,
            reason = "the block has no instruction that could read it"
        )]
        // SAFETY: there is no instruction; the text is a comment.
        unsafe {
            core::arch::asm!("/* {0} */", inout(reg) hidden, options(pure, nomem, nostack, preserves_flags));
        }
        // SAFETY: the pointer is still the one made from the reference above.
        unsafe { &*hidden }
    };
    pair(words)
}

/// The inversions in the low qword, the multiplier in the high one.
#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn join(join: &Join) -> __m128i {
    // SAFETY: the reference covers the 16 readable bytes of two `u64` in `repr(C)`, and the load needs no alignment.
    unsafe { _mm_loadu_si128(core::ptr::from_ref(join).cast()) }
}

/// 32 bytes of message.
#[inline]
#[target_feature(enable = "avx")]
pub(super) fn x256(bytes: &[u8; 32]) -> __m256i {
    // SAFETY: the reference covers 32 readable bytes, and the load needs no alignment.
    unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
}

/// The last `count` of 32 bytes of message, zeros in place of the others.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn last_of_256(bytes: &[u8; 32], count: usize) -> __m256i {
    match RAMP[32 + count..].first_chunk() {
        Some(mask) => _mm256_and_si256(x256(bytes), x256(mask)),
        None => _mm256_setzero_si256(),
    }
}

/// Four multipliers.
#[inline]
#[target_feature(enable = "avx")]
pub(super) fn quartet(words: &[u64; 4]) -> __m256i {
    // SAFETY: the reference covers 32 readable bytes, and the load needs no alignment.
    unsafe { _mm256_loadu_si256(words.as_ptr().cast()) }
}

/// 64 bytes of message.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn x512(bytes: &[u8; 64]) -> __m512i {
    // SAFETY: the reference covers 64 readable bytes, and the load needs no alignment.
    unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
}

/// The last `count` of 64 bytes of message, zeros in place of the others.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn last_of_512(bytes: &[u8; 64], count: usize) -> __m512i {
    match RAMP[count..].first_chunk() {
        Some(mask) => _mm512_and_si512(x512(bytes), x512(mask)),
        None => _mm512_setzero_si512(),
    }
}

/// Eight multipliers.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn octet(words: &[u64; 8]) -> __m512i {
    // SAFETY: the reference covers 64 readable bytes, and the load needs no alignment.
    unsafe { _mm512_loadu_si512(words.as_ptr().cast()) }
}

/// The word of the 8 bytes.
#[inline]
pub(super) fn word(bytes: &[u8; 8]) -> u64 {
    u64::from_le_bytes(*bytes)
}

/// Asks for the cache line at an address, in all caches. An address outside every object does no harm.
#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn prefetch(address: *const u8) {
    _mm_prefetch::<_MM_HINT_T0>(address.cast());
}

/// The same, but not into the first-level cache.
#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn prefetch_l2(address: *const u8) {
    _mm_prefetch::<_MM_HINT_T1>(address.cast());
}
