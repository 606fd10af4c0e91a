//! A modulo after every [`NMAX`] bytes instead of after every byte, which is as long as 32 bits hold the sums.

use crate::sums::{NMAX, Sums};

pub(crate) fn fold(start: u32, data: &[u8]) -> u32 {
    let mut sums = Sums::of(start).reduced();
    for block in data.chunks(NMAX) {
        for &byte in block {
            sums.add(byte);
        }
        sums = sums.reduced();
    }
    sums.checksum()
}
