//! Adler-32 (RFC 1950, section 8.2) in many implementations, and a plain API over the fastest of them for this
//! CPU.
//!
//! The checksum of bytes d1 … dn is two sums modulo 65521, the largest prime below 65536: `s1` = 1 + d1 + … + dn in
//! the low half, and `s2`, the sum of the n values that `s1` takes, in the high half. The checksum of no bytes is 1.
//!
//! ```
//! use checksum_adler32::{checksum, update};
//! assert_eq!(checksum(b"Wikipedia"), 0x11e6_0398);
//! assert_eq!(update(checksum(b"Wiki"), b"pedia"), 0x11e6_0398);
//! ```
//!
//! # Starting values
//! Every function that takes a checksum takes any `u32`. A real checksum has both halves below 65521; a half of 65521
//! and more counts as its remainder modulo 65521, and what comes out is always reduced, even over no bytes.
//! (zlib leaves the result of such values undefined.)
//!
//! # Features
//! `std` (default) finds the CPU's features at run time and honours `CHECKSUM_DISABLE`; without it the crate is
//! `no_std` and uses what the target was compiled for. `third-party` (default) adds the engines of other crates to
//! [`ENGINES`]; the plain API never uses them.
#![no_std]

#[cfg(all(target_arch = "aarch64", target_endian = "little"))]
mod aarch64;
mod auto;
mod combine;
mod deferred;
mod hasher;
mod plain;
mod registry;
#[cfg(any(
    target_arch = "x86",
    target_arch = "x86_64",
    all(target_arch = "aarch64", target_endian = "little")
))]
mod rows;
#[cfg(any(
    target_arch = "x86",
    target_arch = "x86_64",
    all(target_arch = "aarch64", target_endian = "little"),
    all(target_arch = "wasm32", target_feature = "simd128")
))]
mod run;
mod sums;
mod unroll16;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm32;
#[cfg(feature = "third-party")]
mod x;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod x86;

pub use combine::combine;
pub use hasher::Hasher;
pub use registry::ENGINES;

/// The Adler-32 of `data`.
#[inline]
pub fn checksum(data: &[u8]) -> u32 {
    auto::fold(1, data)
}

/// The checksum of the bytes that `value` is the checksum of, followed by `data`.
/// `value` may be any number, see [Starting values](crate#starting-values).
#[inline]
pub fn update(value: u32, data: &[u8]) -> u32 {
    auto::fold(value, data)
}
