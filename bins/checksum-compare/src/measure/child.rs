//! One child process: through all cells once, rounds within each. What it writes is the samples of that process.

use crate::measure::calibrate::calibrate;
use crate::measure::contest::{Entered, entered, read_only, reference_answer};
use crate::measure::data::{self, Data};
use crate::measure::plan::{Input, Mode};
use crate::measure::setup::{CellPlan, Entrant, Setup, drawn};
use crate::schema::{Control, Sample, write_rows};
use checksum_console::Failure;
use checksum_engine::Digest;
use checksum_measure::{
    Answer, Controls, Iterations, Lineup, MonotonicClock, Plan, Role, Run, affinity, run_rounds,
};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// What a child process is told: words that only this program gives to itself.
#[derive(Debug, clap::Args)]
pub(crate) struct ChildArgs {
    /// The run's working folder
    work: PathBuf,
    /// The process, from 1; 0 calibrates
    process: u32,
}

/// The run as it is to be carried out.
pub(crate) const SETUP: &str = "setup.json";
/// The same after calibration.
pub(crate) const CALIBRATED: &str = "calibrated.json";

/// The samples of a process.
pub(crate) fn samples_file(work: &Path, process: u32) -> PathBuf {
    work.join(format!("process-{process:03}.csv"))
}

/// Carries out one process of a run. After each cell it prints the cell's number, for its parent.
///
/// # Errors
/// Reading failed, an engine's answer is wrong during calibration, or the parent is gone.
pub(crate) fn run(args: &ChildArgs) -> Result<(), Failure> {
    let setup = read_setup(&args.work.join(if args.process == 0 { SETUP } else { CALIBRATED }))?;
    if let Some(core) = setup.core {
        affinity::pin(core)
            .map_err(|error| Failure::failed(format!("cannot stay on core {core}: {error}")))?;
    }
    if args.process == 0 {
        return calibrate_all(setup, &args.work);
    }
    let mut samples = Vec::new();
    let mut walk = Walk::new(&setup, &args.work, args.process);
    for (index, cell) in setup.cells.iter().enumerate().filter(|(_, cell)| cell.iters > 0) {
        let data = walk.data(index, cell)?;
        let failed = |problem: String| Failure::failed(format!("{}: {problem}", cell.cell()));
        measure_cell(&setup, args.process, index, data, &mut samples).map_err(failed)?;
        tell(index)?;
    }
    let file = samples_file(&args.work, args.process);
    write_whole(&file, |out| write_rows(out, &samples).map_err(io::Error::other))
        .map_err(|error| Failure::failed(format!("{}: {error}", checksum_input::shown(&file))))
}

fn calibrate_all(mut setup: Setup, work: &Path) -> Result<(), Failure> {
    let copy = setup.clone();
    let mut walk = Walk::new(&copy, work, 0);
    for (index, cell) in setup.cells.iter_mut().enumerate() {
        let entrants = copy.runnable(&cell.job());
        if !entrants.is_empty() {
            let data = walk.data(index, cell)?;
            calibrate(cell, &entrants, data, &copy.plan.time)
                .map_err(|problem| Failure::failed(format!("{}: {problem}", cell.cell())))?;
        }
        tell(index)?;
    }
    write_setup(&work.join(CALIBRATED), &setup)
}

/// Tells the parent that a cell is done. A parent that is gone ends the work.
fn tell(index: usize) -> Result<(), Failure> {
    let mut out = io::stdout();
    writeln!(out, "{index}").and_then(|()| out.flush()).map_err(|_| Failure::failed("nobody waits for this"))
}

/// Keeps the bytes from one cell to the next while they stay the same.
struct Walk<'a> {
    setup: &'a Setup,
    work: &'a Path,
    process: u32,
    current: Option<((Input, Mode, u32), Data)>,
}

impl<'a> Walk<'a> {
    fn new(setup: &'a Setup, work: &'a Path, process: u32) -> Walk<'a> {
        Walk { setup, work, process, current: None }
    }

    fn data(&mut self, index: usize, cell: &CellPlan) -> Result<&Data, Failure> {
        // Pieces come out of the same bytes as wholes.
        let mode = if cell.mode == Mode::Chunk { Mode::Whole } else { cell.mode };
        let key = (cell.input.clone(), mode, cell.align);
        if self.current.as_ref().is_none_or(|(current, _)| *current != key) {
            // The old ones first: two of the largest may not fit.
            self.current = None;
            let line = drawn(self.setup.seed, &[u64::from(self.process), index as u64, 64]) % 64;
            let data = data::prepare(&cell.input, mode, self.work, line as usize, cell.align as usize)
                .map_err(|problem| Failure::failed(format!("{}: {problem}", cell.input.name())))?;
            self.current = Some((key, data));
        }
        Ok(&self.current.as_ref().expect("just made").1)
    }
}

