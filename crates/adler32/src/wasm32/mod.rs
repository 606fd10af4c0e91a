//! Engines for WebAssembly modules that are compiled with simd128.

pub(crate) mod simd128;
