//! CRC-32C by the `crc32` instruction of SSE4.2, which knows this one polynomial, alone and beside carry-less
//! multiplication.
//!
//! Register values here are not inverted. The instruction takes three cycles and can start every cycle, so one chain of
//! it uses a third of what the CPU can do.

#[cfg(target_arch = "x86_64")]
mod fused;
mod sse42;
mod streams;

#[cfg(target_arch = "x86_64")]
pub use fused::{FROM_128, FROM_512, fold128 as fused128, fold512 as fused512};
pub use sse42::fold as sse42;
pub use streams::fold as three_streams;
