//! Engines for x86 and x86-64: a file for each instruction set, and one for each register width that they share.

#[cfg(target_arch = "x86")]
use core::arch::x86 as arch;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64 as arch;

pub(crate) mod avx2;
pub(crate) mod avx512bw;
pub(crate) mod avx512vl;
pub(crate) mod avx512vnni;
pub(crate) mod avxvnni;
pub(crate) mod ssse3;
mod xmm;
mod ymm;
mod zmm;

/// How far ahead of a strip's loads the prefetching forms ask for cache lines. Measured on a Xeon with 64 MiB and more:
/// 512 and 1024 are alike, 4 KiB and none are slower.
pub(crate) const AHEAD: usize = 512;
