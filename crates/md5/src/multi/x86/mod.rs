//! Kernels for x86 and x86-64.

#[cfg(target_arch = "x86_64")]
#[macro_use]
mod avx512_steps;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512_narrow;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512_x16;
#[cfg(target_arch = "x86_64")]
#[macro_use]
pub(crate) mod avx512_x32;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512_equal;

pub(crate) mod shifting;
#[cfg_attr(target_arch = "x86", allow(dead_code, reason = "what only the kernels of x86-64 use"))]
mod vectors;
