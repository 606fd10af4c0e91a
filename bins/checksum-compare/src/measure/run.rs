//! The parent: child processes one after the other, and the result laid down at the end.

use crate::measure::child::{CALIBRATED, SETUP, read_setup, samples_file, write_setup};
use crate::measure::data;
use crate::measure::prepare::{MeasureArgs, prepare, refuse_emulation};
use crate::measure::progress::Progress;
use crate::measure::setup::{Setup, drawn};
use crate::measure::summarise;
use crate::schema::{METHOD, RunRecord, Sample, UNFINISHED, read_rows, write_run};
use checksum_console::{Exit, Failure};
use checksum_input::shown;
use checksum_measure::{Build, Machine, MonotonicClock};
use std::fs::{self, File, TryLockError};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// `measure`. Gives the run's folder, if the run is finished.
///
/// # Errors
/// Nothing was measured, or not to the end; what is there can be resumed.
pub(crate) fn measure(args: &MeasureArgs) -> Result<(PathBuf, Exit), Failure> {
    if cfg!(target_family = "wasm") {
        let words =
            "measure starts child processes, which WebAssembly cannot; readfile times engines in one process";
        return Err(Failure::failed(words));
    }
    let interrupted = watch_signals()?;
    if !Build::facts().is_optimised() {
        complain("this build is not optimised: its speeds mean nothing, build with --release");
    }
    let folder = match &args.resume {
        Some(folder) => folder.clone(),
        None => begin(args)?,
    };
    let work = folder.join(UNFINISHED);
    let lock = lock(&folder, &work)?;
    let runner = Runner { folder: &folder, work: &work, interrupted: &interrupted };
    let setup = runner.calibrated(args.resume.is_some())?;
    let missing: Vec<u32> =
        (1..=setup.plan.processes).filter(|&process| !samples_file(&work, process).exists()).collect();
    let now = args.stop_after.map_or(missing.len(), |n| missing.len().min(n as usize));
    runner.processes(&setup, &missing[..now])?;
    if now < missing.len() {
        return Ok((folder, Exit::Done));
    }
    let exit = finish(&folder, &work, lock, &setup)?;
    Ok((folder, exit))
}

/// Makes the run's folder with its working folder.
fn begin(args: &MeasureArgs) -> Result<PathBuf, Failure> {
    let now = jiff::Timestamp::now();
    let mut setup = prepare(args, String::new(), now.to_string())?;
    let build = &setup.machine.build;
    let revision =
        build.revision.as_deref().map_or("norev", |revision| revision.get(..12).unwrap_or(revision));
    let dirty = if build.dirty == Some(true) { "-dirty" } else { "" };
    let run = format!("{}-{revision}{dirty}", now.strftime("%Y-%m-%d"));
    let machine = args.out.join(&setup.name);
    let failed = |error: io::Error| Failure::failed(format!("{}: {error}", shown(&machine)));
    fs::create_dir_all(&machine).map_err(failed)?;
    let mut number = 1;
    setup.run = loop {
        let name = if number == 1 { run.clone() } else { format!("{run}-{number}") };
        match fs::create_dir(machine.join(&name)) {
            Ok(()) => break name,
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(failed(error)),
        }
    };
    for entrant in setup.engines.iter().filter(|entrant| entrant.missing.is_some()) {
        complain(&format!("{} {}", entrant.name, entrant.missing.as_deref().unwrap_or_default()));
    }
    let folder = machine.join(&setup.run);
    let work = folder.join(UNFINISHED);
    fs::create_dir(&work).map_err(failed)?;
    for cell in setup.cells.iter().filter(|cell| cell.mode.needs_file()) {
        data::make_file(&cell.input, &work).map_err(failed)?;
    }
    write_setup(&work.join(SETUP), &setup)?;
    Ok(folder)
}

/// One at a time: two programs on one run, or two runs on one core, would disturb each other.
fn lock(folder: &Path, work: &Path) -> Result<File, Failure> {
    if !work.is_dir() {
        return Err(Failure::usage(format!("{}: no unfinished run is there", shown(folder))));
    }
    let path = work.join("lock");
    let file = File::create(&path).map_err(|error| Failure::failed(format!("{}: {error}", shown(&path))))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(Failure::failed(format!(
            "{}: another process works on this run; wait for its end",
            shown(folder)
        ))),
        Err(TryLockError::Error(error)) => Err(Failure::failed(format!(
            "{}: cannot be locked: {error}; name a folder on a local file system with --out",
            shown(&path)
        ))),
    }
}

struct Runner<'a> {
    folder: &'a Path,
    work: &'a Path,
    interrupted: &'a AtomicBool,
}

