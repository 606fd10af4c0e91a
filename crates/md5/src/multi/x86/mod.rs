//! Kernels for x86 and x86-64.

pub(crate) mod avx512;
pub(crate) mod avx512_x32;
mod vectors;
