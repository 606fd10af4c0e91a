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

use checksum_console::{Failure, Output, is_broken_pipe};
use checksum_engine::CpuFeatures;
use clap::Parser;
use cli::{Cli, Command};
use exit::Ending;
use std::io::{self, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = Cli::parse();
    match run(cli) {
        Ok(ending) => ending.into(),
        Err(failure) => {
            session::complain(&failure.to_string());
            Ending::from(failure.exit).into()
        }
    }
}

fn run(cli: Cli) -> Result<Ending, Failure> {
    if let Some(shell) = cli.completions {
        return print(Ok(cli::completions(shell)));
    }
    if cli.man {
        return print(cli::man());
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

fn print(text: io::Result<Vec<u8>>) -> Result<Ending, Failure> {
    let written = text.and_then(|text| {
        let mut out = Output::stdout()?;
        out.write_all(&text)?;
        out.flush()
    });
    match written {
        Err(error) if !is_broken_pipe(&error) => Err(Failure::failed(format!("standard output: {error}"))),
        _ => Ok(Ending::Done),
    }
}
