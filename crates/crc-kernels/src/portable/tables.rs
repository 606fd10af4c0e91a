//! The tables of one polynomial. Each is a constant behind a reference, so it stands in the program once,
//! however many kernels use it.

use crate::Polynomial;
use core::marker::PhantomData;

/// One entry for each value of a byte.
pub(super) type ByteTable = [u32; 256];

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
