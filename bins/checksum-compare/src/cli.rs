//! The command line.

use crate::compare::CmpArgs;
use crate::measure::{ChildArgs, MeasureArgs};
use crate::prove::ProveArgs;
use crate::rank::RankArgs;
use crate::report::{CheckArgs, ReportArgs};
use clap::{Parser, Subcommand};
use clap_complete::Shell;

/// Compares implementations of checksums by measurement: runs as data, and what follows from them.
#[derive(Debug, Parser)]
#[command(name = "checksum-compare", version, max_term_width = 100)]
#[command(subcommand_negates_reqs = true, arg_required_else_help = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,

    /// Print a completion script for a shell
    #[arg(long, value_name = "SHELL", value_enum, exclusive = true)]
    pub(crate) completions: Option<Shell>,

    /// Print the manual page (roff)
    #[arg(long, exclusive = true)]
    pub(crate) man: bool,
}

/// What is to be done.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Carry out a plan and lay down the result as data
    Measure(MeasureArgs),
    /// One process of a run
    #[command(hide = true)]
    Process(ChildArgs),
    /// Compare two engines within a run, or two runs
    Cmp(CmpArgs),
    /// Rank engines: geometric means beside the figures that they come from
    Rank(RankArgs),
    /// Show that the method finds known differences, and none where there is none
    Prove(ProveArgs),
    /// Render tables, charts and the page from the data
    Report(ReportArgs),
    /// Fail if a table, chart or page is not what the data give, or data break the schema
    Check(CheckArgs),
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definition_is_sound() {
        Cli::command().debug_assert();
    }
}
