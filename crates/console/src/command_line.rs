//! What every program does with its command line besides obeying it: help, mistakes, completions, the manual page.

use crate::{Exit, Failure, Output, is_broken_pipe};
use clap::Command;
use clap_complete::Shell;
use std::io::{self, Write};

/// Prints what clap has to say. Help and version go to standard output like any result; all else is a mistake on the
/// command line, [`Exit::Usage`]. clap repeats the words that it does not understand: their control characters must not
/// reach the terminal.
///
/// # Errors
/// Standard output takes no help.
pub fn not_parsed(error: &clap::Error) -> Result<Exit, Failure> {
    let text = error.render().to_string();
    if !error.use_stderr() {
        return print(|out| out.write_all(text.as_bytes()));
    }
    let safe: String = text
        .chars()
        .flat_map(|c| if c.is_control() && c != '\n' { c.escape_default().collect() } else { vec![c] })
        .collect();
    // A closed stderr must not turn a message into a panic.
    let _ = io::stderr().write_all(safe.as_bytes());
    Ok(Exit::Usage)
}

/// Prints on standard output what `write` writes. A reader that went away ends it quietly.
///
/// # Errors
/// Any other failure to write.
pub fn print(write: impl FnOnce(&mut Output) -> io::Result<()>) -> Result<Exit, Failure> {
    finish(Output::stdout().and_then(|mut out| {
        write(&mut out)?;
        out.flush()
    }))
}

/// The outcome of writing to standard output, as [`print()`] judges it.
///
/// # Errors
/// Those of `written`, but for a reader that went away.
pub fn finish(written: io::Result<()>) -> Result<Exit, Failure> {
    match written {
        Err(error) if !is_broken_pipe(&error) => Err(unwritten(&error)),
        _ => Ok(Exit::Done),
    }
}

/// Standard output fails.
pub fn unwritten(error: &io::Error) -> Failure {
    Failure::failed(format!("standard output: {error}; the result is incomplete, give it a place to go"))
}

/// The completion script of a shell.
pub fn completions(mut command: Command, shell: Shell) -> Vec<u8> {
    let name = command.get_name().to_owned();
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, name, &mut script);
    script
}

/// The manual page (roff).
///
/// # Errors
/// Those of rendering; there are none known.
pub fn manual(command: Command) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    Ok(page)
}
