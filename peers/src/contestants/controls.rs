//! What is no checksum but bounds one: reading every byte.

use super::{Code, Contestant, Field, Role};
use crate::cases::Group;

pub(super) fn add(field: &mut Field) {
    for group in [Group::Crc32, Group::Crc32c, Group::Adler32] {
        field.add(Contestant {
            group,
            name: "read only".into(),
            origin: "xor of all bytes, no checksum".into(),
            role: Role::Bound,
            code: Code::Sum { whole: Box::new(read_only), fold: None },
        });
    }
}

/// Reads every byte and gives their exclusive or, more or less: a bound for checksums of large inputs.
pub fn read_only(data: &[u8]) -> u32 {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx512f") {
        // SAFETY: the CPU has AVX-512F.
        return unsafe { read_avx512(data) };
    }
    read_any(data)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
fn read_avx512(data: &[u8]) -> u32 {
    use std::arch::x86_64::{
        __m512i, _mm512_loadu_si512, _mm512_reduce_add_epi32, _mm512_setzero_si512, _mm512_xor_si512,
    };
    let (lines, rest) = data.as_chunks::<64>();
    let mut sums = [_mm512_setzero_si512(); 8];
    // SAFETY: each array is 64 readable bytes.
    let load = |line: &[u8; 64]| -> __m512i { unsafe { _mm512_loadu_si512(line.as_ptr().cast()) } };
    let (groups, lines) = lines.as_chunks::<8>();
    for group in groups {
        for (sum, line) in sums.iter_mut().zip(group) {
            *sum = _mm512_xor_si512(*sum, load(line));
        }
    }
    for (sum, line) in sums.iter_mut().zip(lines) {
        *sum = _mm512_xor_si512(*sum, load(line));
    }
    let all = sums.into_iter().fold(_mm512_setzero_si512(), |a, b| _mm512_xor_si512(a, b));
    _mm512_reduce_add_epi32(all) as u32 ^ read_any(rest)
}

fn read_any(data: &[u8]) -> u32 {
    let (words, rest) = data.as_chunks::<8>();
    let mut sums = [0u64; 8];
    let (groups, words) = words.as_chunks::<8>();
    for group in groups {
        for (sum, word) in sums.iter_mut().zip(group) {
            *sum ^= u64::from_le_bytes(*word);
        }
    }
    for word in words {
        sums[0] ^= u64::from_le_bytes(*word);
    }
    let bytes = rest.iter().fold(0, |sum, &byte| sum ^ u64::from(byte));
    let all = sums.into_iter().fold(bytes, |a, b| a ^ b);
    all as u32 ^ (all >> 32) as u32
}
