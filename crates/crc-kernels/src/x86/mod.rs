//! Kernels of x86 and x86-64.

#[cfg(target_arch = "x86")]
use core::arch::x86 as arch;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64 as arch;

pub mod clmul128;
pub mod clmul256;
pub mod clmul512;
mod constants;
pub mod crc32c;
mod load;
mod reduce;
mod tiny;
