//! A run as it is to be carried out: everything that its child processes, and a resumption, must agree on.

use crate::measure::plan::{Input, Job, Mode, Plan, family};
use crate::schema::Cell;
use checksum_engine::{CpuFeatures, Dispatch, Engine, Family, Source};
use checksum_measure::Machine;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Setup {
    /// See [`METHOD`](crate::schema::METHOD).
    pub(crate) method: u32,
    /// `DATE-REVISION`.
    pub(crate) run: String,
    /// The machine's name.
    pub(crate) name: String,
    /// What tells the build from others.
    pub(crate) label: Option<String>,
    /// When it began, RFC 3339.
    pub(crate) started: String,
    /// The command line.
    pub(crate) command: Vec<String>,
    /// What draws orders, places and environments.
    pub(crate) seed: u64,
    /// The core to stay on.
    pub(crate) core: Option<usize>,
    /// The plan, with what the command line changed.
    pub(crate) plan: Plan,
    /// The machine and the build at the start. A resumption on another one is refused.
    pub(crate) machine: Machine,
    /// Everything that was asked for, also what cannot run here.
    pub(crate) engines: Vec<Entrant>,
    /// The baseline of each family.
    pub(crate) baselines: BTreeMap<String, String>,
    /// What was found by calibration, cell by cell in the order in which they run; empty before.
    pub(crate) cells: Vec<CellPlan>,
}

/// An engine in a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Entrant {
    /// Its name in the results: the id, with `+N%` behind it where it is made slower.
    pub(crate) name: String,
    /// The engine's id.
    pub(crate) id: String,
    /// Its family's name.
    pub(crate) family: String,
    /// Its classic code.
    pub(crate) code: Option<String>,
    /// `own`, or the crate's name.
    pub(crate) source: String,
    /// The version of that.
    pub(crate) version: String,
    /// CPU features that it needs.
    pub(crate) isa: String,
    /// Messages that it takes side by side.
    pub(crate) lanes: u16,
    /// Whether a crate chooses its code by itself.
    pub(crate) opaque: bool,
    /// Inputs shorter than this really run other code.
    pub(crate) small_below: usize,
    /// Why it cannot run here.
    pub(crate) missing: Option<String>,
    /// Passes that it does too many, in percent: a known truth for the statistics to find.
    pub(crate) handicap: u32,
}

impl Entrant {
    /// The entrant of an engine.
    pub(crate) fn new(engine: &'static Engine, cpu: CpuFeatures) -> Entrant {
        let (source, version) = match engine.source {
            Source::Own => ("own", env!("CARGO_PKG_VERSION")),
            Source::ThirdParty { name, version, .. } => (name, version),
        };
        Entrant {
            name: engine.id.to_owned(),
            id: engine.id.to_owned(),
            family: engine.family.name().to_owned(),
            code: engine.code.map(str::to_owned),
            source: source.to_owned(),
            version: version.to_owned(),
            isa: engine.needs.to_string(),
            lanes: engine.lanes,
            opaque: engine.dispatch == Dispatch::Opaque,
            small_below: engine.small.map_or(0, |small| small.below),
            missing: engine.resolve(cpu).err().map(|missing| missing.to_string()),
            handicap: 0,
        }
    }

    /// The same under another name, made slower by so many percent.
    pub(crate) fn handicapped(&self, percent: u32) -> Entrant {
        Entrant { name: format!("{}+{percent}%", self.name), handicap: percent, ..self.clone() }
    }

    /// Whether it takes part in cells of this mode: who takes many messages at once is no contestant for one.
    pub(crate) fn takes_part(&self, family: Family, mode: Mode) -> bool {
        self.family == family.name() && (self.lanes == 1 || mode == Mode::Many)
    }
}

/// A cell as it is to be carried out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct CellPlan {
    /// The family's name.
    pub(crate) family: String,
    /// The input.
    pub(crate) input: Input,
    /// The mode.
    pub(crate) mode: Mode,
    /// Bytes of a piece, or 0.
    pub(crate) chunk: u64,
    /// Offset from a 64-byte line.
    pub(crate) align: u32,
    /// Bytes of one pass.
    pub(crate) bytes: u64,
    /// Passes in every sample of everybody.
    pub(crate) iters: u32,
    /// Rounds of the engines that are not slow.
    pub(crate) rounds: u32,
    /// Rounds of the slow ones.
    pub(crate) slow_rounds: u32,
    /// Names of the slow engines.
    pub(crate) slow: Vec<String>,
    /// Names of engines that are not timed here, and why.
    pub(crate) left_out: Vec<(String, String)>,
    /// The checksum of one pass.
    pub(crate) digest: String,
    /// What the cell takes in one process, in ns, by the times of the calibration.
    pub(crate) expected_ns: u64,
}

impl CellPlan {
    /// The job that it carries out.
    pub(crate) fn job(&self) -> Job {
        Job {
            family: family(&self.family).expect("a plan's families were checked"),
            input: self.input.clone(),
            mode: self.mode,
            chunk: self.chunk,
            align: self.align,
        }
    }

    /// Its key in the data.
    pub(crate) fn cell(&self) -> Cell {
        Cell {
            family: self.family.clone(),
            input: self.input.name(),
            mode: self.mode.name().to_owned(),
            chunk: self.chunk,
            align: self.align,
        }
    }
}

impl Setup {
    /// Those who take part in a job and can run here, the family's baseline first.
    pub(crate) fn runnable(&self, job: &Job) -> Vec<&Entrant> {
        let baseline = &self.baselines[job.family.name()];
        let mut chosen: Vec<&Entrant> =
            self.engines.iter().filter(|e| e.takes_part(job.family, job.mode)).collect();
        chosen.retain(|entrant| entrant.missing.is_none());
        chosen.sort_by_key(|entrant| entrant.name != *baseline);
        chosen
    }

    /// What one process takes, in ns.
    pub(crate) fn expected_ns(&self) -> u64 {
        self.cells.iter().map(|cell| cell.expected_ns).sum()
    }
}

/// Numbers from a seed for ever the same: the generator of [`orders`](checksum_measure::orders), for what is drawn once.
pub(crate) fn drawn(seed: u64, stream: &[u64]) -> u64 {
    let mix = |z: u64| {
        let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    };
    stream.iter().fold(mix(seed.wrapping_add(0x9e37_79b9_7f4a_7c15)), |state, &word| {
        mix(state.wrapping_add(0x9e37_79b9_7f4a_7c15).wrapping_add(word))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_drawn_depends_on_everything() {
        let all = [
            drawn(1, &[]),
            drawn(2, &[]),
            drawn(1, &[0]),
            drawn(1, &[1]),
            drawn(1, &[0, 0]),
            drawn(1, &[1, 0]),
        ];
        for (i, value) in all.iter().enumerate() {
            assert!(!all[..i].contains(value));
        }
    }
}
