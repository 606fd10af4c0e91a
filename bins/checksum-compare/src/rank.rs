//! `rank`: geometric means beside the rows that they come from, never instead of them.

use crate::compare::{newest, read};
use crate::schema::{Cell, Row, Stored};
use crate::table::{Format, Printed, speed};
use checksum_console::Failure;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::path::PathBuf;

/// What `rank` is told.
#[derive(Debug, clap::Args)]
pub(crate) struct RankArgs {
    /// The run's folder [default: the newest below --results]
    run: Option<PathBuf>,

    /// Where runs are found
    #[arg(long, value_name = "DIR", default_value = "results")]
    results: PathBuf,

    /// Only these families
    #[arg(long, value_name = "NAME", num_args = 1..)]
    family: Vec<String>,

    /// How the result is printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// Jobs that are of one kind, so that a mean over them means something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// Large inputs: speed.
    Large,
    /// Short messages that may overlap: throughput.
    Independent,
    /// Short messages that wait for each other: latency.
    Dependent,
    /// Many messages at once.
    Many,
}

impl Kind {
    fn of(cell: &Cell) -> Kind {
        match cell {
            Cell { mode, .. } if mode == "many" => Kind::Many,
            Cell { input, .. } if input.ends_with("-dependent") => Kind::Dependent,
            Cell { input, .. } if input.starts_with("short-") => Kind::Independent,
            _ => Kind::Large,
        }
    }

    fn words(self) -> &'static str {
        match self {
            Kind::Large => "large inputs",
            Kind::Independent => "short messages, independent",
            Kind::Dependent => "short messages, each waiting for the one before",
            Kind::Many => "many messages at once",
        }
    }
}

/// The engines of one family over the jobs of one kind.
#[derive(Debug)]
pub(crate) struct Ranking {
    family: String,
    kind: Kind,
    /// Cells in which all engines took part.
    cells: Vec<Cell>,
    /// Cells in which not all did, with those who did not.
    left_out: Vec<(Cell, Vec<String>)>,
    /// Engines from the best mean down: the mean of time over the cell's best time, then the speeds in `cells`.
    ranked: Vec<(String, f64, Vec<f64>)>,
}

/// The rankings of a run.
pub(crate) fn rankings(rows: &[Row]) -> Vec<Ranking> {
    let mut groups: BTreeMap<(String, Kind), Vec<&Row>> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.is_timed()) {
        groups.entry((row.family.clone(), Kind::of(&row.cell()))).or_default().push(row);
    }
    groups.into_iter().map(|((family, kind), rows)| ranking(family, kind, &rows)).collect()
}

fn ranking(family: String, kind: Kind, rows: &[&Row]) -> Ranking {
    let engines: BTreeSet<&str> = rows.iter().map(|row| row.engine.as_str()).collect();
    let mut cells: Vec<Cell> = Vec::new();
    for row in rows {
        if !cells.contains(&row.cell()) {
            cells.push(row.cell());
        }
    }
    let find =
        |cell: &Cell, engine: &str| rows.iter().find(|row| row.engine == engine && row.cell() == *cell);
    let mut left_out = Vec::new();
    cells.retain(|cell| {
        let absent: Vec<String> = engines
            .iter()
            .filter(|engine| find(cell, engine).is_none())
            .map(|&engine| engine.to_owned())
            .collect();
        if !absent.is_empty() {
            left_out.push((cell.clone(), absent.clone()));
        }
        absent.is_empty()
    });
    let time =
        |cell: &Cell, engine: &str| find(cell, engine).and_then(|row| row.median_ns).unwrap_or(f64::NAN);
    let best: Vec<f64> = cells
        .iter()
        .map(|cell| engines.iter().map(|engine| time(cell, engine)).fold(f64::INFINITY, f64::min))
        .collect();
    let mut ranked: Vec<(String, f64, Vec<f64>)> = engines
        .iter()
        .map(|&engine| {
            let logs = cells.iter().zip(&best).map(|(cell, best)| (time(cell, engine) / best).ln());
            let mean = (logs.sum::<f64>() / cells.len().max(1) as f64).exp();
            let speeds =
                cells.iter().map(|cell| find(cell, engine).and_then(|row| row.mb_per_s()).unwrap_or(0.0));
            (engine.to_owned(), mean, speeds.collect())
        })
        .collect();
    ranked.sort_by(|a, b| a.1.total_cmp(&b.1));
    Ranking { family, kind, cells, left_out, ranked }
}

