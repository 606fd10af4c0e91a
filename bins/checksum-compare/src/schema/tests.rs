//! A made-up run written, read back, and broken rule by rule.

use super::*;
use checksum_measure::{Machine, MonotonicClock};
use checksum_testkit::program::Scratch;
use std::collections::BTreeMap;

fn record() -> RunRecord {
    RunRecord {
        method: METHOD,
        run: "2026-11-30-abc".to_owned(),
        name: "somewhere".to_owned(),
        label: None,
        command: vec!["checksum-compare".to_owned(), "measure".to_owned()],
        started: "2026-11-30T10:00:00Z".to_owned(),
        ended: "2026-11-30T10:01:00Z".to_owned(),
        measured_seconds: 59.5,
        processes: 1,
        core: None,
        seed: 7,
        baselines: BTreeMap::from([("crc32".to_owned(), "crc32/auto".to_owned())]),
        controls: Controls::default(),
        machine: Machine::gather(&MonotonicClock::new()),
    }
}

fn sample(engine: &str, ns: u64) -> Sample {
    Sample {
        run: "2026-11-30-abc".to_owned(),
        process: 1,
        round: 1,
        position: 0,
        family: "crc32".to_owned(),
        engine: engine.to_owned(),
        input: "file:a,\"b\"\n".to_owned(),
        mode: "whole".to_owned(),
        chunk: 0,
        align: 0,
        iters: 2,
        bytes: 1000,
        ns,
        faults: Some(0),
        wait_ns: None,
        steal_ticks: Some(0),
        switches: Some(0),
        ok: true,
    }
}

fn row(engine: &str) -> Row {
    Row {
        method: METHOD,
        family: "crc32".to_owned(),
        engine: engine.to_owned(),
        code: None,
        source: "own".to_owned(),
        version: "0.1.0".to_owned(),
        isa: "pclmulqdq sse4.1".to_owned(),
        input: "file:a,\"b\"\n".to_owned(),
        residency: "l1".to_owned(),
        bytes: 1000,
        mode: "whole".to_owned(),
        chunk: 0,
        align: 0,
        processes: 1,
        rounds: 1,
        iters: 2,
        min_ns: Some(50.0),
        p05_ns: Some(50.0),
        median_ns: Some(50.0),
        p95_ns: Some(50.0),
        mad_ns: Some(0.0),
        bytes_per_second: Some(2e10),
        baseline: "crc32/auto".to_owned(),
        ratio: Some(1.0),
        ratio_low: Some(1.0),
        ratio_high: Some(1.0),
        floor_low: Some(0.99),
        floor_high: Some(1.01),
        verdict: Some(Verdict::Baseline),
        ceiling_share: Some(0.5),
        digest: Some("cbf43926".to_owned()),
        flags: "disturbed:3 opaque".to_owned(),
        err: None,
    }
}

fn missing(engine: &str) -> Row {
    Row {
        min_ns: None,
        p05_ns: None,
        median_ns: None,
        p95_ns: None,
        mad_ns: None,
        bytes_per_second: None,
        ratio: None,
        ratio_low: None,
        ratio_high: None,
        verdict: None,
        ceiling_share: None,
        digest: None,
        flags: String::new(),
        err: Some("needs CPU features that are missing or masked: avx9".to_owned()),
        ..row(engine)
    }
}

#[test]
fn what_is_written_is_read_back_and_is_sound() {
    let scratch = Scratch::new();
    let machine = scratch.path("results/somewhere");
    let run = machine.join("2026-11-30-abc");
    std::fs::create_dir_all(&run).unwrap();
    let samples = [sample("crc32/auto", 100), sample("control/twin", 101)];
    let rows = [row("crc32/auto"), missing("crc32/other")];
    // Made once: facts about a clock differ from one look at it to the next.
    let record = record();
    write_run(&run, &record, "rounds = 1\n", &samples, &rows).unwrap();

    assert_eq!(runs_below(&scratch.path("results")).unwrap(), std::slice::from_ref(&run));
    let stored = Stored::read(&run).unwrap();
    assert_eq!(stored.record, record);
    assert_eq!(stored.rows, rows);
    assert_eq!(stored.samples().unwrap().unwrap(), samples);
    assert_eq!(stored.plan().unwrap(), "rounds = 1\n");
    assert_eq!(problems(&stored, Some(&samples)), [""; 0]);
    assert!(write_run(&run, &record, "", &samples, &rows).is_err(), "never overwritten");
}

#[test]
fn columns_are_those_of_the_document() {
    let header = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap().lines().next().unwrap().to_owned();
    let mut out = Vec::new();
    write_rows(&mut out, &[sample("x", 1)]).unwrap();
    assert_eq!(
        header(out),
        "run,process,round,position,family,engine,input,mode,chunk,align,iters,bytes,ns,faults,wait_ns,\
         steal_ticks,switches,ok"
    );
    let mut out = Vec::new();
    write_rows(&mut out, &[row("x")]).unwrap();
    assert_eq!(
        header(out),
        "method,family,engine,code,source,version,isa,input,residency,bytes,mode,chunk,align,processes,\
         rounds,iters,min_ns,p05_ns,median_ns,p95_ns,mad_ns,bytes_per_second,baseline,ratio,ratio_low,\
         ratio_high,floor_low,floor_high,verdict,ceiling_share,digest,flags,err"
    );
}

#[test]
fn every_breach_is_named() {
    let broken = |change: &dyn Fn(&mut Row)| {
        let mut changed = row("crc32/auto");
        change(&mut changed);
        let folder = std::path::PathBuf::new();
        problems(&Stored { folder, record: record(), rows: vec![changed] }, None).join("; ")
    };
    assert_eq!(broken(&|_| {}), "");
    for (change, word) in [
        (&(|row: &mut Row| row.method = 2) as &dyn Fn(&mut Row), "method"),
        (&|row| row.min_ns = Some(60.0), "in order"),
        (&|row| row.p95_ns = None, "missing"),
        (&|row| row.bytes_per_second = Some(1.0), "bytes_per_second"),
        (&|row| row.ratio = Some(2.0), "outside"),
        (&|row| row.ratio_low = None, "half a ratio"),
        (&|row| row.verdict = Some(Verdict::Faster), "baseline"),
        (&|row| row.digest = Some("CBF43926".to_owned()), "digest"),
        (&|row| row.mode = "loop".to_owned(), "unknown mode"),
        (&|row| row.chunk = 4096, "chunk goes"),
        (&|row| row.align = 64, "below 64"),
        (&|row| row.engine = "md5/auto".to_owned(), "family"),
    ] {
        assert!(broken(change).contains(word), "{word}: {}", broken(change));
    }
    let folder = std::path::PathBuf::new();
    let stored = Stored { folder, record: record(), rows: vec![row("crc32/auto")] };
    let mut wrong = sample("crc32/auto", 100);
    wrong.ok = false;
    assert!(problems(&stored, Some(&[wrong])).join(" ").contains("digest was wrong"));
    assert!(problems(&stored, Some(&[])).join(" ").contains("0 samples"));
    let other = sample("crc32/other", 100);
    assert!(problems(&stored, Some(&[other])).join(" ").contains("without a row"));
}
