//! Every engine against the definition, on the inputs that break implementations of Adler-32 in particular.

use checksum_adler32::ENGINES;
use checksum_engine::{CpuFeatures, Runnable};

/// Every engine that runs on this CPU but the reference; those that do not are printed.
fn contestants() -> impl Iterator<Item = Runnable> {
    ENGINES[1..].iter().filter_map(|engine| match engine.resolve(CpuFeatures::current()) {
        Ok(runnable) => Some(runnable),
        Err(missing) => {
            println!("skipped {}: {missing}", engine.id);
            None
        }
    })
}

fn reference(start: u32, data: &[u8]) -> u32 {
    let reference = ENGINES[0].resolve(CpuFeatures::current()).unwrap();
    reference.fold(start, data).unwrap()
}

fn check(start: u32, data: &[u8], what: &str) {
    let expected = reference(start, data);
    for engine in contestants() {
        let value = engine.fold(start, data).unwrap();
        let id = engine.engine().id;
        let n = data.len();
        assert_eq!(value, expected, "{id}: {what}, {n} bytes from {start:08x}");
    }
}

fn mixed(n: usize) -> Vec<u8> {
    (0..n).map(|i| ((i * i * 31) ^ (i >> 3) ^ (i >> 11)) as u8).collect()
}

const STARTS: [u32; 7] = [1, 0, 0xfff0_fff0, 0xfff0_0000, 0x0000_fff0, 0xffff_ffff, 0xfff1_fff1];

#[test]
fn every_short_length_from_every_kind_of_start() {
    let (mixed, full) = (mixed(1100), vec![0xff; 1100]);
    for start in STARTS {
        for n in 0..=1024 {
            check(start, &mixed[n % 64..][..n], "mixed");
            check(start, &full[n % 64..][..n], "0xff");
        }
    }
}

#[test]
fn the_worst_sums_around_every_block_bound() {
    let full = vec![0xff; (1 << 19) + (1 << 16)];
    for bound in
        [4096, 5552, 2 * 5552, 8192, 16_384, 23_208, 60 << 10, 65_521, 65_536, 120 << 10, 1 << 18, 1 << 19]
    {
        for n in bound - 3..=bound + 3 {
            check(0xfff0_fff0, &full[..n], "0xff");
            check(0xffff_ffff, &full[1..][..n], "0xff");
        }
    }
}

#[test]
fn long_worst_runs_at_every_offset() {
    let full = vec![0xff; 12_000];
    for offset in 0..128 {
        check(0xfff0_fff0, &full[offset..], "0xff");
    }
}

#[test]
fn an_unreduced_start_is_reduced_even_over_nothing() {
    for engine in contestants() {
        assert_eq!(engine.fold(0xffff_ffff, b""), Some(0x000e_000e), "{}", engine.engine().id);
        assert_eq!(engine.fold(0xfff1_fff1, b""), Some(0), "{}", engine.engine().id);
        assert_eq!(engine.fold(0xfff0_fff0, b""), Some(0xfff0_fff0), "{}", engine.engine().id);
    }
}
