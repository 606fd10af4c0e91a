//! Everything that is committed and follows from the data: which files, and what has to be in them.

use super::args::Marker;
use super::place::{Place, from_to};
use super::splice::{Part, parts};
use super::{page, render};
use checksum_console::Failure;
use clap::Parser;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Texts that have markers.
const TEXTS: [&str; 2] = ["README.md", "results/README.md"];

/// The folder of the charts that texts show. Nothing else belongs there.
pub(crate) const CHARTS: &str = "results/charts";

/// The page with all runs.
const PAGE: &str = "results/report.html";

/// Every file that follows from the data, by its path below the root, with the content that it should have.
///
/// # Errors
/// A marker that makes no sense, or a run that cannot be read.
pub(crate) fn everything(place: &Place) -> Result<BTreeMap<PathBuf, String>, Failure> {
    let mut files = BTreeMap::new();
    for name in TEXTS {
        if place.path(name).is_file() {
            let text = filled(place, Path::new(name), &mut files)?;
            files.insert(PathBuf::from(name), text);
        }
    }
    let runs = place.runs()?;
    if !runs.is_empty() {
        files.insert(PathBuf::from(PAGE), page::page(place, &runs)?);
    }
    Ok(files)
}

/// A text with everything between its markers made anew; charts that it shows are added to `files`.
fn filled(place: &Place, name: &Path, files: &mut BTreeMap<PathBuf, String>) -> Result<String, Failure> {
    let text = read(place, name)?;
    let mut filled = String::new();
    for part in parts_of(name, &text)? {
        match part {
            Part::Kept(text) => filled.push_str(text),
            Part::Made { words, line, .. } => {
                let rendered = render::render(place, &parsed(name, line, words)?.what)
                    .map_err(|failure| Failure::failed(format!("{}:{line}: {failure}", name.display())))?;
                match rendered.file {
                    Some((file, content)) => {
                        filled.push_str(&render::shown(&rendered.text, &from_to(name, &file)));
                        files.insert(file, content);
                    }
                    None => filled.push_str(&rendered.text),
                }
            }
        }
    }
    Ok(filled)
}

/// The runs that markers name: those that stand for the present state.
///
/// # Errors
/// A marker that makes no sense.
pub(crate) fn runs_shown(place: &Place) -> Result<Vec<PathBuf>, Failure> {
    let mut runs = Vec::new();
    for name in TEXTS.map(Path::new) {
        if !place.path(name).is_file() {
            continue;
        }
        for part in parts_of(name, &read(place, name)?)? {
            if let Part::Made { words, line, .. } = part {
                runs.extend(render::runs_of(&parsed(name, line, words)?.what));
            }
        }
    }
    runs.sort();
    runs.dedup();
    Ok(runs)
}

fn read(place: &Place, name: &Path) -> Result<String, Failure> {
    fs::read_to_string(place.path(name))
        .map_err(|error| Failure::failed(format!("{}: {error}", name.display())))
}

fn parts_of<'a>(name: &Path, text: &'a str) -> Result<Vec<Part<'a>>, Failure> {
    parts(text).map_err(|unpaired| Failure::failed(format!("{}: {unpaired}", name.display())))
}

fn parsed(name: &Path, line: usize, words: &str) -> Result<Marker, Failure> {
    Marker::try_parse_from(words.split_whitespace()).map_err(|error| {
        let text = error.to_string();
        let first = text.lines().next().unwrap_or_default();
        Failure::failed(format!("{}:{line}: the marker's command: {first}", name.display()))
    })
}
