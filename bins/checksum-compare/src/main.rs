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

use checksum_console::command_line::{completions, manual, not_parsed, print};
use checksum_console::{Exit, Failure};
use clap::{CommandFactory, Parser};
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
        return print(|out| out.write_all(&completions(Cli::command(), shell)));
    }
    if cli.man {
        return print(|out| out.write_all(&manual(Cli::command())?));
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
