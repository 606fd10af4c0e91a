//! Reading logs: every test in them, and a count of what is no test.

use super::order::Sets;
use crate::log::{Entry, Found, Level, Line, lines};
use checksum_input::shown;
use jiff::civil::DateTime;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

/// Bad lines that are shown; of all others only the number is told.
const EXAMPLES: usize = 5;

/// What is averaged together.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Key {
    /// `CRC32`.
    pub(crate) method: String,
    /// Bytes of a read; `None` is mapped.
    pub(crate) chunk: Option<u64>,
    /// `Python 3`, or program and engine.
    pub(crate) version: String,
}

impl Key {
    /// The size of a read as it stands in the log.
    pub(crate) fn reading(&self) -> String {
        self.chunk.map_or("map".to_owned(), |bytes| bytes.to_string())
    }
}

/// One test.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    pub(crate) group: usize,
    pub(crate) file: usize,
    pub(crate) time: DateTime,
    pub(crate) whole_mb: u64,
    pub(crate) seconds: f64,
    pub(crate) bytes: Option<u64>,
    pub(crate) cached: Option<f64>,
    /// Whether it was the first test of its file in its turn.
    pub(crate) first: bool,
}

/// All that the logs hold.
#[derive(Debug, Default)]
pub(crate) struct Collected {
    pub(crate) groups: Vec<Key>,
    /// Names as bytes.
    pub(crate) files: Vec<Vec<u8>>,
    pub(crate) runs: Vec<Run>,
    pub(crate) lines: u64,
    pub(crate) bad: u64,
    pub(crate) errors: u64,
    pub(crate) warnings: u64,
    pub(crate) bad_examples: Vec<String>,
    pub(crate) unreadable: Vec<String>,
    group_places: BTreeMap<Key, usize>,
    file_places: BTreeMap<Vec<u8>, usize>,
}

/// Reads the logs, one after the other. One that cannot be read does not hide the others.
pub(crate) fn read(logs: &[PathBuf]) -> Collected {
    let mut all = Collected::default();
    for path in logs {
        if let Err(error) = all.read(path) {
            all.unreadable.push(format!("'{}': {error}", shown(path)));
        }
    }
    all.sort();
    all
}

impl Collected {
    fn read(&mut self, path: &Path) -> io::Result<()> {
        let mut sets = Sets::default();
        let each = |number, found| self.take(path, number, found, &mut sets);
        if path == Path::new("-") {
            lines(io::stdin().lock(), each)
        } else {
            lines(BufReader::new(File::open(path)?), each)
        }
    }

    fn take(&mut self, log: &Path, number: u64, found: Found, sets: &mut Sets) {
        self.lines += 1;
        match found {
            Found::Good(Line { time, path, entry: Entry::Test(test) }) => {
                let chunk = test.chunk.parse().ok();
                let key = Key { method: test.method, chunk, version: test.version };
                let group = place_of(key, &mut self.groups, &mut self.group_places);
                let file = place_of(path, &mut self.files, &mut self.file_places);
                self.runs.push(Run {
                    group,
                    file,
                    time,
                    whole_mb: test.whole_mb,
                    seconds: test.seconds,
                    bytes: test.bytes,
                    cached: test.cached,
                    first: sets.is_first(file, group),
                });
            }
            Found::Good(Line { entry: Entry::Note { level: Level::Error, .. }, .. }) => self.errors += 1,
            Found::Good(_) => self.warnings += 1,
            Found::Bad(start) => {
                self.bad += 1;
                if self.bad_examples.len() < EXAMPLES {
                    let log = shown(log);
                    self.bad_examples.push(format!("'{log}', line {number}: {}", shown(&start)));
                }
            }
        }
    }

    /// Groups and files in a fixed order, whatever that of the lines.
    fn sort(&mut self) {
        let renumber = |places: Vec<usize>| {
            let mut new = vec![0; places.len()];
            places.iter().enumerate().for_each(|(to, &from)| new[from] = to);
            new
        };
        let groups = renumber(self.group_places.values().copied().collect());
        let files = renumber(self.file_places.values().copied().collect());
        self.groups = self.group_places.keys().cloned().collect();
        self.files = self.file_places.keys().cloned().collect();
        for run in &mut self.runs {
            (run.group, run.file) = (groups[run.group], files[run.file]);
        }
    }
}

/// The place of a value in a list of distinct ones.
fn place_of<T: Clone + Ord>(value: T, all: &mut Vec<T>, places: &mut BTreeMap<T, usize>) -> usize {
    if let Some(&place) = places.get(&value) {
        return place;
    }
    places.insert(value.clone(), all.len());
    all.push(value);
    all.len() - 1
}
