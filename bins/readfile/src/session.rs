//! One run over one file: open it, choose how it is read, time the engines, and refuse to answer if it changed.

use crate::progress::Watch;
use crate::report::{Line, ReadPath, Report, SCHEMA};
use crate::words::Request;
use crate::{once, selfcheck};
use checksum_catalog::Choice;
use checksum_console::{Failure, stdin_is_closed};
use checksum_engine::{CpuFeatures, Engine, Missing, Runnable};
use checksum_input::{Buffer, InputError, InputFile, Kind, Mapping, Populated};
use checksum_measure::{
    Contestant, Controls, Iterations, Lineup, Machine, MonotonicClock, Plan, Role, Row, Run, RunError,
    Timing, ceiling, emulation, megabytes_per_second, run_rounds,
};
use std::cell::RefCell;
use std::num::NonZeroUsize;
use std::path::Path;

/// An engine that was asked for.
pub(crate) struct Asked {
    pub(crate) engine: &'static Engine,
    pub(crate) optional: bool,
    /// Runnable here, or what it lacks.
    pub(crate) runnable: Result<Runnable, Missing>,
}

/// How a run goes, beside the words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    pub(crate) rounds: u32,
    pub(crate) block_size: NonZeroUsize,
}

/// Runs the request over the file.
///
/// # Errors
/// The file cannot be read or changed meanwhile, or an engine fails its self-check. No checksum is reported then.
pub(crate) fn run(
    path: &Path,
    request: &Request,
    settings: Settings,
    cpu: CpuFeatures,
) -> Result<Report, Failure> {
    if path.as_os_str() == "-" && stdin_is_closed() {
        return Err(Failure::failed("standard input is closed; give it a file or a pipe"));
    }
    let file = InputFile::open(path).map_err(refused_argument)?;
    let ask =
        |&Choice { engine, optional }: &Choice| Asked { engine, optional, runnable: engine.resolve(cpu) };
    let asked: Vec<Asked> = request.methods.iter().map(ask).collect();
    selfcheck::all(asked.iter().filter_map(|asked| asked.runnable.ok()), file.size())?;
    let machine = Machine::gather(&MonotonicClock::new());
    let mut report = Report {
        schema: SCHEMA,
        program: concat!("readfile ", env!("CARGO_PKG_VERSION")).to_owned(),
        file: path.to_string_lossy().into_owned(),
        path: path.to_owned(),
        file_hex: hex_of_odd_name(path),
        bytes: file.size().unwrap_or(0),
        read_path: ReadPath::Read,
        block_size: Some(settings.block_size.get()),
        warm: false,
        cached_share: file.cache_state().share(),
        benchmark: request.benchmark,
        rounds: 0,
        notes: warnings(&machine),
        machine,
        ceiling_mb_per_s: None,
        noise: None,
        disagreements: Vec::new(),
        results: Vec::new(),
    };
    if file.kind() != Kind::Regular {
        once::run(&file, &asked, request, settings.block_size, &mut report)?;
        return Ok(report);
    }
    if request.warm {
        let cached = file.warm().map_err(Failure::failed)?.share();
        // Where the system does not tell, reading it once is all that can be done.
        report.warm = cached.is_none_or(|share| share == 1.0);
        if let Some(share) = cached.filter(|_| !report.warm) {
            let percent = share * 100.0;
            report.notes.push(format!(
                "not warm: {percent:.0} % of the file stay in the page cache, it is too small"
            ));
        }
    }
    let mapping = if request.map { map(&file, request, &mut report)? } else { None };
    let run = match &mapping {
        Some(mapping) => {
            report.read_path = ReadPath::Map;
            report.block_size = None;
            let run = timed(&file, request, settings, mapped_lineup(&asked, mapping.bytes()))?;
            file.verify_mapped(mapping).map_err(Failure::failed)?;
            run
        }
        None => {
            let block = RefCell::new(block_buffer(settings.block_size, file.size())?);
            timed(&file, request, settings, read_lineup(&asked, &file, &block))?
        }
    };
    file.verify_unchanged().map_err(Failure::failed)?;
    fill(&mut report, &asked, run.as_ref());
    Ok(report)
}

