//! Every engine of the family, one row each. The first is the reference that all are tested against.

#[cfg(all(target_arch = "aarch64", target_endian = "little"))]
use crate::aarch64;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use crate::wasm32;
#[cfg(feature = "third-party")]
use crate::x;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use crate::x86;
use crate::{auto, combine, deferred, plain, unroll16};
#[cfg(feature = "third-party")]
use checksum_engine::Source;
#[cfg(any(
    target_arch = "x86",
    target_arch = "x86_64",
    all(target_arch = "aarch64", target_endian = "little"),
    all(target_arch = "wasm32", target_feature = "simd128")
))]
use checksum_engine::fold_engine;
use checksum_engine::{Dispatch, Engine, Family};

/// The engines of Adler-32. Adding one is a kernel file, a `mod` line and a row here.
pub static ENGINES: &[Engine] = &[
    portable("adler32/plain", plain::fold).about("the definition: a modulo after every byte (reference)"),
    portable("adler32/auto", auto::fold)
        .dispatch(Dispatch::Auto)
        .about("the fastest engine for this CPU and length"),
    portable("adler32/deferred", deferred::fold).about("a modulo after every 5552 bytes"),
    portable("adler32/unroll16", unroll16::fold)
        .code("a")
        .about("zlib's form: deferred modulo, sixteen bytes a step")
        .small(16, "one byte a step"),
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    fold_engine!(Family::Adler32, "adler32/maddubs/x86-128", ["ssse3"], x86::ssse3::fold::<0>)
        .combine(combine)
        .about("SSSE3: rows of 128 bytes, multiplied in pairs")
        .small(8, "one byte a step"),
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    fold_engine!(Family::Adler32, "adler32/maddubs/x86-256", ["avx2"], x86::avx2::fold::<0>)
        .combine(combine)
        .about("AVX2: rows of 128 bytes, multiplied in pairs")
        .small(32, "128 bits; below 8 one byte a step"),
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    fold_engine!(
        Family::Adler32,
        "adler32/maddubs/x86-256/prefetch",
        ["avx2"],
        x86::avx2::fold::<{ x86::AHEAD }>
    )
    .combine(combine)
    .about("AVX2: rows of 128 bytes, multiplied in pairs, prefetching")
    .small(32, "128 bits; below 8 one byte a step"),
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    fold_engine!(
        Family::Adler32,
        "adler32/maddubs/x86-512",
        ["avx512f", "avx512bw"],
        x86::avx512bw::fold::<0>
    )
    .combine(combine)
    .about("AVX-512BW: rows of 128 bytes, multiplied in pairs")
    .small(64, "256 bits, as AVX2"),
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    fold_engine!(Family::Adler32, "adler32/avxvnni/x86-256", ["avx2", "avxvnni"], x86::avxvnni::fold::<0>)
        .combine(combine)
        .about("AVX-VNNI: rows of 256 bytes, dot products of four")
        .small(32, "128 bits; below 8 one byte a step"),
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    fold_engine!(
        Family::Adler32,
        "adler32/vnni/x86-256",
        ["avx512f", "avx512bw", "avx512vl", "avx512vnni"],
        x86::avx512vl::fold::<0>
    )
    .combine(combine)
    .about("AVX-512 VNNI on 256 bits: rows of 256 bytes, dot products of four"),
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    fold_engine!(
        Family::Adler32,
        "adler32/vnni/x86-512",
        ["avx512f", "avx512bw", "avx512vl", "avx512vnni"],
        x86::avx512vnni::fold::<0>
    )
    .combine(combine)
    .about("AVX-512 VNNI: rows of 256 bytes, dot products of four")
    .small(129, "256 bits"),
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    fold_engine!(
        Family::Adler32,
        "adler32/avxvnni/x86-256/prefetch",
        ["avx2", "avxvnni"],
        x86::avxvnni::fold::<{ x86::AHEAD }>
    )
    .combine(combine)
    .about("AVX-VNNI: rows of 256 bytes, dot products of four, prefetching")
    .small(32, "128 bits; below 8 one byte a step"),
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    fold_engine!(
        Family::Adler32,
        "adler32/vnni/x86-256/prefetch",
        ["avx512f", "avx512bw", "avx512vl", "avx512vnni"],
        x86::avx512vl::fold::<{ x86::AHEAD }>
    )
    .combine(combine)
    .about("AVX-512 VNNI on 256 bits: rows of 256 bytes, dot products of four, prefetching"),
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    fold_engine!(
        Family::Adler32,
        "adler32/vnni/x86-512/prefetch",
        ["avx512f", "avx512bw", "avx512vl", "avx512vnni"],
        x86::avx512vnni::fold::<{ x86::AHEAD }>
    )
    .combine(combine)
    .about("AVX-512 VNNI: rows of 256 bytes, dot products of four, prefetching")
    .small(129, "256 bits"),
    #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
    fold_engine!(Family::Adler32, "adler32/mul/aarch64-128", ["neon"], aarch64::neon::fold)
        .combine(combine)
        .about("NEON: rows of 128 bytes, multiplied to 16 bits")
        .small(16, "one byte a step"),
    #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
    fold_engine!(Family::Adler32, "adler32/dotprod/aarch64-128", ["neon", "dotprod"], aarch64::dotprod::fold)
        .combine(combine)
        .about("NEON dot product: rows of 128 bytes")
        .small(16, "one byte a step"),
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    fold_engine!(Family::Adler32, "adler32/mul/wasm-128", ["simd128"], wasm32::simd128::fold)
        .combine(combine)
        .about("simd128: rows of 128 bytes, multiplied to 32 bits in pairs")
        .small(16, "one byte a step"),
    #[cfg(feature = "third-party")]
    portable("adler32/x/adler", x::adler::fold)
        .source(crate_of("adler", "1.0.2", "Jonas Schievink", "0BSD OR MIT OR Apache-2.0"))
        .about("crate adler: four interleaved sums, portable"),
    #[cfg(feature = "third-party")]
    portable("adler32/x/adler2", x::adler2::fold)
        .source(crate_of("adler2", "2.0.1", "Jonas Schievink, oyvindln", "0BSD OR MIT OR Apache-2.0"))
        .about("crate adler2: four interleaved sums, portable"),
    #[cfg(feature = "third-party")]
    portable("adler32/x/adler32", x::adler32::fold)
        .source(crate_of("adler32", "1.2.0", "Remi Rampin", "Zlib"))
        .about("crate adler32: a translation of zlib 1.2.8's form")
        .small(16, "one byte a step"),
    #[cfg(feature = "third-party")]
    portable("adler32/x/simd-adler32", x::simd_adler32::fold)
        .source(crate_of("simd-adler32", "0.3.10", "Marvin Countryman", "MIT"))
        .dispatch(Dispatch::Opaque)
        .about("crate simd-adler32: AVX2, SSSE3, SSE2, NEON, simd128 or portable")
        .small(16, "one byte a step; with AVX2 below 32 bytes"),
    #[cfg(feature = "third-party")]
    portable("adler32/x/zlib-rs", x::zlib_rs::fold)
        .source(crate_of("zlib-rs", "0.6.8", "Trifecta Tech Foundation", "Zlib"))
        .dispatch(Dispatch::Opaque)
        .about("crate zlib-rs: AVX2, NEON, simd128 or zlib's form")
        .small(32, "its sixteenfold scalar loop, which takes both ends of longer inputs too"),
];

/// A row that any CPU of the target can run.
const fn portable(id: &'static str, kernel: fn(u32, &[u8]) -> u32) -> Engine {
    Engine::fold(Family::Adler32, id, kernel).combine(combine)
}

#[cfg(feature = "third-party")]
const fn crate_of(
    name: &'static str,
    version: &'static str,
    author: &'static str,
    licence: &'static str,
) -> Source {
    Source::ThirdParty { name, version, author, licence }
}
