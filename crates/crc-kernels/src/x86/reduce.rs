//! From what is congruent to a message to its checksum: the last steps of every folding kernel.
//!
//! A *sum* is what words times weights add up to: 96 bits, the coefficient of x^95 lowest. Its low qword alone decides
//! the quotient by P, exactly, since polynomials have no carries (Barrett's reduction, in the form of V. Gopal et al.,
//! "Fast CRC computation for generic polynomials using PCLMULQDQ instruction", Intel, 2009); what the quotient times P
//! leaves of the last 32 bits is the register. A word alone in the low qword is a sum too: that word times x^32.

use super::arch::*;
use super::constants::{Constants, LATE_JOIN};
use super::load;
use crate::Polynomial;

/// The public checksum of a message of `len` bytes, at most [`LATE_JOIN`], that follows bytes whose checksum is
/// `start`, from the message's sum.
#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
pub(super) fn join_sum<P: Polynomial>(start: u32, sum: __m128i, len: usize) -> u32 {
    let barrett = load::constant(Constants::<P>::BARRETT);
    let quotient = join::<P>(start, _mm_clmulepi64_si128::<0x00>(sum, barrett), len);
    third_dword(_mm_xor_si128(_mm_clmulepi64_si128::<0x10>(quotient, barrett), sum))
}

/// The quotient of the message, in the low qword, and that of the running value before it. Everything but the latter
/// is ready before `start` is, in a caller that chains calls.
#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
fn join<P: Polynomial>(start: u32, message: __m128i, len: usize) -> __m128i {
    debug_assert!(len <= LATE_JOIN);
    let join = load::join(&Constants::<P>::JOIN[len]);
    let message = _mm_xor_si128(message, join);
    _mm_xor_si128(_mm_clmulepi64_si128::<0x10>(_mm_cvtsi32_si128(start as i32), join), message)
}

/// The register (not inverted) that a sum reduces to.
#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
pub(super) fn reduce_sum<P: Polynomial>(sum: __m128i) -> u32 {
    let barrett = load::constant(Constants::<P>::BARRETT);
    let quotient = _mm_clmulepi64_si128::<0x00>(sum, barrett);
    third_dword(_mm_xor_si128(_mm_clmulepi64_si128::<0x10>(quotient, barrett), sum))
}

#[inline]
#[target_feature(enable = "sse4.1")]
fn third_dword(vector: __m128i) -> u32 {
    _mm_extract_epi32::<2>(vector) as u32
}
