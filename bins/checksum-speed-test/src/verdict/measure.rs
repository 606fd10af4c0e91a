//! All measurements of a verdict, one after the other, in bounded time.

use super::jobs::{self, BLOCK, Budget, Rate};
use super::storage::{Special, State, Storage};
use checksum_engine::Runnable;
use serde::Serialize;
use std::io;
use std::time::{Duration, Instant};

/// Reads of these sizes are compared: those of the old scripts, and ours.
pub(super) const CHUNKS: [usize; 3] = [4096, 65536, BLOCK];
/// The size of a read of the old scripts' faster test; the serial job reads so.
pub(super) const CLASSIC_CHUNK: usize = 65536;
/// Files, or pieces of one, that are read at once.
pub(super) const PARTS: usize = 8;

/// Reading alone.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Reading {
    /// Share of the files in memory before each measurement; the largest of all.
    pub(super) cached_share: Option<f64>,
    /// Size of a read, and its rate.
    pub(super) chunks: Vec<(usize, Rate)>,
    pub(super) mapped: Option<Rate>,
    pub(super) direct: Option<Rate>,
    pub(super) several: Rate,
    /// In a thread of its own, handed over to another.
    pub(super) ahead: Rate,
    /// Several parts, each in a thread of its own, handed over to one.
    pub(super) several_ahead: Rate,
}

impl Reading {
    /// The rate for reads of `chunk` bytes, in bytes per second.
    pub(super) fn at(&self, chunk: usize) -> f64 {
        self.chunks.iter().find(|(size, _)| *size == chunk).map_or(0.0, |(_, rate)| rate.per_s())
    }
}

/// Reading and hashing together.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Together {
    /// Read a block, hash it, read the next.
    pub(super) serial: Rate,
    /// A thread reads while another hashes.
    pub(super) overlapped: Rate,
    /// [`PARTS`] files at once.
    pub(super) several: Rate,
}

/// A checksum by itself.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Computing {
    /// Its name for people.
    pub(super) name: &'static str,
    pub(super) engine: &'static str,
    /// One stream, from memory.
    pub(super) single: Rate,
    /// [`PARTS`] streams side by side by one thread, where there is such an engine.
    pub(super) side_by_side: Option<Rate>,
    /// An engine of the kind that scripts find on every system, and its rate.
    pub(super) usual: (&'static str, Rate),
}

/// All that is known in one state of the page cache.
#[derive(Clone, Debug, Serialize)]
pub(super) struct InState {
    pub(super) reading: Reading,
    /// In the order of [`Figures::computing`].
    pub(super) together: Vec<Together>,
}

/// Everything that was measured. Rates are bytes and seconds.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Figures {
    pub(super) cores: usize,
    pub(super) parts: usize,
    pub(super) computing: Vec<Computing>,
    pub(super) cold: Option<InState>,
    pub(super) warm: Option<InState>,
    /// What could not be measured, and why.
    pub(super) notes: Vec<String>,
}

/// A checksum to be judged, and an engine of the usual kind.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    pub(super) engine: Runnable,
    pub(super) usual: Runnable,
}

/// Everything is measured so often, round after round, and the middle counts: what disturbs a moment does not decide.
const ROUNDS: usize = 5;

/// What to measure.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) wanted: Vec<Wanted>,
    pub(super) time: Duration,
    /// Whether also with the files in memory.
    pub(super) warm: bool,
}

/// Measures. `step` hears what comes next and the share that is done.
///
/// # Errors
/// The storage fails.
pub(super) fn measure(
    storage: &dyn Storage,
    plan: &Plan,
    step: &mut dyn FnMut(&str, f64),
) -> io::Result<Figures> {
    let states = if plan.warm { 2 } else { 1 };
    let pieces = ROUNDS * (states * (8 + 3 * plan.wanted.len()) + plan.wanted.len());
    let slice = plan.time / pieces as u32;
    let mut run = Run { storage, slice, pieces, done: 0, step, started: Instant::now(), time: plan.time };
    let mut notes = Vec::new();
    let has_cold = can_be_cold(storage, &mut notes);
    let (mut computing, mut cold, mut warm) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        computing.push(plan.wanted.iter().map(|wanted| run.computing(wanted)).collect::<Vec<_>>());
        if has_cold {
            cold.push(run.state(plan, State::Cold, u64::MAX, &mut notes)?);
        }
        if plan.warm || !has_cold {
            // As much as the cold reads could have left in memory, and no more than surely fits.
            let read = cold.last().map_or(u64::MAX, |cold: &InState| {
                cold.reading.chunks.iter().map(|(_, rate)| rate.bytes).max().unwrap_or(0)
            });
            let bytes = read.clamp(1 << 20, 512 << 20);
            warm.push(run.state(plan, State::Warm(bytes), bytes, &mut notes)?);
        }
    }
    Ok(Figures {
        cores: std::thread::available_parallelism().map_or(1, Into::into),
        parts: PARTS,
        computing: (0..plan.wanted.len()).map(|place| Computing::best(&computing, place)).collect(),
        cold: InState::middle(&cold),
        warm: InState::middle(&warm),
        notes,
    })
}

