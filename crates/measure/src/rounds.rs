//! The timing loop.

use crate::canary;
use crate::clock::{Clock, Resolution};
use crate::contestant::{Contestant, Lineup};
use crate::order::orders;
use crate::plan::{Iterations, Plan};
use crate::run::{Entry, Role, Run, Sample};
use crate::signals::SignalMeter;
use crate::verify::{Ledger, Member};
use std::fmt;
use std::hint::black_box;
use std::ops::ControlFlow;

/// Watches a run. Both methods are called while the clock stands, so they may take their time.
pub trait Observer<E> {
    /// Called before every sample: to drop the file from the cache, or to see that it did not change.
    ///
    /// # Errors
    /// Any error ends the run.
    fn before_sample(&mut self, progress: &Progress<'_>) -> Result<(), E> {
        let _ = progress;
        Ok(())
    }

    /// Called after every sample, once its answer was compared. `Break` ends the run early; complete rounds count.
    fn after_sample(&mut self, progress: &Progress<'_>, sample: &Sample) -> ControlFlow<()> {
        let _ = (progress, sample);
        ControlFlow::Continue(())
    }
}

/// Watches nothing.
impl<E> Observer<E> for () {}

/// How far a run is.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The entry whose turn it is.
    pub entry: &'a Entry,
    /// The round: 0 is the first, which is kept apart.
    pub round: u32,
    /// Timed rounds in all.
    pub rounds: u32,
    /// Samples taken so far, the first round's too.
    pub done: u64,
    /// Samples in all.
    pub total: u64,
    /// What the remaining samples will take, in ns, if they take as long as the latest of the same entry; `None`
    /// during the first round.
    pub left_ns: Option<u64>,
}

/// A run that could not be finished.
#[derive(Debug)]
pub enum RunError<E> {
    /// There is nobody to time.
    Nobody,
    /// A pass, or the observer before it, failed.
    Failed {
        /// Whose turn it was.
        label: String,
        /// In which round; 0 is the first.
        round: u32,
        /// What happened.
        error: E,
    },
}

impl<E: fmt::Display> fmt::Display for RunError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunError::Nobody => f.write_str("nothing to time"),
            RunError::Failed { label, round, error } => write!(f, "{label}, round {round}: {error}"),
        }
    }
}

impl<E: std::error::Error + 'static> std::error::Error for RunError<E> {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            RunError::Nobody => None,
            RunError::Failed { error, .. } => Some(error),
        }
    }
}

/// Runs everybody once per round.
///
/// The first round runs one pass each in the order of the line-up, controls last; it loads the input and is kept
/// apart. Then the number of passes per sample is found, and `plan.rounds` rounds follow in the orders that
/// [`orders`] draws from the plan's seed. The clock runs over the passes and nothing else: answers are compared,
/// signals read and the observer called while it stands.
///
/// # Errors
/// An empty line-up, and the first error of a pass or of the observer. Wrong answers are no error here: they are
/// in [`Run::disagreements`].
pub fn run_rounds<E>(
    plan: &Plan,
    lineup: Lineup<'_, E>,
    clock: &dyn Clock,
    observer: &mut dyn Observer<E>,
) -> Result<Run, RunError<E>> {
    if lineup.contestants.is_empty() {
        return Err(RunError::Nobody);
    }
    let mut runner = Runner::new(plan, lineup, clock);
    let everybody: Vec<usize> = (0..runner.entries.len()).collect();
    if runner.round(0, &everybody, observer)?.is_continue() {
        runner.iterations = runner.calibrated(plan.iterations)?;
        for (round, order) in (1..).zip(orders(everybody.len(), plan.rounds as usize, plan.seed)) {
            if runner.round(round, &order, observer)?.is_break() {
                break;
            }
        }
    }
    Ok(Run {
        plan: plan.clone(),
        resolution: runner.resolution,
        iterations: runner.iterations,
        entries: runner.entries,
        samples: runner.samples,
        ledger: runner.ledger,
    })
}

struct Runner<'a, E> {
    plan: &'a Plan,
    clock: &'a dyn Clock,
    meter: SignalMeter,
    resolution: Resolution,
    /// The contestants, the ceiling, the canary: whatever has work of its own.
    workers: Vec<Contestant<'a, E>>,
    entries: Vec<Entry>,
    /// Passes per sample in the timed rounds.
    iterations: u32,
    samples: Vec<Sample>,
    /// Latest time in ns of each entry.
    latest: Vec<u64>,
    ledger: Ledger,
}

impl<'a, E> Runner<'a, E> {
    fn new(plan: &'a Plan, lineup: Lineup<'a, E>, clock: &'a dyn Clock) -> Self {
        let mut workers = lineup.contestants;
        let mut entries: Vec<Entry> = workers
            .iter()
            .enumerate()
            .map(|(worker, c)| Entry::new(&c.label, Role::Contestant, worker))
            .collect();
        if plan.controls.twin {
            entries.push(Entry::new(&format!("{} (twin)", workers[0].label), Role::Twin, 0));
        }
        if plan.controls.twice {
            entries.push(Entry::new(&format!("{} (twice)", workers[0].label), Role::Twice, 0));
        }
        if let Some(ceiling) = lineup.ceiling {
            entries.push(Entry::new(&ceiling.label, Role::Ceiling, workers.len()));
            workers.push(ceiling);
        }
        if plan.controls.clock {
            entries.push(Entry::new(canary::LABEL, Role::Clock, workers.len()));
            workers.push(Contestant::new(canary::LABEL, canary::LABEL, |_| Ok(canary::chain().into())));
        }
        for entry in &mut entries {
            entry.engine = workers[entry.worker].engine;
        }
        let members = entries.iter().map(|entry| member(entry, &workers[entry.worker])).collect();
        Runner {
            plan,
            clock,
            meter: SignalMeter::new(),
            resolution: clock.resolution(),
            latest: vec![0; entries.len()],
            workers,
            entries,
            iterations: 1,
            samples: Vec::new(),
            ledger: Ledger::new(members),
        }
    }

