//! Slicing: M. E. Kounavis and F. L. Berry, "A systematic approach to building high performance software-based
//! CRC generators", ISCC 2005, and IEEE Trans. Computers 57(11), 2008. Each byte of a block has a table of its
//! own, so the look-ups of a block do not wait for each other. By 8 is theirs; by 16 is the same with
//! twice the block (Stephan Brumme, "Fast CRC32", 2015), which halves the waits again and doubles the tables to 16 KiB.

use super::tables::{ByteTable, Tables, step};
use crate::Polynomial;

/// Slicing by 8: 8 KiB of tables.
pub fn fold_by_8<P: Polynomial>(checksum: u32, data: &[u8]) -> u32 {
    fold(checksum, data, Tables::<P>::SLICES_8)
}

/// Slicing by 16: 16 KiB of tables.
pub fn fold_by_16<P: Polynomial>(checksum: u32, data: &[u8]) -> u32 {
    fold(checksum, data, Tables::<P>::SLICES_16)
}

/// Blocks of as many bytes as there are tables, four to a round of the loop; then smaller blocks, so that the end of a
/// message costs at most three single bytes.
#[inline(always)]
fn fold<const BYTES: usize>(checksum: u32, data: &[u8], tables: &[ByteTable; BYTES]) -> u32 {
    let (blocks, rest) = data.as_chunks::<BYTES>();
    let (rounds, last_blocks) = blocks.as_chunks::<4>();
    let mut register = !checksum;
    for [a, b, c, d] in rounds {
        register = block(register, a, tables);
        register = block(register, b, tables);
        register = block(register, c, tables);
        register = block(register, d, tables);
    }
    for bytes in last_blocks {
        register = block(register, bytes, tables);
    }
    let (register, rest) = up_to_one_block::<8>(register, rest, tables);
    let (mut register, rest) = up_to_one_block::<4>(register, rest, tables);
    for &byte in rest {
        register = step(register, byte, &tables[0]);
    }
    !register
}

/// One block of `BYTES` bytes, of `data` shorter than two, if it has one; gives the bytes that are left.
#[inline(always)]
fn up_to_one_block<'a, const BYTES: usize>(
    register: u32,
    data: &'a [u8],
    tables: &[ByteTable],
) -> (u32, &'a [u8]) {
    match (data.split_first_chunk::<BYTES>(), tables.first_chunk()) {
        (Some((bytes, rest)), Some(tables)) => (block(register, bytes, tables), rest),
        _ => (register, data),
    }
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