/// Whether the files can be dropped from memory; a note where not, or not quite.
fn can_be_cold(storage: &dyn Storage, notes: &mut Vec<String>) -> bool {
    match storage.prepare(State::Cold) {
        Some(share) if share < 0.5 => {
            if share > 0.01 {
                let percent = share * 100.0;
                notes.push(format!("{percent:.0} % of the files stayed in memory; cold figures are a little too good"));
            }
            return true;
        }
        Some(share) => notes.push(format!(
            "no cold figures: {:.0} % of the files stay in memory (in use, not yet written, or a file system in memory)",
            share * 100.0
        )),
        None => notes.push(
            "no cold figures: the system tells only a file's owner what is in memory, or does not tell at all".to_owned(),
        ),
    }
    false
}

/// The rate in the middle of the rounds.
fn middle(rates: impl Iterator<Item = Rate>) -> Option<Rate> {
    let mut rates: Vec<Rate> = rates.collect();
    rates.sort_by(|a, b| a.per_s().total_cmp(&b.per_s()));
    rates.get(rates.len() / 2).copied()
}

impl InState {
    /// Each rate in the middle of those of all rounds; `None` of no round.
    fn middle(rounds: &[InState]) -> Option<InState> {
        let first = rounds.first()?;
        let of = |field: &dyn Fn(&InState) -> Option<Rate>| middle(rounds.iter().filter_map(field));
        let sure = |field: &dyn Fn(&InState) -> Rate| of(&|round| Some(field(round))).unwrap_or_default();
        let chunks = (0..first.reading.chunks.len())
            .map(|place| (first.reading.chunks[place].0, sure(&|round| round.reading.chunks[place].1)));
        let together = (0..first.together.len()).map(|place| Together {
            serial: sure(&|round| round.together[place].serial),
            overlapped: sure(&|round| round.together[place].overlapped),
            several: sure(&|round| round.together[place].several),
        });
        Some(InState {
            reading: Reading {
                cached_share: rounds.iter().filter_map(|round| round.reading.cached_share).reduce(f64::max),
                chunks: chunks.collect(),
                mapped: of(&|round| round.reading.mapped),
                direct: of(&|round| round.reading.direct),
                several: sure(&|round| round.reading.several),
                ahead: sure(&|round| round.reading.ahead),
                several_ahead: sure(&|round| round.reading.several_ahead),
            },
            together: together.collect(),
        })
    }
}

impl Computing {
    /// The best of all rounds: whatever disturbs computing from memory only takes time from it.
    fn best(rounds: &[Vec<Computing>], place: usize) -> Computing {
        let of = |field: &dyn Fn(&Computing) -> Option<Rate>| {
            rounds
                .iter()
                .filter_map(|round| field(&round[place]))
                .max_by(|a, b| a.per_s().total_cmp(&b.per_s()))
        };
        let mut best = rounds[0][place].clone();
        best.single = of(&|one| Some(one.single)).unwrap_or(best.single);
        best.side_by_side = of(&|one| one.side_by_side);
        best.usual.1 = of(&|one| Some(one.usual.1)).unwrap_or(best.usual.1);
        best
    }
}

struct Run<'a> {
    storage: &'a dyn Storage,
    slice: Duration,
    pieces: usize,
    done: usize,
    step: &'a mut dyn FnMut(&str, f64),
    started: Instant,
    time: Duration,
}

