//! From a command to what it makes.

use super::args::{CellArgs, What};
use super::place::Place;
use super::{builds, charts, markdown, page, seed};
use crate::schema::{Cell, Row, Stored};
use checksum_chart::Svg;
use checksum_console::Failure;
use std::path::PathBuf;

/// What a command makes.
#[derive(Debug)]
pub(crate) struct Rendered {
    /// For standard output or between markers; where there is a file, its title.
    pub(crate) text: String,
    /// A file, by its path as it was given.
    pub(crate) file: Option<(PathBuf, String)>,
}

impl Rendered {
    fn text(text: String) -> Rendered {
        Rendered { text, file: None }
    }

    fn chart(title: String, chart: &Svg, out: Option<&PathBuf>) -> Rendered {
        match out {
            Some(file) => Rendered { text: title, file: Some((file.clone(), chart.file())) },
            None => Rendered::text(chart.file()),
        }
    }
}

/// The line of Markdown that shows a chart.
pub(crate) fn shown(title: &str, link: &str) -> String {
    if link.ends_with(".html") { format!("[{title}]({link})\n") } else { format!("![{title}]({link})\n") }
}

/// Carries out a command.
///
/// # Errors
/// The run cannot be read or has no such rows.
pub(crate) fn render(place: &Place, what: &What) -> Result<Rendered, Failure> {
    Ok(match what {
        What::Table(args) => {
            let run = place.run(&args.run)?;
            Rendered::text(markdown::cell(&run, &rows_of(&run, args)?))
        }
        What::Sizes(args) => Rendered::text(markdown::sizes(&*place.run(&args.run)?, args)?),
        What::Seed(args) => {
            Rendered::text(seed::table(&seed::figures(place)?, &*place.run(&args.run)?, &args.input)?)
        }
        What::Run(args) => Rendered::text(markdown::run(&*place.run(&args.run)?)),
        What::Builds(args) => {
            let runs = args.runs.iter().map(|run| place.run(run)).collect::<Result<Vec<_>, _>>()?;
            Rendered::text(builds::table(&runs, &args.input)?)
        }
        What::Bars(args) => {
            let run = place.run(&args.cell.run)?;
            let (title, chart) = charts::bars(&run, &rows_of(&run, &args.cell)?);
            Rendered::chart(title, &chart, args.out.as_ref())
        }
        What::Lengths(args) => {
            let (title, chart) = charts::lengths(&*place.run(&args.run)?, args.family, args.dependent)?;
            Rendered::chart(title, &chart, args.out.as_ref())
        }
        What::Ceiling(args) => {
            let (title, chart) = charts::ceiling(&*place.run(&args.run)?, &args.input)?;
            Rendered::chart(title, &chart, args.out.as_ref())
        }
        What::Page(args) => {
            let runs = if args.runs.is_empty() { place.runs()? } else { args.runs.clone() };
            let html = page::page(place, &runs)?;
            match &args.out {
                Some(file) => Rendered { text: page::TITLE.to_owned(), file: Some((file.clone(), html)) },
                None => Rendered::text(html),
            }
        }
    })
}

/// The runs that a command reads, where it names them.
pub(crate) fn runs_of(what: &What) -> Vec<PathBuf> {
    match what {
        What::Table(args) => vec![args.run.clone()],
        What::Sizes(args) => vec![args.run.clone()],
        What::Seed(args) => vec![args.run.clone()],
        What::Run(args) => vec![args.run.clone()],
        What::Builds(args) => args.runs.clone(),
        What::Bars(args) => vec![args.cell.run.clone()],
        What::Lengths(args) => vec![args.run.clone()],
        What::Ceiling(args) => vec![args.run.clone()],
        What::Page(args) => args.runs.clone(),
    }
}

/// The rows of a cell.
///
/// # Errors
/// There are none.
fn rows_of<'a>(run: &'a Stored, args: &CellArgs) -> Result<Vec<&'a Row>, Failure> {
    let cell = Cell {
        family: args.family.name().to_owned(),
        input: args.input.clone(),
        mode: args.mode.clone(),
        chunk: args.chunk,
        align: args.align,
    };
    let rows: Vec<&Row> = run.rows.iter().filter(|row| row.cell() == cell).collect();
    if rows.is_empty() {
        return Err(Failure::failed(format!("{} has no rows for {cell}", run.title())));
    }
    Ok(rows)
}
