//! A made-up run on disk, for what is rendered from runs.

use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};

const HEADER: &str = "method,family,engine,code,source,version,isa,input,residency,bytes,mode,chunk,align,processes,rounds,iters,\
                      min_ns,p05_ns,median_ns,p95_ns,mad_ns,bytes_per_second,baseline,ratio,ratio_low,ratio_high,floor_low,\
                      floor_high,verdict,ceiling_share,digest,flags,err";

/// Engine, code, source, version, ns for a KiB, the family's baseline.
const ENGINES: [(&str, &str, &str, &str, f64, &str); 17] = [
    ("adler32/unroll16", "a", "own", "0.1.0", 800.0, "adler32/unroll16"),
    ("adler32/auto", "", "own", "0.1.0", 20.0, "adler32/unroll16"),
    ("adler32/x/simd-adler32", "", "simd-adler32", "0.3.10", 25.0, "adler32/unroll16"),
    ("crc32/byte/zlib-1.1.4", "e1", "own", "0.1.0", 2600.0, "crc32/byte/zlib-1.1.4"),
    ("crc32/slice4/zlib-1.2.1", "e3", "own", "0.1.0", 1250.0, "crc32/byte/zlib-1.1.4"),
    ("crc32/slice8", "e8", "own", "0.1.0", 600.0, "crc32/byte/zlib-1.1.4"),
    ("crc32/slice16", "e16", "own", "0.1.0", 350.0, "crc32/byte/zlib-1.1.4"),
    ("crc32/auto", "", "own", "0.1.0", 21.0, "crc32/byte/zlib-1.1.4"),
    ("crc32/clmul/x86-512", "", "own", "0.1.0", 20.5, "crc32/byte/zlib-1.1.4"),
    ("crc32/x/crc32fast", "", "crc32fast", "1.5.5", 44.0, "crc32/byte/zlib-1.1.4"),
    ("crc32c/slice8", "e8", "own", "0.1.0", 610.0, "crc32c/slice8"),
    ("crc32c/auto", "", "own", "0.1.0", 19.0, "crc32c/slice8"),
    ("md5/deutsch", "gd", "own", "0.1.0", 2000.0, "md5/openssl"),
    ("md5/openssl", "g", "own", "0.1.0", 1700.0, "md5/openssl"),
    ("md5/scalar-g-add", "", "own", "0.1.0", 1500.0, "md5/openssl"),
    ("md5/scalar-g-add/asm", "", "own", "0.1.0", 1450.0, "md5/openssl"),
    ("md5/auto", "", "own", "0.1.0", 1300.0, "md5/openssl"),
];

/// Name, bytes, residency, additional ns of a call.
const INPUTS: [(&str, u64, &str, f64); 8] = [
    ("short-1-independent", 1, "l1", 3.0),
    ("short-64-independent", 64, "l1", 5.0),
    ("short-64-dependent", 64, "l1", 15.0),
    ("short-1024-independent", 1024, "l1", 9.0),
    ("buffer-16k", 16_384, "l1", 20.0),
    ("buffer-256k", 262_144, "l2", 40.0),
    ("buffer-4m", 4_194_304, "l3", 90.0),
    ("buffer-256m", 268_435_456, "memory", 400_000.0),
];

/// Makes `root/results/machine/run`, for a build of `target`, whose times are `slower` times as long.
pub(crate) fn run(root: &Path, machine: &str, run: &str, target: &str, slower: f64) -> PathBuf {
    let folder = root.join("results").join(machine).join(run);
    fs::create_dir_all(&folder).unwrap();
    let mut csv = format!("{HEADER}\n");
    for (input, bytes, residency, extra) in INPUTS {
        for (mode, chunk, align) in [("whole", 0, 0), ("whole", 0, 1), ("chunk", 4096, 0)] {
            if bytes < 16_384 && (mode, align) != ("whole", 0) {
                continue;
            }
            for (place, engine) in (0..).zip(ENGINES) {
                csv += &row(engine, (input, bytes, residency), (mode, chunk, align), extra, slower, place);
            }
        }
        csv += &format!(
            "1,crc32,crc32/clmul/arm-pmull,,own,0.1.0,pmull,{input},{residency},{bytes},whole,0,0,0,0,0,,,,,,,\
             crc32/byte/zlib-1.1.4,,,,,,,,,,\"not here: the CPU lacks pmull, <b>\"\n"
        );
    }
    fs::write(folder.join("summary.csv"), csv).unwrap();
    fs::write(folder.join("plan.toml"), "name = \"made up\"\n").unwrap();
    let record = serde_json::to_string_pretty(&record(machine, run, target)).unwrap();
    fs::write(folder.join("machine.json"), record).unwrap();
    folder
}

