//! The tables of one polynomial. Each is a constant behind a reference, so it stands in the program once,
//! however many kernels use it.

use crate::Polynomial;
use checksum_gf2::{multiply, shift};
use core::marker::PhantomData;

/// One entry for each value of a byte.
pub(crate) type ByteTable = [u32; 256];

/// Where a polynomial's tables are found.
pub(super) struct Tables<P>(PhantomData<P>);

impl<P: Polynomial> Tables<P> {
    /// The register after four bits.
    pub(super) const NIBBLE: &'static [u32; 16] = &checksum_gf2::nibble_table(P::REFLECTED);
    /// The register after a byte.
    pub(super) const BYTE: &'static ByteTable = &checksum_gf2::byte_table(P::REFLECTED);
    /// The register after a byte and 0, 1, 2, 3 zero bytes.
    pub(super) const SLICES_4: &'static [ByteTable; 4] = &checksum_gf2::slicing_tables(P::REFLECTED);
    /// The same up to 7 zero bytes.
    pub(super) const SLICES_8: &'static [ByteTable; 8] = &checksum_gf2::slicing_tables(P::REFLECTED);
    /// The same up to 15 zero bytes.
    pub(super) const SLICES_16: &'static [ByteTable; 16] = &checksum_gf2::slicing_tables(P::REFLECTED);
}

/// The register after one more byte, by Sarwate's table.
#[inline(always)]
pub(super) fn step(register: u32, byte: u8, table: &ByteTable) -> u32 {
    // The index is a u8, so the compiler knows that it is in bounds.
    table[usize::from(register as u8 ^ byte)] ^ (register >> 8)
}

/// Table `i` carries byte `i` of a word over `bytes` bytes, counted from the word's beginning: what that byte adds
/// to the register there.
pub(crate) const fn carrying_tables<const WORD: usize>(bytes: usize, polynomial: u32) -> [ByteTable; WORD] {
    let mut tables = [[0; 256]; WORD];
    let byte_table = checksum_gf2::byte_table(polynomial);
    let mut i = 0;
    while i < WORD {
        let over = shift((bytes - 1 - i) as u64, polynomial);
        let mut byte = 0;
        while byte < 256 {
            tables[i][byte] = multiply(byte_table[byte], over, polynomial);
            byte += 1;
        }
        i += 1;
    }
    tables
}
