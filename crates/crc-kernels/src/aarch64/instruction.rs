//! The CRC32 instructions, and the one stream of them that finishes every other kernel.

use crate::Polynomial;
use checksum_gf2::{CRC32, CRC32C};
use core::arch::aarch64::{
    __crc32b, __crc32cb, __crc32cd, __crc32ch, __crc32cw, __crc32d, __crc32h, __crc32w,
};

/// The public checksum `start` continued over `data`, by one stream of instructions.
///
/// # Safety
/// A caller that is not compiled for the feature must know that the CPU has it.
#[target_feature(enable = "crc")]
pub fn fold<P: Polynomial>(start: u32, data: &[u8]) -> u32 {
    !bytes::<P>(!start, data)
}

/// The register after eight more bytes.
#[inline]
#[target_feature(enable = "crc")]
pub(super) fn word<P: Polynomial>(register: u32, word: u64) -> u32 {
    const { assert!(P::REFLECTED == CRC32 || P::REFLECTED == CRC32C, "no instruction has this polynomial") };
    if P::REFLECTED == CRC32 { __crc32d(register, word) } else { __crc32cd(register, word) }
}

/// The register after `data`. The instructions take unaligned words, so there is no bytewise beginning; the end is
/// at most one word of four bytes, one of two and one byte.
#[inline]
#[target_feature(enable = "crc")]
pub(super) fn bytes<P: Polynomial>(mut register: u32, data: &[u8]) -> u32 {
    let (words, rest) = data.as_chunks::<8>();
    for eight in words {
        register = word::<P>(register, u64::from_le_bytes(*eight));
    }
    let (fours, rest) = rest.as_chunks::<4>();
    for four in fours {
        let four = u32::from_le_bytes(*four);
        register = if P::REFLECTED == CRC32 { __crc32w(register, four) } else { __crc32cw(register, four) };
    }
    let (twos, rest) = rest.as_chunks::<2>();
    for two in twos {
        let two = u16::from_le_bytes(*two);
        register = if P::REFLECTED == CRC32 { __crc32h(register, two) } else { __crc32ch(register, two) };
    }
    for &byte in rest {
        register = if P::REFLECTED == CRC32 { __crc32b(register, byte) } else { __crc32cb(register, byte) };
    }
    register
}
