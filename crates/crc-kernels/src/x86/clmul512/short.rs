//! Messages whose running value is joined at the end.

use super::super::arch::*;
use super::super::constants::Constants;
use super::super::load::octet;
use super::super::reduce::{join, narrow};
use super::vector::{carry, sum_of_blocks, weigh_all};
use crate::Polynomial;

/// 64 to 256 bytes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,vpclmulqdq,pclmulqdq,sse4.1")]
pub(super) fn vectors<P: Polynomial>(start: u32, data: &[u8]) -> u32 {
    let weights = Constants::<P>::WEIGHTS.of_message(data.len());
    let total = weigh_all::<P>(_mm512_setzero_si512(), data, data, weights);
    join::<P>(start, narrow::<P>(sum_of_blocks(total)), data.len())
}

/// 1 to 63 bytes, by one masked load.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,vpclmulqdq,pclmulqdq,sse4.1")]
pub(super) fn within_a_vector<P: Polynomial>(start: u32, data: &[u8]) -> u32 {
    let weights = Constants::<P>::WEIGHTS;
    let total = if at_page_end(data) {
        carry(ending_with(data), octet(weights.of_last()), _mm512_setzero_si512())
    } else {
        match weights.of_message(data.len()).first_chunk() {
            Some(weights) => carry(beginning_with(data), octet(weights), _mm512_setzero_si512()),
            None => return start,
        }
    };
    join::<P>(start, narrow::<P>(sum_of_blocks(total)), data.len())
}

/// Whether 64 bytes from the start of `data` would reach into a page that `data` itself may not touch. A masked load
/// never faults there, but if that page is not mapped, or not yet, the CPU takes some 100 ns to find that out.
#[inline]
fn at_page_end(data: &[u8]) -> bool {
    // The smallest page of any x86 system.
    const PAGE: usize = 4096;
    data.as_ptr().addr() % PAGE > PAGE - 64
}

/// `data`, shorter than a vector, and zeros after it.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn beginning_with(data: &[u8]) -> __m512i {
    debug_assert!((1..64).contains(&data.len()));
    let mask = u64::MAX >> (64 - data.len());
    // SAFETY: the mask lets the load read `data.len()` bytes from the start of `data`, and no other byte.
    unsafe { _mm512_maskz_loadu_epi8(mask, data.as_ptr().cast()) }
}

/// `data`, shorter than a vector, and zeros before it.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn ending_with(data: &[u8]) -> __m512i {
    debug_assert!((1..64).contains(&data.len()));
    let mask = u64::MAX << (64 - data.len());
    let start = data.as_ptr().wrapping_sub(64 - data.len());
    // SAFETY: the mask lets the load read the `data.len()` bytes before `start + 64`, the end of `data`, and no other.
    unsafe { _mm512_maskz_loadu_epi8(mask, start.cast()) }
}
