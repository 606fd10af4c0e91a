//! Operations on 256-bit registers that AVX2 has.

use super::arch::*;
use super::xmm;
use crate::rows::leading;

/// From 32 - n on, a mask of the first n bytes of a vector.
static MASKS: [u8; 64] = leading(32);

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn load(bytes: &[u8; 32]) -> __m256i {
    // SAFETY: the reference is to 32 readable bytes; the load needs no alignment.
    unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn load_weights(weights: &[i8; 32]) -> __m256i {
    // SAFETY: the reference is to 32 readable bytes; the load needs no alignment.
    unsafe { _mm256_loadu_si256(weights.as_ptr().cast()) }
}

/// The first `keep` of 32 bytes, then zeros.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn load_first(bytes: &[u8; 32], keep: usize) -> __m256i {
    let mask = MASKS[32 - keep..].first_chunk().expect("keep is at most 32");
    _mm256_and_si256(load(bytes), load(mask))
}

/// Adds the bytes to the lanes, eight to every second one.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn sum(lanes: __m256i, bytes: __m256i) -> __m256i {
    _mm256_add_epi32(lanes, _mm256_sad_epu8(bytes, _mm256_setzero_si256()))
}

/// The sums over the lanes of each.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn totals(a: __m256i, b: __m256i) -> (u32, u32) {
    let half = |v| _mm_add_epi32(_mm256_castsi256_si128(v), _mm256_extracti128_si256::<1>(v));
    // Both in one register first, so that they are halved together.
    let both = _mm256_add_epi32(_mm256_unpacklo_epi32(a, b), _mm256_unpackhi_epi32(a, b));
    xmm::pair(half(both))
}
