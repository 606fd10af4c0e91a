//! The kernels that this target has, and the ladder that the CPU gets.
//!
//! A kernel's cost is the time of one block of all its lanes. Only the ratios within one ladder matter. They were measured on a
//! server CPU with AVX-512 (family 6, Sapphire Rapids class), in units of 0.1 ns at its clock for that kind of code.

use super::ladder::Ladder;
#[cfg(target_arch = "x86_64")]
use super::{ladder::Width, x86};
use checksum_engine::{CpuFeatures, FeatureSet};

/// Makes a [`Width`] of a kernel. The feature list becomes the attribute of the entry that calls it and the
/// requirement; a feature missing from the list does not compile.
macro_rules! width {
    ($lanes:literal, $cost:literal, [$($feature:tt),+], $kernel:path) => {{
        $(#[target_feature(enable = $feature)])+
        fn entry(states: &mut crate::multi::lanes::LaneStates, lanes: &crate::multi::lanes::LaneBlocks<'_>) {
            $kernel(states, lanes);
        }
        Width { lanes: $lanes, cost: $cost, needs: FeatureSet::of(&[$($feature),+]), blocks: entry }
    }};
}

/// What every message goes through one by one.
pub(crate) static ONE_BY_ONE: Ladder = Ladder::single();

/// 4 lanes in xmm registers.
#[cfg(target_arch = "x86_64")]
pub(crate) const AVX512_X4: Width = width!(4, 700, ["avx512f", "avx512vl"], x86::avx512::blocks_x4);
/// 8 lanes in ymm registers.
#[cfg(target_arch = "x86_64")]
pub(crate) const AVX512_X8: Width = width!(8, 730, ["avx512f", "avx512vl"], x86::avx512::blocks_x8);
/// 16 lanes in zmm registers.
#[cfg(target_arch = "x86_64")]
pub(crate) const AVX512_X16: Width = width!(16, 800, ["avx512f", "avx512vl"], x86::avx512::blocks_x16);
/// Two sets of 16 lanes in zmm registers.
#[cfg(target_arch = "x86_64")]
pub(crate) const AVX512_X32: Width = width!(32, 1460, ["avx512f", "avx512vl"], x86::avx512_x32::blocks);

/// The ladder for what the CPU was found to have.
pub(crate) fn ladder(cpu: CpuFeatures) -> Ladder {
    #[cfg(target_arch = "x86_64")]
    if cpu.has(FeatureSet::of(&["avx512f", "avx512vl"])) {
        // SAFETY: just found.
        return unsafe { Ladder::of(&[AVX512_X4, AVX512_X8, AVX512_X16, AVX512_X32], Some(710)) };
    }
    let _ = cpu;
    ONE_BY_ONE
}
