//! What a run gave: raw samples, and what follows from them.

use crate::canary;
use crate::clock::Resolution;
use crate::contestant::Answer;
use crate::plan::Plan;
use crate::ratio::{NoiseFloor, Ratio};
use crate::signals::Signals;
use crate::stats::Summary;
use crate::verify::{Disagreement, Ledger};
use checksum_engine::Engine;
use serde::{Deserialize, Serialize};

/// What an entry is there for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// To be compared.
    Contestant,
    /// The first contestant again: their difference is noise.
    Twin,
    /// The first contestant with twice the passes.
    Twice,
    /// The fastest that the same bytes can be read.
    Ceiling,
    /// The core's effective frequency.
    Clock,
}

/// Something that runs once in every round.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its name in results.
    pub label: String,
    /// What it is there for.
    pub role: Role,
    /// The engine behind it, if it is one.
    pub engine: Option<&'static Engine>,
    pub(crate) worker: usize,
}

impl Entry {
    pub(crate) fn new(label: &str, role: Role, worker: usize) -> Entry {
        Entry { label: label.to_owned(), role, engine: None, worker }
    }
}

/// One timing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sample {
    /// Index of the entry in [`Run::entries`].
    pub entry: usize,
    /// 0 for the first round, which is kept apart; then 1, 2, …
    pub round: u32,
    /// Place within the round, from 0.
    pub place: u32,
    /// Passes in the sample.
    pub iterations: u32,
    /// Time of all passes together, in ns.
    pub ns: u64,
    /// Whether the answer was the expected one, or else the first one of its group.
    pub ok: bool,
    /// What else went on.
    pub signals: Signals,
}

/// A finished (or interrupted) run.
#[derive(Debug)]
pub struct Run {
    /// What was to be done.
    pub plan: Plan,
    /// How fine the clock was.
    pub resolution: Resolution,
    /// Passes per sample in the timed rounds.
    pub iterations: u32,
    /// The contestants in the order of the line-up, then the controls.
    pub entries: Vec<Entry>,
    /// All samples in the order in which they were taken: rounds and places are the order that was drawn.
    pub samples: Vec<Sample>,
    pub(crate) ledger: Ledger,
}

impl Run {
    /// The first entry with the given role.
    pub fn find(&self, role: Role) -> Option<usize> {
        self.entries.iter().position(|entry| entry.role == role)
    }

    /// How many timed rounds were completed: fewer than planned when the run was interrupted.
    pub fn complete_rounds(&self) -> u32 {
        let timed = self.samples.len().saturating_sub(self.entries.len());
        (timed / self.entries.len()) as u32
    }

    /// The entry's sample of the first round, in ns: one pass, in the state in which it found the input. `None`
    /// if the run was interrupted before.
    pub fn first_ns(&self, entry: usize) -> Option<u64> {
        self.samples.iter().find(|sample| sample.entry == entry && sample.round == 0).map(|sample| sample.ns)
    }

    /// The entry's samples of all complete timed rounds, in their order.
    pub fn timed(&self, entry: usize) -> impl Iterator<Item = &Sample> {
        let complete = self.complete_rounds();
        self.samples.iter().filter(move |s| s.entry == entry && (1..=complete).contains(&s.round))
    }

    /// The raw times of [`Run::timed`], in ns for all passes of a sample together.
    pub fn sample_ns(&self, entry: usize) -> Vec<u64> {
        self.timed(entry).map(|sample| sample.ns).collect()
    }

    /// Times of one pass, in ns, round by round.
    pub fn pass_ns(&self, entry: usize) -> Vec<f64> {
        self.timed(entry).map(|sample| sample.ns as f64 / f64::from(sample.iterations)).collect()
    }

    /// Minimum, median and spread of one pass. `None` without a complete round.
    pub fn summary(&self, entry: usize) -> Option<Summary> {
        Summary::of(&self.pass_ns(entry))
    }

    /// Whether the entry's samples are long enough for the clock.
    pub fn can_time(&self, entry: usize) -> bool {
        let mut samples = self.timed(entry).peekable();
        samples.peek().is_some() && samples.all(|sample| self.resolution.can_time(sample.ns))
    }

    /// How many times as fast as `baseline` the entry is, from the rounds' pairs. `None` where a time is too short.
    pub fn speed_ratio(&self, entry: usize, baseline: usize) -> Option<Ratio> {
        if !self.can_time(entry) || !self.can_time(baseline) {
            return None;
        }
        Ratio::of_pairs(&self.pass_ns(baseline), &self.pass_ns(entry))
    }

    /// The entry's speed as a share of the read ceiling's: 1 is as fast as reading alone.
    pub fn share_of_ceiling(&self, entry: usize) -> Option<Ratio> {
        self.speed_ratio(entry, self.find(Role::Ceiling)?)
    }

    /// How far two names for the same code came apart in this run.
    pub fn noise_floor(&self) -> Option<NoiseFloor> {
        let twin = self.find(Role::Twin)?;
        Some(NoiseFloor { twin: self.speed_ratio(twin, self.entries[twin].worker)? })
    }

    /// How many times as long two passes take as one: 2, or the harness is wrong.
    pub fn twice_ratio(&self) -> Option<Ratio> {
        let twice = self.find(Role::Twice)?;
        let once = self.entries[twice].worker;
        if !self.can_time(twice) || !self.can_time(once) {
            return None;
        }
        let whole = |entry| self.sample_ns(entry).iter().map(|&ns| ns as f64).collect::<Vec<_>>();
        Ratio::of_pairs(&whole(twice), &whole(once))
    }

    /// The core's effective frequency in GHz: lowest, median and highest over the rounds.
    pub fn effective_ghz(&self) -> Option<Gigahertz> {
        let times = self.sample_ns(self.find(Role::Clock)?);
        let mut ghz: Vec<f64> = times.into_iter().filter_map(canary::gigahertz).collect();
        ghz.sort_unstable_by(f64::total_cmp);
        let median = crate::stats::quantile(&ghz, 0.5)?;
        Some(Gigahertz { low: ghz[0], median, high: ghz[ghz.len() - 1] })
    }

    /// The entry's answer.
    pub fn answer(&self, entry: usize) -> Option<&Answer> {
        self.ledger.answer(entry)
    }

    /// Whether the entry gave answers in this run and all of them were right: the expected one, or else the same as
    /// all of its group in all rounds.
    pub fn verified(&self, entry: usize) -> bool {
        self.ledger.verified(entry)
    }

    /// Every group whose answers differ, with all of them. Empty is how it should be.
    pub fn disagreements(&self) -> Vec<Disagreement> {
        self.ledger.disagreements()
    }
}

/// The effective frequency of the core that ran the rounds, in GHz.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Gigahertz {
    /// In the slowest round.
    pub low: f64,
    /// The median round's.
    pub median: f64,
    /// In the fastest round.
    pub high: f64,
}
