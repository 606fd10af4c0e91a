//! The classic program: `readfile FILE b m z a g gd c e1 e3`.

mod cli;
mod list;
mod once;
mod progress;
mod render;
mod report;
mod selfcheck;
mod session;
mod table;
mod words;

use checksum_console::{Exit, Failure, Output, is_broken_pipe};
use checksum_engine::CpuFeatures;
use clap::Parser;
use cli::Cli;
use session::Settings;
use std::io::{self, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let outcome = match Cli::try_parse() {
        Ok(cli) => run(&cli),
        Err(error) => not_parsed(&error),
    };
    match outcome {
        Ok(exit) => exit.into(),
        Err(failure) => {
            // A closed stderr must not turn a message into a panic.
            let _ = writeln!(io::stderr(), "readfile: {failure}");
            failure.exit.into()
        }
    }
}

fn run(cli: &Cli) -> Result<Exit, Failure> {
    let cpu = CpuFeatures::from_env().map_err(Failure::usage)?;
    if let Some(shell) = cli.completions {
        return print(|out| out.write_all(&cli::completions(shell)));
    }
    if cli.man {
        return print(|out| out.write_all(&cli::man()?));
    }
    if cli.list {
        return print(|out| list::print(out, cli.format, cpu));
    }
    let mut request = words::parse(&cli.words)?;
    request.benchmark |= cli.rounds.is_some();
    let file = cli.file.as_deref().expect("clap requires it where nothing else is asked for");
    let settings = Settings { rounds: cli.rounds.unwrap_or(5), block_size: cli.block_size };
    // A closed standard output is found before the work, not after it.
    let mut out = Output::stdout().map_err(unwritten)?;
    let report = session::run(file, &request, settings, cpu)?;
    for found in &report.disagreements {
        let _ = writeln!(io::stderr(), "readfile: {found}");
    }
    for line in report.results.iter().filter(|line| !line.row.available && !line.optional) {
        let (id, missing) = (&line.row.id, line.row.missing.join(" "));
        let _ = writeln!(
            io::stderr(),
            "readfile: {id} cannot run here: the CPU lacks {missing}, or it is masked"
        );
    }
    let exit = if report.is_good() { Exit::Done } else { Exit::Failed };
    Ok(finish(render::write(&mut out, cli.format, &report).and_then(|()| out.flush()))?.max(exit))
}

/// Help and version go to standard output like any result; all else is a mistake on the command line. clap repeats
/// the words that it does not understand: their control characters must not reach the terminal.
fn not_parsed(error: &clap::Error) -> Result<Exit, Failure> {
    let text = error.render().to_string();
    if !error.use_stderr() {
        return print(|out| out.write_all(text.as_bytes()));
    }
    let safe: String = text
        .chars()
        .flat_map(|c| if c.is_control() && c != '\n' { c.escape_default().collect() } else { vec![c] })
        .collect();
    let _ = io::stderr().write_all(safe.as_bytes());
    Ok(Exit::Usage)
}

fn print(write: impl FnOnce(&mut Output) -> io::Result<()>) -> Result<Exit, Failure> {
    finish(Output::stdout().and_then(|mut out| {
        write(&mut out)?;
        out.flush()
    }))
}

/// A reader of our output that went away ends the program quietly; any other failure to write is one.
fn finish(written: io::Result<()>) -> Result<Exit, Failure> {
    match written {
        Err(error) if !is_broken_pipe(&error) => Err(unwritten(error)),
        _ => Ok(Exit::Done),
    }
}

fn unwritten(error: io::Error) -> Failure {
    Failure::failed(format!("standard output: {error}; the result is incomplete, give it a place to go"))
}
