//! Which engine the public API runs, by CPU and by length. The CPU is asked once, at the first call
//! ([`AutoFold`]); the length is looked at inside the tier that was chosen, so a call costs one indirect call.
//!
//! A tier is a function of this file that hands each length to the kernel that is fastest there; the number in
//! each comparison is a length in bytes and has its reason beside it. Lengths at which a kernel changes its own
//! shape (a masked load, a row, strips) are the kernel's business.

#[cfg(all(target_arch = "aarch64", target_endian = "little"))]
use crate::aarch64::{dotprod, neon};
use crate::unroll16;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use crate::wasm32::simd128;
#[cfg(target_arch = "x86_64")]
use crate::x86::avx512vnni;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use crate::x86::{AHEAD, avx2, avx512vl, avxvnni, ssse3};
#[cfg(any(
    target_arch = "x86",
    target_arch = "x86_64",
    all(target_arch = "aarch64", target_endian = "little"),
    all(target_arch = "wasm32", target_feature = "simd128")
))]
use checksum_engine::fold_engine;
use checksum_engine::{AutoFold, Engine, Family};

/// The tiers, the most wanted first. The last runs on any CPU of the target.
static TIERS: &[Engine] = &[
    // The dot product on 512 bits. It asks for AVX-VNNI too, which the kernel does not use: Intel's CPUs that have
    // AVX-512 VNNI without it (Cascade Lake to Rocket Lake) lower their clock for 512-bit multiplications, and
    // AMD's (Zen 4) split them in halves, so both go to the next tier. CPUs that have both run 512 bits at full
    // width and at about the same clock. 32-bit x86 has too few registers for it: 16 KiB at 45 GB/s, at 65 with 256 bits.
    #[cfg(target_arch = "x86_64")]
    fold_engine!(
        Family::Adler32,
        "adler32/auto/vnni-512",
        ["avx512f", "avx512bw", "avx512vl", "avx512vnni", "avxvnni"],
        vnni_512
    ),
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    fold_engine!(
        Family::Adler32,
        "adler32/auto/vnni-256",
        ["avx512f", "avx512bw", "avx512vl", "avx512vnni"],
        vnni_256
    ),
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    fold_engine!(Family::Adler32, "adler32/auto/avxvnni", ["avx2", "avxvnni"], avxvnni_256),
    // No tier of its own for AVX-512BW without VNNI: those CPUs (Skylake-X) lose more by their lower clock than
    // 512 bits win.
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    fold_engine!(Family::Adler32, "adler32/auto/avx2", ["avx2"], maddubs_256),
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    fold_engine!(Family::Adler32, "adler32/auto/ssse3", ["ssse3"], ssse3::fold::<0>),
    #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
    fold_engine!(Family::Adler32, "adler32/auto/dotprod", ["neon", "dotprod"], dotprod::fold),
    #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
    fold_engine!(Family::Adler32, "adler32/auto/neon", ["neon"], neon::fold),
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    fold_engine!(Family::Adler32, "adler32/auto/simd128", ["simd128"], simd128::fold),
    Engine::fold(Family::Adler32, "adler32/auto/portable", unroll16::fold),
];

static AUTO: AutoFold = AutoFold::new(TIERS);

/// The public checksum `start` continued over `data`, by the fastest means that this CPU has.
#[inline]
pub(crate) fn fold(start: u32, data: &[u8]) -> u32 {
    AUTO.fold(start, data)
}

/// From here on a tier prefetches. What fits in the second-level cache needs none, and this is where it stops to cost
/// anything: measured with 2 MiB of it, 1 MiB is as fast with as without, 64 MiB and more a tenth to a fifth faster.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
const PREFETCH_FROM: usize = 1 << 20;

macro_rules! tier {
    ($name:ident, $features:literal, $kernel:ident) => {
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        #[target_feature(enable = $features)]
        fn $name(start: u32, data: &[u8]) -> u32 {
            if data.len() < PREFETCH_FROM {
                $kernel::fold::<0>(start, data)
            } else {
                $kernel::fold::<AHEAD>(start, data)
            }
        }
    };
}
#[cfg(target_arch = "x86_64")]
tier!(vnni_512, "avx512f,avx512bw,avx512vl,avx512vnni", avx512vnni);
tier!(vnni_256, "avx512f,avx512bw,avx512vl,avx512vnni", avx512vl);
tier!(avxvnni_256, "avx2,avxvnni", avxvnni);
tier!(maddubs_256, "avx2", avx2);
