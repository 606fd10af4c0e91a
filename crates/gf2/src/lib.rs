//! Arithmetic over GF(2), modulo a CRC's polynomial, as `const fn`: everything that a CRC kernel needs as a
//! table or a constant is made here at compile time instead of being pasted.
//!
//! A polynomial below degree 32 is a `u32` in reflected order: bit 31 is the coefficient of x^0, bit 0 that of
//! x^31. The modulus P is given by its reflected low part, without the x^32 term: 0xEDB88320 for
//! CRC-32/ISO-HDLC, 0x82F63B78 for CRC-32/ISCSI. In this order one zero bit of message is one multiplication by x,
//! a shift to the right.
//!
//! Sources: D. V. Sarwate, "Computation of cyclic redundancy checks via table look-up", CACM 31(8), 1988 (byte
//! table); M. E. Kounavis and F. L. Berry, "Novel table lookup-based algorithms for high-performance CRC
//! generation", IEEE Trans. Computers 57(11), 2008 (slicing); V. Gopal et al., "Fast CRC computation for generic
//! polynomials using PCLMULQDQ instruction", Intel, 2009 (folding constants, Barrett reduction).
#![no_std]

mod combine;
mod field;
mod fold;
mod tables;

pub use combine::{combine, shift};
pub use field::{divide_by_x, multiply, times_x, x_to_the};
pub use fold::{barrett, fold_pair};
pub use tables::{byte_table, nibble_table, slicing_tables};

/// The reflected polynomial of CRC-32/ISO-HDLC.
pub const CRC32: u32 = 0xEDB8_8320;
/// The reflected polynomial of CRC-32/ISCSI (Castagnoli).
pub const CRC32C: u32 = 0x82F6_3B78;
