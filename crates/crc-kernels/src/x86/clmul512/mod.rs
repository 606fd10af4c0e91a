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
    match data.len() {
        0..=tiny::LONGEST => tiny::checksum::<P>(start, data),
        // A wider register saves few products here, whose sum then takes more steps to add up, and its use lowers
        // the clock: measured equal or better up to these lengths.
        17..=32 => clmul128::short::<P>(start, data),
        33..=128 => clmul256::short::<P>(start, data),
        129..=LATE_JOIN => short::vectors::<P>(start, data),
        _ => long::long::<P, false>(start, data),
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
