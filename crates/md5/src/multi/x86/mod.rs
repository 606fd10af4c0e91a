//! Kernels for x86 and x86-64.

#[macro_use]
#[cfg(target_arch = "x86_64")]
mod avx512_steps;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512_narrow;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512_padding;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512_x16;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512_x32;

pub(crate) mod shifting;
mod vectors;
