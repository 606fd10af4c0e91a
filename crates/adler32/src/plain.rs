//! The definition of RFC 1950, section 8.2, word for word: a modulo after every byte. All other engines are
//! tested against this one, so it is never optimised.

use crate::sums::{BASE, Sums};

pub(crate) fn fold(start: u32, data: &[u8]) -> u32 {
    let Sums { mut s1, mut s2 } = Sums::of(start).reduced();
    for &byte in data {
        s1 = (s1 + u32::from(byte)) % BASE;
        s2 = (s2 + s1) % BASE;
    }
    s2 << 16 | s1
}
