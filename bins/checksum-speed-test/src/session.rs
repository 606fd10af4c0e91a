//! A run of tests over files and trees.

use crate::exit::Ending;
use crate::journal::Journal;
use crate::lock;
use crate::log::Level;
use crate::options::Options;
use crate::test::{FileTests, Method, Verdict, choose, self_check};
use crate::tree::{Filter, Found, Sample, walk};
use checksum_console::Failure;
use checksum_engine::CpuFeatures;
use checksum_input::{InputFile, shown};
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// The log of a run that names none, in the working directory, as with the old scripts.
const LOG: &str = "checksum_speed_test.log";

/// Runs the tests.
///
/// # Errors
/// Nothing was tested, or the run could not go on.
pub(crate) fn run(options: &Options, cpu: CpuFeatures) -> Result<Ending, Failure> {
    if options.paths.is_empty() {
        return Err(Failure::usage("no file or directory named; try --help"));
    }
    let show = options.log.is_none() || options.verbose;
    let log = options.log.clone().unwrap_or_else(|| PathBuf::from(LOG));
    if options.log.is_none() {
        refuse_what_is_no_file(&options.paths)?;
    }
    let (methods, absent) = choose(&options.methods, cpu)?;
    let holds_tree = options.paths.iter().any(|path| path.is_dir());
    let lock_path = options.lock.clone().or_else(|| holds_tree.then(|| beside(&log)));
    // Before anything else is written: the log of the run that holds the lock stays as it is.
    let _lock = match lock_path.as_deref().map(lock::take).transpose() {
        Ok(lock) => lock,
        Err((ending, message)) => {
            complain(&message);
            return Ok(ending);
        }
    };
    let mut journal = Journal::open(&log, options.records.as_deref(), options.wish(), show)?;
    let own: Vec<&Path> = [Some(log.as_path()), options.records.as_deref(), lock_path.as_deref()]
        .into_iter()
        .flatten()
        .collect();
    let filter = Filter::new(options, &own)?;
    self_check(&methods)?;
    absent.iter().for_each(|line| complain(line));
    // A place to start that differs from run to run: with a fixed one, the same file would begin with the same test
    // in every run from cron.
    let seed = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos() as u64);
    let tests = FileTests::new(
        methods,
        options.repeat.unwrap_or(1),
        options.order.unwrap_or_default(),
        options.wish(),
        (seed >> 10) as usize,
    );
    let mut session = Session {
        options,
        journal: &mut journal,
        tests,
        left: options.max_bytes.map(|bytes| bytes.0),
        tally: Tally::default(),
        show,
    };
    let stopped = match session.all(&filter, seed) {
        ControlFlow::Break(Stop::Failed(failure)) => return Err(failure),
        ControlFlow::Break(Stop::StopFile) => true,
        ControlFlow::Continue(()) => false,
    };
    Ok(session.tally.ending(stopped))
}

/// Why a run ends before its last file.
enum Stop {
    Failed(Failure),
    StopFile,
}

/// What went wrong so far.
#[derive(Default)]
struct Tally {
    unreadable: u64,
    wrong: u64,
    unwished: u64,
    last: String,
}

impl Tally {
    /// The ending, said in one line where it is not the best.
    fn ending(&self, stopped: bool) -> Ending {
        let mut ending = Ending::Done;
        let mut say = |count: u64, what: &str, so: Ending| {
            if count > 0 {
                complain(&format!("{count} {what}; the log has a line for each"));
                ending = ending.max(so);
            }
        };
        say(self.wrong, "tests gave checksums that disagree", Ending::Failed);
        say(self.unwished, "tests did not find the page cache as asked", Ending::Failed);
        say(self.unreadable, "files or directories could not be read", Ending::Unreadable);
        if stopped {
            complain("the stop file appeared; what came before is in the log");
            ending = ending.max(Ending::Stopped);
        }
        if !self.last.is_empty() {
            complain(&format!("the last of them: {}", self.last));
        }
        ending
    }
}

struct Session<'a> {
    options: &'a Options,
    journal: &'a mut Journal,
    tests: FileTests,
    /// Bytes that the run may still take.
    left: Option<u64>,
    tally: Tally,
    show: bool,
}

