//! Slicing: M. E. Kounavis and F. L. Berry, "A systematic approach to building high performance software-based
//! CRC generators", ISCC 2005, and IEEE Trans. Computers 57(11), 2008. Each byte of a block has a table of its
//! own, so the look-ups of a block do not wait for each other. By 8 is theirs; by 16 is the same with
//! twice the block (Stephan Brumme, "Fast CRC32", 2015), which halves the waits again and doubles the tables to 16 KiB.

use super::tables::{ByteTable, Tables, step};
use crate::Polynomial;

/// Slicing by 8: 8 KiB of tables.
pub fn fold_by_8<P: Polynomial>(checksum: u32, data: &[u8]) -> u32 {
    let tables = Tables::<P>::SLICES_8;
    let mut register = !checksum;
    let (blocks, rest) = data.as_chunks::<8>();
    for block in blocks {
        let [a, b, c, d, bytes @ ..] = block;
        register = known(bytes, tables) ^ mixed(register, [*a, *b, *c, *d], tables, 7);
    }
    for &byte in rest {
        register = step(register, byte, &tables[0]);
    }
    !register
}

/// Slicing by 16: 16 KiB of tables.
pub fn fold_by_16<P: Polynomial>(checksum: u32, data: &[u8]) -> u32 {
    let tables = Tables::<P>::SLICES_16;
    let mut register = !checksum;
    let (blocks, rest) = data.as_chunks::<16>();
    for block in blocks {
        let [a, b, c, d, bytes @ ..] = block;
        register = known(bytes, tables) ^ mixed(register, [*a, *b, *c, *d], tables, 15);
    }
    for &byte in rest {
        register = step(register, byte, &tables[0]);
    }
    !register
}

/// What the bytes of a block after its first four add to the register: these look-ups wait for nothing, so the
/// CPU makes them ahead.
#[inline(always)]
fn known<const BYTES: usize, const TABLES: usize>(bytes: &[u8; BYTES], tables: &[ByteTable; TABLES]) -> u32 {
    let mut sum = 0;
    for (i, &byte) in bytes.iter().enumerate() {
        sum ^= tables[BYTES - 1 - i][usize::from(byte)];
    }
    sum
}

/// What the first four bytes add, into which the register goes: the only part of a block on the critical path.
#[inline(always)]
fn mixed<const TABLES: usize>(
    register: u32,
    four: [u8; 4],
    tables: &[ByteTable; TABLES],
    first_table: usize,
) -> u32 {
    let [first, second, third, last] = (register ^ u32::from_le_bytes(four)).to_le_bytes();
    (tables[first_table][usize::from(first)] ^ tables[first_table - 1][usize::from(second)])
        ^ (tables[first_table - 2][usize::from(third)] ^ tables[first_table - 3][usize::from(last)])
}
