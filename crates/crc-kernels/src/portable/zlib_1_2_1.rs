use super::tables::{ByteTable, Tables, step};
use crate::Polynomial;

/// zlib's form from version 1.2.1 of November 2003 (its ChangeLog says 1.2.0.5) to 1.2.11: four tables, a 32-bit
/// word at a time, eight words to a round, designed by Rodney Brown and described in zlib's `crc32.c`.
///
/// The original first steps bytewise to a word boundary, then takes eight words a round (macro DOLIT32), then
/// single words (DOLIT4), then the bytes that are left; so does this. Its four look-ups do not wait for each
/// other, so a word costs little more than a byte of the older form. For big-endian machines the
/// original keeps four more tables with their bytes reversed (DOBIG4); here such a machine reads the word in
/// the message's order, which is one instruction there (`lrv`, `lwbrx`).
pub fn fold<P: Polynomial>(checksum: u32, data: &[u8]) -> u32 {
    let tables = Tables::<P>::SLICES_4;
    let to_boundary = data.as_ptr().align_offset(4).min(data.len());
    let (head, body) = data.split_at(to_boundary);
    let mut register = !checksum;
    for &byte in head {
        register = step(register, byte, &tables[0]);
    }
    let (words, tail) = body.as_chunks::<4>();
    let (rounds, last_words) = words.as_chunks::<8>();
    for round in rounds {
        register = word(register, round[0], tables);
        register = word(register, round[1], tables);
        register = word(register, round[2], tables);
        register = word(register, round[3], tables);
        register = word(register, round[4], tables);
        register = word(register, round[5], tables);
        register = word(register, round[6], tables);
        register = word(register, round[7], tables);
    }
    for &four in last_words {
        register = word(register, four, tables);
    }
    for &byte in tail {
        register = step(register, byte, &tables[0]);
    }
    !register
}

/// The register after four more bytes.
#[inline(always)]
fn word(register: u32, four: [u8; 4], tables: &[ByteTable; 4]) -> u32 {
    let [first, second, third, last] = (register ^ u32::from_le_bytes(four)).to_le_bytes();
    tables[0][usize::from(last)]
        ^ tables[1][usize::from(third)]
        ^ tables[2][usize::from(second)]
        ^ tables[3][usize::from(first)]
}