/// Reasons for which no speed of this run means anything.
fn warnings(machine: &Machine) -> Vec<String> {
    let debug = "this build is not optimised: its speeds mean nothing, build with --release".to_owned();
    let mut notes = Vec::new();
    if !machine.build.is_optimised() {
        notes.push(debug);
    }
    if let Some(emulator) = emulation() {
        notes.push(format!("running under an emulator ({emulator}): its speeds mean nothing"));
    }
    notes
}

/// A FILE that is not there, or is a directory, is a mistake on the command line; all else is a failure.
fn refused_argument(error: InputError) -> Failure {
    use checksum_input::Problem;
    match error.problem() {
        Problem::Missing | Problem::Directory => Failure::usage(error),
        _ => Failure::failed(error),
    }
}

/// The name's bytes, if a string cannot hold them.
fn hex_of_odd_name(path: &Path) -> Option<String> {
    if path.to_str().is_some() {
        return None;
    }
    Some(path.as_os_str().as_encoded_bytes().iter().map(|byte| format!("{byte:02x}")).collect())
}

/// The file in memory; `None` with a note where it has to be read instead.
///
/// # Errors
/// Multi-buffer engines were asked for, which cannot do with blocks.
fn map(file: &InputFile, request: &Request, report: &mut Report) -> Result<Option<Mapping>, Failure> {
    match file.map() {
        Ok(mapping) => {
            if request.warm {
                let populated = mapping.populate();
                if matches!(populated, Populated::NoRoom | Populated::Failed(_)) {
                    report.warm = false;
                    report.notes.push(format!("not warm: {populated}"));
                }
            }
            Ok(Some(mapping))
        }
        Err(refused) => {
            let why = format!("the file cannot be mapped: {refused}");
            request.refuse_lanes(&why).map_err(Failure::failed)?;
            report.notes.push(format!("not mapped, read in blocks instead: {refused}"));
            Ok(None)
        }
    }
}

/// The memory for a block, which need not be larger than the file.
fn block_buffer(block_size: NonZeroUsize, file_size: Option<u64>) -> Result<Buffer, Failure> {
    let size = file_size.and_then(|size| usize::try_from(size).ok()).unwrap_or(usize::MAX);
    let bytes = block_size.get().min(size.max(1));
    // Asked here, where a refusal is an answer and not the end of the process.
    if Vec::<u8>::new().try_reserve_exact(bytes).is_err() {
        return Err(Failure::failed(format!(
            "no memory for a block of {bytes} bytes; give a smaller --block-size"
        )));
    }
    Ok(Buffer::new(bytes))
}

/// Every runnable engine over the mapped bytes. A multi-buffer engine gets the whole file once for each lane.
fn mapped_lineup<'a>(asked: &[Asked], bytes: &'a [u8]) -> Lineup<'a, InputError> {
    let contestant = |asked: &Asked| {
        let (engine, runnable) = (asked.engine, asked.runnable.ok()?);
        Some(if engine.lanes > 1 {
            let messages = vec![bytes; usize::from(engine.lanes)];
            let pass = move || Ok(only_answer(&runnable.many(&messages)));
            Contestant::repeat(engine.id, engine.family.name(), pass).engine(engine)
        } else {
            Contestant::whole(runnable, bytes)
        })
    };
    Lineup { contestants: asked.iter().filter_map(contestant).collect(), ceiling: Some(ceiling::over(bytes)) }
}

/// All lanes had the same message: one answer, or, if a lane went wrong, all of them.
fn only_answer(digests: &[checksum_engine::Digest]) -> checksum_measure::Answer {
    if digests.iter().all(|digest| *digest == digests[0]) {
        digests[0].into()
    } else {
        Box::<[_]>::from(digests).into()
    }
}

