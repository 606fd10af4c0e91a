//! Operations on 128-bit registers, and inputs that fit in one or two of them.

use super::arch::*;
use crate::rows::{falling, leading};
use crate::run::Run;
use crate::sums::Sums;
use crate::unroll16;

/// 32 … 1.
static WEIGHTS: [i8; 32] = falling(32, 32);
/// From 16 - n on, a mask of the first n bytes of a vector.
static MASKS: [u8; 32] = leading(16);

#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn load(bytes: &[u8; 16]) -> __m128i {
    // SAFETY: the reference is to 16 readable bytes; the load needs no alignment.
    unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn load_weights(weights: &[i8; 16]) -> __m128i {
    // SAFETY: the reference is to 16 readable bytes; the load needs no alignment.
    unsafe { _mm_loadu_si128(weights.as_ptr().cast()) }
}

/// The first `keep` of 16 bytes, then zeros.
#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn load_first(bytes: &[u8; 16], keep: usize) -> __m128i {
    let mask = MASKS[16 - keep..].first_chunk().expect("keep is at most 16");
    _mm_and_si128(load(bytes), load(mask))
}

/// Adds the bytes to the lanes, eight to every second one.
#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn sum(lanes: __m128i, bytes: __m128i) -> __m128i {
    _mm_add_epi32(lanes, _mm_sad_epu8(bytes, _mm_setzero_si128()))
}

/// Adds the products to the lanes, four to each. Two neighbours' products must fit in 16 bits.
#[inline]
#[target_feature(enable = "ssse3")]
pub(super) fn dot(lanes: __m128i, bytes: __m128i, weights: __m128i) -> __m128i {
    let pairs = _mm_maddubs_epi16(bytes, weights);
    _mm_add_epi32(lanes, _mm_madd_epi16(pairs, _mm_set1_epi16(1)))
}

/// The sums over the lanes of each.
#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn totals(a: __m128i, b: __m128i) -> (u32, u32) {
    pair(_mm_add_epi32(_mm_unpacklo_epi32(a, b), _mm_unpackhi_epi32(a, b)))
}

/// The sums over the even and over the odd lanes.
#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn pair(lanes: __m128i) -> (u32, u32) {
    let both = _mm_add_epi32(lanes, _mm_unpackhi_epi64(lanes, lanes));
    #[cfg(target_arch = "x86_64")]
    {
        let both = _mm_cvtsi128_si64(both) as u64;
        (both as u32, (both >> 32) as u32)
    }
    #[cfg(target_arch = "x86")]
    {
        let second = _mm_shuffle_epi32::<1>(both);
        (_mm_cvtsi128_si32(both) as u32, _mm_cvtsi128_si32(second) as u32)
    }
}

#[inline]
#[target_feature(enable = "sse")]
pub(super) fn prefetch(address: *const u8) {
    _mm_prefetch::<_MM_HINT_T0>(address.cast());
}

/// Up to 32 bytes. Below eight the scalar loop is as quick.
#[inline]
#[target_feature(enable = "ssse3")]
pub(super) fn upto32(sums: Sums, data: &[u8]) -> Sums {
    match (data.first_chunk(), data.last_chunk()) {
        (Some(first), Some(last)) => upto32_from16(sums, data.len(), first, last),
        _ => upto16(sums, data),
    }
}

/// Fewer than sixteen bytes.
#[inline]
#[target_feature(enable = "ssse3")]
pub(super) fn upto16(sums: Sums, data: &[u8]) -> Sums {
    let (Some(first), Some(last)) = (data.first_chunk(), data.last_chunk()) else {
        return unroll16::short(sums.reduced(), data);
    };
    // Eight bytes from each end; the first ones lose what the last ones hold too.
    let missing = 16 - data.len() as u32;
    let first = u64::from_le_bytes(*first).unbounded_shl(8 * missing);
    let bytes = _mm_set_epi64x(i64::from_le_bytes(*last), first as i64);
    let zero = _mm_setzero_si128();
    let weights = load_weights(WEIGHTS.last_chunk().expect("32 are more than 16"));
    let (plain, weighted) = totals(sum(zero, bytes), dot(zero, bytes, weights));
    Run { bytes: data.len(), plain, weighted: weighted.into() }.add_short(sums)
}

#[inline]
#[target_feature(enable = "ssse3")]
fn upto32_from16(sums: Sums, n: usize, first: &[u8; 16], last: &[u8; 16]) -> Sums {
    let (first, last) = (load_first(first, n - 16), load(last));
    let zero = _mm_setzero_si128();
    let at = |i: usize| load_weights(WEIGHTS[i..].first_chunk().expect("at most 16"));
    let (plain, weighted) =
        totals(sum(sum(zero, first), last), dot(dot(zero, first, at(32 - n)), last, at(16)));
    Run { bytes: n, plain, weighted: weighted.into() }.add_short(sums)
}
