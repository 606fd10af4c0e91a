//! Messages whose running value is joined at the end.

use super::super::arch::*;
use super::super::constants::Constants;
use super::super::reduce::{join, narrow};
use super::vector::{sum_of_blocks, weigh_all};
use crate::Polynomial;

/// 64 to 256 bytes: every word times its own weight.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,vpclmulqdq,pclmulqdq,sse4.1")]
pub(super) fn vectors<P: Polynomial>(start: u32, data: &[u8]) -> u32 {
    let weights = Constants::<P>::WEIGHTS.of_message(data.len());
    let total = weigh_all::<P>(_mm512_setzero_si512(), data, data, weights);
    join::<P>(start, narrow::<P>(sum_of_blocks(total)), data.len())
}
