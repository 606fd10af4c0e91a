//! Kernels of 64-bit Arm, where both polynomials have instructions of their own (`crc32x` for CRC-32, `crc32cx` for
//! CRC-32C; optional in Armv8.0, always there from Armv8.1 on) and PMULL multiplies 64-bit polynomials.
//!
//! Three shapes: one stream of CRC instructions, which waits for each result (2 or 3 cycles for 8 bytes); several such
//! streams, which keep the one unit that most cores have busy (8 bytes a cycle); and folding with PMULL, which uses
//! other units, alone or at the same time as the streams.

mod clmul;
mod fused;
mod instruction;
mod streams;
mod vector;

pub use clmul::{fold as clmul, fold_with_eor3 as clmul_eor3};
pub use fused::{fold as fused, fold_with_eor3 as fused_eor3};
pub use instruction::fold as one_stream;
pub use streams::{fold_3 as three_streams, fold_4 as four_streams};
