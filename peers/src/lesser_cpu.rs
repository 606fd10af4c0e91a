//! A CPU with fewer features than this one, for everybody in the process: the peers ask `cpuid` themselves, so a mask of
//! our own would hide features from our kernels only.
//!
//! Linux can make `cpuid` fault (`arch_prctl(ARCH_SET_CPUID)`, on Intel CPUs since Ivy Bridge and under KVM). The fault's
//! handler executes the instruction in the program's place and takes the unwanted bits out of what it says.

/// What is left of the CPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Level {
    /// Without AVX-512 and AVX10: AVX2, VPCLMULQDQ and AVX-VNNI stay.
    Avx2,
    /// Without AVX and all that needs it: SSE4.2 and PCLMULQDQ stay.
    Sse42,
}

/// Hides what `level` has not from whoever asks from now on: to be called before anybody does.
///
/// # Errors
/// Where the system cannot do it.
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
pub fn pretend(level: Level) -> std::io::Result<()> {
    x86_64_linux::pretend(level)
}

/// Not on this target.
///
/// # Errors
/// Always.
#[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
pub fn pretend(_: Level) -> std::io::Result<()> {
    Err(std::io::ErrorKind::Unsupported.into())
}

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod x86_64_linux {
    use super::Level;
    use std::arch::x86_64::{__cpuid_count, CpuidResult};
    use std::io::Error;
    use std::mem::zeroed;
    use std::ptr;
    use std::sync::atomic::{AtomicBool, Ordering};

    /// `ARCH_SET_CPUID` of Linux' `asm/prctl.h`.
    const ARCH_SET_CPUID: libc::c_int = 0x1012;
    const CPUID: [u8; 2] = [0x0f, 0xa2];

    static WITHOUT_AVX: AtomicBool = AtomicBool::new(false);

    pub(super) fn pretend(level: Level) -> std::io::Result<()> {
        WITHOUT_AVX.store(level == Level::Sse42, Ordering::Relaxed);
        // SAFETY: an all-zero `sigaction` is a valid one, without flags or blocked signals.
        let mut action: libc::sigaction = unsafe { zeroed() };
        action.sa_sigaction = on_fault as *const () as usize;
        action.sa_flags = libc::SA_SIGINFO;
        // SAFETY: the handler has the type that `SA_SIGINFO` asks for and makes only calls that a handler may make.
        if unsafe { libc::sigaction(libc::SIGSEGV, &action, ptr::null_mut()) } != 0 {
            return Err(Error::last_os_error());
        }
        let_cpuid_run(false)
    }

    fn let_cpuid_run(run: bool) -> std::io::Result<()> {
        // SAFETY: changes nothing but whether this thread's `cpuid` faults.
        match unsafe { libc::syscall(libc::SYS_arch_prctl, ARCH_SET_CPUID, libc::c_long::from(run)) } {
            0 => Ok(()),
            _ => Err(Error::last_os_error()),
        }
    }

    extern "C" fn on_fault(_: libc::c_int, _: *mut libc::siginfo_t, context: *mut libc::c_void) {
        // SAFETY: with `SA_SIGINFO` the system passes a pointer to the interrupted context, which is ours to change.
        let registers = unsafe { &mut (*context.cast::<libc::ucontext_t>()).uc_mcontext.gregs };
        let at = registers[libc::REG_RIP as usize] as *const [u8; 2];
        // SAFETY: an instruction was fetched from there, and none that can fault is shorter than two bytes at a page's end
        // but for ones that end the process here anyway.
        if unsafe { at.read_unaligned() } != CPUID {
            // A real fault: let it happen again, without a handler.
            // SAFETY: restores the default.
            unsafe { libc::signal(libc::SIGSEGV, libc::SIG_DFL) };
            return;
        }
        let (leaf, subleaf) =
            (registers[libc::REG_RAX as usize] as u32, registers[libc::REG_RCX as usize] as u32);
        if let_cpuid_run(true).is_err() {
            // SAFETY: ends the process.
            unsafe { libc::abort() };
        }
        let truth = __cpuid_count(leaf, subleaf);
        // Cannot fail where the call before did not.
        let _ = let_cpuid_run(false);
        let told = lessen(leaf, subleaf, truth, WITHOUT_AVX.load(Ordering::Relaxed));
        registers[libc::REG_RAX as usize] = told.eax.into();
        registers[libc::REG_RBX as usize] = told.ebx.into();
        registers[libc::REG_RCX as usize] = told.ecx.into();
        registers[libc::REG_RDX as usize] = told.edx.into();
        registers[libc::REG_RIP as usize] += CPUID.len() as i64;
    }

    /// Bits by Intel's manual, volume 2A, CPUID.
    fn lessen(leaf: u32, subleaf: u32, mut told: CpuidResult, without_avx: bool) -> CpuidResult {
        const fn bits<const N: usize>(positions: [u32; N]) -> u32 {
            let (mut mask, mut i) = (0, 0);
            while i < N {
                mask |= 1 << positions[i];
                i += 1;
            }
            mask
        }
        match (leaf, subleaf) {
            (7, 0) => {
                // F, DQ, IFMA, PF, ER, CD, BW, VL; VBMI, VBMI2, VNNI, BITALG, VPOPCNTDQ; 4VNNIW, 4FMAPS,
                // VP2INTERSECT, FP16.
                told.ebx &= !bits([16, 17, 21, 26, 27, 28, 30, 31]);
                told.ecx &= !bits([1, 6, 11, 12, 14]);
                told.edx &= !bits([2, 3, 8, 23]);
                if without_avx {
                    // AVX2; VAES, VPCLMULQDQ.
                    told.ebx &= !bits([5]);
                    told.ecx &= !bits([9, 10]);
                }
            }
            (7, 1) => {
                // AVX512-BF16; AVX10.
                told.eax &= !bits([5]);
                told.edx &= !bits([19]);
                if without_avx {
                    // AVX-VNNI, AVX-IFMA; AVX-VNNI-INT8, AVX-NE-CONVERT, AVX-VNNI-INT16.
                    told.eax &= !bits([4, 23]);
                    told.edx &= !bits([4, 5, 10]);
                }
            }
            // FMA, AVX, F16C.
            (1, _) if without_avx => told.ecx &= !bits([12, 28, 29]),
            // AMD's FMA4 and XOP.
            (0x8000_0001, _) if without_avx => told.ecx &= !bits([11, 16]),
            _ => {}
        }
        told
    }
}
