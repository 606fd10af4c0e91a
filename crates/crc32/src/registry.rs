//! Every engine of the family. The first is the reference. A new one is a kernel file, its `mod` line, and a row here.

#[cfg(feature = "third-party")]
use crate::third_party;
use crate::{auto, combine};
#[cfg(all(target_arch = "aarch64", target_endian = "little"))]
use checksum_crc_kernels::aarch64;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use checksum_crc_kernels::x86;
use checksum_crc_kernels::{Crc32, portable};
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
    Engine::fold(Family::Crc32, "crc32/bitwise", portable::bitwise::<Crc32>)
        .about("the definition, a bit at a time; the reference")
        .combine(combine),
    Engine::fold(Family::Crc32, "crc32/nibble", portable::nibble_table::<Crc32>)
        .about("a table of 16 entries, four bits at a time")
        .combine(combine),
    Engine::fold(Family::Crc32, "crc32/byte", portable::byte_table::<Crc32>)
        .about("Sarwate's table of 256 entries, a byte at a time")
        .combine(combine),
    Engine::fold(Family::Crc32, "crc32/byte/zlib-1.1.4", portable::zlib_1_1_4::<Crc32>)
        .code("e1")
        .about("zlib 1.1.4: byte table, loop unrolled eightfold")
        .combine(combine),
    Engine::fold(Family::Crc32, "crc32/slice4/zlib-1.2.1", portable::zlib_1_2_1::<Crc32>)
        .code("e3")
        .about("zlib 1.2.1: four tables, a word at a time, eight words a round")
        .combine(combine),
    Engine::fold(Family::Crc32, "crc32/slice8", portable::slicing_by_8::<Crc32>)
        .code("e8")
        .about("slicing by 8: eight tables")
        .combine(combine),
    Engine::fold(Family::Crc32, "crc32/slice16", portable::slicing_by_16::<Crc32>)
        .code("e16")
        .about("slicing by 16: sixteen tables")
        .combine(combine),
    Engine::fold(Family::Crc32, "crc32/braided", portable::braided::<Crc32>)
        .about("zlib 1.2.12: five interleaved CRCs, a machine word at a time")
        .combine(combine),
    // Carry-less multiplication on x86.
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    fold_engine!(
        Family::Crc32,
        "crc32/clmul/x86-128",
        ["pclmulqdq", "sse4.1"],
        x86::clmul128::fold::<Crc32>
    )
    .about("PCLMULQDQ: folds 128-bit blocks, eight accumulators")
    .combine(combine),
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    fold_engine!(
        Family::Crc32,
        "crc32/clmul/x86-256",
        ["avx2", "vpclmulqdq", "pclmulqdq", "sse4.1"],
        x86::clmul256::fold::<Crc32>
    )
    .about("VPCLMULQDQ: folds 256-bit vectors, eight accumulators")
    .combine(combine)
    .small(33, "128-bit steps"),
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    fold_engine!(
        Family::Crc32,
        "crc32/clmul/x86-512",
        ["avx512f", "avx512bw", "avx512dq", "avx512vl", "vpclmulqdq", "pclmulqdq", "sse4.1"],
        x86::clmul512::fold::<Crc32>
    )
    .about("VPCLMULQDQ: folds 512-bit vectors with three-way XOR, eight accumulators")
    .combine(combine)
    .small(129, "256-bit and 128-bit steps"),
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    fold_engine!(
        Family::Crc32,
        "crc32/clmul/x86-512/prefetch",
        ["avx512f", "avx512bw", "avx512dq", "avx512vl", "vpclmulqdq", "pclmulqdq", "sse4.1"],
        x86::clmul512::prefetching::<Crc32>
    )
    .about("512-bit folding, every line prefetched 12 KiB and 1 KiB ahead: for what comes from memory")
    .combine(combine)
    .small(65536, "crc32/clmul/x86-512"),
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    fold_engine!(
        Family::Crc32,
        "crc32/clmul/x86-512/strips",
        ["avx512f", "avx512bw", "avx512dq", "avx512vl", "vpclmulqdq", "pclmulqdq", "sse4.1"],
        x86::clmul512::strips::fold::<Crc32>
    )
    .about("512-bit folding in four strips of 64 KiB side by side, each prefetched: for what comes from memory")
    .combine(combine)
    .small(327680, "crc32/clmul/x86-512"),
    // CRC instructions and carry-less multiplication on 64-bit Arm.
    #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
    fold_engine!(
        Family::Crc32,
        "crc32/instruction/aarch64-64/s1",
        ["crc"],
        aarch64::one_stream::<Crc32>
    )
    .about("one stream of CRC instructions")
    .combine(combine),
    #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
    fold_engine!(
        Family::Crc32,
        "crc32/instruction/aarch64-64/s3",
        ["crc"],
        aarch64::three_streams::<Crc32>
    )
    .about("three streams of CRC instructions")
    .combine(combine),
    #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
    fold_engine!(
        Family::Crc32,
        "crc32/instruction/aarch64-64/s4",
        ["crc"],
        aarch64::four_streams::<Crc32>
    )
    .about("four streams of CRC instructions")
    .combine(combine),
    #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
    fold_engine!(
        Family::Crc32,
        "crc32/clmul/aarch64-128",
        ["crc", "aes"],
        aarch64::clmul::<Crc32>
    )
    .about("folding with PMULL, eight accumulators")
    .combine(combine),
    #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
    fold_engine!(
        Family::Crc32,
        "crc32/clmul/aarch64-128/eor3",
        ["crc", "aes", "sha3"],
        aarch64::clmul_eor3::<Crc32>
    )
    .about("folding with PMULL and EOR3, eight accumulators")
    .combine(combine),
    #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
    fold_engine!(
        Family::Crc32,
        "crc32/fused/aarch64-128/v4s4x2",
        ["crc", "aes"],
        aarch64::fused::<Crc32>
    )
    .about("folding with PMULL beside four streams of CRC instructions")
    .combine(combine),
    #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
    fold_engine!(
        Family::Crc32,
        "crc32/fused/aarch64-128/v8s3x2-eor3",
        ["crc", "aes", "sha3"],
        aarch64::fused_eor3::<Crc32>
    )
    .about("folding with PMULL and EOR3 beside three streams of CRC instructions")
    .combine(combine),
    // What the public API uses.
    Engine::fold(Family::Crc32, "crc32/auto", auto::fold)
        .about("what this crate's public API runs: the fastest here, by CPU and length")
        .combine(combine)
        .dispatch(Dispatch::Auto),
    // Crates of others.
    #[cfg(feature = "third-party")]
    Engine::fold(Family::Crc32, "crc32/x/crc32fast", third_party::crc32fast::fold)
        .about("carry-less multiplication or CRC instructions where the CPU has them, else slicing by 16")
        .source(Source::ThirdParty {
            name: "crc32fast",
            version: "1.5.5",
            author: "Sam Rijs, Alex Crichton",
            licence: "MIT OR Apache-2.0",
        })
        .combine(combine)
        .dispatch(Dispatch::Opaque)
        .small(16, "its tables, where x86 would fold with carry-less multiplication"),
    #[cfg(feature = "third-party")]
    Engine::fold(Family::Crc32, "crc32/x/zlib-rs", third_party::zlib_rs::fold)
        .about("zlib in Rust: carry-less multiplication or CRC instructions where the CPU has them, else braided")
        .source(Source::ThirdParty {
            name: "zlib-rs",
            version: "0.6.8",
            author: "Trifecta Tech Foundation",
            licence: "Zlib",
        })
        .combine(combine)
        .dispatch(Dispatch::Opaque)
        .small(64, "its braided form"),
    #[cfg(feature = "third-party")]
    Engine::fold(Family::Crc32, "crc32/x/crc-fast", third_party::crc_fast::fold)
        .about("carry-less multiplication at the widest the CPU has, else slicing by 16")
        .source(Source::ThirdParty {
            name: "crc-fast",
            version: "1.10.0",
            author: "Don MacAskill",
            licence: "MIT OR Apache-2.0",
        })
        .combine(combine)
        .dispatch(Dispatch::Opaque)
        .small(128, "its loop over single 16-byte blocks"),
    #[cfg(feature = "third-party")]
    Engine::fold(Family::Crc32, "crc32/x/crc", third_party::crc::fold)
        .about("generic over the CRC; its 16-lane table")
        .source(Source::ThirdParty {
            name: "crc",
            version: "3.4.0",
            author: "Rui Hu, Akhil Velagapudi",
            licence: "MIT OR Apache-2.0",
        })
        .combine(combine),
];
