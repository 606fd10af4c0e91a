//! CRC kernels that are generic over a reflected 32-bit polynomial, so that CRC-32 and CRC-32C share one
//! description of each method. Every kernel takes and returns the public checksum, as zlib's `crc32()` does:
//! the inversions of the register stand at the kernel's edge and nowhere else.
#![cfg_attr(not(feature = "std"), no_std)]

#[cfg(all(target_arch = "aarch64", target_endian = "little"))]
pub mod aarch64;
mod combine;
pub mod portable;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub mod x86;

pub use combine::combine;

/// A reflected 32-bit CRC with all-ones initial value and final inversion.
pub trait Polynomial: Copy + 'static {
    /// The polynomial without its x^32 term, bit 31 standing for x^0.
    const REFLECTED: u32;
}

/// CRC-32/ISO-HDLC.
#[derive(Clone, Copy, Debug)]
pub enum Crc32 {}

impl Polynomial for Crc32 {
    const REFLECTED: u32 = checksum_gf2::CRC32;
}

/// CRC-32/ISCSI (Castagnoli).
#[derive(Clone, Copy, Debug)]
pub enum Crc32c {}

impl Polynomial for Crc32c {
    const REFLECTED: u32 = checksum_gf2::CRC32C;
}
