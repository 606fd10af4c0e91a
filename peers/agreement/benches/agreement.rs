//! Engines over 16 KiB that begin at a 64-byte line, one call an iteration, by divan's rules.

use checksum_engine::{CpuFeatures, Engine};
use divan::{Bencher, black_box, counter::BytesCount};

/// What both harnesses time.
const IDS: [&str; 5] = ["crc32/slice8", "crc32/auto", "adler32/auto", "adler32/unroll16", "md5/auto"];
const BYTES: usize = 16 << 10;

fn main() {
    divan::main();
}

fn find(id: &str) -> &'static Engine {
    let families = [checksum_crc32::ENGINES, checksum_adler32::ENGINES, checksum_md5::ENGINES];
    families.into_iter().flatten().find(|engine| engine.id == id).expect("an engine of this workspace")
}

#[divan::bench(args = IDS, sample_count = 2000)]
fn engine(bencher: Bencher, id: &str) {
    let runnable = find(id).resolve(CpuFeatures::current()).expect("it runs here");
    let store: Vec<u8> = (0..BYTES as u32 + 64).map(|i| (i.wrapping_mul(0x9e37_79b9) >> 24) as u8).collect();
    let start = store.as_ptr().align_offset(64);
    let data = &store[start..][..BYTES];
    bencher.counter(BytesCount::new(BYTES)).bench_local(|| runnable.checksum(black_box(data)));
}
