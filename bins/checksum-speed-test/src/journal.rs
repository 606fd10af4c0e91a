//! Where results go: the log, the fuller records, and the terminal.

use crate::log::{Entry, Level, Line, LineFile, Test};
use crate::record::{Record, Surroundings};
use crate::test::{CacheWish, Done, Method, VERSION};
use checksum_console::{Failure, Output, is_broken_pipe};
use checksum_input::shown;
use jiff::ZonedDateTime;
use std::io::Write;
use std::path::Path;

/// Keeps results as they come.
pub(crate) struct Journal {
    log: LineFile,
    records: Option<(LineFile, Surroundings)>,
    /// Standard output, for a person; absent from cron, where all is silent unless something is wrong.
    out: Option<Output>,
    wish: CacheWish,
}

impl Journal {
    /// Opens everything that will be written to, so that what cannot be written is refused before the work.
    ///
    /// # Errors
    /// What cannot be written.
    pub(crate) fn open(
        log: &Path,
        records: Option<&Path>,
        wish: CacheWish,
        show: bool,
    ) -> Result<Journal, Failure> {
        let records = match records {
            Some(path) => Some((LineFile::open(path)?, Surroundings::gather())),
            None => None,
        };
        let out = show
            .then(Output::stdout)
            .transpose()
            .map_err(|error| Failure::failed(format!("standard output: {error}; nothing was tested")))?;
        Ok(Journal { log: LineFile::open(log)?, records, out, wish })
    }

    /// A test that was done. `problem` is what is wrong with it all the same.
    ///
    /// # Errors
    /// It could not be written.
    pub(crate) fn done(
        &mut self,
        path: &Path,
        method: &Method,
        done: &Done,
        place: (u32, usize),
        problem: Option<&str>,
    ) -> Result<(), Failure> {
        let now = ZonedDateTime::now();
        let test = Test {
            method: method.name().to_owned(),
            chunk: method.reading.to_string(),
            whole_mb: done.bytes >> 20,
            seconds: done.time.as_nanos() as f64 / 1e9,
            version: method.version(),
            bytes: Some(done.bytes),
            digest: Some(done.digest.to_string()),
            cached: done.cache.share(),
        };
        self.write_line(&now, path, Entry::Test(test))?;
        if let Some((file, surroundings)) = &mut self.records {
            let record = Record::done(&now, path, method, done, place, self.wish, problem);
            file.append(&record.line(surroundings, path))?;
        }
        let speed = done.megabytes_per_second().map_or("-".to_owned(), |speed| format!("{speed:.0}"));
        let cached = done.cache.share().map_or("-".to_owned(), |share| format!("{:.0} %", share * 100.0));
        let seconds = done.time.as_secs_f64();
        self.say(format_args!(
            "{method:<14} {:<32}  {seconds:>12.6} s {speed:>8} MB/s  {cached:>5}",
            done.digest
        ))
    }

    /// Something that was not tested, or is wrong.
    ///
    /// # Errors
    /// It could not be written.
    pub(crate) fn note(
        &mut self,
        level: Level,
        path: &Path,
        method: Option<&Method>,
        text: &str,
    ) -> Result<(), Failure> {
        let now = ZonedDateTime::now();
        let version = method.map_or(VERSION.to_owned(), Method::version);
        let named = method.map(|method| (method.name().to_owned(), method.reading.to_string()));
        self.write_line(&now, path, Entry::Note { level, method: named, version, text: text.to_owned() })?;
        if let Some((file, surroundings)) = &mut self.records {
            file.append(&Record::note(&now, path, method, level, text).line(surroundings, path))?;
        }
        Ok(())
    }

    /// The heading of a file's results.
    ///
    /// # Errors
    /// It could not be written.
    pub(crate) fn heading(&mut self, path: &Path) -> Result<(), Failure> {
        self.say(format_args!("{}", shown(path)))?;
        self.say(format_args!(
            "{:<14} {:<32}  {:>12}   {:>8}       {:>5}",
            "method", "checksum", "time", "10^6 B/s", "in memory before"
        ))
    }

    fn write_line(&mut self, now: &ZonedDateTime, path: &Path, entry: Entry) -> Result<(), Failure> {
        let path = path.as_os_str().as_encoded_bytes().to_vec();
        self.log.append(&Line { time: now.datetime(), path, entry }.to_string())
    }

    /// Prints as it goes. A reader who went away does not end the tests: the log is what counts.
    fn say(&mut self, text: std::fmt::Arguments<'_>) -> Result<(), Failure> {
        let Some(out) = &mut self.out else { return Ok(()) };
        match writeln!(out, "{text}").and_then(|()| out.flush()) {
            Ok(()) => Ok(()),
            Err(error) if is_broken_pipe(&error) => {
                self.out = None;
                Ok(())
            }
            Err(error) => Err(Failure::failed(format!(
                "standard output: {error}; what was done until here is in the log"
            ))),
        }
    }
}
