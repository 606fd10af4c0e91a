//! What a run is told: on the command line, in a file, or both.

use crate::quantity::{Age, Bytes};
use crate::test::{CacheWish, Order};
use checksum_console::Failure;
use checksum_input::shown;
use clap::Args;
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// Options of a run. The keys of the configuration file are the same words without the dashes.
#[derive(Clone, Debug, Default, Args, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Options {
    /// Files, or with --log also directories
    #[arg(value_name = "FILE|DIR")]
    pub(crate) paths: Vec<PathBuf>,

    /// Append to this log and be silent on success; without it, checksum_speed_test.log in the working directory and
    /// results on the terminal
    #[arg(long, value_name = "FILE")]
    pub(crate) log: Option<PathBuf>,

    /// Also append the fuller record of each test, one JSON object a line
    #[arg(long, value_name = "FILE")]
    pub(crate) records: Option<PathBuf>,

    /// What to test, between commas: METHOD@BYTES or METHOD@map; METHOD is a letter, code, id or glob as readfile has them
    /// ("c", "c e3", "crc32/slice8"); without it: c@4096, g auto@4096, c@65536, g auto@65536
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub(crate) methods: Vec<String>,

    /// Repetitions of every test, a line each [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) repeat: Option<u32>,

    /// Which test of a file comes first: another one each time, or always the first of the list [default: rotate]
    #[arg(long, value_enum)]
    pub(crate) order: Option<Order>,

    /// Drop the file from the page cache before each test, and check that it is gone
    #[arg(long, conflicts_with = "warm")]
    pub(crate) cold: bool,

    /// Fill the page cache with the file before each test, and check that it is there
    #[arg(long)]
    pub(crate) warm: bool,

    /// Leave out files that changed less than so long ago: 90s, 15m, 4h, 2d
    #[arg(long, value_name = "AGE")]
    pub(crate) min_age: Option<Age>,

    /// Leave out smaller files: 4096, 64K, 1M, 2G
    #[arg(long, value_name = "BYTES")]
    pub(crate) min_size: Option<Bytes>,

    /// Leave out larger files
    #[arg(long, value_name = "BYTES")]
    pub(crate) max_size: Option<Bytes>,

    /// Leave out files that do not fit into what is left of so many bytes for the whole run
    #[arg(long, value_name = "BYTES")]
    pub(crate) max_bytes: Option<Bytes>,

    /// Take only so many files, drawn anew at random in each run
    #[arg(long, value_name = "N")]
    pub(crate) sample: Option<usize>,

    /// Leave out files and directories of this name or, with a slash in it, of this path below DIR; a glob, several times
    #[arg(long, value_name = "GLOB")]
    pub(crate) exclude: Vec<String>,

    /// The file whose lock keeps a second run out [default: the log's name with .lock, where a directory is tested]
    #[arg(long, value_name = "FILE")]
    pub(crate) lock: Option<PathBuf>,

    /// End after the test at hand once this file exists
    #[arg(long, value_name = "FILE")]
    pub(crate) stop_file: Option<PathBuf>,

    /// Print each result also with --log
    #[arg(long, short)]
    pub(crate) verbose: bool,
}

impl Options {
    /// Reads a configuration file and puts this command line over it: what is said here counts, lists that are given
    /// here replace those of the file.
    ///
    /// # Errors
    /// The file cannot be read or holds an unknown key or a wrong value.
    pub(crate) fn over_file(self, path: &Path) -> Result<Options, Failure> {
        let refused = |what: String| Failure::usage(format!("'{}': {what}", shown(path)));
        let text = std::fs::read_to_string(path).map_err(|error| refused(error.to_string()))?;
        let file: Options = toml::from_str(&text).map_err(|error| refused(error.to_string()))?;
        let list = |ours: Vec<_>, theirs| if ours.is_empty() { theirs } else { ours };
        let options = Options {
            paths: if self.paths.is_empty() { file.paths } else { self.paths },
            log: self.log.or(file.log),
            records: self.records.or(file.records),
            methods: list(self.methods, file.methods),
            repeat: self.repeat.or(file.repeat),
            order: self.order.or(file.order),
            cold: self.cold || file.cold && !self.warm,
            warm: self.warm || file.warm && !self.cold,
            min_age: self.min_age.or(file.min_age),
            min_size: self.min_size.or(file.min_size),
            max_size: self.max_size.or(file.max_size),
            max_bytes: self.max_bytes.or(file.max_bytes),
            sample: self.sample.or(file.sample),
            exclude: list(self.exclude, file.exclude),
            lock: self.lock.or(file.lock),
            stop_file: self.stop_file.or(file.stop_file),
            verbose: self.verbose || file.verbose,
        };
        if options.cold && options.warm {
            return Err(refused("cold and warm exclude each other".to_owned()));
        }
        if options.repeat == Some(0) {
            return Err(refused("repeat must be at least 1".to_owned()));
        }
        Ok(options)
    }

    /// What the page cache should hold before a test.
    pub(crate) fn wish(&self) -> CacheWish {
        match (self.cold, self.warm) {
            (true, _) => CacheWish::Cold,
            (_, true) => CacheWish::Warm,
            _ => CacheWish::AsIs,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use checksum_testkit::program::Scratch;

    #[test]
    fn the_command_line_counts_over_the_file() {
        let scratch = Scratch::new();
        let file = scratch.file(
            "config.toml",
            b"paths = ['/a', '/b']\nlog = '/l'\nmethods = ['c@4096']\nrepeat = 3\nmin-age = '2h'\nwarm = true\n\
              max-bytes = '1G'\norder = 'fixed'\nexclude = ['*.tmp']\n",
        );
        let here = Options { repeat: Some(5), cold: true, ..Options::default() };
        let both = here.over_file(&file).unwrap();
        assert_eq!(both.paths, [Path::new("/a"), Path::new("/b")]);
        assert_eq!((both.repeat, both.order, both.wish()), (Some(5), Some(Order::Fixed), CacheWish::Cold));
        assert_eq!(both.max_bytes, Some(Bytes(1 << 30)));
    }

    #[test]
    fn mistakes_in_the_file_are_named() {
        let scratch = Scratch::new();
        for (text, part) in [
            ("pats = ['/a']", "pats"),
            ("min-age = '3 fortnights'", "fortnights"),
            ("cold = true\nwarm = true", "exclude"),
            ("=", "1:1"),
            ("repeat = 0", "repeat"),
        ] {
            let file = scratch.file("config.toml", text.as_bytes());
            let error = Options::default().over_file(&file).unwrap_err();
            assert!(error.message.contains("config.toml"), "{error}");
            assert!(error.message.contains(part) || part == "1:1", "{error}");
        }
    }
}
