//! The command line.

use crate::options::Options;
use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;
use std::path::PathBuf;

/// Is it the checksum or the storage?
///
/// Times checksums of FILE, or of all files below DIR from cron, keeps a log in the layout of the BFI National Archive's
/// checksum_speed_test scripts, sums up such logs, and says what holds a job back.
#[derive(Debug, Parser)]
#[command(
    name = "checksum-speed-test",
    version,
    max_term_width = 100,
    args_conflicts_with_subcommands = true,
    after_help = AFTER
)]
pub(crate) struct Cli {
    /// What to do; testing, if it is none of these
    #[command(subcommand)]
    pub(crate) command: Option<Command>,

    /// What to test.
    #[command(flatten)]
    pub(crate) test: TestArgs,

    /// Print a completion script for a shell
    #[arg(long, value_name = "SHELL", value_enum, exclusive = true)]
    pub(crate) completions: Option<Shell>,

    /// Print the manual page (roff)
    #[arg(long, exclusive = true)]
    pub(crate) man: bool,
}

const AFTER: &str = "A file called summary or verdict is ./summary or ./verdict here.\n\n\
    Exit: 0 all done and matched, 1 something failed or disagreed, 2 usage (nothing was done),\n\
    3 some files could not be read (the others are in the log), 4 another run holds the lock, 5 the stop file appeared.\n\n\
    Examples:\n  \
    checksum-speed-test video.mkv\n  \
    checksum-speed-test /mnt/share --log /var/log/checksum.log --min-age 1h\n  \
    checksum-speed-test summary --format html /var/log/checksum.log > summary.html\n  \
    checksum-speed-test verdict /mnt/share";

/// Options of a test run.
#[derive(Debug, Args)]
pub(crate) struct TestArgs {
    /// Take paths and options from this file (TOML; the keys are the long options' names and paths)
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,

    /// The options.
    #[command(flatten)]
    pub(crate) options: Options,
}

/// The other things that the program does.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Sum up logs, old and new: mean of rates, bytes over seconds, and why they differ
    Summary(crate::summary::SummaryArgs),
    /// Say whether the checksum or the storage holds a job back, and what would help
    Verdict(crate::verdict::VerdictArgs),
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definition_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn a_name_is_no_command() {
        let cli = Cli::parse_from(["checksum-speed-test", "./summary"]);
        assert_eq!(cli.test.options.paths, [PathBuf::from("./summary")]);
        assert!(Cli::parse_from(["checksum-speed-test", "summary", "log"]).command.is_some());
    }
}
