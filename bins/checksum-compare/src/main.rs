//! `checksum-compare`: comparison runs by script, kept as data, and what is made of the data.

mod check;
mod cli;
mod compare;
mod measure;
mod pairs;
mod prove;
mod rank;
mod report;
mod schema;
mod table;

use checksum_console::{Exit, Failure, Output, is_broken_pipe};
use clap::Parser;
use cli::{Cli, Command};
use std::io::{self, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let outcome = match Cli::try_parse() {
        Ok(cli) => run(cli),
        Err(error) => not_parsed(&error),
    };
    match outcome {
        Ok(exit) => exit.into(),
        Err(failure) => {
            // A closed stderr must not turn a message into a panic.
            let _ = writeln!(io::stderr(), "checksum-compare: {failure}");
            failure.exit.into()
        }
    }
}

fn run(cli: Cli) -> Result<Exit, Failure> {
    if let Some(shell) = cli.completions {
        return print(|out| out.write_all(&cli::completions(shell)));
    }
    if cli.man {
        return print(|out| out.write_all(&cli::man()?));
    }
    match cli.command.expect("clap requires it where nothing else is asked for") {
        Command::Measure(args) => {
            let (folder, exit) = measure::measure(&args)?;
            print(|out| writeln!(out, "{}", checksum_input::shown(&folder)))?;
            Ok(exit)
        }
        Command::Process(args) => measure::run_child(&args).map(|()| Exit::Done),
        Command::Cmp(args) => {
            let write = compare::cmp(&args)?;
            print(|out| write(out))
        }
        Command::Rank(args) => {
            let write = rank::rank(&args)?;
            print(|out| write(out))
        }
        Command::Prove(args) => {
            let write = prove::prove(&args)?;
            print(|out| write(out))
        }
        Command::Report(args) => report::report(&args),
        Command::Check(args) => check::check(&args),
    }
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

/// Prints on standard output. A reader of our output that went away ends the program quietly; any other failure to
/// write is one.
fn print(write: impl FnOnce(&mut Output) -> io::Result<()>) -> Result<Exit, Failure> {
    let written = Output::stdout().and_then(|mut out| {
        write(&mut out)?;
        out.flush()
    });
    match written {
        Err(error) if !is_broken_pipe(&error) => {
            Err(Failure::failed(format!("standard output: {error}; the result is incomplete")))
        }
        _ => Ok(Exit::Done),
    }
}
