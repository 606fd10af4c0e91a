//! `verdict PATH...`: is it the checksum or the storage, by how much, and what would help.

mod files;
mod jobs;
mod judge;
mod measure;
mod storage;
#[cfg(test)]
mod throttled;
mod words;

use crate::exit::Ending;
use crate::test::{VERSION, self_check_engines};
use checksum_console::{Failure, Output, is_broken_pipe};
use checksum_engine::{CpuFeatures, Family, Runnable};
use checksum_input::shown;
use clap::{Args, ValueEnum};
use files::Files;
use indicatif::{ProgressBar, ProgressStyle};
use judge::{Judgement, judge};
use measure::{Figures, Plan, Wanted, measure};
use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::time::Duration;

/// Options of the verdict.
#[derive(Debug, Args)]
pub(crate) struct VerdictArgs {
    /// A large file, several, or a tree on the storage in question; nothing is written to it
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,

    /// How long it may take
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=86_400))]
    seconds: u32,

    /// The checksums to judge, between commas, the one in use first: md5, crc32, crc32c, adler32
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "md5,crc32")]
    checksums: Vec<String>,

    /// How it is printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// How a verdict is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Words and tables
    Text,
    /// One object with all figures
    Json,
}

/// Measures and judges.
///
/// # Errors
/// Nothing to measure, or the storage failed.
pub(crate) fn run(args: &VerdictArgs, cpu: CpuFeatures) -> Result<Ending, Failure> {
    let mut out = Output::stdout().map_err(|error| Failure::failed(format!("standard output: {error}")))?;
    let wanted = args.checksums.iter().map(|name| wanted(name, cpu)).collect::<Result<Vec<_>, _>>()?;
    let files = Files::find(&args.paths)?;
    self_check_engines(wanted.iter().flat_map(|wanted| [wanted.engine, wanted.usual]))?;
    let plan = Plan { wanted, time: Duration::from_secs(args.seconds.into()), warm: true };
    let bar = progress();
    let figures = measure(&files, &plan, &mut |what, share| {
        bar.set_position((share * 100.0) as u64);
        bar.set_message(what.to_owned());
    });
    bar.finish_and_clear();
    let figures =
        figures.map_err(|error| Failure::failed(format!("reading failed: {error}; nothing is judged")))?;
    let written = match args.format {
        Format::Text => text(&mut out, args, &files, &figures),
        Format::Json => json(&mut out, args, &files, &figures),
    };
    match written.and_then(|()| out.flush()) {
        Err(error) if !is_broken_pipe(&error) => {
            Err(Failure::failed(format!("standard output: {error}; the verdict is incomplete")))
        }
        _ => Ok(Ending::Done),
    }
}

/// A checksum by its name, with the engine of ours and one of the kind that is found everywhere: zlib's CRC-32 since 1.2.12
/// and OpenSSL's form of MD5, which Python's zlib and hashlib use, and zlib's Adler-32.
fn wanted(name: &str, cpu: CpuFeatures) -> Result<Wanted, Failure> {
    let family = Family::ALL.into_iter().find(|family| family.name() == name.to_ascii_lowercase());
    let family = family.ok_or_else(|| {
        let name = name.escape_debug();
        Failure::usage(format!("'{name}' is no checksum; there are md5, crc32, crc32c and adler32"))
    })?;
    let usual = match family {
        Family::Md5 => "md5/openssl",
        Family::Crc32 => "crc32/braided",
        Family::Crc32c => "crc32c/slice8",
        Family::Adler32 => checksum_catalog::engines_of(family)
            .iter()
            .find(|engine| engine.code == Some("a"))
            .map_or(checksum_catalog::reference(family).id, |engine| engine.id),
    };
    let usual = checksum_catalog::find(usual).unwrap_or(checksum_catalog::reference(family));
    let runnable = |engine: &'static checksum_engine::Engine| -> Result<Runnable, Failure> {
        engine.resolve(cpu).map_err(|missing| Failure::failed(format!("{}: {missing}", engine.id)))
    };
    Ok(Wanted { engine: runnable(checksum_catalog::auto(family))?, usual: runnable(usual)? })
}

/// Shown on a terminal only.
fn progress() -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style =
        ProgressStyle::with_template("{bar:20} {percent} %, {elapsed}, {msg}").expect("a valid template");
    let bar = ProgressBar::new(100).with_style(style);
    bar.enable_steady_tick(Duration::from_secs(1));
    bar
}

fn text(out: &mut Output, args: &VerdictArgs, files: &Files, figures: &Figures) -> std::io::Result<()> {
    let names: Vec<String> = args.paths.iter().map(|path| shown(path).to_string()).collect();
    let (count, bytes) = files.describe();
    writeln!(out, "{}: {count} files, {bytes} bytes in use", names.join(", "))?;
    writeln!(out, "{VERSION}\n")?;
    words::computing(out, figures)?;
    for note in &figures.notes {
        writeln!(out, "note: {note}")?;
    }
    for (title, state) in states(figures) {
        words::state(out, title, figures, state, &judge(figures, state))?;
    }
    Ok(())
}

fn json(out: &mut Output, args: &VerdictArgs, files: &Files, figures: &Figures) -> std::io::Result<()> {
    let (count, bytes) = files.describe();
    let judged: Vec<(&str, Vec<Judgement>)> = ["cold", "warm"]
        .into_iter()
        .zip([&figures.cold, &figures.warm])
        .filter_map(|(word, state)| Some((word, judge(figures, state.as_ref()?))))
        .collect();
    let machine = checksum_measure::Machine::gather(&checksum_measure::MonotonicClock::new());
    let paths: Vec<String> = args.paths.iter().map(|path| path.to_string_lossy().into_owned()).collect();
    let whole = serde_json::json!({
        "schema": 1,
        "program": VERSION,
        "units": "bytes, seconds, bytes per second",
        "paths": paths,
        "files": count,
        "bytes": bytes,
        "machine": machine,
        "figures": figures,
        "verdicts": judged.into_iter().collect::<std::collections::BTreeMap<_, _>>(),
    });
    serde_json::to_writer_pretty(&mut *out, &whole)?;
    writeln!(out)
}

fn states(figures: &Figures) -> impl Iterator<Item = (&'static str, &measure::InState)> {
    let cold = figures
        .cold
        .as_ref()
        .map(|state| ("From the storage (dropped from memory before each measurement, verified)", state));
    let warm = figures.warm.as_ref().map(|state| ("From memory (the page cache holds what is read)", state));
    cold.into_iter().chain(warm)
}
