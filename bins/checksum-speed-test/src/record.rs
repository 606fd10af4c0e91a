//! The fuller record of a test: one JSON object a line.

use crate::log::Level;
use crate::test::{CacheWish, Done, Method, VERSION};
use checksum_input::CacheState;
use jiff::ZonedDateTime;
use serde::Serialize;
use std::path::Path;

/// Raised whenever a field changes its meaning.
const SCHEMA: u32 = 1;

/// What is the same for all tests of a run.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Surroundings {
    schema: u32,
    program: &'static str,
    host: Option<String>,
    cpu: Option<String>,
    kernel: Option<String>,
    revision: Option<String>,
    /// The mount points and their file systems, for the place of each file.
    #[serde(skip)]
    mounts: Mounts,
}

impl Surroundings {
    /// Asks the system.
    pub(crate) fn gather() -> Surroundings {
        let machine = checksum_measure::Machine::gather(&checksum_measure::MonotonicClock::new());
        Surroundings {
            schema: SCHEMA,
            program: VERSION,
            host: host(),
            cpu: machine.cpu.model,
            kernel: machine.system.kernel,
            revision: machine.build.revision,
            mounts: Mounts::read(),
        }
    }
}

/// One test, or one thing that was not tested.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Record {
    /// With the offset of the time zone.
    time: String,
    path: String,
    /// The name's bytes in hex, where they are no UTF-8.
    path_hex: Option<String>,
    level: &'static str,
    method: Option<&'static str>,
    /// Bytes of a read, or `map`.
    reading: Option<String>,
    engine: Option<&'static str>,
    bytes: Option<u64>,
    nanoseconds: Option<u64>,
    /// 10^6 bytes per second.
    mb_per_s: Option<f64>,
    digest: Option<String>,
    pages: Option<u64>,
    pages_cached_before: Option<u64>,
    cache_asked: Option<String>,
    cache_wanted: Option<&'static str>,
    /// The repetition, from 1.
    repeat: Option<u32>,
    /// The place among all tests of the file, from 1.
    position: Option<usize>,
    /// What is wrong.
    error: Option<String>,
}

impl Record {
    pub(crate) fn done(
        now: &ZonedDateTime,
        path: &Path,
        method: &Method,
        done: &Done,
        (repeat, position): (u32, usize),
        wish: CacheWish,
        problem: Option<&str>,
    ) -> Record {
        let (pages, cached, asked) = match done.cache {
            CacheState::Counted { pages, cached, asked } => (Some(pages), Some(cached), asked.to_owned()),
            CacheState::Unknown(_) => (None, None, done.cache.to_string()),
        };
        Record {
            bytes: Some(done.bytes),
            nanoseconds: u64::try_from(done.time.as_nanos()).ok(),
            mb_per_s: done.megabytes_per_second(),
            digest: Some(done.digest.to_string()),
            pages,
            pages_cached_before: cached,
            cache_asked: Some(asked),
            cache_wanted: match wish {
                CacheWish::AsIs => None,
                CacheWish::Cold => Some("cold"),
                CacheWish::Warm => Some("warm"),
            },
            repeat: Some(repeat),
            position: Some(position),
            ..Record::about(now, path, Some(method), "INFO", problem)
        }
    }

    pub(crate) fn note(
        now: &ZonedDateTime,
        path: &Path,
        method: Option<&Method>,
        level: Level,
        text: &str,
    ) -> Record {
        let level = if level == Level::Error { "ERROR" } else { "WARNING" };
        Record::about(now, path, method, level, Some(text))
    }

    fn about(
        now: &ZonedDateTime,
        path: &Path,
        method: Option<&Method>,
        level: &'static str,
        error: Option<&str>,
    ) -> Record {
        let hex = || path.as_os_str().as_encoded_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
        Record {
            time: now.strftime("%Y-%m-%dT%H:%M:%S%.3f%:z").to_string(),
            path: path.to_string_lossy().into_owned(),
            path_hex: path.to_str().is_none().then(hex),
            level,
            method: method.map(Method::name),
            reading: method.map(|method| method.reading.to_string()),
            engine: method.map(|method| method.runnable.engine().id),
            error: error.map(str::to_owned),
            ..Record::default()
        }
    }

    /// The line, with its end.
    pub(crate) fn line(&self, surroundings: &Surroundings, path: &Path) -> String {
        #[derive(Serialize)]
        struct Whole<'a> {
            #[serde(flatten)]
            record: &'a Record,
            file_system: Option<&'a str>,
            #[serde(flatten)]
            surroundings: &'a Surroundings,
        }
        let whole = Whole { record: self, file_system: surroundings.mounts.of(path), surroundings };
        serde_json::to_string(&whole).expect("strings and numbers") + "\n"
    }
}

#[cfg(unix)]
fn host() -> Option<String> {
    Some(rustix::system::uname().nodename().to_string_lossy().into_owned())
}

#[cfg(not(unix))]
fn host() -> Option<String> {
    std::env::var("COMPUTERNAME").ok()
}

/// File systems by device number, from Linux's `/proc/self/mountinfo` (proc_pid_mountinfo(5)).
#[derive(Clone, Debug, Default)]
#[cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "other systems are not asked"))]
struct Mounts(Vec<(u64, String)>);

impl Mounts {
    #[cfg(target_os = "linux")]
    fn read() -> Mounts {
        let text = std::fs::read_to_string("/proc/self/mountinfo").unwrap_or_default();
        let entry = |line: &str| {
            let (major, minor) = line.split(' ').nth(2)?.split_once(':')?;
            let kind = line.split_once(" - ")?.1.split(' ').next()?;
            Some((rustix::fs::makedev(major.parse().ok()?, minor.parse().ok()?) as u64, kind.to_owned()))
        };
        Mounts(text.lines().filter_map(entry).collect())
    }

    #[cfg(not(target_os = "linux"))]
    fn read() -> Mounts {
        Mounts::default()
    }

    /// The kind of file system that holds a file.
    fn of(&self, path: &Path) -> Option<&str> {
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt;
            let device = std::fs::metadata(path).ok()?.dev();
            self.0.iter().find(|(number, _)| *number == device).map(|(_, kind)| kind.as_str())
        }
        #[cfg(not(unix))]
        {
            let _ = path;
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line_whatever_the_name() {
        let record =
            Record::note(&ZonedDateTime::now(), Path::new("a\nb\t\"c"), None, Level::Error, "two\nlines");
        let line = record.line(&Surroundings::gather(), Path::new("."));
        assert_eq!(line.matches('\n').count(), 1);
        let value: serde_json::Value = serde_json::from_str(&line).unwrap();
        assert_eq!(value["path"], "a\nb\t\"c");
        assert_eq!(value["error"], "two\nlines");
        assert_eq!(value["schema"], 1);
    }
}
