//! The page of 2005, today: one row a classic letter, the figures of three of its machines beside those of a run.

use super::markdown;
use super::numbers::{ratio, speed};
use super::place::Place;
use crate::pairs::{CellSamples, by_cell};
use crate::schema::{Cell, Row, Stored};
use checksum_console::Failure;
use serde::Deserialize;
use std::collections::BTreeMap;

/// Where the old figures stand.
const FILE: &str = "results/seed/readfile-2005.csv";

/// The machines that are shown, of the five that the page has: one of 64 bits, one of the Pentium 4's kind, one old.
const MACHINES: [&str; 3] = ["AMD 64 3000+", "Pentium 4 2.4 GHz", "Pentium 3 1000 MHz"];

/// A figure of 2005.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Figure {
    machine: String,
    compiler: String,
    bits: u32,
    method: String,
    mb_per_s: f64,
}

/// A row: the words of the command line, what they stand for, today's engine, and the old figures' name.
const METHODS: [(&str, &str, &str); 12] = [
    ("a", "Adler-32, zlib's form", "adler32/unroll16"),
    ("a auto", "Adler-32, the fastest here", "adler32/auto"),
    ("c e1", "CRC-32, zlib 1.1.4's form", "crc32/byte/zlib-1.1.4"),
    ("c e3", "CRC-32, zlib 1.2.1's form", "crc32/slice4/zlib-1.2.1"),
    ("c e8", "CRC-32, slicing by 8", "crc32/slice8"),
    ("c e16", "CRC-32, slicing by 16", "crc32/slice16"),
    ("c", "CRC-32, the fastest here", "crc32/auto"),
    ("k", "CRC-32C, the fastest here", "crc32c/auto"),
    ("gd", "MD5, L. Peter Deutsch's form", "md5/deutsch"),
    ("g", "MD5, OpenSSL 0.9.7's form", "md5/openssl"),
    ("g asm", "MD5 in assembly", "md5/scalar-g-add/asm"),
    ("g auto", "MD5, the fastest here", "md5/auto"),
];

/// Ratios then and now: the words, the method over the method, the engine over the engine.
const RATIOS: [(&str, [&str; 2], [&str; 2]); 4] = [
    ("e3 / e1", ["c e3", "c e1"], ["crc32/slice4/zlib-1.2.1", "crc32/byte/zlib-1.1.4"]),
    ("g asm / g", ["g asm", "g"], ["md5/scalar-g-add/asm", "md5/openssl"]),
    ("g asm / g, the crate md5-asm", ["", ""], ["md5/x/md5-asm", "md5/openssl"]),
    ("asm / Rust, same formula", ["", ""], ["md5/scalar-g-add/asm", "md5/scalar-g-add"]),
];

/// The figures of 2005.
///
/// # Errors
/// The file is not there or not what it should be.
pub(super) fn figures(place: &Place) -> Result<Vec<Figure>, Failure> {
    let mut reader = csv::Reader::from_path(place.path(FILE))
        .map_err(|error| Failure::failed(format!("{FILE}: {error}")))?;
    let rows: Result<Vec<Figure>, _> = reader.deserialize().collect();
    rows.map_err(|error| Failure::failed(format!("{FILE}: {error}")))
}

/// The table.
///
/// # Errors
/// The run has no rows for the input.
pub(super) fn table(old: &[Figure], run: &Stored, input: &str) -> Result<String, Failure> {
    let rows: Vec<&Row> = run
        .rows
        .iter()
        .filter(|row| row.input == input && row.is_timed())
        .filter(|row| (row.mode.as_str(), row.chunk, row.align) == ("whole", 0, 0))
        .collect();
    if rows.is_empty() {
        return Err(Failure::failed(format!("{} has no rows for {input}", run.title())));
    }
    let now = |engine: &str| rows.iter().find(|row| row.engine == engine).copied();
    let samples = run.samples().map_err(Failure::failed)?.unwrap_or_default();
    let samples = by_cell(&samples);
    let mut heads = vec!["method".to_owned(), "what it is".to_owned(), "engine".to_owned()];
    heads.extend(MACHINES.map(|machine| format!("{machine}, 2005")));
    heads.push(format!("here, {}", run.record.started.get(..4).unwrap_or_default()));
    let mut table = markdown::table(&heads, 3);
    let code = |id: &str| format!("`{id}`");
    for (method, what, engine) in METHODS {
        let mut cells = vec![code(method), what.to_owned(), code(engine)];
        cells.extend(MACHINES.map(|machine| {
            let figures = of(old, machine, method);
            joined(figures.iter().map(|figure| figure.mb_per_s.to_string()).collect())
        }));
        cells.push(now(engine).and_then(Row::mb_per_s).map_or_else(String::new, speed));
        table.add_row(cells);
    }
    for (words, methods, engines) in RATIOS {
        let mut cells = vec![words.to_owned(), "ratio".to_owned(), engines.map(code).join(" / ")];
        cells.extend(MACHINES.map(|machine| {
            let [over, under] = methods.map(|method| of(old, machine, method));
            joined(over.iter().filter_map(|over| quotient(over, &under)).collect())
        }));
        let [over, under] = engines.map(now);
        let ratio = over.zip(under).map(|(over, under)| ratio_now(&samples, over, under));
        cells.push(ratio.unwrap_or_default());
        table.add_row(cells);
    }
    Ok(markdown::text(&table, 3)
        + &format!(
            "\nMB/s. Now: {}, {input}, by the median; ratios from samples of the same rounds, with the lowest and \
             highest of the processes, or without them from the medians where two engines shared no rounds. 2005: as the page has it \
             ([results/seed](results/seed/README.md)), for the executables of VS2003, of VS2005 and, on the AMD 64, of VS2005 in 64 \
             bits, or once where they agree.\n",
            run.title()
        ))
}

/// How many times as fast one engine is as another, from the pairs of their rounds; from the medians where a run keeps no
/// samples.
fn ratio_now(samples: &BTreeMap<Cell, CellSamples<'_>>, over: &Row, under: &Row) -> String {
    let paired = samples.get(&over.cell()).and_then(|cell| cell.ratio(&over.engine, &under.engine));
    match (paired, over.median_ns.zip(under.median_ns)) {
        (Some(paired), _) => ratio(paired.value, Some((paired.low, paired.high))),
        (None, Some((over, under))) => ratio(under / over, None),
        (None, None) => String::new(),
    }
}

/// A machine's figures for a method, in the order of the executables.
fn of<'a>(old: &'a [Figure], machine: &str, method: &str) -> Vec<&'a Figure> {
    old.iter().filter(|figure| figure.machine == machine && figure.method == method).collect()
}

/// Over the figure of the same executable.
fn quotient(over: &Figure, under: &[&Figure]) -> Option<String> {
    let same = |figure: &&&Figure| (&figure.compiler, figure.bits) == (&over.compiler, over.bits);
    under.iter().find(same).map(|under| format!("{:.2}", over.mb_per_s / under.mb_per_s))
}

/// Figures side by side, or one where all agree.
fn joined(mut figures: Vec<String>) -> String {
    if figures.windows(2).all(|pair| pair[0] == pair[1]) {
        figures.truncate(1);
    }
    figures.join(" / ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_that_agree_stand_once() {
        let text = |figures: &[&str]| joined(figures.iter().map(|&figure| figure.to_owned()).collect());
        assert_eq!(text(&["500", "500"]), "500");
        assert_eq!(text(&["290", "290", "304"]), "290 / 290 / 304");
        assert_eq!(text(&[]), "");
    }
}
