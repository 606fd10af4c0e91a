//! Messages whose running value is joined at the end: every word times its own weight.

use super::super::arch::*;
use super::super::constants::Constants;
use super::super::load::{last_of_512, octet, x512};
use super::super::reduce::join_sum;
use super::vector::{carry, sum_of_blocks};
use crate::Polynomial;

/// 65 to 128 bytes, without a branch.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,vpclmulqdq,pclmulqdq,sse4.1")]
pub(super) fn two_vectors<P: Polynomial>(start: u32, data: &[u8]) -> u32 {
    let weights = Constants::<P>::WEIGHTS.of_message(data.len());
    let (Some(first), Some(last), Some(of_first)) =
        (data.first_chunk(), data.last_chunk(), weights.first_chunk())
    else {
        return start;
    };
    let total = carry(x512(first), octet(of_first), last_bytes::<P>(last, data.len() - 64));
    join_sum::<P>(start, sum_of_blocks(total), data.len())
}

/// 129 to 256 bytes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,vpclmulqdq,pclmulqdq,sse4.1")]
pub(super) fn up_to_four_vectors<P: Polynomial>(start: u32, data: &[u8]) -> u32 {
    let weights = Constants::<P>::WEIGHTS.of_message(data.len());
    let (Some((two, rest)), Some(last), Some((of_two, of_rest))) =
        (data.split_first_chunk::<128>(), data.last_chunk(), weights.split_first_chunk::<16>())
    else {
        return start;
    };
    let (two, of_two) = (two.as_chunks().0, of_two.as_chunks().0);
    let mut total = last_bytes::<P>(last, (rest.len() - 1) % 64 + 1);
    total = carry(x512(&two[0]), octet(&of_two[0]), total);
    total = carry(x512(&two[1]), octet(&of_two[1]), total);
    if rest.len() > 64
        && let (Some(third), Some(of_third)) = (rest.first_chunk(), of_rest.first_chunk())
    {
        total = carry(x512(third), octet(of_third), total);
    }
    join_sum::<P>(start, sum_of_blocks(total), data.len())
}

/// A message's last `count` bytes times their weights; `last` ends with them.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,vpclmulqdq")]
fn last_bytes<P: Polynomial>(last: &[u8; 64], count: usize) -> __m512i {
    let weights = octet(Constants::<P>::WEIGHTS.of_last());
    carry(last_of_512(last, count), weights, _mm512_setzero_si512())
}
