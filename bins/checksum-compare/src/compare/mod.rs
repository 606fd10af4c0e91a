//! `cmp`: two engines within a run, or two runs. Only the data are read; no measurement, no machine is needed.

mod engines;
mod runs;

pub(crate) use engines::engines_in;
pub(crate) use runs::between;

use crate::schema::{Stored, Verdict, runs_below};
use crate::table::{Format, Printed, ratio, speed};
use checksum_console::Failure;
use checksum_input::shown;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// What `cmp` is told.
#[derive(Debug, clap::Args)]
pub(crate) struct CmpArgs {
    /// An engine's id, or a run's folder: what is compared against
    a: String,

    /// The other one of the same kind
    b: String,

    /// The run in which two engines are compared [default: the newest below --results]
    #[arg(long, value_name = "DIR")]
    run: Option<PathBuf>,

    /// Where runs are found
    #[arg(long, value_name = "DIR", default_value = "results")]
    results: PathBuf,

    /// Only what is told apart from noise
    #[arg(long)]
    separated: bool,

    /// How the result is printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// Reads what is to be compared and prints the comparison.
///
/// # Errors
/// Data that cannot be read, runs of different methods, nothing in common.
pub(crate) fn cmp(args: &CmpArgs) -> Result<impl FnOnce(&mut dyn Write) -> io::Result<()>, Failure> {
    let (a, b) = (Path::new(&args.a), Path::new(&args.b));
    let (mut table, notes, verdicts) = match (a.is_dir(), b.is_dir()) {
        (true, true) => of_runs(&read(a)?, &read(b)?, args)?,
        (false, false) => {
            let run = match &args.run {
                Some(run) => read(run)?,
                None => newest(&args.results)?,
            };
            of_engines(&run, args)?
        }
        _ => {
            let which = shown(if a.is_dir() { b } else { a }).to_string();
            return Err(Failure::usage(format!("'{which}' is no run's folder, but the other one is")));
        }
    };
    let told = verdicts.iter().filter(|verdict| **verdict != Verdict::NotSeparated).count();
    let count =
        format!("{told} of {} told apart from noise; \"not separated\" is not \"equal\"", verdicts.len());
    let format = args.format;
    if args.separated {
        table.keep(&verdicts.iter().map(|verdict| *verdict != Verdict::NotSeparated).collect::<Vec<_>>());
    }
    Ok(move |out: &mut dyn Write| {
        if format == Format::Csv {
            return table.print(out, format);
        }
        for note in &notes {
            writeln!(out, "{note}")?;
        }
        writeln!(out)?;
        table.print(out, format)?;
        writeln!(out, "\n{count}")
    })
}

/// A run's record and summary.
///
/// # Errors
/// They cannot be read.
pub(crate) fn read(folder: &Path) -> Result<Stored, Failure> {
    Stored::read(folder).map_err(Failure::failed)
}

/// The run below `results` that began last.
///
/// # Errors
/// There is none.
pub(crate) fn newest(results: &Path) -> Result<Stored, Failure> {
    let name = shown(results).to_string();
    let folders = runs_below(results).map_err(|error| Failure::usage(format!("{name}: {error}")))?;
    let mut newest: Option<Stored> = None;
    for folder in folders {
        let run = read(&folder)?;
        if newest.as_ref().is_none_or(|newest| newest.record.started < run.record.started) {
            newest = Some(run);
        }
    }
    newest.ok_or_else(|| {
        Failure::usage(format!("{name}: no runs are there; make one with: checksum-compare measure --quick"))
    })
}

type Compared = (Printed, Vec<String>, Vec<Verdict>);

fn of_engines(run: &Stored, args: &CmpArgs) -> Result<Compared, Failure> {
    let lines = engines_in(run, &args.a, &args.b)?;
    let b = &args.b;
    let mut table = Printed::new(
        &["job", "MB/s of A", "MB/s of B", "B over A", "low", "high", "A/A low", "A/A high", "B is"],
        1,
    );
    for line in &lines {
        let (low, high) = line.floor.map_or((None, None), |f| (Some(f.twin.low), Some(f.twin.high)));
        table.row(vec![
            line.job.clone(),
            speed(line.a_mb_per_s),
            speed(line.b_mb_per_s),
            ratio(line.ratio.value),
            ratio(line.ratio.low),
            ratio(line.ratio.high),
            low.map(ratio).unwrap_or_default(),
            high.map(ratio).unwrap_or_default(),
            line.verdict.words().to_owned(),
        ]);
    }
    let notes = vec![format!("A: {}, B: {b}, in {}", args.a, run.title())];
    Ok((table, notes, lines.iter().map(|line| line.verdict).collect()))
}

fn of_runs(a: &Stored, b: &Stored, args: &CmpArgs) -> Result<Compared, Failure> {
    let _ = args;
    let (lines, mut notes) = between(a, b)?;
    let mut table = Printed::new(
        &["job", "engine", "MB/s in A", "MB/s in B", "B over A", "low", "high", "noise", "B is"],
        2,
    );
    for line in &lines {
        table.row(vec![
            line.cell.to_string(),
            line.engine.clone(),
            speed(line.a_mb_per_s),
            speed(line.b_mb_per_s),
            ratio(line.ratio.value),
            ratio(line.ratio.low),
            ratio(line.ratio.high),
            format!("{:.1} %", 100.0 * line.noise),
            line.verdict.words().to_owned(),
        ]);
    }
    notes.insert(0, format!("A: {}", a.title()));
    notes.insert(1, format!("B: {}", b.title()));
    Ok((table, notes, lines.iter().map(|line| line.verdict).collect()))
}