/// The rounds of one cell: first those of all engines that are not slow, then those of the slow ones, the baseline and
/// the controls being in both.
fn measure_cell(
    setup: &Setup,
    process: u32,
    index: usize,
    data: &Data,
    samples: &mut Vec<Sample>,
) -> Result<(), String> {
    let cell = &setup.cells[index];
    let job = cell.job();
    let entrants = setup.runnable(&job);
    let expected = match cell.mode {
        Mode::Many => reference_answer(&job, data).map_err(|error| error.to_string())?,
        _ => answer(&cell.digest).ok_or("the calibration left no digest")?,
    };
    let mut first_round = 0;
    for (group, rounds) in [cell.rounds, cell.slow_rounds].into_iter().enumerate() {
        let in_group = |(place, entrant): &(usize, &&Entrant)| {
            let slow = cell.slow.contains(&entrant.name);
            let left_out = cell.left_out.iter().any(|(name, _)| *name == entrant.name);
            *place == 0 || (slow == (group == 1) && !left_out)
        };
        if rounds == 0 {
            continue;
        }
        let contestants: Vec<Entered<'_>> = entrants
            .iter()
            .enumerate()
            .filter(in_group)
            .map(|(_, entrant)| entered(entrant, &job, data, &expected))
            .collect();
        let plan = Plan {
            bytes: cell.bytes,
            rounds,
            seed: drawn(setup.seed, &[u64::from(process), index as u64, group as u64]),
            iterations: Iterations::Fixed(cell.iters),
            controls: Controls { twin: true, clock: true, twice: true },
        };
        let lineup = Lineup { contestants, ceiling: Some(read_only(&job, data)) };
        let run =
            run_rounds(&plan, lineup, &MonotonicClock::new(), &mut ()).map_err(|error| error.to_string())?;
        keep(setup, cell, process, first_round, &run, samples);
        first_round += rounds;
    }
    if let Data::Mapped(file, mapping) = data {
        file.verify_mapped(mapping).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// Turns a run's timed samples into rows.
fn keep(
    setup: &Setup,
    cell: &CellPlan,
    process: u32,
    first_round: u32,
    run: &Run,
    samples: &mut Vec<Sample>,
) {
    let key = cell.cell();
    for sample in run.samples.iter().filter(|sample| sample.round > 0) {
        let entry = &run.entries[sample.entry];
        let engine = match entry.role {
            Role::Contestant => entry.label.as_str(),
            Role::Twin => Control::Twin.name(),
            Role::Twice => Control::Twice.name(),
            Role::Ceiling => Control::Read.name(),
            Role::Clock => Control::Clock.name(),
        };
        let signals = sample.signals;
        let faults = signals.minor_faults.zip(signals.major_faults);
        samples.push(Sample {
            run: setup.run.clone(),
            process,
            round: first_round + sample.round,
            position: sample.place,
            family: key.family.clone(),
            engine: engine.to_owned(),
            input: key.input.clone(),
            mode: key.mode.clone(),
            chunk: key.chunk,
            align: key.align,
            iters: sample.iterations,
            bytes: if entry.role == Role::Clock { 0 } else { cell.bytes },
            ns: sample.ns,
            faults: faults.map(|(minor, major)| minor + major),
            wait_ns: signals.waited_ns,
            steal_ticks: signals.stolen_ticks,
            switches: signals.involuntary_switches,
            ok: sample.ok,
        });
    }
}

/// A digest from its hex digits.
fn answer(hex: &str) -> Option<Answer> {
    match hex.len() {
        8 => u32::from_str_radix(hex, 16).ok().map(Answer::from),
        32 => u128::from_str_radix(hex, 16).ok().map(|value| Digest::Md5(value.to_be_bytes()).into()),
        _ => None,
    }
}

/// Reads the run from a file in its working folder.
///
/// # Errors
/// It is not there or not what this program writes.
pub(crate) fn read_setup(file: &Path) -> Result<Setup, Failure> {
    let failed =
        |error: &dyn std::fmt::Display| Failure::failed(format!("{}: {error}", checksum_input::shown(file)));
    let text = fs::read_to_string(file).map_err(|error| failed(&error))?;
    serde_json::from_str(&text).map_err(|error| failed(&error))
}

/// Writes the run to a file in its working folder.
///
/// # Errors
/// The system's.
pub(crate) fn write_setup(file: &Path, setup: &Setup) -> Result<(), Failure> {
    let written = serde_json::to_vec_pretty(setup)
        .map_err(io::Error::other)
        .and_then(|json| write_whole(file, |out| out.write_all(&json)));
    written.map_err(|error| Failure::failed(format!("{}: {error}", checksum_input::shown(file))))
}

/// Writes a file under another name first, so that one with the right name is whole.
fn write_whole(file: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let partial = file.with_extension("partial");
    let mut out = BufWriter::new(File::create(&partial)?);
    write(&mut out)?;
    out.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
    fs::rename(&partial, file)
}