impl Run<'_> {
    /// Says what comes next, and how long it may take: what others left over or overdrew is shared out.
    fn next(&mut self, what: &str) -> Duration {
        (self.step)(what, self.done as f64 / self.pieces as f64);
        let left = self.time.saturating_sub(self.started.elapsed());
        let pieces = self.pieces.saturating_sub(self.done).max(1) as u32;
        self.done += 1;
        self.slice.min(left / pieces).max(Duration::from_millis(20))
    }

    fn computing(&mut self, wanted: &Wanted) -> Computing {
        let family = wanted.engine.engine().family;
        let slice = self.next(&format!("{} from memory", family.title())) / 3;
        Computing {
            name: family.title(),
            engine: wanted.engine.engine().id,
            single: jobs::compute(wanted.engine, slice),
            side_by_side: (family == checksum_engine::Family::Md5)
                .then(|| jobs::compute_several_md5(PARTS, slice)),
            usual: (wanted.usual.engine().id, jobs::compute(wanted.usual, slice)),
        }
    }

    fn state(
        &mut self,
        plan: &Plan,
        state: State,
        bytes: u64,
        notes: &mut Vec<String>,
    ) -> io::Result<InState> {
        let word = if state == State::Cold { "cold" } else { "warm" };
        let storage = self.storage;
        let mut cached_share: Option<f64> = None;
        if state != State::Cold {
            storage.prepare(state);
        }
        // Each measurement of a cold state starts cold.
        let mut ready = |run: &mut Self, what: &str| {
            if state == State::Cold {
                let share = storage.prepare(State::Cold);
                cached_share = cached_share.into_iter().chain(share).reduce(f64::max);
            }
            Budget { time: run.next(&format!("{word}: {what}")), bytes }
        };
        let mut chunks = Vec::new();
        for chunk in CHUNKS {
            let budget = ready(self, &format!("reads of {chunk} bytes"));
            chunks.push((chunk, jobs::read(storage, chunk, budget)?));
        }
        let mut special = |run: &mut Self, how: Special, ready: &mut dyn FnMut(&mut Self, &str) -> Budget| {
            let budget = ready(run, &how.to_string());
            match read_specially(storage, how, budget) {
                Ok(rate) => Some(rate),
                Err(why) => {
                    let note = format!("{word}, {how}: {why}");
                    if !notes.contains(&note) {
                        notes.push(note);
                    }
                    None
                }
            }
        };
        let mapped = special(self, Special::Mapped, &mut ready);
        // Past the cache there is no warm.
        let direct = if state == State::Cold { special(self, Special::Direct, &mut ready) } else { None };
        let several = {
            let budget = ready(self, "several files at once");
            jobs::read_several(storage, PARTS, budget)?
        };
        let ahead = {
            let budget = ready(self, "reading ahead");
            jobs::read_ahead(storage, budget)?
        };
        let several_ahead = {
            let budget = ready(self, "reading several files ahead");
            jobs::read_several_ahead(storage, PARTS, budget)?
        };
        let mut together = Vec::new();
        for wanted in &plan.wanted {
            let engine = wanted.engine;
            let name = engine.engine().family.title();
            let budget = ready(self, &format!("{name}, read then hash"));
            let serial = jobs::serial(storage, CLASSIC_CHUNK, engine, budget)?;
            let budget = ready(self, &format!("{name}, overlapped"));
            let overlapped = jobs::overlapped(storage, engine, budget)?;
            let budget = ready(self, &format!("{name}, several files at once"));
            let several = jobs::several(storage, PARTS, engine, budget)?;
            together.push(Together { serial, overlapped, several });
        }
        let reading = Reading { cached_share, chunks, mapped, direct, several, ahead, several_ahead };
        Ok(InState { reading, together })
    }
}

/// Reads in a special way; every byte is touched, since a mapping is read by nothing else.
fn read_specially(storage: &dyn Storage, how: Special, budget: Budget) -> Result<Rate, String> {
    let started = Instant::now();
    let mut bytes = 0;
    let mut each = |block: &[u8]| {
        std::hint::black_box(checksum_measure::ceiling::read_every_byte(block));
        bytes += block.len() as u64;
        bytes < budget.bytes && started.elapsed() < budget.time
    };
    storage.special(how, &mut each)?;
    Ok(Rate { bytes, seconds: started.elapsed().as_secs_f64(), cpu_seconds: 0.0 })
}
