//! `checksum-speed-test`: is it the checksum or the storage?

mod cli;
mod exit;
mod journal;
mod lock;
mod log;
mod options;
mod quantity;
mod record;
mod session;
mod summary;
mod test;
mod tree;
mod verdict;

use checksum_console::Failure;
use checksum_console::command_line::{completions, manual, not_parsed, print};
use checksum_engine::CpuFeatures;
use clap::{CommandFactory, Parser};
use cli::{Cli, Command};
use exit::Ending;
use std::io::Write;
use std::process::ExitCode;

fn main() -> ExitCode {
    let outcome = match Cli::try_parse() {
        Ok(cli) => run(cli),
        Err(error) => not_parsed(&error).map(Ending::from),
    };
    match outcome {
        Ok(ending) => ending.into(),
        Err(failure) => {
            session::complain(&failure.to_string());
            Ending::from(failure.exit).into()
        }
    }
}

fn run(cli: Cli) -> Result<Ending, Failure> {
    if let Some(shell) = cli.completions {
        return print(|out| out.write_all(&completions(Cli::command(), shell))).map(Ending::from);
    }
    if cli.man {
        return print(|out| out.write_all(&manual(Cli::command())?)).map(Ending::from);
    }
    let cpu = CpuFeatures::from_env().map_err(Failure::usage)?;
    match cli.command {
        Some(Command::Summary(args)) => summary::run(&args),
        Some(Command::Verdict(args)) => verdict::run(&args, cpu),
        None => {
            let options = match &cli.test.config {
                Some(file) => cli.test.options.over_file(file)?,
                None => cli.test.options,
            };
            session::run(&options, cpu)
        }
    }
}
