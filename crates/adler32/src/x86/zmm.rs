//! Operations on 512-bit registers that AVX-512BW has.

use super::arch::*;
use super::xmm;

#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn load(bytes: &[u8; 64]) -> __m512i {
    // SAFETY: the reference is to 64 readable bytes; the load needs no alignment.
    unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn load_weights(weights: &[i8; 64]) -> __m512i {
    // SAFETY: the reference is to 64 readable bytes; the load needs no alignment.
    unsafe { _mm512_loadu_si512(weights.as_ptr().cast()) }
}

/// The first `keep` of 64 bytes, from 1 on, then zeros.
#[inline]
#[target_feature(enable = "avx512bw")]
pub(super) fn load_first(bytes: &[u8; 64], keep: usize) -> __m512i {
    _mm512_maskz_mov_epi8(!0 >> (64 - keep), load(bytes))
}

/// The sums over the lanes of each.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn totals(a: __m512i, b: __m512i) -> (u32, u32) {
    // Both in one register first, so that they are halved together.
    let both = _mm512_add_epi32(_mm512_unpacklo_epi32(a, b), _mm512_unpackhi_epi32(a, b));
    let both = _mm256_add_epi32(_mm512_castsi512_si256(both), _mm512_extracti64x4_epi64::<1>(both));
    let both = _mm_add_epi32(_mm256_castsi256_si128(both), _mm256_extracti128_si256::<1>(both));
    xmm::pair(both)
}
