//! Which compression function this CPU gets, and for which length. The public API and the `md5/auto` engine
//! go through here.

use crate::block::{Block, State};

/// From this many blocks on, memory is asked for ahead. The hint is for what the hardware's own prefetcher
/// does not do, which is to go beyond the page that is being read: below a page of 4 KiB there is nothing to
/// win. Measured on Granite Rapids the hint costs nothing when the data is in cache, and is worth 10 % of a
/// 64 MiB buffer.
const PREFETCH_FROM: usize = 4096 / size_of::<Block>();

#[cfg(all(target_arch = "x86_64", not(miri)))]
pub(crate) use x86_64::compress;

#[cfg(not(all(target_arch = "x86_64", not(miri))))]
pub(crate) use portable::compress;

#[cfg(all(target_arch = "x86_64", not(miri)))]
mod x86_64 {
    use super::{Block, PREFETCH_FROM, State};
    use crate::x86_64::{avx512vl, scalar_asm};
    use checksum_engine::{CpuFeatures, FeatureSet};
    use core::arch::x86_64::__cpuid;
    use core::sync::atomic::{AtomicU8, Ordering};

    const UNDECIDED: u8 = 0;
    /// Ordinary registers, as assembly: the compiler's code for the same steps is 1 % slower.
    const SCALAR: u8 = 1;
    /// AVX-512VL in 128-bit registers: from the empty message on faster than ordinary registers, 13 % on long
    /// ones. The compiler's code is as fast as assembly.
    const AVX512VL: u8 = 2;

    static CHOICE: AtomicU8 = AtomicU8::new(UNDECIDED);

    /// Takes the blocks into the state with the form that is fastest here.
    pub(crate) fn compress(state: &mut State, blocks: &[Block]) {
        let choice = match CHOICE.load(Ordering::Relaxed) {
            UNDECIDED => decide(),
            choice => choice,
        };
        match (choice, blocks.len() >= PREFETCH_FROM) {
            // SAFETY: `decide` stores this value only after it has found the features.
            (AVX512VL, false) => unsafe { avx512vl::compress::<false>(state, blocks) },
            // SAFETY: as above.
            (AVX512VL, true) => unsafe { avx512vl::compress::<true>(state, blocks) },
            (_, false) => scalar_asm::compress::<false>(state, blocks),
            (_, true) => scalar_asm::compress::<true>(state, blocks),
        }
    }

    #[cold]
    fn decide() -> u8 {
        let found = CpuFeatures::current().has(FeatureSet::of(&["avx512f", "avx512vl"]));
        let choice = if found && vector_latency_is_one_cycle() { AVX512VL } else { SCALAR };
        CHOICE.store(choice, Ordering::Relaxed);
        choice
    }

    /// Whether an instruction on a vector register takes one cycle, as in an ordinary register. One stream of
    /// MD5 is nothing but a chain of such instructions, so the form in vector registers lives on that.
    ///
    /// It is so in all of Intel's CPUs with AVX-512. AMD's family 19h (Zen 4) is reported to run the vector
    /// form slower than the scalar one, and family 1Ah (Zen 5) takes two cycles for many integer instructions
    /// on vectors (A. Yee, "Zen5's AVX512 Teardown", numberworld.org, 2024). There, and on CPUs of others, on
    /// which nothing was measured, ordinary registers are the safe choice. The vendor decides and not a
    /// measurement at start, which on a busy machine would come out differently from run to run.
    fn vector_latency_is_one_cycle() -> bool {
        let leaf = __cpuid(0);
        [leaf.ebx, leaf.edx, leaf.ecx].map(u32::to_le_bytes).as_flattened() == b"GenuineIntel"
    }
}

#[cfg(not(all(target_arch = "x86_64", not(miri))))]
mod portable {
    use super::{Block, PREFETCH_FROM, State};
    use crate::scalar;

    /// Takes the blocks into the state with the form that is fastest here: ordinary registers with G as two
    /// additions, which is never slower than the function's other forms.
    pub(crate) fn compress(state: &mut State, blocks: &[Block]) {
        if blocks.len() < PREFETCH_FROM {
            scalar::compress::<true, false>(state, blocks);
        } else {
            scalar::compress::<true, true>(state, blocks);
        }
    }
}
