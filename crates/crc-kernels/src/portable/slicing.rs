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
    for bytes in blocks {
        register = block(register, bytes, tables);
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
    for bytes in blocks {
        register = block(register, bytes, tables);
    }
    for &byte in rest {
        register = step(register, byte, &tables[0]);
    }
    !register
}

/// The register after one block. The bytes after the first four have look-ups that wait for nothing, so they come
/// first and the CPU makes them ahead; the register goes into the first four only.
#[inline(always)]
fn block<const BYTES: usize>(register: u32, block: &[u8; BYTES], tables: &[ByteTable; BYTES]) -> u32 {
    let mut next = 0;
    for i in (4..BYTES).rev() {
        next ^= tables[BYTES - 1 - i][usize::from(block[i])];
    }
    let first = u32::from_le_bytes([block[0], block[1], block[2], block[3]]) ^ register;
    for (i, byte) in first.to_le_bytes().into_iter().enumerate().rev() {
        next ^= tables[BYTES - 1 - i][usize::from(byte)];
    }
    next
}