    fn round(
        &mut self,
        round: u32,
        order: &[usize],
        observer: &mut dyn Observer<E>,
    ) -> Result<ControlFlow<()>, RunError<E>> {
        for (place, &index) in order.iter().enumerate() {
            let failed = |error| RunError::Failed { label: self.entries[index].label.clone(), round, error };
            observer.before_sample(&self.progress(round, index)).map_err(failed)?;
            let iterations = self.passes(index);
            let before = self.meter.read();
            let (ns, answer) = self.time(index, iterations, round)?;
            let signals = self.meter.since(before);
            let ok = self.ledger.note(index, round, iterations, answer);
            let sample = Sample { entry: index, round, place: place as u32, iterations, ns, ok, signals };
            self.samples.push(sample);
            self.latest[index] = ns;
            if observer.after_sample(&self.progress(round, index), &sample).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// One sample: the only code that runs between two readings of the clock.
    fn time(
        &mut self,
        index: usize,
        iterations: u32,
        round: u32,
    ) -> Result<(u64, crate::contestant::Answer), RunError<E>> {
        let work = &mut self.workers[self.entries[index].worker].work;
        let start = self.clock.now_ns();
        let answer = black_box(work(iterations));
        let ns = self.clock.now_ns().saturating_sub(start);
        match answer {
            Ok(answer) => Ok((ns, answer)),
            Err(error) => Err(RunError::Failed { label: self.entries[index].label.clone(), round, error }),
        }
    }

    /// Passes of an entry's sample. The canary's length is its own.
    fn passes(&self, index: usize) -> u32 {
        match self.entries[index].role {
            Role::Contestant | Role::Twin | Role::Ceiling => self.iterations,
            Role::Twice => self.iterations.saturating_mul(2),
            Role::Clock => 1,
        }
    }

    fn progress(&self, round: u32, index: usize) -> Progress<'_> {
        let done = self.samples.len() as u64;
        let total = self.entries.len() as u64 * (u64::from(self.plan.rounds) + 1);
        let per_round: u64 = self.latest.iter().sum();
        let left_ns = (round > 0).then(|| per_round * (total - done) / self.entries.len() as u64);
        Progress { entry: &self.entries[index], round, rounds: self.plan.rounds, done, total, left_ns }
    }

    /// Finds how many passes make a sample long enough. Only contestants count: the ceiling is faster than they
    /// are and would make the slow ones slower still.
    fn calibrated(&mut self, iterations: Iterations) -> Result<u32, RunError<E>> {
        let (min_sample_ns, min_ticks, max_ns) = match iterations {
            Iterations::Fixed(count) => return Ok(count.max(1)),
            Iterations::Calibrated { min_sample_ns, min_ticks, max_sample_ns } => {
                (min_sample_ns, min_ticks, max_sample_ns)
            }
        };
        let target = min_sample_ns.max(self.resolution.tick_ns().saturating_mul(min_ticks));
        if self.plan.bytes / FASTEST_BYTES_PER_NS >= target {
            return Ok(1);
        }
        let contestants = self.entries.iter().filter(|entry| entry.role == Role::Contestant).count();
        let mut count = 1;
        let mut slowest_pass = 0_f64;
        for index in 0..contestants {
            // Who was slow in the first round stays slow; but the very first pass may have loaded the file.
            let first = self.latest[index];
            if index > 0 && first >= target.saturating_mul(8) {
                slowest_pass = slowest_pass.max(first as f64);
                continue;
            }
            let ns = loop {
                let (ns, _) = self.time(index, count, 0)?;
                if ns >= target || count >= MOST_ITERATIONS {
                    break ns;
                }
                count = more(count, ns, target);
            };
            slowest_pass = slowest_pass.max(ns as f64 / f64::from(count));
        }
        let most = (max_ns as f64 / slowest_pass.max(1.0)) as u32;
        Ok(count.min(most).max(1))
    }
}

/// Nothing reads faster than this many bytes in a nanosecond: four 64-byte loads a cycle at 6 GHz are 1,536.
/// Inputs that are too large to be read in a sample's time need no calibrating pass.
const FASTEST_BYTES_PER_NS: u64 = 1536;

/// More passes than this are not tried, whatever the clock says.
const MOST_ITERATIONS: u32 = 1 << 28;

/// The next count to try after `count` passes took `ns`: a fifth more than would do, at most 16 times as many,
/// since very short times say little.
fn more(count: u32, ns: u64, target: u64) -> u32 {
    let enough = f64::from(count) * 1.2 * target as f64 / ns.max(1) as f64;
    let next = enough.min(f64::from(count) * 16.0).ceil() as u32;
    next.clamp(count + 1, MOST_ITERATIONS)
}

fn member<E>(entry: &Entry, worker: &Contestant<'_, E>) -> Member {
    Member {
        label: entry.label.clone(),
        group: worker.group.clone(),
        chained: worker.chained,
        expected: worker.expected.clone(),
    }
}
