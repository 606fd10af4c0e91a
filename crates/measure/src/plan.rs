//! What a run is told to do.

use serde::{Deserialize, Serialize};

/// How a run goes: how many rounds, which controls, how long a sample.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// Bytes that one pass covers.
    pub bytes: u64,
    /// Timed rounds, besides the first one, which is kept apart.
    pub rounds: u32,
    /// Decides the order of every round.
    pub seed: u64,
    /// How often a sample repeats the pass.
    pub iterations: Iterations,
    /// What runs in every round besides the contestants.
    pub controls: Controls,
}

impl Plan {
    /// A plan for an input of `bytes` bytes: seven rounds (fewer than six separate nothing), calibrated, A/A twin
    /// and clock canary.
    pub fn new(bytes: u64) -> Plan {
        Plan {
            bytes,
            rounds: 7,
            seed: 1,
            iterations: Iterations::default(),
            controls: Controls { twin: true, clock: true, twice: false },
        }
    }
}

/// How often a sample repeats the pass. It is the same for all contestants and all rounds: a count that differs
/// between contestants is a bias. The first round always does one pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Iterations {
    /// So many times. 1 for what must not be repeated inside a sample.
    Fixed(u32),
    /// As often as the fastest contestant needs, found once after the first round.
    Calibrated {
        /// The shortest sample that is wanted, in ns.
        min_sample_ns: u64,
        /// The shortest sample that is wanted, in ticks of the clock.
        min_ticks: u64,
        /// The longest sample that the slowest contestant may take because of the repetition, in ns. It wins
        /// over the minima: beside a bit-at-a-time reference the fastest engine's samples may get shorter.
        max_sample_ns: u64,
    },
}

impl Default for Iterations {
    /// At least 1 ms and 1,000 ticks; no more than 200 ms.
    fn default() -> Self {
        Iterations::Calibrated { min_sample_ns: 1_000_000, min_ticks: 1_000, max_sample_ns: 200_000_000 }
    }
}

/// Controls that run in every round, beside the ceiling (which the [`Lineup`](crate::Lineup) brings along).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Controls {
    /// The first contestant a second time (A/A): what two names for the same code differ by is noise.
    pub twin: bool,
    /// The chain of dependent instructions that gives the effective clock frequency.
    pub clock: bool,
    /// The first contestant with twice the iterations: its ratio must come out as 2.
    pub twice: bool,
}

impl Controls {
    /// None of them.
    pub const NONE: Controls = Controls { twin: false, clock: false, twice: false };
}
