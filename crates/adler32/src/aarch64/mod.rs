//! Engines for 64-bit Arm. Written and tested under emulation; no Arm machine was at hand to measure them.

pub(crate) mod dotprod;
pub(crate) mod neon;
mod vector;
