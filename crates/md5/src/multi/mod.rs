//! MD5 of many messages at once.
//!
//! One message is a chain: each step waits for the one before, and most of the CPU idles. Messages that do
//! not depend on each other can share the vector registers, one message in each lane, so that up to 32 of
//! them take little more time than one.
//!
//! [`digest_many`] and [`digest_many_into`] are for messages that lie in memory, [`MultiHasher`] for messages
//! that come in pieces.
//!
//! The parts: kernels (`x86`, listed in `widths`), each for a fixed number of lanes of equally many blocks;
//! the `ladder` of those that this CPU runs; the scheduler over them; and padding, digests and streams on
//! top.

#![cfg_attr(
    not(any(
        target_arch = "x86",
        target_arch = "x86_64",
        all(target_arch = "aarch64", target_endian = "little"),
        all(target_arch = "wasm32", target_feature = "simd128")
    )),
    allow(
        dead_code,
        unused_imports,
        unused_macros,
        reason = "no vector kernels: one message after the other"
    )
)]

#[macro_use]
mod engine;
mod hasher;
pub(crate) mod ladder;
mod lanes;
pub(crate) mod one_shot;
mod schedule;
pub(crate) mod widths;

#[macro_use]
mod vector_kernel;
#[cfg(all(target_arch = "aarch64", target_endian = "little"))]
mod aarch64;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm32;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod x86;

pub use hasher::{MultiHasher, StreamId};

pub(crate) use engine::auto;

use alloc::vec;
use alloc::vec::Vec;

/// The MD5 digests of many messages, of any lengths, in their order.
///
/// ```
/// let digests = checksum_md5::multi::digest_many(&[b"abc", b"message digest"]);
/// assert_eq!(digests[0], checksum_md5::digest(b"abc"));
/// assert_eq!(digests[1], checksum_md5::digest(b"message digest"));
/// ```
pub fn digest_many(messages: &[&[u8]]) -> Vec<[u8; 16]> {
    let mut digests = vec![[0; 16]; messages.len()];
    digest_many_into(messages, &mut digests);
    digests
}

/// [`digest_many`] without an allocation for the digests: that of message i goes to place i.
///
/// # Panics
/// If the slices differ in length.
pub fn digest_many_into(messages: &[&[u8]], digests: &mut [[u8; 16]]) {
    one_shot::digest_into(&widths::ladder(), messages, digests);
}

#[cfg(test)]
mod tests;
