//! Rows of results: complete, finite, and the same in JSON and CSV.

use checksum_engine::{CpuFeatures, Engine, Family, FeatureSet};
use checksum_measure::{
    Contestant, Controls, FakeClock, Iterations, Lineup, Plan, Row, Run, Timing, Verdict, run_rounds,
};
use serde_json::{Value, json};
use std::convert::Infallible;

fn sum(start: u32, data: &[u8]) -> u32 {
    data.iter().fold(start, |sum, &byte| sum.wrapping_add(byte.into()))
}

static ENGINE: Engine = Engine::fold(Family::Crc32, "crc32/sum", sum).code("e1");
static OTHER: Engine = Engine::fold(Family::Crc32, "crc32/sum-2", sum);

fn run(bytes: u64, ns: u64, iterations: u32) -> Run {
    let clock = FakeClock::new();
    let contestant = |label: &'static str, ns| {
        let clock = &clock;
        Contestant::<Infallible>::new(label, "crc32", move |count| {
            clock.advance(ns * u64::from(count));
            Ok(0xab.into())
        })
    };
    let ceiling = Some(Contestant::new("null/read", "null/read", |count| {
        clock.advance(ns / 10 * u64::from(count));
        Ok(1.into())
    }));
    let lineup = Lineup { contestants: vec![contestant("a", ns), contestant("b", ns / 2)], ceiling };
    let plan = Plan {
        rounds: 7,
        iterations: Iterations::Fixed(iterations),
        controls: Controls { twin: true, clock: false, twice: false },
        ..Plan::new(bytes)
    };
    run_rounds(&plan, lineup, &clock, &mut ()).unwrap()
}

#[test]
fn a_measured_row() {
    let run = run(2_000_000, 1_000_000, 1);
    let row = Row::measured(&ENGINE, &run, 0);
    let value: Value = serde_json::to_value(&row).unwrap();
    for (key, wanted) in [
        ("family", json!("crc32")),
        ("id", json!("crc32/sum")),
        ("code", json!("e1")),
        ("checksum", json!("000000ab")),
        ("available", json!(true)),
        ("missing", json!([])),
        ("first_ns", json!(1_000_000)),
        ("rounds_ns", Value::from(vec![1_000_000; 7])),
        ("min_ns", json!(1_000_000)),
        ("median_ns", json!(1_000_000)),
        ("mb_per_s", json!(2000.0)),
        ("ratio", json!(1.0)),
        ("verified", json!(true)),
        ("timing", json!("timed")),
    ] {
        assert_eq!(value[key], wanted, "{key}");
    }
    assert!((row.share_of_ceiling.unwrap() - 0.1).abs() < 1e-9);
    assert_eq!(row.separated, None, "the first contestant is its own baseline");
    let other = Row::measured(&OTHER, &run, 1);
    assert!((other.ratio.unwrap() - 2.0).abs() < 1e-9);
    assert_eq!(other.separated, Some(Verdict::Faster));
    assert_eq!(serde_json::to_value(&other).unwrap()["code"], Value::Null);
    assert_eq!(serde_json::from_value::<Row>(value).unwrap(), row);
}

#[test]
fn repeated_passes_are_reported_per_pass() {
    let row = Row::measured(&ENGINE, &run(64, 30, 1000), 0);
    assert_eq!((row.iterations, row.min_ns, row.first_ns), (1000, Some(30.0), Some(30)));
    assert_eq!(row.rounds_ns, [30.0; 7]);
    assert_eq!(row.first_mb_per_s, None, "a single short pass is no speed");
    assert!(row.mb_per_s.is_some());
}

#[test]
fn empty_and_tiny_inputs_have_no_speed() {
    for (bytes, ns, timing) in
        [(0, 1_000_000, Timing::Empty), (0, 0, Timing::Empty), (3, 20, Timing::TooShort)]
    {
        let row = Row::measured(&ENGINE, &run(bytes, ns, 1), 0);
        assert_eq!(row.timing, timing);
        assert_eq!(
            (row.mb_per_s, row.median_mb_per_s, row.ratio, row.share_of_ceiling),
            (None, None, None, None)
        );
        assert_eq!(row.checksum.as_deref(), Some("000000ab"));
        let text = serde_json::to_string(&row).unwrap() + &row.fields().join(",");
        assert!(!text.contains("inf") && !text.contains("NaN"), "{text}");
    }
}

#[test]
fn an_unavailable_engine_names_what_is_missing() {
    // No CPU is both an x86 and an Arm.
    let missing = checksum_engine::Missing { features: FeatureSet::of(&["avx2", "dotprod"]) };
    let row = Row::missing(&ENGINE, &missing);
    assert!(!row.available && !row.verified);
    assert_eq!(row.missing, ["avx2", "dotprod"]);
    assert_eq!((row.checksum, row.timing), (None, Timing::NotRun));
    assert!(ENGINE.resolve(CpuFeatures::detect()).is_ok());
}

#[test]
fn csv_columns_are_the_json_keys() {
    let row = Row::measured(&ENGINE, &run(2_000_000, 1_000_000, 1), 1);
    let json = serde_json::to_string(&row).unwrap();
    let mut rest = &json[..];
    for column in Row::COLUMNS {
        let key = format!("\"{column}\":");
        let place = rest.find(&key).unwrap_or_else(|| panic!("{column} is missing or out of order"));
        rest = &rest[place + key.len()..];
    }
    assert_eq!(serde_json::to_value(&row).unwrap().as_object().unwrap().len(), Row::COLUMNS.len());
    let fields = row.fields();
    assert_eq!(fields[12], ["500000"; 7].join(" "));
    assert_eq!(fields[22], "faster");
}

#[test]
fn the_conditions_stand_beside_the_rows() {
    let conditions = checksum_measure::Conditions::of(&run(2_000_000, 1_000_000, 1));
    assert_eq!((conditions.rounds, conditions.complete_rounds, conditions.samples), (7, 7, 28));
    assert!((conditions.ceiling_mb_per_s.unwrap() - 20_000.0).abs() < 1e-6);
    assert!(conditions.disagreements.is_empty() && conditions.noise_floor.unwrap().holds_one());
    let json = serde_json::to_string(&conditions).unwrap();
    assert_eq!(serde_json::from_str::<checksum_measure::Conditions>(&json).unwrap(), conditions);
    assert_eq!(checksum_measure::Conditions::of(&run(0, 1_000_000, 1)).ceiling_mb_per_s, None);
}
