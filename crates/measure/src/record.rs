//! One row of results, from which text, CSV and JSON are all rendered.

use crate::ratio::{Ratio, Verdict, separated};
use crate::run::Run;
use crate::stats::megabytes_per_second;
use checksum_engine::{Engine, Missing, Source};
use serde::{Deserialize, Serialize, Serializer};

/// What is known about one engine after a run. The fields' names are the keys of the JSON objects and, in this
/// order, the columns of the CSV.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The algorithm family: `adler32`, `crc32`, `crc32c` or `md5`.
    pub family: String,
    /// The engine's id.
    pub id: String,
    /// Its classic code.
    pub code: Option<String>,
    /// Who wrote it: `own`, or the third-party crate's name and version.
    pub source: String,
    /// The checksum that the timed passes computed, as lower-case hex; `None` if nothing ran. It is what the engine
    /// said: see `verified`.
    pub checksum: Option<String>,
    /// Whether the engine can run here.
    pub available: bool,
    /// The CPU features that it lacks.
    pub missing: Vec<String>,
    /// Whether every answer of every round was right: as expected, or the same as all others of the family.
    pub verified: bool,
    /// Whether the times mean anything.
    pub timing: Timing,
    /// The pass of the first round, in ns, which loads the input and is to be ignored.
    pub first_ns: Option<u64>,
    /// Its speed, in MB/s.
    pub first_mb_per_s: Option<f64>,
    /// Passes in each timed sample.
    pub iterations: u32,
    /// The time of one pass, in ns, round by round: the raw integer, or its `iterations`-th part.
    #[serde(serialize_with = "numbers")]
    pub rounds_ns: Vec<f64>,
    /// The shortest of them.
    #[serde(serialize_with = "number")]
    pub min_ns: Option<f64>,
    /// Their median.
    #[serde(serialize_with = "number")]
    pub median_ns: Option<f64>,
    /// Their median absolute deviation from the median, not scaled.
    #[serde(serialize_with = "number")]
    pub mad_ns: Option<f64>,
    /// Speed from `min_ns`, in MB/s of 10^6 bytes per second; `None` for an empty input or too short a time.
    pub mb_per_s: Option<f64>,
    /// Speed from `median_ns`, in MB/s.
    pub median_mb_per_s: Option<f64>,
    /// The speed as a share of the read ceiling's (1 is as fast as reading alone): median over the rounds.
    pub share_of_ceiling: Option<f64>,
    /// How many times as fast as the first contestant: median over the rounds.
    pub ratio: Option<f64>,
    /// Lower end of the ratio's interval.
    pub ratio_low: Option<f64>,
    /// Upper end of the ratio's interval.
    pub ratio_high: Option<f64>,
    /// Whether that is told apart from noise.
    pub separated: Option<Verdict>,
    /// Rounds (from 1) whose time lies far out.
    pub outliers: Vec<u32>,
    /// Rounds (from 1) during which something else took time.
    pub disturbed: Vec<u32>,
}

/// Whether times mean anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Timing {
    /// Yes.
    Timed,
    /// No: the input is empty, there is no speed.
    Empty,
    /// No: a sample is too short for the clock.
    TooShort,
    /// Nothing was timed.
    NotRun,
}

impl Row {
    /// The row of an engine that cannot run here.
    pub fn missing(engine: &Engine, missing: &Missing) -> Row {
        let names = missing.features.names().map(str::to_owned).collect();
        Row { available: false, missing: names, ..Row::not_run(engine) }
    }

    /// The row of an engine that could run but did not, or not to the end of its first round.
    pub fn not_run(engine: &Engine) -> Row {
        Row {
            family: engine.family.name().to_owned(),
            id: engine.id.to_owned(),
            code: engine.code.map(str::to_owned),
            source: match engine.source {
                Source::Own => "own".to_owned(),
                Source::ThirdParty { name, version, .. } => format!("{name} {version}"),
            },
            checksum: None,
            available: true,
            missing: Vec::new(),
            verified: false,
            timing: Timing::NotRun,
            first_ns: None,
            first_mb_per_s: None,
            iterations: 0,
            rounds_ns: Vec::new(),
            min_ns: None,
            median_ns: None,
            mad_ns: None,
            mb_per_s: None,
            median_mb_per_s: None,
            share_of_ceiling: None,
            ratio: None,
            ratio_low: None,
            ratio_high: None,
            separated: None,
            outliers: Vec::new(),
            disturbed: Vec::new(),
        }
    }

