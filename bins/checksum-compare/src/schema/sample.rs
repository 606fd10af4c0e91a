//! One timing: a line of `samples.csv`.

use crate::schema::Cell;
use serde::{Deserialize, Serialize};

/// One timing. Times are integers in ns, of all passes of the sample together. The fields are the columns, in their
/// order. Signals are `None` where the system does not tell them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Sample {
    /// The run's name: `DATE-REVISION`.
    pub(crate) run: String,
    /// The child process, from 1.
    pub(crate) process: u32,
    /// The round within the process and cell, from 1. Pairs are made within a round.
    pub(crate) round: u32,
    /// Place within the round, from 0.
    pub(crate) position: u32,
    /// Whose cell it belongs to; a control belongs to the family beside which it ran.
    pub(crate) family: String,
    /// The engine's id, or one of the controls `control/twin`, `control/read`, `control/clock`, `control/twice`.
    pub(crate) engine: String,
    /// The input's name.
    pub(crate) input: String,
    /// The mode's name.
    pub(crate) mode: String,
    /// Bytes handed over at once, in the modes `chunk` and `read`; else 0.
    pub(crate) chunk: u64,
    /// Offset of the first byte from a 64-byte line.
    pub(crate) align: u32,
    /// Passes in the sample.
    pub(crate) iters: u32,
    /// Bytes of one pass.
    pub(crate) bytes: u64,
    /// Time of all passes together.
    pub(crate) ns: u64,
    /// Page faults, minor and major.
    pub(crate) faults: Option<u64>,
    /// Time in which the process was ready and had no core, in ns.
    pub(crate) wait_ns: Option<u64>,
    /// Ticks of 1/100 s that the hypervisor gave to somebody else.
    pub(crate) steal_ticks: Option<u64>,
    /// Times that the process was taken off its core.
    pub(crate) switches: Option<u64>,
    /// Whether the digest was right.
    pub(crate) ok: bool,
}

impl Sample {
    /// Which cell it belongs to.
    pub(crate) fn cell(&self) -> Cell {
        Cell {
            family: self.family.clone(),
            input: self.input.clone(),
            mode: self.mode.clone(),
            chunk: self.chunk,
            align: self.align,
        }
    }

    /// The time of one pass, in ns.
    pub(crate) fn pass_ns(&self) -> f64 {
        self.ns as f64 / f64::from(self.iters.max(1))
    }

    /// Whether something else took time meanwhile: off the core, more than 1 % of it waiting, or steal.
    pub(crate) fn is_disturbed(&self) -> bool {
        self.wait_ns.is_some_and(|waited| waited > self.ns / 100)
            || self.steal_ticks > Some(0)
            || self.switches > Some(0)
    }
}

/// What runs in every round beside the engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Control {
    /// The baseline again, under another name: their difference is noise.
    Twin,
    /// Reads the same bytes and computes next to nothing.
    Read,
    /// A chain of additions of known length: how fast the core ran.
    Clock,
    /// The baseline with twice the passes.
    Twice,
}

impl Control {
    /// All of them.
    pub(crate) const ALL: [Control; 4] = [Control::Twin, Control::Read, Control::Clock, Control::Twice];

    /// Its name in the column `engine`.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Control::Twin => "control/twin",
            Control::Read => "control/read",
            Control::Clock => "control/clock",
            Control::Twice => "control/twice",
        }
    }

    /// Whether the name is one of theirs.
    pub(crate) fn is_one(engine: &str) -> bool {
        Control::ALL.iter().any(|control| control.name() == engine)
    }
}