fn row(
    (engine, code, source, version, per_kib, baseline): (&str, &str, &str, &str, f64, &str),
    (input, bytes, residency): (&str, u64, &str),
    (mode, chunk, align): (&str, u64, u32),
    extra: f64,
    slower: f64,
    place: u32,
) -> String {
    let family = engine.split('/').next().unwrap();
    let time =
        |per_kib: f64| slower * (per_kib * bytes as f64 / 1024.0 + extra) * (1.0 + f64::from(align) * 0.03);
    let median = time(per_kib);
    let own_baseline = ENGINES.iter().find(|(id, ..)| *id == baseline).unwrap().4;
    let ratio = time(own_baseline) / median;
    let (ratio, low, high) =
        if engine == baseline { (1.0, 1.0, 1.0) } else { (ratio, ratio * 0.98, ratio * 1.03) };
    let verdict = match () {
        () if engine == baseline => "baseline",
        () if low > 1.03 => "faster",
        () if high < 0.97 => "slower",
        () => "not-separated",
    };
    let digest = if family == "md5" { "9e107d9d372bb6826bd81d3542a419d6" } else { "414fa339" };
    let flags = if place.is_multiple_of(3) { "disturbed:2 outliers:1" } else { "" };
    format!(
        "1,{family},{engine},{code},{source},{version},sse2,{input},{residency},{bytes},{mode},{chunk},{align},11,12,7,{},{},{},{},{},{},\
         {baseline},{ratio},{low},{high},0.99,1.01,{verdict},{},{digest},{flags},\n",
        median * 0.97,
        median * 0.98,
        median,
        median * (1.05 + 0.01 * f64::from(place)),
        median * 0.01,
        bytes as f64 * 1e9 / median,
        time(15.0) / median,
    )
}

fn record(machine: &str, run: &str, target: &str) -> serde_json::Value {
    json!({
        "method": 1, "run": run, "name": machine, "label": null,
        "command": ["checksum-compare", "measure", "made-up"],
        "started": "2026-11-30T12:00:00Z", "ended": "2026-11-30T12:01:00Z", "measured_seconds": 55.0,
        "processes": 11, "core": 1, "seed": 1, "baselines": {"crc32": "crc32/byte/zlib-1.1.4"},
        "controls": {
            "clock_ghz": [2.9, 3.0, 3.1], "twice": [1.99, 2.0, 2.01], "twins_apart": 1, "cells": 30,
            "samples": 1000, "disturbed": 20, "faulted": 0
        },
        "machine": {
            "cpu": {
                "model": "A made-up CPU", "vendor": null, "signature": null, "microcode": null,
                "logical_cores": 1, "physical_cores": 2, "caches": [], "usable": ["sse2"], "masked": [],
                "hypervisor": null, "governor": null, "turbo": null
            },
            "system": {
                "name": "A made-up system", "kernel": null, "page_bytes": 4096, "huge_pages": null,
                "memory_bytes": null, "affinity": [1], "load": null, "emulation": null
            },
            "clock": {"step_ns": 20, "read_ns": 21},
            "build": {
                "rustc": "rustc 1.95.0; LLVM", "target": target, "profile": "release", "opt_level": "3",
                "debug_assertions": false, "rustflags": null, "target_features": "sse2", "revision": "0123456789ab",
                "dirty": false, "version": "0.1.0"
            }
        }
    })
}
