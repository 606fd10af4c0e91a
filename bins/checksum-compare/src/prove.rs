//! `prove`: does the method find what is known, and nothing else?
//!
//! An engine is entered under its own name, under another one, and made slower by known percentages (as many passes more
//! inside the clock), in one run after the other. The same code must not be told apart from itself, the slower ones must, with
//! the right sign. Two successive runs of the same thing must not be told apart either.

use crate::compare::{between, engines_in};
use crate::measure::{MeasureArgs, measure, with_handicap};
use crate::schema::{Stored, Verdict, write_rows};
use crate::table::{Format, Printed, ratio};
use checksum_console::Failure;
use checksum_input::shown;
use checksum_measure::{affinity, ceiling};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fs::File;
use std::hint::black_box;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

/// What `prove` is told.
#[derive(Debug, clap::Args)]
pub(crate) struct ProveArgs {
    /// The plan
    #[arg(default_value = "default")]
    plan: String,

    /// The engine
    #[arg(long, value_name = "ID", default_value = "crc32/auto")]
    engine: String,

    /// The plan's inputs over which it runs
    #[arg(long, value_name = "GLOB", default_value = "buffer-16k")]
    input: String,

    /// Runs
    #[arg(long, value_name = "N", default_value_t = 20)]
    runs: u32,

    /// Percent of more work to be found; 0 is the same code under another name
    #[arg(long, value_name = "PERCENT", num_args = 1.., default_values_t = [0, 1, 2, 5])]
    slower: Vec<u32>,

    /// Meanwhile load another core
    #[arg(long)]
    load: bool,

