//! Steps on 512-bit vectors that the short and the long form share.

use super::super::arch::*;
use super::super::constants::Constants;
use super::super::load::{last_of_512, octet, pair, x512};
use crate::Polynomial;

/// The same pair of multipliers for each of a vector's four blocks.
#[inline]
#[target_feature(enable = "avx512f,avx512dq")]
pub(in super::super) fn each_block(multipliers: &[u64; 2]) -> __m512i {
    _mm512_broadcast_i64x2(pair(multipliers))
}

/// `next` plus every block's first word times the first multiplier and second word times the second.
#[inline]
#[target_feature(enable = "avx512f,vpclmulqdq")]
pub(in super::super) fn carry(blocks: __m512i, multipliers: __m512i, next: __m512i) -> __m512i {
    let first = _mm512_clmulepi64_epi128::<0x00>(blocks, multipliers);
    let second = _mm512_clmulepi64_epi128::<0x11>(blocks, multipliers);
    xor3(first, second, next)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn xor3(a: __m512i, b: __m512i, c: __m512i) -> __m512i {
    const PARITY: i32 = 0x96;
    _mm512_ternarylogic_epi64::<PARITY>(a, b, c)
}

/// `total` plus the words of `rest` times `weights`. `data` ends with `rest` and is 64 bytes long at least: a last
/// vector that is not full is taken with the bytes before it and those masked off, so that it ends with the message.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,vpclmulqdq")]
pub(super) fn weigh_all<P: Polynomial>(
    mut total: __m512i,
    data: &[u8],
    rest: &[u8],
    weights: &[u64],
) -> __m512i {
    let (vectors, tail) = rest.as_chunks::<64>();
    for (vector, weights) in vectors.iter().zip(weights.as_chunks::<8>().0) {
        total = carry(x512(vector), octet(weights), total);
    }
    match data.last_chunk::<64>() {
        Some(last) if !tail.is_empty() => {
            carry(last_of_512(last, tail.len()), octet(Constants::<P>::WEIGHTS.of_last()), total)
        }
        _ => total,
    }
}

/// The sum of a vector's four blocks.
#[inline]
#[target_feature(enable = "avx512f,avx2")]
pub(in super::super) fn sum_of_blocks(total: __m512i) -> __m128i {
    let half = _mm256_xor_si256(_mm512_castsi512_si256(total), _mm512_extracti64x4_epi64::<1>(total));
    _mm_xor_si128(_mm256_castsi256_si128(half), _mm256_extracti128_si256::<1>(half))
}
