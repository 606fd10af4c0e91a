//! From figures to a verdict. Nothing is measured here.
//!
//! The model: one stream of reads gives S bytes a second, one core computes C. Overlapped they give the smaller of the two.
//! Several streams give what the storage gives to several, or what the cores (or one core side by side) compute. And all
//! work of the processor, that of the system's copying included, has to fit onto the cores that there are.

use super::jobs::{BLOCK, Rate};
use super::measure::{CLASSIC_CHUNK, Computing, Figures, InState, Together};
use serde::Serialize;

/// Two rates closer than this are called even.
const EVEN: f64 = 1.1;
/// A gain below this is not worth a change.
const WORTH_IT: f64 = 1.05;
/// Bytes of a TB.
const TB: f64 = 1e12;

/// What holds a job back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Bottleneck {
    /// Reading.
    Storage,
    /// Computing.
    Checksum,
    /// Neither by more than a tenth.
    Even,
}

/// What could be changed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Change {
    pub(super) kind: Kind,
    /// For people.
    pub(super) what: String,
    /// Bytes per second by the model; absent where only measuring tells.
    pub(super) predicted: Option<f64>,
    /// Bytes per second as measured; absent where only the model tells.
    pub(super) measured: Option<f64>,
    /// Bytes per second that it starts from.
    pub(super) from: f64,
}

/// Kinds of change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Kind {
    Checksum,
    Implementation,
    ChunkSize,
    Overlap,
    SeveralFiles,
}

impl Change {
    /// Bytes per second with it: measured where it was.
    pub(super) fn rate(&self) -> f64 {
        self.measured.or(self.predicted).unwrap_or(0.0)
    }

    /// How much faster, in percent.
    pub(super) fn gain_percent(&self) -> f64 {
        if self.from > 0.0 { (self.rate() / self.from - 1.0) * 100.0 } else { 0.0 }
    }

    /// Hours that it saves for each TB.
    pub(super) fn hours_saved_per_tb(&self) -> f64 {
        hours_per_tb(self.from) - hours_per_tb(self.rate())
    }
}

/// Hours for 10^12 bytes.
pub(super) fn hours_per_tb(bytes_per_s: f64) -> f64 {
    if bytes_per_s > 0.0 { TB / bytes_per_s / 3600.0 } else { 0.0 }
}

/// The verdict on one checksum in one state of the page cache.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Judgement {
    pub(super) checksum: &'static str,
    pub(super) bottleneck: Bottleneck,
    /// How many times as fast the other of the two is.
    pub(super) factor: f64,
    /// Bytes per second of one stream of reads.
    pub(super) storage: f64,
    /// Bytes per second of the checksum.
    pub(super) compute: f64,
    /// Bytes per second of the loop of the old scripts.
    pub(super) now: f64,
    pub(super) changes: Vec<Change>,
    pub(super) advice: String,
}

/// Judges every checksum in a state.
pub(super) fn judge(figures: &Figures, state: &InState) -> Vec<Judgement> {
    (0..figures.computing.len()).map(|place| judge_one(figures, state, place)).collect()
}

fn judge_one(figures: &Figures, state: &InState, place: usize) -> Judgement {
    let (computing, together) = (&figures.computing[place], &state.together[place]);
    let (storage, compute) = (state.reading.at(BLOCK), computing.single.per_s());
    let now = together.serial.per_s();
    let bottleneck = match storage / compute {
        ratio if ratio * EVEN < 1.0 => Bottleneck::Storage,
        ratio if ratio > EVEN => Bottleneck::Checksum,
        _ => Bottleneck::Even,
    };
    let mut changes = Vec::new();
    for (other, also) in figures.computing.iter().zip(&state.together) {
        if other.name != computing.name {
            changes.push(Change {
                kind: Kind::Checksum,
                what: format!("{} instead of {}", other.name, computing.name),
                predicted: None,
                measured: Some(also.serial.per_s()),
                from: now,
            });
        }
    }
    changes.push(implementation(computing, now));
    changes.extend(chunk_sizes(state, now));
    changes.push(Change {
        kind: Kind::Overlap,
        what: "read ahead in a thread of its own".to_owned(),
        predicted: Some(overlap(figures, state, computing)),
        measured: Some(together.overlapped.per_s()),
        from: now,
    });
    changes.push(Change {
        kind: Kind::SeveralFiles,
        what: format!("{} files at once", figures.parts),
        predicted: Some(several(figures, state, computing)),
        measured: Some(together.several.per_s()),
        from: now,
    });
    let advice = advice(computing, bottleneck, now, &changes);
    let factor = (storage / compute).max(compute / storage);
    Judgement { checksum: computing.name, bottleneck, factor, storage, compute, now, changes, advice }
}

