//! Asking for memory before it is needed.
//!
//! MD5 reads far slower than memory delivers, but the hardware's prefetcher stops at the end of each 4 KiB
//! page, and no step can go on until the first word of the next page is there: measured on Granite Rapids, a
//! large buffer costs 10 % more than one in cache. One hint a block, some blocks ahead, takes that away.

use crate::block::Block;

/// How far ahead, in bytes. From 512 to 2048 were found about equal; less is too late.
pub(crate) const AHEAD: usize = 1024;

/// Hints that the cache line [`AHEAD`] bytes behind the block's start will be read. Beyond the message's end
/// that is a wasted hint and nothing worse: a prefetch neither faults nor counts as an access.
#[inline(always)]
pub(crate) fn prefetch(block: &Block) {
    let line = block.as_ptr().wrapping_add(AHEAD);
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    // SAFETY: a hint for any address, whether mapped or not; SSE is in every x86-64 CPU.
    unsafe {
        core::arch::x86_64::_mm_prefetch::<{ core::arch::x86_64::_MM_HINT_T0 }>(line.cast());
    }
    #[cfg(all(target_arch = "aarch64", not(miri)))]
    // SAFETY: a hint for any address, whether mapped or not; it writes no register.
    unsafe {
        core::arch::asm!("prfm pldl1keep, [{0}]", in(reg) line, options(readonly, nostack, preserves_flags));
    }
    #[cfg(any(miri, not(any(target_arch = "x86_64", target_arch = "aarch64"))))]
    let _ = line;
}
