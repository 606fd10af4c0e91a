//! The read ceiling: how fast the same bytes can be read at all.
//!
//! A kernel that loads every byte and combines what it loaded with exclusive or, as wide as the CPU's
//! registers are. No checksum can be faster over the same bytes, apart from noise; one that is near it is
//! bound by memory. Beyond the caches one linear stream does not reach what the memory gives, as hardware
//! prefetchers stop at page ends; large inputs are therefore read as four strips side by side with software
//! prefetching, as the fastest checksum kernels do.

use crate::contestant::Contestant;
use std::hint::black_box;

/// The name under which the ceiling stands in results.
pub const LABEL: &str = "null/read";

/// The ceiling for contestants that read `data` in memory or mapped.
pub fn over<E>(data: &[u8]) -> Contestant<'_, E> {
    Contestant::repeat(LABEL, LABEL, move || Ok(read_every_byte(black_box(data))))
}

/// Loads every byte of `data` and gives the exclusive or of its 8-byte words (the last one filled up with
/// zeros), folded to 4 bytes. The value serves to prove that everything was read: the same data give the same
/// value, and a change of one bit changes it.
pub fn read_every_byte(data: &[u8]) -> u32 {
    let value = widest(data);
    value as u32 ^ (value >> 32) as u32
}

/// Words that are combined side by side: 512 bytes, which are eight of the widest registers.
const LANES: usize = 64;
/// Bytes of one strip, and how far ahead of the load a line is fetched.
const STRIP: usize = 64 * 1024;
const AHEAD: usize = 512;
/// From this size, in bytes, strips are worth it: it no longer fits the second-level cache of common CPUs. On a
/// virtual Intel Xeon with AVX-512 one stream gave 0.83 to 0.89 of the strips' speed from 4 MiB to 256 MiB.
const LARGE: usize = 4 * 1024 * 1024;

/// Combines with the widest registers that the CPU has. Masks of CPU features do not matter here: the ceiling
/// is the machine's.
fn widest(data: &[u8]) -> u64 {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    {
        if is_x86_feature_detected!("avx512f") {
            // SAFETY: the CPU has AVX-512F, as just asked.
            return unsafe { xor_avx512(data) };
        }
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the CPU has AVX2, as just asked.
            return unsafe { xor_avx2(data) };
        }
    }
    xor(data)
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[target_feature(enable = "avx512f")]
fn xor_avx512(data: &[u8]) -> u64 {
    xor(data)
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[target_feature(enable = "avx2")]
fn xor_avx2(data: &[u8]) -> u64 {
    xor(data)
}

/// The portable form; inlined into the forms above it is compiled for their registers.
#[inline(always)]
fn xor(data: &[u8]) -> u64 {
    if data.len() < 8 * LANES {
        return short(data);
    }
    let mut lanes = [0; LANES];
    let mut rest = data;
    if data.len() >= LARGE {
        let groups = data.chunks_exact(4 * STRIP);
        rest = groups.remainder();
        for group in groups {
            strips(group, &mut lanes);
        }
    }
    let (blocks, tail) = rest.as_chunks::<{ 8 * LANES }>();
    for block in blocks {
        combine(&mut lanes, block);
    }
    lanes.iter().fold(short(tail), |all, lane| all ^ lane)
}

/// Reads less than a block: whole lines, then words, then bytes.
#[inline(always)]
fn short(data: &[u8]) -> u64 {
    let mut lanes = [0; 8];
    let (lines, rest) = data.as_chunks::<64>();
    for line in lines {
        combine(&mut lanes, line);
    }
    let (words, rest) = rest.as_chunks::<8>();
    let words = words.iter().fold(0, |all, &word| all ^ u64::from_le_bytes(word));
    let last = rest.iter().rev().fold(0, |all, &byte| all << 8 | u64::from(byte));
    lanes.iter().fold(words ^ last, |all, lane| all ^ lane)
}

/// Reads four strips side by side.
#[inline(always)]
fn strips(group: &[u8], lanes: &mut [u64; LANES]) {
    let (front, back) = group.split_at(2 * STRIP);
    let (a, b) = front.split_at(STRIP);
    let (c, d) = back.split_at(STRIP);
    let blocks = |strip| <[u8]>::chunks_exact(strip, 8 * LANES);
    for (((a, b), c), d) in blocks(a).zip(blocks(b)).zip(blocks(c)).zip(blocks(d)) {
        for block in [a, b, c, d] {
            prefetch(block);
            combine(lanes, block);
        }
    }
}

#[inline(always)]
fn combine<const N: usize>(lanes: &mut [u64; N], block: &[u8]) {
    for (lane, word) in lanes.iter_mut().zip(block.as_chunks::<8>().0) {
        *lane ^= u64::from_le_bytes(*word);
    }
}

/// Asks for the lines `AHEAD` bytes behind the block's start.
#[inline(always)]
fn prefetch(block: &[u8]) {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    for line in 0..8 * LANES / 64 {
        #[cfg(target_arch = "x86")]
        use core::arch::x86::{_MM_HINT_T0, _mm_prefetch};
        #[cfg(target_arch = "x86_64")]
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let address = block.as_ptr().wrapping_add(AHEAD + 64 * line);
        // SAFETY: a prefetch reads nothing as far as the program can see and never faults, whatever the address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(address.cast()) };
    }
    #[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
    let _ = (block, AHEAD);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(data: &[u8]) -> u32 {
        data.chunks(4).fold(0, |all, word| {
            let mut bytes = [0; 4];
            bytes[..word.len()].copy_from_slice(word);
            all ^ u32::from_le_bytes(bytes)
        })
    }

    fn noise(len: usize) -> Vec<u8> {
        let mut state = 1_u32;
        let step = |_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        };
        (0..len).map(step).collect()
    }

    #[test]
    fn every_length_is_read_to_its_last_byte() {
        let data = noise(2100);
        for len in 0..=data.len() {
            assert_eq!(read_every_byte(&data[..len]), plain(&data[..len]), "{len}");
            let value = xor(&data[..len]);
            assert_eq!(value as u32 ^ (value >> 32) as u32, plain(&data[..len]), "{len}");
        }
    }

    #[test]
    fn every_bit_of_a_large_input_counts() {
        let mut data = noise(LARGE + 3 * STRIP + 777);
        let before = read_every_byte(&data);
        assert_eq!(before, plain(&data));
        for place in (0..data.len()).step_by(4099).chain([data.len() - 1]) {
            data[place] ^= 0x10;
            assert_ne!(read_every_byte(&data), before, "{place}");
            data[place] ^= 0x10;
        }
    }
}
