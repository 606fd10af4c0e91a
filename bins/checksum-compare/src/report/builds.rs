//! Several builds side by side, as the page of 2005 had columns for 32 and 64 bits.

use super::markdown::{is_own, table as empty, text};
use super::numbers::{speed, times};
use crate::schema::{Row, Stored};
use checksum_console::Failure;
use checksum_engine::Family;
use std::collections::BTreeSet;
use std::rc::Rc;

/// The engines that matter (those with a letter of 2005, `auto`, and in each build the fastest own and the fastest by
/// others) over one input: MB/s in each run, and how many times as much that is as in the first.
///
/// # Errors
/// A run has no rows for the input.
pub(super) fn table(runs: &[Rc<Stored>], input: &str) -> Result<String, Failure> {
    let mut heads = vec!["engine".to_owned(), "code".to_owned()];
    heads.extend(runs.iter().map(|run| name(run)));
    let mut table = empty(&heads, 2);
    for family in Family::ALL {
        let mut columns = Vec::new();
        for run in runs {
            columns.push(timed(run, family, input)?);
        }
        let mut engines: Vec<&str> =
            columns.iter().flat_map(|rows| matter(rows)).collect::<BTreeSet<_>>().into_iter().collect();
        let of = |place: usize, engine: &str| columns[place].iter().copied().find(|row| row.engine == engine);
        let first = |engine: &str| of(0, engine).and_then(Row::mb_per_s);
        engines.sort_by(|a, b| first(a).unwrap_or_default().total_cmp(&first(b).unwrap_or_default()));
        for engine in engines {
            let code = (0..runs.len()).find_map(|place| of(place, engine)?.code.clone());
            let mut cells = vec![format!("`{engine}`"), code.unwrap_or_default()];
            for place in 0..runs.len() {
                let here = of(place, engine).and_then(Row::mb_per_s);
                cells.push(match (here, first(engine)) {
                    (Some(here), Some(first)) if place > 0 => {
                        format!("{} ({})", speed(here), times(here / first))
                    }
                    (Some(here), _) => speed(here),
                    (None, _) => String::new(),
                });
            }
            table.add_row(cells);
        }
    }
    let programs: Vec<String> =
        runs.iter().map(|run| format!("{}: {}", name(run), run.record.machine.build.headline())).collect();
    Ok(text(&table, 2)
        + &format!(
            "\n{input}, MB/s by the median of {} processes; in parentheses, times as fast as in the first column. {}.\n",
            runs.iter().map(|run| run.record.processes).min().unwrap_or_default(),
            programs.join("; ")
        ))
}

/// A run's label, or what it was built for.
fn name(run: &Stored) -> String {
    let target = || run.record.machine.build.target.clone();
    run.record.label.clone().or_else(target).unwrap_or_else(|| run.record.run.clone())
}

/// The rows of a family that were timed over a whole buffer.
fn timed<'a>(run: &'a Stored, family: Family, input: &str) -> Result<Vec<&'a Row>, Failure> {
    let whole = |row: &&Row| (row.mode.as_str(), row.chunk, row.align) == ("whole", 0, 0) && row.is_timed();
    let rows = run.rows.iter().filter(|row| row.input == input && row.family == family.name());
    let rows: Vec<&Row> = rows.filter(whole).collect();
    if rows.is_empty() {
        return Err(Failure::failed(format!("{} has no rows for {}, {input}", run.title(), family.title())));
    }
    Ok(rows)
}

fn matter<'a>(rows: &[&'a Row]) -> Vec<&'a str> {
    let rate = |row: &Row| row.bytes_per_second.unwrap_or_default();
    let fastest =
        |own: bool| rows.iter().filter(|row| is_own(row) == own).max_by(|a, b| rate(a).total_cmp(&rate(b)));
    let named = rows.iter().filter(|row| row.code.is_some() || row.engine.ends_with("/auto"));
    named.chain(fastest(true)).chain(fastest(false)).map(|row| row.engine.as_str()).collect()
}
