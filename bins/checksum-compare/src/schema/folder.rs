//! A run's folder: what is in it, and reading it.

use crate::schema::{MACHINE, PLAN, Row, RunRecord, SAMPLES, SAMPLES_GZ, SUMMARY, Sample, UNFINISHED};
use checksum_input::shown;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};

/// A finished run on disk. The samples are read only when asked for.
#[derive(Clone, Debug)]
pub(crate) struct Stored {
    /// Its folder.
    pub(crate) folder: PathBuf,
    /// `machine.json`.
    pub(crate) record: RunRecord,
    /// `summary.csv`.
    pub(crate) rows: Vec<Row>,
}

/// A file of a run that cannot be read or is not what it should be; printed, it names the file.
#[derive(Debug)]
pub(crate) struct StoredError {
    file: PathBuf,
    problem: String,
}

impl fmt::Display for StoredError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", shown(&self.file), self.problem)
    }
}

impl std::error::Error for StoredError {}

impl Stored {
    /// Reads a run's record and summary.
    ///
    /// # Errors
    /// A file is missing or breaks the schema so far that it cannot be read.
    pub(crate) fn read(folder: &Path) -> Result<Stored, StoredError> {
        if let Some(why) = unlike_a_run(folder) {
            return Err(problem(folder, why));
        }
        let file = folder.join(MACHINE);
        let text = fs::read_to_string(&file).map_err(|error| problem(&file, error))?;
        let record = serde_json::from_str(&text).map_err(|error| problem(&file, error))?;
        let file = folder.join(SUMMARY);
        let reader = File::open(&file).map_err(|error| problem(&file, error))?;
        let rows = read_rows(reader).map_err(|error| problem(&file, error))?;
        Ok(Stored { folder: folder.to_owned(), record, rows })
    }

    /// Reads the samples. `None` where the run keeps only its summary.
    ///
    /// # Errors
    /// The file cannot be read.
    pub(crate) fn samples(&self) -> Result<Option<Vec<Sample>>, StoredError> {
        read_samples(&self.folder)
    }

    /// The plan, as text.
    ///
    /// # Errors
    /// The file cannot be read.
    pub(crate) fn plan(&self) -> Result<String, StoredError> {
        let file = self.folder.join(PLAN);
        fs::read_to_string(&file).map_err(|error| problem(&file, error))
    }

    /// `MACHINE/DATE-REVISION`.
    pub(crate) fn title(&self) -> String {
        match &self.record.label {
            Some(label) => format!("{}/{} ({label})", self.record.name, self.record.run),
            None => format!("{}/{}", self.record.name, self.record.run),
        }
    }
}

/// Why a folder holds no finished run, and what to do; `None` if it does.
fn unlike_a_run(folder: &Path) -> Option<&'static str> {
    if !folder.is_dir() {
        Some(
            "no such folder; name a run's, results/MACHINE/DATE-REVISION, as `checksum-compare measure` prints it",
        )
    } else if folder.join(SUMMARY).is_file() {
        None
    } else if folder.join(UNFINISHED).is_dir() {
        Some("an interrupted run; end it with `checksum-compare measure --resume` and this folder")
    } else {
        Some("no run's folder (it has no summary.csv); name one like results/MACHINE/DATE-REVISION")
    }
}

fn problem(file: &Path, problem: impl fmt::Display) -> StoredError {
    StoredError { file: file.to_owned(), problem: problem.to_string() }
}

/// The samples of a run's folder; `None` where there is no file of them.
fn read_samples(folder: &Path) -> Result<Option<Vec<Sample>>, StoredError> {
    for (name, packed) in [(SAMPLES_GZ, true), (SAMPLES, false)] {
        let file = folder.join(name);
        let reader = match File::open(&file) {
            Ok(reader) => BufReader::new(reader),
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(error) => return Err(problem(&file, error)),
        };
        let rows = if packed { read_rows(GzDecoder::new(reader)) } else { read_rows(reader) };
        return rows.map(Some).map_err(|error| problem(&file, error));
    }
    Ok(None)
}

/// Reads rows of one kind.
///
/// # Errors
/// The first line that is none.
pub(crate) fn read_rows<T: DeserializeOwned>(reader: impl Read) -> Result<Vec<T>, csv::Error> {
    csv::Reader::from_reader(reader).deserialize().collect()
}

/// Writes rows of one kind, with a header.
///
/// # Errors
/// The writer's.
pub(crate) fn write_rows<T: Serialize>(writer: impl Write, rows: &[T]) -> Result<(), csv::Error> {
    let mut writer = csv::Writer::from_writer(writer);
    for row in rows {
        writer.serialize(row)?;
    }
    Ok(writer.flush()?)
}

/// Writes a finished run into `folder`, which exists and holds none of the files.
///
/// # Errors
/// A file exists already, since results are never overwritten, or cannot be written.
pub(crate) fn write(
    folder: &Path,
    record: &RunRecord,
    plan: &str,
    samples: &[Sample],
    rows: &[Row],
) -> Result<(), StoredError> {
    let json = serde_json::to_string_pretty(record).map_err(|error| problem(folder, error))?;
    create(folder, PLAN, |file| file.write_all(plan.as_bytes()))?;
    create(folder, SAMPLES_GZ, |file| {
        // No time and no name in the header: the same samples give the same file.
        let mut packed = GzEncoder::new(file, Compression::best());
        write_rows(&mut packed, samples).map_err(io::Error::other)?;
        packed.finish().map(drop)
    })?;
    create(folder, MACHINE, |file| writeln!(file, "{json}"))?;
    // Last, since a folder with a summary is a finished run.
    create(folder, SUMMARY, |file| write_rows(file, rows).map_err(io::Error::other))
}

fn create(
    folder: &Path,
    name: &str,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> Result<(), StoredError> {
    let path = folder.join(name);
    File::create_new(&path)
        .and_then(|mut file| write(&mut file).and_then(|()| file.sync_all()))
        .map_err(|error| problem(&path, error))
}

/// The folders of all finished runs below `root` (`results/MACHINE/RUN`), sorted by path.
///
/// # Errors
/// A folder cannot be listed.
pub(crate) fn runs_below(root: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for machine in folders(root)? {
        for run in folders(&machine)? {
            if run.join(SUMMARY).is_file() && run.join(MACHINE).is_file() {
                found.push(run);
            }
        }
    }
    found.sort();
    Ok(found)
}

fn folders(root: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(root)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            found.push(entry.path());
        }
    }
    Ok(found)
}
