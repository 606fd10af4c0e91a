//! What is tested: an engine, and how it gets the file.

use checksum_console::Failure;
use checksum_engine::{CpuFeatures, Family, Runnable};
use std::fmt;
use std::num::NonZeroUsize;

/// This program and its version, as it stands in logs.
pub(crate) const VERSION: &str = concat!("checksum-speed-test ", env!("CARGO_PKG_VERSION"));

/// The four tests of the old scripts, in their order.
const CLASSIC: [&str; 4] = ["c@4096", "g auto@4096", "c@65536", "g auto@65536"];

/// An engine and a way of reading.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Method {
    /// The engine, known to run here and to have a streaming form.
    pub(crate) runnable: Runnable,
    /// How it gets the bytes.
    pub(crate) reading: Reading,
}

/// How an engine gets a file's bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reading {
    /// In reads of so many bytes.
    Chunks(NonZeroUsize),
    /// Mapped.
    Map,
}

impl fmt::Display for Reading {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reading::Chunks(bytes) => bytes.fmt(out),
            Reading::Map => out.pad("map"),
        }
    }
}

impl Method {
    /// The checksum's name as the old logs have it.
    pub(crate) fn name(&self) -> &'static str {
        family_name(self.runnable.engine().family)
    }

    /// The version field: the program and the engine.
    pub(crate) fn version(&self) -> String {
        format!("{VERSION} {}", self.runnable.engine().id)
    }
}

/// A family's name as the old logs have it.
pub(crate) fn family_name(family: Family) -> &'static str {
    match family {
        Family::Adler32 => "ADLER32",
        Family::Crc32 => "CRC32",
        Family::Crc32c => "CRC32C",
        Family::Md5 => "MD5",
    }
}

impl fmt::Display for Method {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(&format!("{} {}", self.name(), self.reading))
    }
}

/// The methods that `items` ask for, or those of the old scripts. An item is what `readfile` takes as a method (`c`,
/// `c e3`, `g`, an id or glob), `@`, and the bytes of a read or `map`; without `@` it stands for 4096 and 65536. Also
/// returned: a line for each engine that was named and cannot take part.
///
/// # Errors
/// An item that means nothing, or nothing left to test.
pub(crate) fn choose(items: &[String], cpu: CpuFeatures) -> Result<(Vec<Method>, Vec<String>), Failure> {
    let classic = CLASSIC.map(str::to_owned);
    let items = if items.is_empty() { &classic[..] } else { items };
    let (mut methods, mut absent) = (Vec::new(), Vec::new());
    for item in items {
        let (words, readings) = split(item)?;
        let words: Vec<&str> = words.split_whitespace().collect();
        let choices = checksum_catalog::select(&words).map_err(Failure::usage)?;
        let engines: Vec<_> = choices.into_iter().map(|choice| choice.engine).collect();
        if engines.is_empty() {
            return Err(Failure::usage(format!("'{}' names no method", item.escape_debug())));
        }
        for engine in engines {
            match engine.resolve(cpu) {
                Err(missing) => absent.push(format!("{} is left out: {missing}", engine.id)),
                Ok(runnable) if runnable.stream().is_none() => absent.push(format!(
                    "{} is left out: it takes {} files at once; the verdict command measures that",
                    engine.id, engine.lanes
                )),
                Ok(runnable) => methods.extend(readings.iter().map(|&reading| Method { runnable, reading })),
            }
        }
    }
    if methods.is_empty() {
        let why = absent.join("; ");
        return Err(Failure::usage(format!("no method is left to test: {why}")));
    }
    Ok((methods, absent))
}

fn split(item: &str) -> Result<(&str, Vec<Reading>), Failure> {
    let chunks = |bytes: u64| usize::try_from(bytes).ok().and_then(NonZeroUsize::new).map(Reading::Chunks);
    let Some((words, reading)) = item.rsplit_once('@') else {
        return Ok((item, [4096, 65536].into_iter().filter_map(chunks).collect()));
    };
    if reading.eq_ignore_ascii_case("map") {
        return Ok((words, vec![Reading::Map]));
    }
    let bytes = reading.parse::<crate::quantity::Bytes>().ok().filter(|bytes| bytes.0 <= 1 << 30);
    let wrong = || {
        let reading = reading.escape_debug();
        Failure::usage(format!(
            "'{reading}' is no way of reading; give bytes from 1 to 1G, for example c@64K, or c@map"
        ))
    };
    Ok((words, vec![bytes.and_then(|bytes| chunks(bytes.0)).ok_or_else(wrong)?]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(items: &[&str]) -> Vec<String> {
        let items: Vec<String> = items.iter().map(|&item| item.to_owned()).collect();
        let (methods, _) = choose(&items, CpuFeatures::detect()).unwrap();
        methods.iter().map(|method| format!("{method}, {}", method.runnable.engine().id)).collect()
    }

    #[test]
    fn the_four_tests_of_the_old_scripts() {
        let classic = [
            "CRC32 4096, crc32/auto",
            "MD5 4096, md5/auto",
            "CRC32 65536, crc32/auto",
            "MD5 65536, md5/auto",
        ];
        assert_eq!(chosen(&[]), classic);
    }

    #[test]
    fn any_engine_any_way_of_reading() {
        assert_eq!(chosen(&["c e8@1M", "g@map"]), ["CRC32 1048576, crc32/slice8", "MD5 map, md5/openssl"]);
        assert_eq!(chosen(&["k"]), ["CRC32C 4096, crc32c/auto", "CRC32C 65536, crc32c/auto"]);
        assert!(chosen(&["md5/*@64K"]).len() > 3);
    }

    #[test]
    fn what_means_nothing_or_cannot_take_part() {
        for bad in ["q", "", "@4096", "c@0", "c@x", "c@2G", "c e2@4096", "md5/lanes/auto"] {
            let error = choose(&[bad.to_owned()], CpuFeatures::detect()).unwrap_err();
            assert_eq!(error.exit, checksum_console::Exit::Usage, "{bad}");
        }
        let none = CpuFeatures::detect().disable("sse2,neon,crc,simd128").unwrap();
        let (methods, absent) = choose(&["crc32/*@4096".to_owned()], none).unwrap();
        assert!(
            !methods.is_empty() && (absent.iter().any(|line| line.contains("left out")) || absent.is_empty())
        );
    }
}
