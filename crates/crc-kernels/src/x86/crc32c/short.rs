//! Short messages by the `crc32` instruction, the running value apart.
//!
//! The message's chain starts from zero and so waits for nothing; the running value is moved over the message by one
//! multiplication and added at the end. A call that waits for the value of the call before it waits for that alone.

use super::super::constants::Constants;
use super::sse42::chain;
use super::streams::{product, reduce};
use crate::{Crc32c, Polynomial};

/// The longest message for which this beats folding, whose cost hardly grows with the length.
pub(super) const LONGEST: usize = 96;

/// Entry `n` moves a register over `n` bytes; see [`Constants::shifter`].
static SHIFTERS: [u32; LONGEST + 1] = {
    let mut shifters = [Constants::<Crc32c>::shifter(0); LONGEST + 1];
    let mut len = 1;
    while len <= LONGEST {
        let byte = checksum_gf2::shift(1, Crc32c::REFLECTED);
        shifters[len] = checksum_gf2::multiply(shifters[len - 1], byte, Crc32c::REFLECTED);
        len += 1;
    }
    shifters
};

/// The public checksum `start` continued over at most [`LONGEST`] bytes.
#[inline]
#[target_feature(enable = "sse4.2,pclmulqdq")]
pub(super) fn checksum(start: u32, data: &[u8]) -> u32 {
    let message = chain(0, data);
    let before = reduce(product(!start as usize, SHIFTERS[data.len()]));
    !(message ^ before)
}
