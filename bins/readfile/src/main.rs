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

use checksum_console::command_line::{completions, finish, not_parsed, print, unwritten};
use checksum_console::{Exit, Failure, Output};
use checksum_engine::CpuFeatures;
use clap::{CommandFactory, Parser};
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
        return print(|out| out.write_all(&completions(Cli::command(), shell)));
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
    let mut out = Output::stdout().map_err(|error| unwritten(&error))?;
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
