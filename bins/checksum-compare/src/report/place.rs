//! The folder that everything is found in, and the runs below it.

use crate::schema::{Row, Stored, runs_below};
use checksum_console::Failure;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// The folder with `README.md`, `Cargo.lock` and `results/`, and the runs that were read so far.
#[derive(Debug)]
pub(crate) struct Place {
    root: PathBuf,
    read: RefCell<BTreeMap<PathBuf, Rc<Stored>>>,
}

impl Place {
    /// The folder that was named, or the nearest one upwards of the current one that has `results/`.
    ///
    /// # Errors
    /// There is none.
    pub(crate) fn find(named: Option<&Path>) -> Result<Place, Failure> {
        let root = match named {
            Some(root) if root.join("results").is_dir() => root.to_owned(),
            Some(root) => {
                return Err(Failure::usage(format!("{}: has no folder 'results'", root.display())));
            }
            None => {
                let here = std::env::current_dir().map_err(Failure::failed)?;
                let found = here.ancestors().find(|folder| folder.join("results").is_dir());
                found.map(Path::to_owned).ok_or_else(|| {
                    Failure::usage("no folder 'results' here or above; name its parent with --root")
                })?
            }
        };
        Ok(Place { root, read: RefCell::default() })
    }

    /// A path as it is on disk, from one below the root.
    pub(crate) fn path(&self, below: impl AsRef<Path>) -> PathBuf {
        self.root.join(below)
    }

    /// A run by its folder, below the root or from the current one.
    ///
    /// # Errors
    /// It is not there or cannot be read.
    pub(crate) fn run(&self, folder: &Path) -> Result<Rc<Stored>, Failure> {
        let below = self.root.join(folder);
        let folder = if below.is_dir() { below } else { folder.to_owned() };
        if let Some(run) = self.read.borrow().get(&folder) {
            return Ok(Rc::clone(run));
        }
        let run = Rc::new(Stored::read(&folder).map_err(Failure::failed)?);
        self.read.borrow_mut().insert(folder, Rc::clone(&run));
        Ok(run)
    }

    /// The folders of all runs, sorted.
    ///
    /// # Errors
    /// `results` cannot be listed.
    pub(crate) fn runs(&self) -> Result<Vec<PathBuf>, Failure> {
        let results = self.path("results");
        runs_below(&results).map_err(|error| Failure::failed(format!("{}: {error}", results.display())))
    }

    /// A run's folder as it stands in commands and texts.
    pub(crate) fn name_of(&self, folder: &Path) -> String {
        let below = folder.strip_prefix(&self.root).unwrap_or(folder);
        below.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
    }
}

/// The rows of one cell, the fastest first, those without figures last.
pub(crate) fn ranked<'a>(rows: impl IntoIterator<Item = &'a Row>) -> Vec<&'a Row> {
    let mut rows: Vec<&Row> = rows.into_iter().collect();
    let time = |row: &Row| if row.is_timed() { row.median_ns.unwrap_or(f64::MAX) } else { f64::MAX };
    rows.sort_by(|a, b| time(a).total_cmp(&time(b)).then_with(|| a.engine.cmp(&b.engine)));
    rows
}

/// A path from the folder of one file to another, both below the root.
pub(crate) fn from_to(file: &Path, target: &Path) -> String {
    let from: Vec<_> = file.parent().into_iter().flat_map(Path::components).collect();
    let to: Vec<_> = target.components().collect();
    let common = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    let up = std::iter::repeat_n("..".to_owned(), from.len() - common);
    let down = to[common..].iter().map(|part| part.as_os_str().to_string_lossy().into_owned());
    up.chain(down).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_start_from_the_files_folder() {
        let link = |a: &str, b: &str| from_to(Path::new(a), Path::new(b));
        assert_eq!(link("README.md", "results/charts/a.svg"), "results/charts/a.svg");
        assert_eq!(link("results/README.md", "results/charts/a.svg"), "charts/a.svg");
        assert_eq!(link("docs/compare.md", "results/a.svg"), "../results/a.svg");
    }
}
