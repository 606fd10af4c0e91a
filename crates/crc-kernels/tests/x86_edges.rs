//! The x86 kernels around the lengths at which their blocks, rounds and strips change over, against the table form
//! (which the conformance loop holds to the definition), from random starts and up to a page's end.
#![cfg(any(target_arch = "x86", target_arch = "x86_64"))]

use checksum_crc_kernels::{Crc32, Crc32c, portable, x86};
use checksum_engine::{CpuFeatures, Engine, Family, fold_engine};
use checksum_testkit::{GuardedBuffer, Random};

macro_rules! folding {
    ($family:expr, $polynomial:ty) => {
        [
            fold_engine!($family, "128", ["pclmulqdq", "sse4.1"], x86::clmul128::fold::<$polynomial>),
            fold_engine!(
                $family,
                "256",
                ["avx2", "vpclmulqdq", "pclmulqdq", "sse4.1"],
                x86::clmul256::fold::<$polynomial>
            ),
            fold_engine!(
                $family,
                "512",
                ["avx512f", "avx512bw", "avx512dq", "avx512vl", "vpclmulqdq", "pclmulqdq", "sse4.1"],
                x86::clmul512::fold::<$polynomial>
            ),
            fold_engine!(
                $family,
                "512 prefetching",
                ["avx512f", "avx512bw", "avx512dq", "avx512vl", "vpclmulqdq", "pclmulqdq", "sse4.1"],
                x86::clmul512::prefetching::<$polynomial>
            ),
            fold_engine!(
                $family,
                "512 strips",
                ["avx512f", "avx512bw", "avx512dq", "avx512vl", "vpclmulqdq", "pclmulqdq", "sse4.1"],
                x86::clmul512::strips::fold::<$polynomial>
            ),
        ]
    };
}

static CRC32: [Engine; 5] = folding!(Family::Crc32, Crc32);
static CRC32C: [Engine; 5] = folding!(Family::Crc32c, Crc32c);
static INSTRUCTION: &[Engine] = &[
    fold_engine!(Family::Crc32c, "one stream", ["sse4.2"], x86::crc32c::sse42),
    fold_engine!(Family::Crc32c, "three streams", ["sse4.2", "pclmulqdq"], x86::crc32c::three_streams),
    #[cfg(target_arch = "x86_64")]
    fold_engine!(Family::Crc32c, "fused 128", ["sse4.2", "pclmulqdq"], x86::crc32c::fused128),
    #[cfg(target_arch = "x86_64")]
    fold_engine!(
        Family::Crc32c,
        "fused 512",
        ["avx512f", "avx512bw", "avx512dq", "avx512vl", "vpclmulqdq", "pclmulqdq", "sse4.2"],
        x86::crc32c::fused512
    ),
];

/// Blocks, thresholds, rounds and strips of all kernels.
const EDGES: &[usize] = &[
    128,
    256,
    384,
    512,
    1024,
    1024 + 256,
    2048,
    // Three streams of 4 KiB, and the fused forms' first steps.
    12 * 1024,
    12 * 1024 + 64,
    12 * 1024 + 608,
    // The fused forms' longest round, alone and with the least that may follow it.
    128 + 256 * 256,
    128 + 256 * 256 + 1024,
    512 + 256 * 608,
    512 + 256 * 608 + 12 * 1024,
    64 * 1024,
    // Strips.
    256 * 1024,
    320 * 1024,
    512 * 1024,
];

fn check(engines: &'static [Engine], right: fn(u32, &[u8]) -> u32) {
    let mut random = Random::new(7);
    let mut buffer = GuardedBuffer::new(600 * 1024);
    for &edge in EDGES {
        for len in edge - 2..=edge + 66 {
            if edge > 20_000 && !(edge - 1..=edge + 1).contains(&len) && len % 13 != 0 {
                continue;
            }
            let data = random.bytes(len);
            let start = [0, u32::MAX, random.next_u32()][len % 3];
            let value = right(start, &data);
            for engine in engines {
                let Ok(engine) = engine.resolve(CpuFeatures::current()) else { continue };
                let id = engine.engine().id;
                let at_end = engine.fold(start, buffer.at_end(&data));
                assert_eq!(at_end, Some(value), "{id}: {len} bytes from {start:08x} at page end");
                let at_start = engine.fold(start, buffer.at_start(&data));
                assert_eq!(at_start, Some(value), "{id}: {len} bytes from {start:08x} at page start");
            }
        }
    }
}

#[test]
fn crc32_at_its_edges() {
    check(&CRC32, portable::slicing_by_16::<Crc32>);
}

#[test]
fn crc32c_at_its_edges() {
    check(&CRC32C, portable::slicing_by_16::<Crc32c>);
    check(INSTRUCTION, portable::slicing_by_16::<Crc32c>);
}

/// A long message begins within a cache line in all 64 ways, three of them with the running value astride its end.
#[test]
fn long_messages_at_every_offset() {
    let mut random = Random::new(8);
    let data = random.bytes(2048 + 4096);
    let base = data.as_ptr().align_offset(64);
    for offset in 0..64 {
        for len in (2040..2060).chain([2700, 3333, 4000 - offset]) {
            let message = &data[base + offset..][..len];
            let start = random.next_u32();
            for (engines, right) in [
                (&CRC32, portable::slicing_by_16::<Crc32> as fn(u32, &[u8]) -> u32),
                (&CRC32C, portable::slicing_by_16::<Crc32c>),
            ] {
                for engine in engines {
                    let Ok(engine) = engine.resolve(CpuFeatures::current()) else { continue };
                    let id = engine.engine().id;
                    let value = engine.fold(start, message);
                    assert_eq!(value, Some(right(start, message)), "{id}: {len} bytes at offset {offset}");
                }
            }
        }
    }
}
