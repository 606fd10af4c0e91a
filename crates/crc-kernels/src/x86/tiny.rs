//! Messages of up to 16 bytes, for every folding kernel: the bytes are gathered by overlapping scalar loads, with
//! the message's last byte last in its word, so that nothing outside the message is read.

use super::arch::*;
use super::constants::Constants;
use super::load::{constant, last_of_64, pair, x64};
use super::reduce::join_sum;
use crate::Polynomial;

/// The longest message for [`checksum`].
pub(super) const LONGEST: usize = 16;

/// The public checksum `start` continued over at most 16 bytes.
#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
pub(super) fn checksum<P: Polynomial>(start: u32, data: &[u8]) -> u32 {
    let len = data.len();
    let sum = if len > 8 {
        let (Some(first), Some(last)) = (data.first_chunk::<8>(), data.last_chunk::<8>()) else {
            return start;
        };
        let Some(of_first) = Constants::<P>::WEIGHTS.of_message(len).first_chunk() else { return start };
        let last = last_of_64(last, len - 8);
        let of_last = constant(Constants::<P>::WEIGHTS.of_last());
        _mm_xor_si128(
            _mm_clmulepi64_si128::<0x00>(x64(first), pair(of_first)),
            _mm_clmulepi64_si128::<0x10>(last, of_last),
        )
    } else {
        _mm_set_epi64x(0, word_of_up_to_8(data) as i64)
    };
    join_sum::<P>(start, sum, len)
}

/// The bytes at the upper end of a word, zeros before them.
#[inline]
fn word_of_up_to_8(data: &[u8]) -> u64 {
    let len = data.len();
    if let (Some(first), Some(last)) = (data.first_chunk::<4>(), data.last_chunk::<4>()) {
        // Bytes that both hold fall on each other.
        u64::from(u32::from_le_bytes(*last)) << 32 | u64::from(u32::from_le_bytes(*first)) << (8 * (8 - len))
    } else if len > 0 {
        // First, middle and last byte; with one or two bytes some of them are the same.
        let middle = u64::from(data[len / 2]) << (8 * (8 - len + len / 2));
        u64::from(data[0]) << (8 * (8 - len)) | middle | u64::from(data[len - 1]) << 56
    } else {
        0
    }
}