/// What the usual implementation would give in the same loop: each byte takes as much longer as its computing does.
fn implementation(computing: &Computing, now: f64) -> Change {
    let (usual, rate) = &computing.usual;
    let from =
        per_second(seconds_per_byte(now) + rate.seconds_per_byte() - computing.single.seconds_per_byte());
    Change {
        kind: Kind::Implementation,
        what: format!("{} instead of {usual}", computing.engine),
        predicted: Some(now),
        measured: None,
        from,
    }
}

/// Other sizes of reads, by what reading alone gains with them.
fn chunk_sizes(state: &InState, now: f64) -> Vec<Change> {
    let with = |chunk: usize| {
        let difference =
            seconds_per_byte(state.reading.at(chunk)) - seconds_per_byte(state.reading.at(CLASSIC_CHUNK));
        // Noise of a reading so fast that the difference means nothing.
        let time = seconds_per_byte(now) + difference;
        if time > 0.0 { per_second(time) } else { now }
    };
    let change = |from: usize, to: usize| Change {
        kind: Kind::ChunkSize,
        what: format!("reads of {to} bytes instead of {from}"),
        predicted: Some(with(to)),
        measured: None,
        from: with(from),
    };
    vec![change(4096, CLASSIC_CHUNK), change(CLASSIC_CHUNK, BLOCK)]
}

/// One reading thread and one hashing thread.
fn overlap(figures: &Figures, state: &InState, computing: &Computing) -> f64 {
    let reading = state.reading.ahead;
    reading.per_s().min(computing.single.per_s()).min(cores_bound(figures, reading, computing.single))
}

/// Several readers; MD5 side by side in one thread, other checksums in each reader's.
fn several(figures: &Figures, state: &InState, computing: &Computing) -> f64 {
    if let Some(hashing) = computing.side_by_side {
        // Handing over takes the hasher's time, whatever the storage gives.
        let reading = state.reading.several;
        let handing_over =
            (state.reading.several_ahead.seconds_per_byte() - reading.seconds_per_byte()).max(0.0);
        let hasher = per_second(handing_over + hashing.seconds_per_byte());
        return reading.per_s().min(hasher).min(cores_bound(figures, reading, hashing));
    }
    let reading = state.reading.several;
    let compute = computing.single.per_s() * figures.cores.min(figures.parts) as f64;
    reading.per_s().min(compute).min(cores_bound(figures, reading, computing.single))
}

/// Bytes per second at which all cores are busy with reading and hashing.
fn cores_bound(figures: &Figures, reading: Rate, hashing: Rate) -> f64 {
    figures.cores as f64 * per_second(reading.cpu_per_byte() + hashing.seconds_per_byte())
}

impl Rate {
    fn seconds_per_byte(&self) -> f64 {
        seconds_per_byte(self.per_s())
    }
}

fn seconds_per_byte(bytes_per_s: f64) -> f64 {
    if bytes_per_s > 0.0 { 1.0 / bytes_per_s } else { 0.0 }
}

fn per_second(seconds_per_byte: f64) -> f64 {
    if seconds_per_byte > 0.0 { 1.0 / seconds_per_byte } else { f64::INFINITY }
}

/// The simplest change that comes near the best, in words.
fn advice(computing: &Computing, bottleneck: Bottleneck, now: f64, changes: &[Change]) -> String {
    let best = changes
        .iter()
        .filter(|change| matches!(change.kind, Kind::Checksum | Kind::Overlap | Kind::SeveralFiles))
        .map(Change::rate)
        .fold(now, f64::max);
    let slower = match bottleneck {
        Bottleneck::Storage => "the storage is the limit",
        Bottleneck::Checksum => "the checksum is the limit",
        Bottleneck::Even => "storage and checksum are about even",
    };
    if best < now * WORTH_IT {
        return format!(
            "Leave it as it is: {slower}, and no change here gains more than {:.0} %.",
            (best / now - 1.0).max(0.0) * 100.0
        );
    }
    // Least trouble first: another checksum changes what is in everybody's lists.
    let pick = [Kind::Overlap, Kind::SeveralFiles, Kind::Checksum].into_iter().find_map(|kind| {
        changes
            .iter()
            .filter(|change| change.kind == kind && change.rate() >= best * 0.95)
            .max_by(|a, b| a.rate().total_cmp(&b.rate()))
    });
    let Some(pick) = pick else { return slower.to_owned() };
    let how = match pick.kind {
        Kind::Overlap => "Read ahead in a thread of its own".to_owned(),
        Kind::SeveralFiles => format!("Read {}", pick.what),
        _ => format!("Use {}", pick.what),
    };
    let others = match (pick.kind, changes.iter().find(|change| change.kind == Kind::Checksum)) {
        (Kind::Overlap | Kind::SeveralFiles, Some(other)) if other.gain_percent() < 5.0 => {
            format!(
                " Another checksum than {} would gain next to nothing in the loop of today.",
                computing.name
            )
        }
        _ => String::new(),
    };
    format!(
        "{how}: {slower}, and this gains {:.0} %, {:.2} hours per TB.{others}",
        pick.gain_percent(),
        pick.hours_saved_per_tb()
    )
}

