//! zlib's form: the deferred modulo with the inner loop unrolled sixteenfold.
//!
//! zlib's `adler32.c` (described in its own comments; RFC 1950, section 9, shows the rolled loop) takes the input in
//! blocks of `NMAX` = 5552 = 347 * 16 bytes. Its macro `DO16` spells out sixteen times "add the byte to s1, add s1 to
//! s2", so that sixteen bytes cost one loop branch, and one modulo per block brings the sums back. What is left
//! after the last whole block goes through the same sixteenfold step, then byte by byte. In its 1.2 versions
//! fewer than sixteen bytes have a path of their own that replaces the modulo of `s1` by a subtraction; that
//! is kept here. Two chains of additions, one per sum, bound its speed: about one byte a cycle.

use crate::sums::{BASE, NMAX, Sums};

/// Bytes per step. The block is a whole number of steps, so only the last block has a rest.
const STEP: usize = 16;
const _: () = assert!(NMAX.is_multiple_of(STEP));

pub(crate) fn fold(start: u32, data: &[u8]) -> u32 {
    let mut sums = Sums::of(start).reduced();
    if data.len() < STEP {
        return short(sums, data).joined();
    }
    let mut blocks = data.chunks_exact(NMAX);
    for block in &mut blocks {
        for step in block.as_chunks::<STEP>().0 {
            sixteen(&mut sums, step);
        }
        sums = sums.reduced();
    }
    let (steps, rest) = blocks.remainder().as_chunks::<STEP>();
    for step in steps {
        sixteen(&mut sums, step);
    }
    for &byte in rest {
        sums.add(byte);
    }
    sums.checksum()
}

/// Fewer than sixteen bytes on reduced sums: `s1` stays below twice the modulus.
#[inline(always)]
pub(crate) fn short(mut sums: Sums, data: &[u8]) -> Sums {
    for &byte in data {
        sums.add(byte);
    }
    if sums.s1 >= BASE {
        sums.s1 -= BASE;
    }
    Sums { s1: sums.s1, s2: sums.s2 % BASE }
}

#[inline(always)]
fn sixteen(sums: &mut Sums, step: &[u8; STEP]) {
    macro_rules! each {
        ($($i:literal)*) => { $(sums.add(step[$i]);)* };
    }
    each!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
}
