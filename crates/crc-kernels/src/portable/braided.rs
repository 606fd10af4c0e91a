//! zlib's form since version 1.2.12 of March 2022: interleaved ("braided") CRCs. Mark Adler and Kadatch and
//! Jenkins, "Everything we know about CRC but afraid to forget", 2010, section 4.11; zlib's `crc32.c`, where N is
//! the number of braids and W the bytes of a word (5 and 8 on 64-bit machines, 5 and 4 on 32-bit ones).
//!
//! Braid k takes words k, k + N, k + 2N ... of the message, each into a register of its own, with tables that
//! carry a byte over N words. The N registers do not wait for each other. The last N words go through one
//! register again, which gathers the braids.

use super::tables::{ByteTable, Tables, carrying_tables, step};
use crate::Polynomial;
use core::marker::PhantomData;

/// The machine's word, as in zlib: 64 bits on a 64-bit machine, else 32.
#[cfg(target_pointer_width = "64")]
type Word = u64;
#[cfg(not(target_pointer_width = "64"))]
type Word = u32;

const WORD_BYTES: usize = size_of::<Word>();
const BRAIDS: usize = 5;

struct Braid<P>(PhantomData<P>);

impl<P: Polynomial> Braid<P> {
    /// To the same braid's next word, `BRAIDS` words further on.
    const TABLES: &'static [ByteTable; WORD_BYTES] = &carrying_tables(BRAIDS * WORD_BYTES, P::REFLECTED);
    /// To the next word.
    const WORD: &'static [ByteTable; WORD_BYTES] = &carrying_tables(WORD_BYTES, P::REFLECTED);
}

/// The braided form: 5 braids.
pub fn fold<P: Polynomial>(checksum: u32, data: &[u8]) -> u32 {
    let (words, rest) = data.as_chunks::<WORD_BYTES>();
    let (rounds, last_words) = words.as_chunks::<BRAIDS>();
    let mut register = !checksum;
    if let Some((gathering, rounds)) = rounds.split_last() {
        let mut registers = [0; BRAIDS];
        registers[0] = register;
        for round in rounds {
            registers = braid(registers, round, Braid::<P>::TABLES);
        }
        register = 0;
        for (word, braid) in gathering.iter().zip(registers) {
            register = after_word(register ^ braid, *word, Braid::<P>::WORD);
        }
    }
    for word in last_words {
        register = after_word(register, *word, Braid::<P>::WORD);
    }
    for &byte in rest {
        register = step(register, byte, Tables::<P>::BYTE);
    }
    !register
}

/// One word into each braid. All words are mixed with their registers before the first look-up, and the look-ups
/// go byte by byte across the braids, as in zlib, so that neighbouring instructions never wait for each other.
#[inline(always)]
fn braid(
    registers: [u32; BRAIDS],
    round: &[[u8; WORD_BYTES]; BRAIDS],
    tables: &[ByteTable; WORD_BYTES],
) -> [u32; BRAIDS] {
    let mut words = [0; BRAIDS];
    for ((word, bytes), register) in words.iter_mut().zip(round).zip(registers) {
        *word = Word::from_le_bytes(*bytes) ^ Word::from(register);
    }
    let mut next = [0; BRAIDS];
    for (i, table) in tables.iter().enumerate() {
        for (next, word) in next.iter_mut().zip(words) {
            *next ^= table[usize::from((word >> (8 * i)) as u8)];
        }
    }
    next
}

/// The register after one word: slicing by the word's bytes.
#[inline(always)]
fn after_word(register: u32, word: [u8; WORD_BYTES], tables: &[ByteTable; WORD_BYTES]) -> u32 {
    let word = Word::from_le_bytes(word) ^ Word::from(register);
    let mut next = 0;
    for (byte, table) in word.to_le_bytes().into_iter().zip(tables) {
        next ^= table[usize::from(byte)];
    }
    next
}