    /// The row of the contestant at place `entry` of the run's line-up, which is `engine`. Ratios refer to the
    /// first contestant.
    pub fn measured(engine: &Engine, run: &Run, entry: usize) -> Row {
        let bytes = run.plan.bytes;
        let rounds_ns = run.pass_ns(entry);
        let timing = match () {
            () if rounds_ns.is_empty() => Timing::NotRun,
            () if bytes == 0 => Timing::Empty,
            () if !run.can_time(entry) => Timing::TooShort,
            () => Timing::Timed,
        };
        let summary = run.summary(entry);
        let speed = |ns: Option<f64>| megabytes_per_second(bytes, ns?).filter(|_| timing == Timing::Timed);
        let (min_ns, median_ns) = (summary.as_ref().map(|s| s.min_ns), summary.as_ref().map(|s| s.median_ns));
        let first_ns = run.first_ns(entry);
        let long_enough = first_ns.filter(|&ns| run.resolution.can_time(ns));
        let ratio = run.speed_ratio(entry, 0).filter(|_| timing == Timing::Timed);
        let value = |part: fn(Ratio) -> f64| ratio.map(part);
        let share = run.share_of_ceiling(entry).filter(|_| timing == Timing::Timed);
        Row {
            checksum: run.answer(entry).map(ToString::to_string),
            verified: run.verified(entry),
            timing,
            first_ns,
            first_mb_per_s: long_enough.and_then(|ns| megabytes_per_second(bytes, ns as f64)),
            iterations: run.iterations,
            min_ns,
            median_ns,
            mad_ns: summary.as_ref().map(|s| s.mad_ns),
            mb_per_s: speed(min_ns),
            median_mb_per_s: speed(median_ns),
            share_of_ceiling: share.map(|share| share.value),
            ratio: value(|ratio| ratio.value),
            ratio_low: value(|ratio| ratio.low),
            ratio_high: value(|ratio| ratio.high),
            separated: ratio.filter(|_| entry != 0).map(|ratio| separated(ratio, run.noise_floor())),
            outliers: summary.iter().flat_map(|s| &s.outliers).map(|&place| place as u32 + 1).collect(),
            disturbed: run.timed(entry).filter(|s| s.signals.disturbed(s.ns)).map(|s| s.round).collect(),
            rounds_ns,
            ..Row::not_run(engine)
        }
    }

    /// The columns of the CSV form.
    pub const COLUMNS: [&str; 25] = [
        "family",
        "id",
        "code",
        "source",
        "checksum",
        "available",
        "missing",
        "verified",
        "timing",
        "first_ns",
        "first_mb_per_s",
        "iterations",
        "rounds_ns",
        "min_ns",
        "median_ns",
        "mad_ns",
        "mb_per_s",
        "median_mb_per_s",
        "share_of_ceiling",
        "ratio",
        "ratio_low",
        "ratio_high",
        "separated",
        "outliers",
        "disturbed",
    ];

    /// The row as CSV fields, one for each of [`Row::COLUMNS`]: absent values are empty, lists have spaces between
    /// their items.
    pub fn fields(&self) -> [String; 25] {
        [
            self.family.clone(),
            self.id.clone(),
            text(&self.code),
            self.source.clone(),
            text(&self.checksum),
            self.available.to_string(),
            list(&self.missing),
            self.verified.to_string(),
            self.timing.name().to_owned(),
            text(&self.first_ns),
            text(&self.first_mb_per_s),
            self.iterations.to_string(),
            list(&self.rounds_ns),
            text(&self.min_ns),
            text(&self.median_ns),
            text(&self.mad_ns),
            text(&self.mb_per_s),
            text(&self.median_mb_per_s),
            text(&self.share_of_ceiling),
            text(&self.ratio),
            text(&self.ratio_low),
            text(&self.ratio_high),
            self.separated.map_or_else(String::new, |verdict| verdict.name().to_owned()),
            list(&self.outliers),
            list(&self.disturbed),
        ]
    }
}

impl Timing {
    /// The name in records.
    pub fn name(self) -> &'static str {
        match self {
            Timing::Timed => "timed",
            Timing::Empty => "empty",
            Timing::TooShort => "too-short",
            Timing::NotRun => "not-run",
        }
    }
}

fn text<T: ToString>(value: &Option<T>) -> String {
    value.as_ref().map_or_else(String::new, T::to_string)
}

fn list<T: ToString>(items: &[T]) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(" ")
}

/// A whole number of ns is written as an integer.
struct Number(f64);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.fract() == 0.0 && (0.0..9e15).contains(&self.0) {
            serializer.serialize_u64(self.0 as u64)
        } else {
            serializer.serialize_f64(self.0)
        }
    }
}

fn number<S: Serializer>(value: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
    value.map(Number).serialize(serializer)
}

fn numbers<S: Serializer>(values: &[f64], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(values.iter().copied().map(Number))
}
