//! What `report` may be told. The same words stand in markers, so that a table names the command that made it.

use checksum_engine::Family;
use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

/// What `report` is told.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct ReportArgs {
    /// Without a word behind it, `report` renders everything again: what stands between markers in README.md and
    /// results/README.md, the charts that they show, and results/report.html with all runs
    #[command(subcommand)]
    pub(crate) what: Option<What>,

    /// The folder that holds README.md and results/ [default: the nearest upwards]
    #[arg(long, value_name = "DIR")]
    pub(crate) root: Option<PathBuf>,
}

/// What `check` is told.
#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// The folder that holds README.md, Cargo.lock and results/ [default: the nearest upwards]
    #[arg(long, value_name = "DIR")]
    pub(crate) root: Option<PathBuf>,
}

/// One thing to render. Tables go to standard output as Markdown, charts as SVG, the page as HTML.
#[derive(Debug, Subcommand)]
pub(crate) enum What {
    /// A table of the engines of a family over one input
    Table(CellArgs),
    /// A table of the engines of a family over several inputs, in MB/s
    Sizes(SizesArgs),
    /// The table of the classic letters beside the figures of 2005
    Seed(SeedArgs),
    /// What was measured, where, and what the controls said
    Run(RunArgs),
    /// A table of the engines that matter over one input, a column for each of several builds
    Builds(BuildsArgs),
    /// A chart: a bar for each engine of a family over one input
    Bars(ChartArgs),
    /// A chart: speed against length, both logarithmic
    Lengths(LengthsArgs),
    /// A chart: speed as a share of only reading the bytes, all families
    Ceiling(CeilingArgs),
    /// The page in which a reader can choose
    Page(PageArgs),
}

/// The words of a marker.
#[derive(Debug, Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
pub(crate) struct Marker {
    #[command(subcommand)]
    pub(crate) what: What,
}

/// A run, a family and what its engines got.
#[derive(Debug, Args)]
pub(crate) struct CellArgs {
    /// The run's folder
    pub(crate) run: PathBuf,
    /// adler32, crc32, crc32c or md5
    #[arg(long, value_parser = family)]
    pub(crate) family: Family,
    /// The input's name
    #[arg(long, default_value = "buffer-16k")]
    pub(crate) input: String,
    /// whole, chunk, read, map or many
    #[arg(long, default_value = "whole")]
    pub(crate) mode: String,
    /// Bytes of a piece, in the modes chunk and read
    #[arg(long, default_value_t = 0)]
    pub(crate) chunk: u64,
    /// Offset of the first byte from a 64-byte line
    #[arg(long, default_value_t = 0)]
    pub(crate) align: u32,
}

/// A run, a family, and some inputs.
#[derive(Debug, Args)]
pub(crate) struct SizesArgs {
    /// The run's folder
    pub(crate) run: PathBuf,
    /// adler32, crc32, crc32c or md5
    #[arg(long, value_parser = family)]
    pub(crate) family: Family,
    /// The inputs, between commas; each takes a column
    #[arg(long, value_delimiter = ',', required = true)]
    pub(crate) inputs: Vec<String>,
    /// Only the engines that matter: the classic codes, auto, and the fastest of each input, own and not
    #[arg(long)]
    pub(crate) brief: bool,
}

/// A run and the input that stands for the file of 2005.
#[derive(Debug, Args)]
pub(crate) struct SeedArgs {
    /// The run's folder
    pub(crate) run: PathBuf,
    /// The input's name
    #[arg(long, default_value = "buffer-4m")]
    pub(crate) input: String,
}

/// A run.
#[derive(Debug, Args)]
pub(crate) struct RunArgs {
    /// The run's folder
    pub(crate) run: PathBuf,
}

/// Runs of several builds, and an input.
#[derive(Debug, Args)]
pub(crate) struct BuildsArgs {
    /// The runs' folders; the others are compared with the first
    #[arg(required = true, num_args = 2..)]
    pub(crate) runs: Vec<PathBuf>,
    /// The input's name
    #[arg(long, default_value = "buffer-16k")]
    pub(crate) input: String,
}

/// A chart of a cell.
#[derive(Debug, Args)]
pub(crate) struct ChartArgs {
    #[command(flatten)]
    pub(crate) cell: CellArgs,
    /// Write the chart to this file, and print a line of Markdown that shows it
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

/// A chart of a family over lengths.
#[derive(Debug, Args)]
pub(crate) struct LengthsArgs {
    /// The run's folder
    pub(crate) run: PathBuf,
    /// adler32, crc32, crc32c or md5
    #[arg(long, value_parser = family)]
    pub(crate) family: Family,
    /// Short messages that wait for one another (latency), not those that may overlap
    #[arg(long)]
    pub(crate) dependent: bool,
    /// Write the chart to this file, and print a line of Markdown that shows it
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

/// A chart of all families over one input.
#[derive(Debug, Args)]
pub(crate) struct CeilingArgs {
    /// The run's folder
    pub(crate) run: PathBuf,
    /// The input's name
    #[arg(long, default_value = "buffer-4m")]
    pub(crate) input: String,
    /// Write the chart to this file, and print a line of Markdown that shows it
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

/// The runs of a page.
#[derive(Debug, Args)]
pub(crate) struct PageArgs {
    /// The runs' folders [default: all below results/]
    pub(crate) runs: Vec<PathBuf>,
    /// Write the page to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

fn family(name: &str) -> Result<Family, String> {
    let found = Family::ALL.into_iter().find(|family| family.name() == name);
    found.ok_or_else(|| format!("the families are {}", Family::ALL.map(Family::name).join(", ")))
}