impl Session<'_> {
    fn all(&mut self, filter: &Filter, seed: u64) -> ControlFlow<Stop> {
        let options = self.options;
        let now = SystemTime::now();
        let mut found = options.paths.iter().flat_map(|root| walk(root, filter, now));
        match options.sample {
            None => found.try_for_each(|found| self.found(found)),
            Some(wanted) => {
                let mut sample = Sample::new(wanted, seed);
                for found in found {
                    match found {
                        Found::File(path, size) => sample.offer((path, size)),
                        other => self.found(other)?,
                    }
                }
                sample.into_items().try_for_each(|(path, size)| self.found(Found::File(path, size)))
            }
        }
    }

    fn found(&mut self, found: Found) -> ControlFlow<Stop> {
        match found {
            Found::File(path, size) => {
                if let Some(left) = &mut self.left {
                    if size > *left {
                        return ControlFlow::Continue(());
                    }
                    *left -= size;
                }
                self.file(&path)
            }
            Found::Special(path, what) => {
                self.note(Level::Warning, &path, None, &format!("is {what}, not a file; left out"))
            }
            Found::Gone(path) => {
                self.note(Level::Warning, &path, None, "gone before it was looked at; left out")
            }
            Found::Unreadable(path, why) => {
                self.tally.unreadable += 1;
                self.tally.last = format!("'{}': {why}", shown(&path));
                self.note(Level::Error, &path, None, &why)
            }
        }
    }

    fn file(&mut self, path: &Path) -> ControlFlow<Stop> {
        self.stop_file()?;
        if self.show {
            written(self.journal.heading(path))?;
        }
        let Session { options, journal, tests, tally, .. } = self;
        tests.run(path, |method, place, verdict| {
            let place = (place.repeat, place.position);
            match verdict {
                Verdict::Good(done) => written(journal.done(path, method, done, place, None))?,
                Verdict::Unwished(done, how) => {
                    tally.unwished += 1;
                    tally.last = format!("'{}': {how}", shown(path));
                    written(journal.done(path, method, done, place, Some(&how)))?;
                }
                Verdict::Disagrees(done, how) => {
                    tally.wrong += 1;
                    tally.last = format!("'{}': {how}", shown(path));
                    complain(&tally.last);
                    written(journal.done(path, method, done, place, Some(&how)))?;
                    written(journal.note(Level::Error, path, Some(method), &how))?;
                }
                Verdict::Failed(failed) if failed.is_missing() => {
                    written(journal.note(
                        Level::Warning,
                        path,
                        Some(method),
                        "gone before it was tested; left out",
                    ))?;
                }
                Verdict::Failed(failed) => {
                    tally.unreadable += 1;
                    tally.last = failed.to_string();
                    written(journal.note(Level::Error, path, Some(method), &failed.to_string()))?;
                }
                Verdict::Changed => {
                    let how = "changed between two tests; what was measured before is of another content";
                    tally.unreadable += 1;
                    tally.last = format!("'{}': {how}", shown(path));
                    written(journal.note(Level::Error, path, Some(method), how))?;
                }
            }
            stop_file(options)
        })
    }

    fn note(&mut self, level: Level, path: &Path, method: Option<&Method>, text: &str) -> ControlFlow<Stop> {
        self.stop_file()?;
        written(self.journal.note(level, path, method, text))
    }

    fn stop_file(&self) -> ControlFlow<Stop> {
        stop_file(self.options)
    }
}

fn stop_file(options: &Options) -> ControlFlow<Stop> {
    match &options.stop_file {
        Some(file) if file.exists() => ControlFlow::Break(Stop::StopFile),
        _ => ControlFlow::Continue(()),
    }
}

fn written(result: Result<(), Failure>) -> ControlFlow<Stop> {
    match result {
        Ok(()) => ControlFlow::Continue(()),
        Err(failure) => ControlFlow::Break(Stop::Failed(failure)),
    }
}

/// Without a log of its own, what is named is a file that exists: a slip of the keyboard is answered at once.
fn refuse_what_is_no_file(paths: &[PathBuf]) -> Result<(), Failure> {
    for path in paths {
        if path.is_dir() {
            let path = shown(path);
            return Err(Failure::usage(format!(
                "'{path}' is a directory; name a log for its files with --log FILE"
            )));
        }
        InputFile::open_regular(path).map_err(Failure::usage)?;
    }
    Ok(())
}

/// The lock that belongs to a log.
fn beside(log: &Path) -> PathBuf {
    let mut name = log.as_os_str().to_owned();
    name.push(".lock");
    PathBuf::from(name)
}

/// One line on stderr; a closed stderr must not turn it into a panic.
pub(crate) fn complain(message: &str) {
    let _ = writeln!(std::io::stderr(), "checksum-speed-test: {message}");
}
