//! Which engine the public API runs, by CPU and by length. The CPU is asked once, at the first call
//! ([`AutoFold`]); the length is looked at inside the tier that was chosen, so a call costs one indirect call.
//!
//! A tier is a function of this file that hands each length to the kernel that is fastest there; the number in
//! each comparison is a length in bytes and has its reason beside it.

#[cfg(all(target_arch = "aarch64", target_endian = "little"))]
use checksum_crc_kernels::aarch64;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use checksum_crc_kernels::x86;
use checksum_crc_kernels::{Crc32, portable};
#[cfg(any(
    target_arch = "x86",
    target_arch = "x86_64",
    all(target_arch = "aarch64", target_endian = "little")
))]
use checksum_engine::fold_engine;
use checksum_engine::{AutoFold, Engine, Family};

/// The tiers, the most wanted first. The last runs on any CPU of the target.
static TIERS: &[Engine] = &[
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    fold_engine!(
        Family::Crc32,
        "crc32/auto/x86-512",
        ["avx512f", "avx512bw", "avx512dq", "avx512vl", "vpclmulqdq", "pclmulqdq", "sse4.1"],
        x86_512_tier
    ),
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    fold_engine!(
        Family::Crc32,
        "crc32/auto/x86-256",
        ["avx2", "vpclmulqdq", "pclmulqdq", "sse4.1"],
        x86::clmul256::fold::<Crc32>
    ),
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    fold_engine!(Family::Crc32, "crc32/auto/x86-128", ["pclmulqdq", "sse4.1"], x86::clmul128::fold::<Crc32>),
    // The Arm kernels choose by length themselves: the CRC instructions below 64 bytes, folding below the shortest
    // block of the fused form (2 or 2.75 KiB). Reasoned from latencies: no such CPU was at hand to measure.
    #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
    fold_engine!(
        Family::Crc32,
        "crc32/auto/aarch64-eor3",
        ["crc", "aes", "sha3"],
        aarch64::fused_eor3::<Crc32>
    ),
    #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
    fold_engine!(Family::Crc32, "crc32/auto/aarch64-pmull", ["crc", "aes"], aarch64::fused::<Crc32>),
    #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
    fold_engine!(Family::Crc32, "crc32/auto/aarch64-crc", ["crc"], aarch64::three_streams::<Crc32>),
    Engine::fold(Family::Crc32, "crc32/auto/portable", portable_tier),
];

static AUTO: AutoFold = AutoFold::new(TIERS);

/// The public checksum `checksum` continued over `data`, by the fastest means that this CPU has.
#[inline]
pub(crate) fn fold(checksum: u32, data: &[u8]) -> u32 {
    AUTO.fold(checksum, data)
}

/// From this length on a message comes from memory more likely than from the caches: the second-level caches of the
/// CPUs with 512-bit carry-less multiplication hold 0.5 to 2 MiB.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
const BEYOND_CACHE: usize = 3 << 19;

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,vpclmulqdq,pclmulqdq,sse4.1")]
fn x86_512_tier(checksum: u32, data: &[u8]) -> u32 {
    x86::clmul512::short_or::<Crc32>(checksum, data, |checksum, data| match data.len() {
        0..BEYOND_CACHE => x86::clmul512::fold::<Crc32>(checksum, data),
        _ => x86::clmul512::strips::fold::<Crc32>(checksum, data),
    })
}

/// Any CPU: tables only.
fn portable_tier(checksum: u32, data: &[u8]) -> u32 {
    // Gathering five braids at the end costs more than they save on a short input: on x86-64 the two meet at
    // about 1 KiB. With 32-bit words a round of braids is only 20 bytes; on 32-bit x86 they gained nothing by it. In
    // WebAssembly (V8 on x86-64) they gained a tenth, but with 64-bit words they lost a little.
    if cfg!(any(target_pointer_width = "64", target_arch = "wasm32")) && data.len() >= 2048 {
        portable::braided::<Crc32>(checksum, data)
    } else {
        portable::slicing_by_16::<Crc32>(checksum, data)
    }
}
