//! The classic program: `readfile FILE b m z a g gd c e1 e3`.

mod cli;
mod list;
mod table;
mod words;

use checksum_console::{Exit, Failure, Output, is_broken_pipe};
use checksum_engine::CpuFeatures;
use clap::Parser;
use cli::Cli;
use std::io::{self, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = Cli::parse();
    match run(&cli) {
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
    let request = words::parse(&cli.words)?;
    let _ = request;
    Ok(Exit::Done)
}

/// Writes to standard output. A reader that went away ends the program quietly; any other failure is one.
fn print(write: impl FnOnce(&mut Output) -> io::Result<()>) -> Result<Exit, Failure> {
    let done = Output::stdout().and_then(|mut out| {
        write(&mut out)?;
        out.flush()
    });
    match done {
        Err(error) if !is_broken_pipe(&error) => {
            Err(Failure::failed(format!("standard output: {error}; nothing more was written")))
        }
        _ => Ok(Exit::Done),
    }
}
