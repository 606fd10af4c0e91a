//! Which engines a chart over lengths shows.

use crate::schema::Row;
use std::collections::{BTreeMap, BTreeSet};

/// Curves that can still be told apart.
const MOST: usize = 8;

/// An engine over lengths, by rising length.
pub(super) type Series<'a> = (&'a str, Vec<&'a Row>);

/// Groups rows by engine, and keeps those that say most: the fastest somewhere, then `auto`, classic codes, the others
/// by how near to the fastest they come on the whole.
pub(super) fn chosen<'a>(rows: &[&'a Row]) -> Vec<Series<'a>> {
    let mut fastest: BTreeMap<u64, &Row> = BTreeMap::new();
    let mut by_engine: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
    for row in rows.iter().copied().filter(|row| row.is_timed()) {
        by_engine.entry(&row.engine).or_default().push(row);
        let best = fastest.entry(row.bytes).or_insert(row);
        if row.median_ns < best.median_ns {
            *best = row;
        }
    }
    let wins: BTreeMap<&str, usize> = fastest.values().fold(BTreeMap::new(), |mut wins, row| {
        *wins.entry(row.engine.as_str()).or_default() += 1;
        wins
    });
    // The mean of logarithms of how far behind the fastest it is, over the lengths that it has.
    let behind = |rows: &[&Row]| {
        let logs = rows.iter().filter_map(|row| Some((row.median_ns? / fastest[&row.bytes].median_ns?).ln()));
        logs.sum::<f64>() / rows.len() as f64
    };
    let mut series: Vec<Series<'a>> = by_engine.into_iter().collect();
    let merit = |(engine, rows): &Series<'_>| {
        let class = match () {
            () if engine.ends_with("/auto") => 0,
            () if rows.iter().any(|row| row.code.is_some()) => 1,
            () if wins.contains_key(engine) => 2,
            () => 3,
        };
        (class, behind(rows))
    };
    series.sort_by(|a, b| {
        let ((class_a, a), (class_b, b)) = (merit(a), merit(b));
        class_a.cmp(&class_b).then(a.total_cmp(&b))
    });
    // The best by another author belongs in, however many of ours are faster.
    let others = |(_, rows): &Series<'_>| rows.iter().any(|row| row.source != "own");
    let mut kept: BTreeSet<&str> = series.iter().take(MOST).map(|(engine, _)| *engine).collect();
    if !series.iter().take(MOST).any(others) {
        let best =
            series.iter().filter(|one| others(one)).min_by(|a, b| behind(&a.1).total_cmp(&behind(&b.1)));
        if let (Some((engine, _)), Some((last, _))) = (best, series.get(MOST - 1)) {
            kept.remove(last);
            kept.insert(engine);
        }
    }
    series.retain(|(engine, _)| kept.contains(engine));
    series.iter_mut().for_each(|(_, rows)| rows.sort_by_key(|row| row.bytes));
    series
}
