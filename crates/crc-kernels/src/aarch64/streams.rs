//! Several streams of CRC instructions side by side, for CPUs without PMULL (Cortex-A53 and A72 as Raspberry Pis have
//! them): a block is cut into pieces of a fixed length, each piece goes through a register of its own, and the
//! registers are joined at the end. V. Gopal et al., "Fast CRC computation for iSCSI polynomial using CRC32
//! instruction", Intel, 2011, describes it for x86.

use super::instruction::{bytes, word};
use crate::Polynomial;
use crate::portable::tables::{ByteTable, carrying_tables};
use core::marker::PhantomData;

/// Words of a piece where the message is long: joining costs next to nothing against 8 KiB.
const LONG: usize = 1024;
/// Words of a piece for what is left of it: joining three costs about 20 cycles against some 64 to 100 saved.
const SHORT: usize = 64;

/// Tables that carry a register over a piece.
struct Over<P, const WORDS: usize>(PhantomData<P>);

impl<P: Polynomial, const WORDS: usize> Over<P, WORDS> {
    const TABLES: &'static [ByteTable; 4] = &carrying_tables(8 * WORDS, P::REFLECTED);

    fn carry(register: u32) -> u32 {
        let [first, second, third, last] = register.to_le_bytes();
        let tables = Self::TABLES;
        (tables[0][usize::from(first)] ^ tables[1][usize::from(second)])
            ^ (tables[2][usize::from(third)] ^ tables[3][usize::from(last)])
    }
}

/// The public checksum `start` continued over `data`, three pieces at a time: where an instruction takes three
/// cycles and one can begin every cycle.
///
/// # Safety
/// A caller that is not compiled for the feature must know that the CPU has it.
#[target_feature(enable = "crc")]
pub fn fold_3<P: Polynomial>(start: u32, data: &[u8]) -> u32 {
    fold::<P, 3>(start, data)
}

/// The same with four pieces.
///
/// # Safety
/// A caller that is not compiled for the feature must know that the CPU has it.
#[target_feature(enable = "crc")]
pub fn fold_4<P: Polynomial>(start: u32, data: &[u8]) -> u32 {
    fold::<P, 4>(start, data)
}

#[inline]
#[target_feature(enable = "crc")]
fn fold<P: Polynomial, const STREAMS: usize>(start: u32, data: &[u8]) -> u32 {
    let (words, tail) = data.as_chunks::<8>();
    let (register, words) = blocks::<P, STREAMS, LONG>(!start, words);
    let (register, words) = blocks::<P, STREAMS, SHORT>(register, words);
    let register = bytes::<P>(register, words.as_flattened());
    !bytes::<P>(register, tail)
}

/// As many blocks of `STREAMS` pieces of `WORDS` words as there are; gives the register and the words that are left.
#[inline]
#[target_feature(enable = "crc")]
fn blocks<P: Polynomial, const STREAMS: usize, const WORDS: usize>(
    mut register: u32,
    mut data: &[[u8; 8]],
) -> (u32, &[[u8; 8]]) {
    while let Some((block, rest)) = data.split_at_checked(STREAMS * WORDS) {
        let (pieces, _) = block.as_chunks::<WORDS>();
        let (groups, _) = pieces.as_chunks::<STREAMS>();
        for group in groups {
            register = one_block::<P, STREAMS, WORDS>(register, group);
        }
        data = rest;
    }
    (register, data)
}

#[inline]
#[target_feature(enable = "crc")]
fn one_block<P: Polynomial, const STREAMS: usize, const WORDS: usize>(
    register: u32,
    pieces: &[[[u8; 8]; WORDS]; STREAMS],
) -> u32 {
    let mut registers = [0; STREAMS];
    registers[0] = register;
    for i in 0..WORDS {
        for (register, piece) in registers.iter_mut().zip(pieces) {
            *register = word::<P>(*register, u64::from_le_bytes(piece[i]));
        }
    }
    let [first, others @ ..] = &registers[..] else { return register };
    others.iter().fold(*first, |joined, register| Over::<P, WORDS>::carry(joined) ^ register)
}
