//! The kernels that this target has, and the ladder that the CPU gets.
//!
//! A kernel's cost is the time of one block of all its lanes. Only the ratios within one ladder matter. They were measured on a
//! server CPU with AVX-512 (family 6, Sapphire Rapids class), in units of 0.1 ns at its clock for that kind of code.

#[cfg(all(target_arch = "aarch64", target_endian = "little"))]
use super::aarch64;
use super::ladder::{Ladder, Width};
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use super::x86;
use checksum_engine::{CpuFeatures, FeatureSet};

/// Makes a [`Width`] of a kernel. The feature list becomes the attribute of the entry that calls it and the
/// requirement; a feature missing from the list does not compile. A second kernel, for messages
/// of one length, must need no more.
#[allow(unused_macros, reason = "targets without vector kernels")]
macro_rules! width {
    ($lanes:literal, $cost:literal, [$($feature:tt),+], $kernel:path $(, $equal:path)?) => {{
        $(#[target_feature(enable = $feature)])+
        fn entry(states: &mut crate::multi::lanes::LaneStates, lanes: &crate::multi::lanes::LaneBlocks<'_>) {
            $kernel(states, lanes);
        }
        let width =
            Width { lanes: $lanes, cost: $cost, needs: FeatureSet::of(&[$($feature),+]), blocks: entry, equal: None };
        $(let width = Width { equal: Some($equal), ..width };)?
        width
    }};
}

/// 4 lanes in xmm registers.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub(crate) const SSE2_X4: Width = width!(4, 1180, ["sse2"], x86::shifting::blocks_x4);

/// Two sets of 4 lanes in xmm registers.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub(crate) const SSE2_X8: Width = width!(8, 1430, ["sse2"], x86::shifting::blocks_2x4);

/// 8 lanes in ymm registers.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub(crate) const AVX2_X8: Width = width!(8, 1220, ["avx2"], x86::shifting::blocks_x8);

/// Two sets of 8 lanes in ymm registers.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub(crate) const AVX2_X16: Width = width!(16, 1480, ["avx2"], x86::shifting::blocks_2x8);

/// 4 lanes in xmm registers.
#[cfg(target_arch = "x86_64")]
pub(crate) const AVX512_X4: Width = width!(4, 700, ["avx512f", "avx512vl"], x86::avx512_narrow::blocks_x4);

/// 8 lanes in ymm registers.
#[cfg(target_arch = "x86_64")]
pub(crate) const AVX512_X8: Width = width!(8, 730, ["avx512f", "avx512vl"], x86::avx512_narrow::blocks_x8);

/// 16 lanes in zmm registers.
#[cfg(target_arch = "x86_64")]
pub(crate) const AVX512_X16: Width = width!(16, 800, ["avx512f", "avx512vl"], x86::avx512_x16::blocks);

/// Two sets of 16 lanes in zmm registers.
#[cfg(target_arch = "x86_64")]
pub(crate) const AVX512_X32: Width =
    width!(32, 1460, ["avx512f", "avx512vl"], x86::avx512_x32::blocks, x86::avx512_equal::digests);

/// 4 lanes.
#[cfg(all(target_arch = "aarch64", target_endian = "little"))]
pub(crate) const NEON_X4: Width = width!(4, 1180, ["neon"], aarch64::neon::blocks_x4);

/// Two sets of 4 lanes.
#[cfg(all(target_arch = "aarch64", target_endian = "little"))]
pub(crate) const NEON_X8: Width = width!(8, 1430, ["neon"], aarch64::neon::blocks_2x4);

/// The ladder for what the CPU was found to have.
pub(crate) fn ladder(cpu: CpuFeatures) -> Ladder {
    #[cfg(target_arch = "x86_64")]
    if cpu.has(FeatureSet::of(&["avx512f", "avx512vl"])) {
        // SAFETY: just found.
        return unsafe { Ladder::of(&[AVX512_X4, AVX512_X8, AVX512_X16, AVX512_X32], Some(710)) };
    }
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    if cpu.has(FeatureSet::of(&["avx2"])) {
        // SAFETY: just found.
        return unsafe { Ladder::of(&[AVX2_X8, AVX2_X16], Some(800)) };
    }
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    if cpu.has(FeatureSet::of(&["sse2"])) {
        // SAFETY: just found.
        return unsafe { Ladder::of(&[SSE2_X4, SSE2_X8], Some(800)) };
    }
    #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
    if cpu.has(FeatureSet::of(&["neon"])) {
        // SAFETY: just found.
        return unsafe { Ladder::of(&[NEON_X4, NEON_X8], Some(800)) };
    }
    let _ = cpu;
    Ladder::single()
}
