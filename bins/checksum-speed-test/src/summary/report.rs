//! The summary as data, from which every format is rendered.

use super::collect::{Collected, Key, Run};
use super::explain::{Comparison, Explanation, comparisons, explain, first_tests};
use super::figures::Figures;
use crate::log::escape;
use jiff::civil::DateTime;

/// One group over all files.
#[derive(Debug)]
pub(crate) struct Group<'a> {
    pub(crate) key: &'a Key,
    pub(crate) figures: Figures,
    pub(crate) explanation: Option<Explanation>,
    pub(crate) runs: Vec<&'a Run>,
}

/// One group over one file.
#[derive(Debug)]
pub(crate) struct PerFile<'a> {
    /// The name as it stands in the log.
    pub(crate) file: String,
    pub(crate) key: &'a Key,
    pub(crate) figures: Figures,
}

/// Everything.
#[derive(Debug)]
pub(crate) struct Report<'a> {
    pub(crate) groups: Vec<Group<'a>>,
    pub(crate) files: Vec<PerFile<'a>>,
    pub(crate) file_count: usize,
    pub(crate) comparisons: Vec<Comparison>,
    pub(crate) remarks: Vec<String>,
    pub(crate) lines: u64,
    pub(crate) bad: u64,
    pub(crate) errors: u64,
    pub(crate) warnings: u64,
    /// First and last time.
    pub(crate) span: (DateTime, DateTime),
}

impl<'a> Report<'a> {
    /// Sums up; `collected` has at least one run.
    pub(crate) fn new(collected: &'a Collected) -> Report<'a> {
        let mut by_group: Vec<Vec<&Run>> = vec![Vec::new(); collected.groups.len()];
        collected.runs.iter().for_each(|run| by_group[run.group].push(run));
        let groups: Vec<Group<'_>> = collected
            .groups
            .iter()
            .zip(by_group)
            .filter_map(|(key, runs)| {
                let figures = Figures::of(runs.iter().copied())?;
                let explanation = explain(&figures, &runs);
                Some(Group { key, figures, explanation, runs })
            })
            .collect();
        let mut by_file: Vec<&Run> = collected.runs.iter().collect();
        by_file.sort_by_key(|run| (run.file, run.group));
        let files = by_file
            .chunk_by(|a, b| (a.file, a.group) == (b.file, b.group))
            .filter_map(|runs| {
                Some(PerFile {
                    file: escape(&collected.files[runs[0].file]),
                    key: &collected.groups[runs[0].group],
                    figures: Figures::of(runs.iter().copied())?,
                })
            })
            .collect();
        let times = || collected.runs.iter().map(|run| run.time);
        let mut remarks = first_tests(&groups);
        let small: usize = groups.iter().map(|group| group.figures.below_one_mb).sum();
        if small > 0 {
            remarks.push(format!(
                "{small} runs are of files below 2^20 bytes, which count as 0 MB in the columns in MB; the exact bytes, where \
                 a line has them, are not affected."
            ));
        }
        Report {
            comparisons: comparisons(&groups),
            remarks,
            groups,
            files,
            file_count: collected.files.len(),
            lines: collected.lines,
            bad: collected.bad,
            errors: collected.errors,
            warnings: collected.warnings,
            span: (times().min().unwrap_or_default(), times().max().unwrap_or_default()),
        }
    }

    /// Whether any group has figures from exact bytes.
    pub(crate) fn has_exact(&self) -> bool {
        self.groups.iter().any(|group| group.figures.exact.is_some())
    }

    /// What was read, in one line.
    pub(crate) fn headline(&self) -> String {
        let (first, last) = self.span;
        let runs: usize = self.groups.iter().map(|group| group.figures.runs).sum();
        let count =
            |number: u64, what: &str| if number > 0 { format!(", {number} {what}") } else { String::new() };
        format!(
            "{runs} tests of {} files, {} to {}{}{}{}",
            self.file_count,
            first.strftime("%Y-%m-%d"),
            last.strftime("%Y-%m-%d"),
            count(self.errors, "error lines"),
            count(self.warnings, "warnings"),
            count(self.bad, "bad lines left out"),
        )
    }
}