/// Every runnable engine with the reading inside the clock. The ceiling reads the same way and computes nothing.
fn read_lineup<'a>(
    asked: &[Asked],
    file: &'a InputFile,
    block: &'a RefCell<Buffer>,
) -> Lineup<'a, InputError> {
    let contestant = |asked: &Asked| {
        let (engine, runnable) = (asked.engine, asked.runnable.ok()?);
        let pass = move || {
            let mut stream = runnable.stream().expect("multi-buffer engines were refused without a mapping");
            file.read_chunks_into(&mut block.borrow_mut(), |bytes| stream.update(bytes))?;
            Ok(stream.digest())
        };
        Some(Contestant::repeat(engine.id, engine.family.name(), pass).engine(engine))
    };
    let ceiling = Contestant::repeat(ceiling::LABEL, ceiling::LABEL, move || {
        let mut value = 0;
        file.read_chunks_into(&mut block.borrow_mut(), |bytes| value ^= ceiling::read_every_byte(bytes))?;
        Ok(value)
    });
    Lineup { contestants: asked.iter().filter_map(contestant).collect(), ceiling: Some(ceiling) }
}

/// The rounds. `None` if no engine can run here.
fn timed(
    file: &InputFile,
    request: &Request,
    settings: Settings,
    mut lineup: Lineup<'_, InputError>,
) -> Result<Option<Run>, Failure> {
    let mut plan = Plan::new(file.size().unwrap_or(0));
    if request.benchmark {
        plan.rounds = settings.rounds;
    } else {
        plan.rounds = 0;
        plan.iterations = Iterations::Fixed(1);
        plan.controls = Controls::NONE;
        lineup.ceiling = None;
    }
    match run_rounds(&plan, lineup, &MonotonicClock::new(), &mut Watch::new(file)) {
        Ok(run) => Ok(Some(run)),
        Err(RunError::Nobody) => Ok(None),
        Err(RunError::Failed { error, .. }) => Err(Failure::failed(error)),
    }
}

/// Puts the run's figures into the report, one line a method, in the order asked.
fn fill(report: &mut Report, asked: &[Asked], run: Option<&Run>) {
    let mut entry = 0;
    for asked in asked {
        let row = match (&asked.runnable, run) {
            (Err(missing), _) => Row::missing(asked.engine, missing),
            (Ok(_), None) => Row::not_run(asked.engine),
            (Ok(_), Some(run)) => {
                let mut row = Row::measured(asked.engine, run, entry);
                if !report.benchmark {
                    row.timing = timing_of_one_pass(&row, report.bytes);
                }
                entry += 1;
                row
            }
        };
        report.results.push(Line::new(asked, row));
    }
    let Some(run) = run else { return };
    report.rounds = run.complete_rounds();
    report.disagreements = run.disagreements();
    report.noise = run.noise_floor().map(|floor| [floor.twin.value, floor.twin.low, floor.twin.high]);
    report.ceiling_mb_per_s = run
        .find(Role::Ceiling)
        .filter(|&entry| run.can_time(entry))
        .and_then(|entry| run.summary(entry))
        .and_then(|summary| megabytes_per_second(report.bytes, summary.min_ns));
}

/// Without timed rounds the first pass is all there is.
fn timing_of_one_pass(row: &Row, bytes: u64) -> Timing {
    match row.first_mb_per_s {
        _ if row.first_ns.is_none() => Timing::NotRun,
        _ if bytes == 0 => Timing::Empty,
        Some(_) => Timing::Timed,
        None => Timing::TooShort,
    }
}

impl Line {
    /// The line of an engine. A multi-buffer engine's speed counts every lane's bytes; it is another job than a
    /// single stream, so it has no ratio to the first method and no share of the ceiling.
    pub(crate) fn new(asked: &Asked, mut row: Row) -> Line {
        let engine = asked.engine;
        if engine.lanes > 1 {
            let lanes = f64::from(engine.lanes);
            for speed in [&mut row.first_mb_per_s, &mut row.mb_per_s, &mut row.median_mb_per_s] {
                *speed = speed.map(|speed| speed * lanes);
            }
            row.share_of_ceiling = None;
            (row.ratio, row.ratio_low, row.ratio_high, row.separated) = (None, None, None, None);
        }
        Line { row, lanes: engine.lanes, optional: asked.optional }
    }
}
