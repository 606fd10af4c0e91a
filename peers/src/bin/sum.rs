//! `sum crc32|crc32c|adler32|md5|none read|map FILE...`: the least program around this workspace's public functions,
//! for comparison with whole commands. Prints `checksum  name` for each file.
//!
//! `map` maps a file with its pages populated; `read` reads it in pieces; `none` is no checksum, only the reading. MD5 of several files goes side by side.

use checksum_peers::files;
use std::ffi::OsString;
use std::io::{self, Write};
use std::os::unix::ffi::OsStrExt;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    let [what, how, paths @ ..] = &arguments[..] else {
        eprintln!("usage: sum crc32|crc32c|adler32|md5|none read|map FILE...");
        return ExitCode::from(2);
    };
    match run(&what.to_string_lossy(), &how.to_string_lossy(), paths) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("sum: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(what: &str, how: &str, paths: &[OsString]) -> io::Result<()> {
    let sums = match (what, how) {
        ("md5", "map") => files::md5_mapped(paths)?.into_iter().map(|digest| files::hex(&digest)).collect(),
        ("md5", "read") => files::md5_read(paths)?.into_iter().map(|digest| files::hex(&digest)).collect(),
        (_, "map" | "read") => {
            let (initial, update) = files::fold(what).ok_or_else(|| {
                io::Error::other(format!("'{what}' is not crc32, crc32c, adler32, md5 or none"))
            })?;
            let sum = |path| {
                let sum = if how == "map" {
                    update(initial, &files::map(path)?)
                } else {
                    files::read(path, initial, update)?
                };
                Ok(format!("{sum:08x}"))
            };
            paths.iter().map(sum).collect::<io::Result<Vec<_>>>()?
        }
        _ => return Err(io::Error::other(format!("'{how}' is neither read nor map"))),
    };
    let mut out = io::stdout().lock();
    for (sum, path) in sums.iter().zip(paths) {
        write!(out, "{sum}  ")?;
        out.write_all(path.as_bytes())?;
        out.write_all(b"\n")?;
    }
    out.flush()
}
