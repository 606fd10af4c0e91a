//! `report`: what is rendered from the data. Tables as Markdown, charts as SVG, and a page.

mod args;
mod builds;
mod charts;
mod documents;
mod markdown;
mod numbers;
mod page;
mod place;
mod render;
mod seed;
mod splice;

pub(crate) use args::{CheckArgs, ReportArgs};
pub(crate) use documents::{CHARTS, everything, runs_shown};
pub(crate) use place::Place;

use checksum_console::command_line::print;
use checksum_console::{Exit, Failure};
use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// `report`.
///
/// # Errors
/// Data that cannot be read, a marker that makes no sense, or a file that cannot be written.
pub(crate) fn report(args: &ReportArgs) -> Result<Exit, Failure> {
    let place = Place::find(args.root.as_deref())?;
    match &args.what {
        Some(what) => {
            let rendered = render::render(&place, what)?;
            let text = match rendered.file {
                Some((file, content)) => {
                    write(&file, &content)?;
                    render::shown(&rendered.text, &file.to_string_lossy())
                }
                None => rendered.text,
            };
            print(|out| out.write_all(text.as_bytes()))
        }
        None => {
            for (file, content) in everything(&place)? {
                let path = place.path(&file);
                if fs::read_to_string(&path).is_ok_and(|now| now == content) {
                    continue;
                }
                write(&path, &content)?;
                print(|out| writeln!(out, "{}", file.display()))?;
            }
            Ok(Exit::Done)
        }
    }
}

/// Writes a whole file or leaves the one that was there.
fn write(path: &Path, content: &str) -> Result<(), Failure> {
    let failed = |error: io::Error| Failure::failed(format!("{}: {error}", path.display()));
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    let new = path.with_extension("new");
    fs::write(&new, content).and_then(|()| fs::rename(&new, path)).map_err(failed)
}
