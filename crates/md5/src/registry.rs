//! Every engine of the family, one row each. The first is the reference.

#[cfg(feature = "third-party")]
use crate::third_party;
#[cfg(target_arch = "x86_64")]
use crate::x86_64;
use crate::{auto, deutsch, multi, openssl, plain, scalar};
use checksum_engine::{Dispatch, Engine};

/// All MD5 engines that this target can build.
pub static ENGINES: &[Engine] = &[
    md5_engine!("md5/plain", plain::compress).about("RFC 1321 step by step from a table; the reference"),
    md5_engine!("md5/auto", auto::compress)
        .about("what the public API runs: the fastest form for this CPU")
        .dispatch(Dispatch::Auto),
    md5_engine!("md5/deutsch", deutsch::compress)
        .code("gd")
        .about("L. Peter Deutsch's form: four sections of table rows, words read from the block"),
    md5_engine!("md5/openssl", openssl::compress)
        .code("g")
        .about("OpenSSL 0.9.7's form in C: 64 unrolled steps, words loaded once, cheaper F and G"),
    md5_engine!("md5/scalar", scalar::compress::<false, false>)
        .about("ordinary registers, constant and word kept off the dependency chain by a barrier"),
    md5_engine!("md5/scalar-g-add", scalar::compress::<true, false>)
        .about("ordinary registers, constant and word off the chain, G as two additions"),
    md5_engine!("md5/scalar-g-add/prefetch", scalar::compress::<true, true>)
        .about("ordinary registers, G as two additions, memory asked for 1 KiB ahead"),
    #[cfg(target_arch = "x86_64")]
    md5_engine!("md5/scalar-g-add/asm", x86_64::scalar_asm::compress::<false>)
        .about("assembly: x86-64 registers, G as two additions"),
    #[cfg(target_arch = "x86_64")]
    md5_engine!("md5/scalar-g-add/asm-prefetch", x86_64::scalar_asm::compress::<true>)
        .about("assembly: x86-64 registers, G as two additions, memory asked for 1 KiB ahead"),
    #[cfg(target_arch = "x86_64")]
    md5_engine!("md5/avx512vl", ["avx512f", "avx512vl"], x86_64::avx512vl::compress::<false>)
        .about("one lane of a 128-bit register: each function and each rotation is one instruction"),
    #[cfg(target_arch = "x86_64")]
    md5_engine!("md5/avx512vl/prefetch", ["avx512f", "avx512vl"], x86_64::avx512vl::compress::<true>)
        .about("one lane of a 128-bit register, memory asked for 1 KiB ahead"),
    #[cfg(target_arch = "x86_64")]
    md5_engine!("md5/avx512vl/asm", ["avx512f", "avx512vl"], x86_64::avx512vl_asm::compress::<false>)
        .about("assembly: one lane of a 128-bit register"),
    #[cfg(target_arch = "x86_64")]
    md5_engine!("md5/avx512vl/asm-prefetch", ["avx512f", "avx512vl"], x86_64::avx512vl_asm::compress::<true>)
        .about("assembly: one lane of a 128-bit register, memory asked for 1 KiB ahead"),
    #[cfg(feature = "third-party")]
    third_party::rustcrypto::ENGINE,
    #[cfg(feature = "third-party")]
    third_party::md5::ENGINE,
    #[cfg(all(feature = "third-party", unix, any(target_arch = "x86", target_arch = "x86_64")))]
    third_party::asm::ENGINE,
    Engine::many("md5/lanes/auto", 32, multi::auto)
        .about("many messages side by side: what multi::digest_many runs, the width following what is left")
        .dispatch(Dispatch::Auto),
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    lanes_engine!("md5/lanes/sse2-x4", SSE2_X4).about("4 messages side by side: one set of xmm registers"),
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    lanes_engine!("md5/lanes/sse2-x8", SSE2_X8).about("8 messages side by side: two sets of xmm registers"),
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    lanes_engine!("md5/lanes/avx2-x8", AVX2_X8).about("8 messages side by side: one set of ymm registers"),
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    lanes_engine!("md5/lanes/avx2-x16", AVX2_X16)
        .about("16 messages side by side: two sets of ymm registers"),
    #[cfg(target_arch = "x86_64")]
    lanes_engine!("md5/lanes/avx512-x4", AVX512_X4)
        .about("4 messages side by side: xmm registers, ternary logic"),
    #[cfg(target_arch = "x86_64")]
    lanes_engine!("md5/lanes/avx512-x8", AVX512_X8)
        .about("8 messages side by side: ymm registers, ternary logic"),
    #[cfg(target_arch = "x86_64")]
    lanes_engine!("md5/lanes/avx512-x16", AVX512_X16)
        .about("16 messages side by side: zmm registers, ternary logic"),
    #[cfg(target_arch = "x86_64")]
    lanes_engine!("md5/lanes/avx512-x32", AVX512_X32)
        .about("32 messages side by side: two sets of zmm registers, one step apart"),
    #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
    lanes_engine!("md5/lanes/neon-x4", NEON_X4).about("4 messages side by side"),
    #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
    lanes_engine!("md5/lanes/neon-x8", NEON_X8).about("8 messages side by side: two sets"),
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    lanes_engine!("md5/lanes/simd128-x4", WASM_X4).about("4 messages side by side"),
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    lanes_engine!("md5/lanes/simd128-x8", WASM_X8).about("8 messages side by side: two sets"),
];
