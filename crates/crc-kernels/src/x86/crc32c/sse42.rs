//! One chain of the `crc32` instruction.

use super::super::arch::*;

/// Bytes that one instruction takes: 64-bit operands need 64-bit mode.
pub(super) const WORD: usize = size_of::<usize>();

/// A register of that size, of which the instruction uses the low 32 bits and clears the others. Going through a
/// `u32` between steps would cost a move in the chain.
pub(super) type Register = usize;

/// The register after one more word.
#[inline]
#[target_feature(enable = "sse4.2")]
pub(super) fn step(register: Register, word: &[u8; WORD]) -> Register {
    #[cfg(target_arch = "x86_64")]
    return _mm_crc32_u64(register as u64, u64::from_le_bytes(*word)) as Register;
    #[cfg(target_arch = "x86")]
    return _mm_crc32_u32(register as u32, u32::from_le_bytes(*word)) as Register;
}

/// The public checksum `start` continued over `data`.
///
/// # Safety
/// A caller that is not compiled for these features must know that the CPU has them.
#[target_feature(enable = "sse4.2")]
pub fn fold(start: u32, data: &[u8]) -> u32 {
    let (words, tail) = data.as_chunks::<WORD>();
    let mut register = !start as Register;
    for word in words {
        register = step(register, word);
    }
    !rest(register as u32, tail)
}

/// The register after fewer bytes than a word has.
#[inline]
#[target_feature(enable = "sse4.2")]
fn rest(mut register: u32, mut tail: &[u8]) -> u32 {
    if let Some((four, after)) = tail.split_first_chunk() {
        register = _mm_crc32_u32(register, u32::from_le_bytes(*four));
        tail = after;
    }
    if let Some((two, after)) = tail.split_first_chunk() {
        register = _mm_crc32_u16(register, u16::from_le_bytes(*two));
        tail = after;
    }
    match tail.first() {
        Some(&byte) => _mm_crc32_u8(register, byte),
        None => register,
    }
}