    /// Keep every comparison in this file, which must not exist
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// One comparison whose truth is known.
#[derive(Clone, Debug, Serialize)]
struct Trial {
    run: u32,
    engine: String,
    job: String,
    loaded: bool,
    /// `engines`: within the run; `runs`: with the run before.
    between: &'static str,
    /// Percent of more work.
    percent: u32,
    /// The speed ratio that is true: passes over passes.
    truth: f64,
    ratio: f64,
    low: f64,
    high: f64,
    noise_percent: f64,
    verdict: Verdict,
}

impl Trial {
    /// Whether something was said that is not so, or the other way round from what is so.
    fn is_wrong(&self) -> bool {
        match self.verdict {
            Verdict::Faster => self.truth <= 1.0,
            Verdict::Slower => self.truth >= 1.0,
            Verdict::NotSeparated | Verdict::Baseline => false,
        }
    }
}

/// Makes the runs and prints how often what was found.
///
/// # Errors
/// A run fails, or the file cannot be written.
pub(crate) fn prove(args: &ProveArgs) -> Result<impl FnOnce(&mut dyn Write) -> io::Result<()>, Failure> {
    let failed = |error: io::Error| Failure::failed(error);
    let work = tempfile::tempdir().map_err(failed)?;
    let _load = args.load.then(Load::start);
    let mut trials = Vec::new();
    let mut before: Option<Stored> = None;
    for number in 1..=args.runs {
        let (folder, _) = measure(&MeasureArgs {
            plan: args.plan.clone(),
            quick: false,
            engines: vec![args.engine.clone()],
            inputs: vec![args.input.clone()],
            file: Vec::new(),
            baseline: Vec::new(),
            out: work.path().to_owned(),
            machine: Some("here".to_owned()),
            label: None,
            core: None,
            processes: None,
            seed: number,
            resume: None,
            stop_after: None,
            slower: args.slower.clone(),
        })?;
        let run = Stored::read(&folder).map_err(Failure::failed)?;
        trials.extend(within(args, number, &run)?);
        if let Some(before) = &before {
            trials.extend(with_run_before(args, number, before, &run)?);
        }
        before = Some(run);
    }
    if let Some(file) = &args.out {
        let written =
            File::create_new(file).map_err(csv::Error::from).and_then(|out| write_rows(out, &trials));
        written.map_err(|error| Failure::failed(format!("{}: {error}", shown(file))))?;
    }
    let loaded = if args.load { ", another core loaded" } else { "" };
    let head =
        format!("{} runs of {} over {}, plan {}{loaded}", args.runs, args.engine, args.input, args.plan);
    Ok(move |out: &mut dyn Write| {
        writeln!(out, "{head}\n")?;
        table(&trials).print(out, Format::Text)
    })
}

/// The engine against itself made slower.
fn within(args: &ProveArgs, number: u32, run: &Stored) -> Result<Vec<Trial>, Failure> {
    let mut trials = Vec::new();
    for &percent in &args.slower {
        let name = format!("{}+{percent}%", args.engine);
        for line in engines_in(run, &args.engine, &name)? {
            // In whole passes: of 41 passes, 2 % are one.
            let row = run.rows.iter().find(|row| row.engine == name && row.cell().job() == line.job);
            let passes = row.map_or(1, |row| row.iters).max(1);
            trials.push(Trial {
                run: number,
                engine: args.engine.clone(),
                job: line.job,
                loaded: args.load,
                between: "engines",
                percent,
                truth: f64::from(passes) / f64::from(with_handicap(passes, percent)),
                ratio: line.ratio.value,
                low: line.ratio.low,
                high: line.ratio.high,
                noise_percent: line.floor.map_or(f64::INFINITY, |floor| 100.0 * floor.width()),
                verdict: line.verdict,
            });
        }
    }
    Ok(trials)
}

/// The engine against itself in the run before.
fn with_run_before(
    args: &ProveArgs,
    number: u32,
    before: &Stored,
    run: &Stored,
) -> Result<Vec<Trial>, Failure> {
    let (lines, _) = between(before, run)?;
    let of_engine = lines.into_iter().filter(|line| line.engine == args.engine);
    Ok(of_engine
        .map(|line| Trial {
            run: number,
            engine: line.engine,
            job: line.cell.job(),
            loaded: args.load,
            between: "runs",
            percent: 0,
            truth: 1.0,
            ratio: line.ratio.value,
            low: line.ratio.low,
            high: line.ratio.high,
            noise_percent: 100.0 * line.noise,
            verdict: line.verdict,
        })
        .collect())
}

/// One line a known truth.
fn table(trials: &[Trial]) -> Printed {
    let mut groups: BTreeMap<(&str, &str, u32), Vec<&Trial>> = BTreeMap::new();
    for trial in trials {
        let key = (trial.between, trial.job.as_str(), trial.percent);
        groups.entry(key).or_default().push(trial);
    }
    let header = [
        "between",
        "job",
        "truth",
        "comparisons",
        "separated",
        "wrong",
        "lowest",
        "median",
        "highest",
        "noise",
    ];
    let mut table = Printed::new(&header, 2);
    for ((between, job, percent), trials) in groups {
        let mut ratios: Vec<f64> = trials.iter().map(|trial| trial.ratio).collect();
        ratios.sort_unstable_by(f64::total_cmp);
        let noise = crate::pairs::median(trials.iter().map(|trial| trial.noise_percent).collect());
        table.row(vec![
            between.to_owned(),
            job.to_owned(),
            format!("{percent} %"),
            ratio(trials[0].truth),
            trials.len().to_string(),
            trials.iter().filter(|trial| trial.verdict != Verdict::NotSeparated).count().to_string(),
            trials.iter().filter(|trial| trial.is_wrong()).count().to_string(),
            ratio(ratios[0]),
            ratio(ratios[ratios.len() / 2]),
            ratio(ratios[ratios.len() - 1]),
            format!("{:.2} %", noise.unwrap_or(f64::NAN)),
        ]);
    }
    table
}

/// Work on another core than the one that measures, until it is dropped.
struct Load {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Load {
    fn start() -> Load {
        let stop = Arc::new(AtomicBool::new(false));
        let until = Arc::clone(&stop);
        let thread = std::thread::spawn(move || {
            // The measuring processes stay on the last core.
            if let Some(&core) = affinity::allowed().first() {
                let _ = affinity::pin(core);
            }
            // Beyond the second-level cache, so that memory is loaded, too.
            let data = vec![1_u8; 16 << 20];
            while !until.load(Ordering::Relaxed) {
                black_box(ceiling::read_every_byte(black_box(&data)));
            }
        });
        Load { stop, thread: Some(thread) }
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
