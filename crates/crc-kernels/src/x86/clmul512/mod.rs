//! Folding with VPCLMULQDQ on 512-bit vectors and three-way XOR (`vpternlogq`): Ice Lake, Zen 4 and later.
//!
//! The instruction issues once a cycle whatever its width, so two products for each 64 bytes bound plain folding at 32
//! bytes a cycle. What is left to win lies in short messages and beyond the caches: every word of a short message,
//! and of what the accumulators hold at the end, is multiplied by its own weight
//! (`constants::Weights`) instead of being folded step by step.
//!
//! No CPU with these instructions is known to run them slower than 256-bit ones. The Intel CPUs that drop their clock
//! far for 512-bit work (Skylake-SP, Cascade Lake) lack VPCLMULQDQ, so the requirement leaves them out; Zen 4
//! splits each instruction in two and loses nothing by it.

mod long;
mod opening;
mod short;
pub mod strips;
pub(super) mod vector;

use super::constants::LATE_JOIN;
use super::{clmul128, clmul256, tiny};
use crate::Polynomial;

/// The public checksum `start` continued over `data`.
///
/// # Safety
/// A caller that is not compiled for these features must know that the CPU has them.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,vpclmulqdq,pclmulqdq,sse4.1")]
pub fn fold<P: Polynomial>(start: u32, data: &[u8]) -> u32 {
    short_or::<P>(start, data, |start, data| long::long::<P, false>(start, data))
}

/// The same up to 256 bytes, and whatever `longer` does with a longer message.
///
/// A short message takes 10 to 20 cycles, in which each branch that is taken counts. Hence the order of the questions
/// here, and a choice by length that its callers build around this one instead of before it.
///
/// # Safety
/// A caller that is not compiled for these features must know that the CPU has them.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,vpclmulqdq,pclmulqdq,sse4.1")]
pub fn short_or<P: Polynomial>(start: u32, data: &[u8], longer: impl FnOnce(u32, &[u8]) -> u32) -> u32 {
    if data.len() <= 64 {
        // A wider register saves no product here, but its sum takes more steps to add up.
        if data.len() > 32 {
            clmul256::two_vectors::<P>(start, data)
        } else if data.len() > tiny::LONGEST {
            clmul128::two_blocks::<P>(start, data)
        } else {
            tiny::checksum::<P>(start, data)
        }
    } else if data.len() <= LATE_JOIN {
        if data.len() > 128 {
            short::up_to_four_vectors::<P>(start, data)
        } else {
            short::two_vectors::<P>(start, data)
        }
    } else {
        longer(start, data)
    }
}

/// The same for messages that come from memory: every line is asked for twice, far ahead and near.
///
/// # Safety
/// A caller that is not compiled for these features must know that the CPU has them.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,vpclmulqdq,pclmulqdq,sse4.1")]
pub fn prefetching<P: Polynomial>(start: u32, data: &[u8]) -> u32 {
    if data.len() < PREFETCH_FROM { fold::<P>(start, data) } else { long::long::<P, true>(start, data) }
}

/// Below this length the prefetches would mostly reach behind the message.
const PREFETCH_FROM: usize = 64 * 1024;