impl Runner<'_> {
    /// The calibrated run: found in the working folder, or calibrated now.
    fn calibrated(&self, resumed: bool) -> Result<Setup, Failure> {
        let file = self.work.join(CALIBRATED);
        if resumed {
            refuse_emulation()?;
            same_conditions(&read_setup(&self.work.join(SETUP))?)?;
        }
        if !file.exists() {
            let setup = read_setup(&self.work.join(SETUP))?;
            let mut progress = Progress::new(setup.cells.len() as u64);
            progress.step(0, "calibration");
            self.process(&setup, 0, |_| progress.step(1, "calibration"))?;
        }
        read_setup(&file)
    }

    /// Runs child processes.
    fn processes(&self, setup: &Setup, processes: &[u32]) -> Result<(), Failure> {
        let mut progress = Progress::new(setup.expected_ns() * processes.len() as u64);
        for &process in processes {
            let words = format!("process {process} of {}", setup.plan.processes);
            progress.step(0, &words);
            self.process(setup, process, |cell| {
                progress.step(setup.cells.get(cell).map_or(0, |cell| cell.expected_ns), &words);
            })?;
        }
        Ok(())
    }

    /// Runs one child process to its end. `done` hears of every cell.
    fn process(&self, setup: &Setup, process: u32, mut done: impl FnMut(usize)) -> Result<(), Failure> {
        let program =
            std::env::current_exe().map_err(|error| Failure::failed(format!("own program: {error}")))?;
        let mut child = Command::new(program)
            .arg("process")
            .arg(self.work)
            .arg(process.to_string())
            // Moves the stack: its place is luck, and must not be the same luck in every process.
            .env(
                "CHECKSUM_COMPARE_PADDING",
                "x".repeat(drawn(setup.seed, &[process.into(), 4096]) as usize % 4096),
            )
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| Failure::failed(format!("cannot start a child process: {error}")))?;
        let ended = self.watch(&mut child, &mut done);
        if self.interrupted.load(Ordering::Relaxed) {
            let folder = shown(self.folder);
            return Err(Failure::failed(format!(
                "interrupted; go on with: checksum-compare measure --resume '{folder}'"
            )));
        }
        match ended {
            Ok(true) => Ok(()),
            Ok(false) => Err(Failure::failed(format!(
                "process {process} failed; when that is mended, go on with: checksum-compare measure --resume '{}'",
                shown(self.folder)
            ))),
            Err(error) => Err(Failure::failed(format!("process {process}: {error}"))),
        }
    }

    /// Waits for a child. An interruption of ours ends it.
    fn watch(&self, child: &mut Child, done: &mut impl FnMut(usize)) -> io::Result<bool> {
        if let Some(out) = child.stdout.take() {
            for line in BufReader::new(out).lines() {
                if let Ok(cell) = line?.trim().parse() {
                    done(cell);
                }
                if self.interrupted.load(Ordering::Relaxed) {
                    let _ = child.kill();
                }
            }
        }
        Ok(child.wait()?.success())
    }
}

/// Refuses to go on with a run that another build or another machine began.
fn same_conditions(setup: &Setup) -> Result<(), Failure> {
    let now = Machine::gather(&MonotonicClock::new());
    let then = &setup.machine;
    let differs = if setup.method != METHOD {
        "method"
    } else if then.build != now.build {
        "build"
    } else if then.cpu.model != now.cpu.model || then.cpu.usable != now.cpu.usable {
        "machine"
    } else {
        return Ok(());
    };
    Err(Failure::failed(format!(
        "the run was begun with another {differs}: its processes would not be alike"
    )))
}

/// Brings the processes' samples together, computes the summary, and removes the working folder.
fn finish(folder: &Path, work: &Path, lock: File, setup: &Setup) -> Result<Exit, Failure> {
    let mut samples: Vec<Sample> = Vec::new();
    for process in 1..=setup.plan.processes {
        let file = samples_file(work, process);
        let rows = File::open(&file).map_err(csv::Error::from).and_then(read_rows);
        samples.extend::<Vec<Sample>>(
            rows.map_err(|error| Failure::failed(format!("{}: {error}", shown(&file))))?,
        );
    }
    let rows = summarise::rows(setup, &samples);
    let measured: u64 = samples.iter().map(|sample| sample.ns).sum();
    let record = RunRecord {
        method: setup.method,
        run: setup.run.clone(),
        name: setup.name.clone(),
        label: setup.label.clone(),
        command: setup.command.clone(),
        started: setup.started.clone(),
        ended: jiff::Timestamp::now().to_string(),
        measured_seconds: crate::schema::rounded(measured as f64 / 1e9, 5),
        processes: setup.plan.processes,
        core: setup.core,
        seed: setup.seed,
        baselines: setup.baselines.clone(),
        controls: summarise::controls(setup, &samples),
        machine: setup.machine.clone(),
    };
    let plan = carried_out(setup)?;
    write_run(folder, &record, &plan, &samples, &rows).map_err(Failure::failed)?;
    // Windows removes no folder with an open file in it.
    drop(lock);
    if let Err(error) = fs::remove_dir_all(work) {
        complain(&format!("{}: {error}", shown(work)));
    }
    let wrong: Vec<&Sample> = samples.iter().filter(|sample| !sample.ok).collect();
    for sample in wrong.iter().take(10) {
        complain(&format!(
            "{} gave a wrong digest: {}, process {}",
            sample.engine,
            sample.cell(),
            sample.process
        ));
    }
    Ok(if wrong.is_empty() { Exit::Done } else { Exit::Failed })
}

/// The plan as it was carried out: as it was given, and the counts of each cell.
fn carried_out(setup: &Setup) -> Result<String, Failure> {
    #[derive(serde::Serialize)]
    struct CarriedOut<'a> {
        #[serde(flatten)]
        plan: &'a crate::measure::plan::Plan,
        cell: &'a [crate::measure::setup::CellPlan],
    }
    toml::to_string(&CarriedOut { plan: &setup.plan, cell: &setup.cells }).map_err(Failure::failed)
}

/// One line on stderr. A closed stderr must not turn it into a panic.
fn complain(line: &str) {
    let _ = writeln!(io::stderr(), "checksum-compare: {line}");
}

/// A flag that an interruption sets instead of ending the program at once, so that it can say how to go on.
fn watch_signals() -> Result<Arc<AtomicBool>, Failure> {
    let flag = Arc::new(AtomicBool::new(false));
    #[cfg(unix)]
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        signal_hook::flag::register(signal, Arc::clone(&flag))
            .map_err(|error| Failure::failed(format!("signals: {error}")))?;
    }
    Ok(flag)
}