/// Reads a run and prints its rankings.
///
/// # Errors
/// Data that cannot be read.
pub(crate) fn rank(args: &RankArgs) -> Result<impl FnOnce(&mut dyn Write) -> io::Result<()>, Failure> {
    let run = match &args.run {
        Some(folder) => read(folder)?,
        None => newest(&args.results)?,
    };
    let families = args.family.clone();
    let format = args.format;
    let known = |family: &String| run.rows.iter().any(|row| row.family == *family);
    if let Some(family) = families.iter().find(|family| !known(family)) {
        return Err(Failure::usage(format!("no family '{}' is in {}", family.escape_debug(), run.title())));
    }
    Ok(move |out: &mut dyn Write| print(out, &run, &families, format))
}

fn print(out: &mut dyn Write, run: &Stored, families: &[String], format: Format) -> io::Result<()> {
    if format != Format::Csv {
        writeln!(out, "{}: speeds in MB/s (10^6 bytes per second) from medians", run.title())?;
    }
    for ranking in rankings(&run.rows) {
        if !families.is_empty() && !families.contains(&ranking.family) {
            continue;
        }
        let mut table = Printed::new(&["family", "kind", "engine", "mean"], 3);
        for cell in &ranking.cells {
            table.column(&cell.job());
        }
        for (engine, mean, speeds) in &ranking.ranked {
            let mean = if ranking.cells.is_empty() { String::new() } else { format!("{mean:.2}") };
            let head = [ranking.family.clone(), ranking.kind.words().to_owned(), engine.clone(), mean];
            table.row(head.into_iter().chain(speeds.iter().map(|&mb| speed(mb))).collect());
        }
        if format != Format::Csv {
            writeln!(
                out,
                "\n{}, {}; mean: geometric mean of time over the fastest engine's time, 1.00 is fastest everywhere",
                ranking.family,
                ranking.kind.words()
            )?;
        }
        table.print(out, format)?;
        if format != Format::Csv {
            for (cell, absent) in &ranking.left_out {
                writeln!(
                    out,
                    "not in the mean: {}, where these did not run: {}",
                    cell.job(),
                    absent.join(" ")
                )?;
            }
        }
    }
    let missing: BTreeSet<String> = run
        .rows
        .iter()
        .filter(|row| row.err.as_deref().is_some_and(|err| err.starts_with("needs CPU features")))
        .map(|row| format!("{}: {}", row.engine, row.err.as_deref().unwrap_or_default()))
        .collect();
    if format != Format::Csv {
        for missing in missing {
            writeln!(out, "did not run at all: {missing}")?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::METHOD;

    fn row(engine: &str, input: &str, median_ns: Option<f64>) -> Row {
        Row {
            method: METHOD,
            family: "crc32".to_owned(),
            engine: engine.to_owned(),
            code: None,
            source: "own".to_owned(),
            version: String::new(),
            isa: String::new(),
            input: input.to_owned(),
            residency: "l1".to_owned(),
            bytes: 1000,
            mode: "whole".to_owned(),
            chunk: 0,
            align: 0,
            processes: 11,
            rounds: 5,
            iters: 1,
            min_ns: median_ns,
            p05_ns: median_ns,
            median_ns,
            p95_ns: median_ns,
            mad_ns: median_ns,
            bytes_per_second: median_ns.map(|ns| 1e12 / ns),
            baseline: engine.to_owned(),
            ratio: None,
            ratio_low: None,
            ratio_high: None,
            floor_low: None,
            floor_high: None,
            verdict: None,
            ceiling_share: None,
            digest: None,
            flags: String::new(),
            err: median_ns.is_none().then(|| "not timed here".to_owned()),
        }
    }

    #[test]
    fn means_are_over_inputs_where_all_took_part() {
        let rows = [
            row("crc32/a", "buffer-16k", Some(10.0)),
            row("crc32/b", "buffer-16k", Some(20.0)),
            row("crc32/a", "buffer-4m", Some(40.0)),
            row("crc32/b", "buffer-4m", Some(20.0)),
            row("crc32/a", "buffer-256m", Some(1.0)),
            row("crc32/b", "buffer-256m", None),
            row("crc32/a", "short-64-independent", Some(7.0)),
        ];
        let rankings = rankings(&rows);
        assert_eq!(rankings.len(), 2);
        let large = &rankings[0];
        assert_eq!(large.cells.len(), 2);
        assert_eq!(large.left_out[0].1, ["crc32/b"]);
        // Each is twice as slow as the other in one of two: the root of 2.
        assert!((large.ranked[0].1 - 2.0_f64.sqrt()).abs() < 1e-12);
        assert!((large.ranked[1].1 - 2.0_f64.sqrt()).abs() < 1e-12);
        assert_eq!(rankings[1].ranked[0].1, 1.0);
    }
}
