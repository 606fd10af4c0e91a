//! What keeps the compiler to the order of additions that a form is written in.
//!
//! Every step of MD5 waits for the one before, so speed is the length of the chain b -> f(b, c, d) -> sum ->
//! rotation -> next b, and everything that does not depend on the newest b must be added up outside it. LLVM
//! takes additions for re-orderable and puts the constant last, behind the function, which makes the chain an
//! addition longer in each of the 64 steps: 5.5 cycles a byte instead of 4.6 where this was measured first.

/// The value, as a thing that the compiler cannot look into: what was added up before stays added up before.
/// No instruction comes of it. On targets where this was not found to pay, the plain value.
#[inline(always)]
pub(crate) fn settled(value: u32) -> u32 {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        let mut value = value;
        // SAFETY: an empty instruction sequence; the operand is left as it was.
        unsafe {
            core::arch::asm!("/* {0:e} */", inout(reg) value, options(pure, nomem, nostack, preserves_flags));
        }
        value
    }
    #[cfg(all(target_arch = "aarch64", not(miri)))]
    {
        let mut value = value;
        // SAFETY: an empty instruction sequence; the operand is left as it was.
        unsafe {
            core::arch::asm!("/* {0:w} */", inout(reg) value, options(pure, nomem, nostack, preserves_flags));
        }
        value
    }
    #[cfg(any(miri, not(any(target_arch = "x86_64", target_arch = "aarch64"))))]
    value
}