/// Whether prediction and measurement agree to within so much of the measurement.
#[cfg(test)]
pub(super) fn agree(change: &Change, within: f64) -> bool {
    matches!((change.predicted, change.measured), (Some(p), Some(m)) if (p / m - 1.0).abs() <= within)
}

/// All that are measured together, for a table.
pub(super) fn rates(together: &Together) -> [(&'static str, f64); 3] {
    [
        ("read, then hash", together.serial.per_s()),
        ("overlapped", together.overlapped.per_s()),
        ("several at once", together.several.per_s()),
    ]
}

#[cfg(test)]
mod tests {
    use super::super::measure::{CHUNKS, Reading};
    use super::*;

    fn rate(mb_per_s: f64) -> Rate {
        Rate { bytes: (mb_per_s * 1e6) as u64, seconds: 1.0, cpu_seconds: 0.0 }
    }

    /// A storage and a checksum of these speeds, in MB/s, that add up in the serial loop.
    fn figures(storage: f64, md5: f64) -> (Figures, InState) {
        let serial = |compute: f64| rate(1.0 / (1.0 / storage + 1.0 / compute));
        let computing = |name, compute: f64, side_by_side: Option<f64>| Computing {
            name,
            engine: "engine",
            single: rate(compute),
            side_by_side: side_by_side.map(rate),
            usual: ("usual", rate(compute / 2.0)),
        };
        let figures = Figures {
            cores: 2,
            parts: 8,
            computing: vec![computing("MD5", md5, Some(md5 * 8.0)), computing("CRC-32", 10_000.0, None)],
            cold: None,
            warm: None,
            notes: Vec::new(),
        };
        let together = |compute: f64, most: f64| Together {
            serial: serial(compute),
            overlapped: rate(storage.min(compute)),
            several: rate(storage.min(most)),
        };
        let state = InState {
            reading: Reading {
                cached_share: Some(0.0),
                chunks: CHUNKS.map(|chunk| (chunk, rate(storage))).to_vec(),
                mapped: None,
                direct: None,
                several: rate(storage),
                ahead: rate(storage),
                several_ahead: rate(storage),
            },
            together: vec![together(md5, md5 * 8.0), together(10_000.0, 20_000.0)],
        };
        (figures, state)
    }

    #[test]
    fn the_slower_one_is_named() {
        for (storage, expected) in [
            (50.0, Bottleneck::Storage),
            (200.0, Bottleneck::Storage),
            (720.0, Bottleneck::Even),
            (1000.0, Bottleneck::Checksum),
            (9000.0, Bottleneck::Checksum),
        ] {
            let (figures, state) = figures(storage, 700.0);
            let judged = judge(&figures, &state);
            assert_eq!(judged[0].bottleneck, expected, "{storage}");
            assert!(judged[1].bottleneck != Bottleneck::Checksum, "{storage}");
            for change in &judged[0].changes {
                assert!(
                    change.measured.is_none() || change.predicted.is_none() || agree(change, 0.01),
                    "{change:?}"
                );
            }
        }
    }

    #[test]
    fn gains_in_percent_and_hours() {
        let change = Change {
            kind: Kind::Overlap,
            what: String::new(),
            predicted: Some(1.0),
            measured: Some(200e6),
            from: 100e6,
        };
        assert!((change.gain_percent() - 100.0).abs() < 1e-9);
        assert!((change.hours_saved_per_tb() - (2.777_777 - 1.388_888)).abs() < 1e-4);
    }

    #[test]
    fn advice_fits_the_case() {
        let advice = |storage| {
            let (figures, state) = figures(storage, 700.0);
            judge(&figures, &state)[0].advice.clone()
        };
        assert!(advice(10.0).starts_with("Leave it"), "{}", advice(10.0));
        assert!(advice(200.0).starts_with("Read ahead"), "{}", advice(200.0));
        assert!(advice(4000.0).starts_with("Read 8 files at once"), "{}", advice(4000.0));
    }
}
