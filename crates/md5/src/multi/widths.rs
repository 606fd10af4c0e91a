//! The kernels that this target has, and the ladder that the CPU gets.
//!
//! A kernel's cost is the time of one block of all its lanes. Only the ratios within one ladder matter. They
//! were measured on a server CPU with AVX-512 (Granite Rapids class) with messages in the cache, in units of
//! 0.1 ns at its clock for that kind of code; NEON's are guesses after SSE2's, and those of WebAssembly were
//! measured the same way in V8. On a CPU whose widest
//! registers work in halves, such as Zen 4, 32 lanes take longer than here, but what is half as fast with 16
//! or 32 lanes is still no slower than 8.

#[cfg(all(target_arch = "aarch64", target_endian = "little"))]
use super::aarch64;
use super::ladder::{Ladder, Width};
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use super::wasm32;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use super::x86;
use checksum_engine::{CpuFeatures, FeatureSet};
use core::sync::atomic::{AtomicUsize, Ordering};

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
pub(crate) const SSE2_X4: Width = width!(4, 1010, ["sse2"], x86::shifting::blocks_x4);

/// Two sets of 4 lanes in xmm registers.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub(crate) const SSE2_X8: Width = width!(8, 1310, ["sse2"], x86::shifting::blocks_2x4);

/// 8 lanes in ymm registers.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub(crate) const AVX2_X8: Width = width!(8, 1040, ["avx2"], x86::shifting::blocks_x8);

/// Two sets of 8 lanes in ymm registers.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub(crate) const AVX2_X16: Width = width!(16, 1290, ["avx2"], x86::shifting::blocks_2x8);

/// 4 lanes in xmm registers.
#[cfg(target_arch = "x86_64")]
pub(crate) const AVX512_X4: Width = width!(4, 690, ["avx512f", "avx512vl"], x86::avx512_narrow::blocks_x4);

/// 8 lanes in ymm registers.
#[cfg(target_arch = "x86_64")]
pub(crate) const AVX512_X8: Width = width!(8, 690, ["avx512f", "avx512vl"], x86::avx512_narrow::blocks_x8);

/// 16 lanes in zmm registers.
#[cfg(target_arch = "x86_64")]
pub(crate) const AVX512_X16: Width = width!(16, 780, ["avx512f", "avx512vl"], x86::avx512_x16::blocks);

/// Two sets of 16 lanes in zmm registers.
#[cfg(target_arch = "x86_64")]
pub(crate) const AVX512_X32: Width =
    width!(32, 1360, ["avx512f", "avx512vl"], x86::avx512_x32::blocks, x86::avx512_equal::digests);

/// 4 lanes.
#[cfg(all(target_arch = "aarch64", target_endian = "little"))]
pub(crate) const NEON_X4: Width = width!(4, 1010, ["neon"], aarch64::neon::blocks_x4);

/// Two sets of 4 lanes.
#[cfg(all(target_arch = "aarch64", target_endian = "little"))]
pub(crate) const NEON_X8: Width = width!(8, 1310, ["neon"], aarch64::neon::blocks_2x4);

/// 4 lanes.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(crate) const WASM_X4: Width = width!(4, 1130, ["simd128"], wasm32::simd128::blocks_x4);

/// Two sets of 4 lanes.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(crate) const WASM_X8: Width = width!(8, 2090, ["simd128"], wasm32::simd128::blocks_2x4);

/// The ladder of this CPU.
pub(crate) fn ladder() -> Ladder {
    // Which of `LADDERS`, and one more; 0 is undecided.
    static CHOICE: AtomicUsize = AtomicUsize::new(0);
    let choice = match CHOICE.load(Ordering::Relaxed) {
        0 => {
            let cpu = CpuFeatures::current();
            let suits = |ladder: &Ladder| ladder.needs().all(|needs| cpu.has(needs));
            let choice = 1 + LADDERS.iter().position(suits).expect("the last needs nothing");
            CHOICE.store(choice, Ordering::Relaxed);
            choice
        }
        choice => choice,
    };
    LADDERS[choice - 1]
}

/// Better ones first. The cost behind the kernels is that of the single-stream form, in the same units.
static LADDERS: &[Ladder] = &[
    // SAFETY: `ladder` gives only one whose needs it has found, here and below.
    #[cfg(target_arch = "x86_64")]
    unsafe {
        Ladder::of(&[AVX512_X4, AVX512_X8, AVX512_X16, AVX512_X32], Some(690))
    },
    // SAFETY: as above.
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    unsafe {
        Ladder::of(&[AVX2_X8, AVX2_X16], Some(800))
    },
    // SAFETY: as above.
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    unsafe {
        Ladder::of(&[SSE2_X4, SSE2_X8], Some(800))
    },
    // SAFETY: as above.
    #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
    unsafe {
        Ladder::of(&[NEON_X4, NEON_X8], Some(800))
    },
    // SAFETY: as above.
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    unsafe {
        Ladder::of(&[WASM_X4, WASM_X8], Some(720))
    },
    Ladder::single(),
];
