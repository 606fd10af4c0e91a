//! How a run went as a whole: what stands beside the rows of the contestants.

use crate::clock::Resolution;
use crate::ratio::{NoiseFloor, Ratio};
use crate::run::{Gigahertz, Role, Run};
use crate::stats::megabytes_per_second;
use crate::verify::Disagreement;
use serde::{Deserialize, Serialize};

/// The run's settings, its controls, and what was wrong with it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Conditions {
    /// Bytes of one pass.
    pub bytes: u64,
    /// Timed rounds that were planned.
    pub rounds: u32,
    /// Timed rounds that were completed.
    pub complete_rounds: u32,
    /// What decided the orders of the rounds.
    pub seed: u64,
    /// Passes in each timed sample.
    pub iterations: u32,
    /// How fine the clock was.
    pub clock: Resolution,
    /// The shortest pass of the read ceiling, in ns.
    pub ceiling_min_ns: Option<f64>,
    /// The read ceiling in MB/s, from its shortest pass.
    pub ceiling_mb_per_s: Option<f64>,
    /// The first contestant's twin: its ratio should hold 1, its width is the noise floor.
    pub noise_floor: Option<NoiseFloor>,
    /// Two passes over one: 2, or the harness is wrong.
    pub twice: Option<Ratio>,
    /// The core's effective frequency in GHz.
    pub effective_ghz: Option<Gigahertz>,
    /// Timed samples, of everybody, during which something else took time.
    pub disturbed_samples: usize,
    /// Timed samples in all.
    pub samples: usize,
    /// Groups whose answers differ.
    pub disagreements: Vec<Disagreement>,
}

impl Conditions {
    /// The conditions of `run`.
    pub fn of(run: &Run) -> Conditions {
        let ceiling_min_ns = run.find(Role::Ceiling).and_then(|entry| run.summary(entry)).map(|s| s.min_ns);
        let timed = || (0..run.entries.len()).flat_map(|entry| run.timed(entry));
        Conditions {
            bytes: run.plan.bytes,
            rounds: run.plan.rounds,
            complete_rounds: run.complete_rounds(),
            seed: run.plan.seed,
            iterations: run.iterations,
            clock: run.resolution,
            ceiling_min_ns,
            ceiling_mb_per_s: run
                .find(Role::Ceiling)
                .filter(|&entry| run.can_time(entry))
                .and_then(|_| megabytes_per_second(run.plan.bytes, ceiling_min_ns?)),
            noise_floor: run.noise_floor(),
            twice: run.twice_ratio(),
            effective_ghz: run.effective_ghz(),
            disturbed_samples: timed().filter(|sample| sample.signals.disturbed(sample.ns)).count(),
            samples: timed().count(),
            disagreements: run.disagreements(),
        }
    }
}
