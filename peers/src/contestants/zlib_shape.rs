//! Adapters for functions of zlib's shape: `f(checksum so far, bytes) -> checksum`.

use super::{Code, Fold, Whole};

/// The largest piece given to a function whose length is a 32-bit integer.
const PIECE: usize = 1 << 30;

/// One closure as both forms: one-shot is continuing from `initial`, the checksum of no bytes.
pub(super) fn both(call: impl Fn(u32, &[u8]) -> u32 + Copy + 'static, initial: u32) -> Code {
    let fold: Fold = Box::new(call);
    let whole: Whole = Box::new(move |data| call(initial, data));
    Code::Sum { whole, fold: Some(fold) }
}

/// The same for a function whose length is 32 bits wide: longer data goes in pieces.
pub(super) fn both_short(call: impl Fn(u32, &[u8]) -> u32 + Copy + 'static, initial: u32) -> Code {
    let in_pieces = move |start: u32, data: &[u8]| {
        if data.len() <= PIECE { call(start, data) } else { data.chunks(PIECE).fold(start, call) }
    };
    both(in_pieces, initial)
}
