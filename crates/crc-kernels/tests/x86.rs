//! The x86 kernels, for both polynomials, through the loop that every engine passes.
#![cfg(any(target_arch = "x86", target_arch = "x86_64"))]

use checksum_crc_kernels::{Crc32, Crc32c, Polynomial, x86};
use checksum_engine::{Engine, Family, fold_engine};
use checksum_testkit::check_family;

/// The definition, one bit at a time.
fn reference<P: Polynomial>(start: u32, data: &[u8]) -> u32 {
    !data.iter().fold(!start, |register, &byte| {
        (0..8).fold(register ^ u32::from(byte), |r, _| checksum_gf2::times_x(r, P::REFLECTED))
    })
}

macro_rules! engines {
    ($family:expr, $name:literal, $polynomial:ty) => {
        [
            Engine::fold($family, concat!($name, "/bitwise"), reference::<$polynomial>)
                .about("the definition"),
            fold_engine!(
                $family,
                concat!($name, "/clmul/x86-128"),
                ["pclmulqdq", "sse4.1"],
                x86::clmul128::fold::<$polynomial>
            )
            .about("folds 128 bits"),
            fold_engine!(
                $family,
                concat!($name, "/clmul/x86-512"),
                ["avx512f", "avx512bw", "avx512dq", "avx512vl", "vpclmulqdq", "pclmulqdq", "sse4.1"],
                x86::clmul512::fold::<$polynomial>
            )
            .about("folds 512 bits"),
        ]
    };
}

static CRC32: &[Engine] = &engines!(Family::Crc32, "crc32", Crc32);
static CRC32C: &[Engine] = &engines!(Family::Crc32c, "crc32c", Crc32c);

#[test]
fn crc32() {
    check_family(Family::Crc32, CRC32);
}

#[test]
fn crc32c() {
    check_family(Family::Crc32c, CRC32C);
}
