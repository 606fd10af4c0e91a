//! Every engine of the family. The first is the reference. A new one is a kernel file, its `mod` line, and a row here.

#[cfg(feature = "third-party")]
use crate::third_party;
use crate::{auto, combine};
#[cfg(all(target_arch = "aarch64", target_endian = "little"))]
use checksum_crc_kernels::aarch64;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use checksum_crc_kernels::x86;
use checksum_crc_kernels::{Crc32c, portable};
#[cfg(feature = "third-party")]
use checksum_engine::Source;
#[cfg(any(
    target_arch = "x86",
    target_arch = "x86_64",
    all(target_arch = "aarch64", target_endian = "little")
))]
use checksum_engine::fold_engine;
use checksum_engine::{Dispatch, Engine, Family};

/// Every engine of the family; the first is the plain reference.
pub static ENGINES: &[Engine] = &[
    Engine::fold(Family::Crc32c, "crc32c/bitwise", portable::bitwise::<Crc32c>)
        .about("the definition, a bit at a time; the reference")
        .combine(combine),
    Engine::fold(Family::Crc32c, "crc32c/byte", portable::byte_table::<Crc32c>)
        .about("Sarwate's table of 256 entries, a byte at a time")
        .combine(combine),
    Engine::fold(Family::Crc32c, "crc32c/slice8", portable::slicing_by_8::<Crc32c>)
        .code("e8")
        .about("slicing by 8: eight tables")
        .combine(combine),
    Engine::fold(Family::Crc32c, "crc32c/slice16", portable::slicing_by_16::<Crc32c>)
        .code("e16")
        .about("slicing by 16: sixteen tables")
        .combine(combine),
    Engine::fold(Family::Crc32c, "crc32c/braided", portable::braided::<Crc32c>)
        .about("five interleaved CRCs, a machine word at a time, as zlib 1.2.12 does for CRC-32")
        .combine(combine),
    // Carry-less multiplication on x86.
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    fold_engine!(
        Family::Crc32c,
        "crc32c/clmul/x86-128",
        ["pclmulqdq", "sse4.1"],
        x86::clmul128::fold::<Crc32c>
    )
    .about("PCLMULQDQ: folds 128-bit blocks, eight accumulators")
    .combine(combine),
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    fold_engine!(
        Family::Crc32c,
        "crc32c/clmul/x86-256",
        ["avx2", "vpclmulqdq", "pclmulqdq", "sse4.1"],
        x86::clmul256::fold::<Crc32c>
    )
    .about("VPCLMULQDQ: folds 256-bit vectors, eight accumulators")
    .combine(combine)
    .small(33, "128-bit steps"),
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    fold_engine!(
        Family::Crc32c,
        "crc32c/clmul/x86-512",
        ["avx512f", "avx512bw", "avx512dq", "avx512vl", "vpclmulqdq", "pclmulqdq", "sse4.1"],
        x86::clmul512::fold::<Crc32c>
    )
    .about("VPCLMULQDQ: folds 512-bit vectors with three-way XOR, eight accumulators")
    .combine(combine)
    .small(129, "256-bit and 128-bit steps"),
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    fold_engine!(
        Family::Crc32c,
        "crc32c/clmul/x86-512/prefetch",
        ["avx512f", "avx512bw", "avx512dq", "avx512vl", "vpclmulqdq", "pclmulqdq", "sse4.1"],
        x86::clmul512::prefetching::<Crc32c>
    )
    .about("512-bit folding, every line prefetched 12 KiB and 1 KiB ahead: for what comes from memory")
    .combine(combine)
    .small(65536, "crc32c/clmul/x86-512"),
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    fold_engine!(
        Family::Crc32c,
        "crc32c/clmul/x86-512/strips",
        ["avx512f", "avx512bw", "avx512dq", "avx512vl", "vpclmulqdq", "pclmulqdq", "sse4.1"],
        x86::clmul512::strips::fold::<Crc32c>
    )
    .about("512-bit folding in four strips of 64 KiB side by side, each prefetched: for what comes from memory")
    .combine(combine)
    .small(327680, "crc32c/clmul/x86-512"),
    // CRC instructions on x86, alone and beside folding.
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    fold_engine!(Family::Crc32c, "crc32c/instruction/x86-64/s1", ["sse4.2"], x86::crc32c::sse42)
    .about("the crc32 instruction in one chain, a machine word at a time")
    .combine(combine),
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    fold_engine!(
        Family::Crc32c,
        "crc32c/instruction/x86-64/s3",
        ["sse4.2", "pclmulqdq"],
        x86::crc32c::three_streams
    )
    .about("the crc32 instruction in three chains, joined by carry-less multiplication")
    .combine(combine)
    .small(384, "crc32c/instruction/x86-64/s1"),
    #[cfg(target_arch = "x86_64")]
    fold_engine!(
        Family::Crc32c,
        "crc32c/fused/x86-128/v8s4x4",
        ["sse4.2", "pclmulqdq"],
        x86::crc32c::fused128
    )
    .about("128-bit folding with four chains of the crc32 instruction beside it")
    .combine(combine)
    .small(1024, "crc32c/clmul/x86-128"),
    #[cfg(target_arch = "x86_64")]
    fold_engine!(
        Family::Crc32c,
        "crc32c/fused/x86-512/v8s4x3",
        ["avx512f", "avx512bw", "avx512dq", "avx512vl", "vpclmulqdq", "pclmulqdq", "sse4.2"],
        x86::crc32c::fused512
    )
    .about("512-bit folding with four chains of the crc32 instruction beside it")
    .combine(combine)
    .small(12288, "crc32c/clmul/x86-512"),
    // CRC instructions and carry-less multiplication on 64-bit Arm.
    #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
    fold_engine!(
        Family::Crc32c,
        "crc32c/instruction/aarch64-64/s1",
        ["crc"],
        aarch64::one_stream::<Crc32c>
    )
    .about("one stream of CRC instructions")
    .combine(combine),
    #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
    fold_engine!(
        Family::Crc32c,
        "crc32c/instruction/aarch64-64/s3",
        ["crc"],
        aarch64::three_streams::<Crc32c>
    )
    .about("three streams of CRC instructions")
    .combine(combine),
    #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
    fold_engine!(
        Family::Crc32c,
        "crc32c/instruction/aarch64-64/s4",
        ["crc"],
        aarch64::four_streams::<Crc32c>
    )
    .about("four streams of CRC instructions")
    .combine(combine),
    #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
    fold_engine!(
        Family::Crc32c,
        "crc32c/clmul/aarch64-128",
        ["crc", "aes"],
        aarch64::clmul::<Crc32c>
    )
    .about("folding with PMULL, eight accumulators")
    .combine(combine),
    #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
    fold_engine!(
        Family::Crc32c,
        "crc32c/clmul/aarch64-128/eor3",
        ["crc", "aes", "sha3"],
        aarch64::clmul_eor3::<Crc32c>
    )
    .about("folding with PMULL and EOR3, eight accumulators")
    .combine(combine),
    #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
    fold_engine!(
        Family::Crc32c,
        "crc32c/fused/aarch64-128/v4s4x2",
        ["crc", "aes"],
        aarch64::fused::<Crc32c>
    )
    .about("folding with PMULL beside four streams of CRC instructions")
    .combine(combine),
    #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
    fold_engine!(
        Family::Crc32c,
        "crc32c/fused/aarch64-128/v8s3x2-eor3",
        ["crc", "aes", "sha3"],
        aarch64::fused_eor3::<Crc32c>
    )
    .about("folding with PMULL and EOR3 beside three streams of CRC instructions")
    .combine(combine),
    // What the public API uses.
    Engine::fold(Family::Crc32c, "crc32c/auto", auto::fold)
        .about("what this crate's public API runs: the fastest here, by CPU and length")
        .combine(combine)
        .dispatch(Dispatch::Auto),
    // Crates of others.
    #[cfg(feature = "third-party")]
    Engine::fold(Family::Crc32c, "crc32c/x/crc32c", third_party::crc32c_crate::fold)
        .about("three streams of CRC instructions where the CPU has them, else slicing by 8")
        .source(Source::ThirdParty {
            name: "crc32c",
            version: "0.6.9",
            author: "Zack Owens",
            licence: "MIT OR Apache-2.0",
        })
        .combine(combine)
        .dispatch(Dispatch::Opaque),
    #[cfg(feature = "third-party")]
    Engine::fold(Family::Crc32c, "crc32c/x/crc-fast", third_party::crc_fast::fold)
        .about("carry-less multiplication and CRC instructions together where the CPU has them, else slicing by 16")
        .source(Source::ThirdParty {
            name: "crc-fast",
            version: "1.10.0",
            author: "Don MacAskill",
            licence: "MIT OR Apache-2.0",
        })
        .combine(combine)
        .dispatch(Dispatch::Opaque),
    #[cfg(feature = "third-party")]
    Engine::fold(Family::Crc32c, "crc32c/x/crc", third_party::crc::fold)
        .about("generic over the CRC; its 16-lane table")
        .source(Source::ThirdParty {
            name: "crc",
            version: "3.4.0",
            author: "Rui Hu, Akhil Velagapudi",
            licence: "MIT OR Apache-2.0",
        })
        .combine(combine),
];
