//! CRC-32/ISO-HDLC, the CRC of zlib, gzip, PNG and Ethernet (ITU-T V.42, RFC 1952), in many implementations.
//!
//! ```
//! assert_eq!(checksum_crc32::checksum(b"123456789"), 0xcbf4_3926);
//!
//! let mut hasher = checksum_crc32::Hasher::new();
//! hasher.update(b"1234");
//! hasher.update(b"56789");
//! assert_eq!(hasher.checksum(), 0xcbf4_3926);
//!
//! let (left, right) = (checksum_crc32::checksum(b"1234"), checksum_crc32::checksum(b"56789"));
//! assert_eq!(checksum_crc32::combine(left, right, 5), 0xcbf4_3926);
//! ```
//!
//! These use the fastest engine that this CPU can run (`auto.rs` says which, for which length, and why).
//! [`ENGINES`] is the whole list, for those who compare.
#![cfg_attr(not(feature = "std"), no_std)]

mod auto;
mod hasher;
mod registry;
#[cfg(feature = "third-party")]
mod third_party;

pub use hasher::Hasher;
pub use registry::ENGINES;

/// The CRC-32 of `data`. The CRC-32 of no bytes is 0.
pub fn checksum(data: &[u8]) -> u32 {
    auto::fold(0, data)
}

/// The CRC-32 of some bytes followed by `data`, from the CRC-32 of those bytes: what zlib's `crc32(crc, buf, len)`
/// does.
pub fn update(checksum: u32, data: &[u8]) -> u32 {
    auto::fold(checksum, data)
}

/// The CRC-32 of A followed by B, from the CRC-32s of A and of B and B's length in bytes. Costs one
/// multiplication of polynomials for each one bit of the length.
pub fn combine(checksum_a: u32, checksum_b: u32, len_b: u64) -> u32 {
    checksum_crc_kernels::combine::<checksum_crc_kernels::Crc32>(checksum_a, checksum_b, len_b)
}
