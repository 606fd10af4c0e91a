//! From 128 bits that are congruent to a message to its checksum: the last steps of every folding kernel.

use super::arch::*;
use super::constants::{Constants, LATE_JOIN};
use super::load;
use crate::Polynomial;

/// From a sum of words times weights (96 bits, the lowest 32 are zero) to a congruent 64 bits, in the high qword.
/// What the low qword holds afterwards means nothing.
#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
pub(super) fn narrow<P: Polynomial>(sum: __m128i) -> __m128i {
    let over_a_word = load::constant(Constants::<P>::OVER_A_WORD);
    _mm_xor_si128(_mm_clmulepi64_si128::<0x00>(sum, over_a_word), sum)
}

/// The public checksum of a message of `len` bytes, at most [`LATE_JOIN`], that follows bytes whose checksum is
/// `start`. The high qword of `narrowed` is congruent to the message.
#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
pub(super) fn join<P: Polynomial>(start: u32, narrowed: __m128i, len: usize) -> u32 {
    debug_assert!(len <= LATE_JOIN);
    let join = load::join(&Constants::<P>::JOIN[len]);
    let barrett = load::constant(Constants::<P>::BARRETT);
    let message = _mm_xor_si128(_mm_clmulepi64_si128::<0x01>(narrowed, barrett), join);
    // Everything above is ready before `start` is, in a caller that chains calls.
    let before = _mm_clmulepi64_si128::<0x10>(_mm_cvtsi32_si128(start as i32), join);
    let quotient = _mm_xor_si128(before, message);
    _mm_extract_epi32::<2>(_mm_clmulepi64_si128::<0x10>(quotient, barrett)) as u32
}

/// The register (not inverted) that the high qword of `narrowed` reduces to: that qword times x^32 modulo P.
#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
pub(super) fn reduce<P: Polynomial>(narrowed: __m128i) -> u32 {
    let barrett = load::constant(Constants::<P>::BARRETT);
    let quotient = _mm_clmulepi64_si128::<0x01>(narrowed, barrett);
    _mm_extract_epi32::<2>(_mm_clmulepi64_si128::<0x10>(quotient, barrett)) as u32
}
