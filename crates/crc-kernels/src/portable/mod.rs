//! Methods that any CPU runs, from the definition to the fastest table forms.
//!
//! Names: the *register* is the CRC before its final inversion. One zero bit of message multiplies it by x,
//! which is a shift to the right, since the polynomials are reflected.

mod bitwise;
mod braided;
mod byte_table;
mod nibble_table;
mod slicing;
pub(crate) mod tables;
mod zlib_1_1_4;
mod zlib_1_2_1;

pub use bitwise::fold as bitwise;
pub use braided::fold as braided;
pub use byte_table::fold as byte_table;
pub use nibble_table::fold as nibble_table;
pub use slicing::{fold_by_8 as slicing_by_8, fold_by_16 as slicing_by_16};
pub use zlib_1_1_4::fold as zlib_1_1_4;
pub use zlib_1_2_1::fold as zlib_1_2_1;

#[cfg(test)]
mod tests;
