//! A progress bar for people who wait, and the watch over the file between samples.

use checksum_input::{InputError, InputFile};
use checksum_measure::{Observer, Progress, Sample};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal, stderr};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// A run that is shorter than this shows nothing.
const PATIENCE: Duration = Duration::from_secs(1);
/// A first pass over so many bytes may well take longer than that: shown at once.
const LONG: u64 = 256 << 20;

/// Sees before every sample that the file is still what it was, and shows how far the run is.
pub(crate) struct Watch<'a> {
    file: &'a InputFile,
    started: Instant,
    /// Only at a terminal: from cron nothing is printed.
    bar: Option<ProgressBar>,
}

impl<'a> Watch<'a> {
    pub(crate) fn new(file: &'a InputFile) -> Watch<'a> {
        let style = ProgressStyle::with_template("{bar:20} {elapsed}, pass {pos} of {len}, {msg}");
        let bar = stderr().is_terminal().then(|| {
            let long = file.size().is_none_or(|size| size >= LONG);
            let target = if long { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
            let bar =
                ProgressBar::with_draw_target(None, target).with_style(style.expect("a valid template"));
            // Keeps the elapsed time moving within a long pass; one wake-up a second disturbs no measurement.
            bar.enable_steady_tick(PATIENCE);
            bar
        });
        Watch { file, started: Instant::now(), bar }
    }
}

impl Observer<InputError> for Watch<'_> {
    fn before_sample(&mut self, progress: &Progress<'_>) -> Result<(), InputError> {
        if let Some(bar) = &self.bar {
            if self.started.elapsed() >= PATIENCE && bar.is_hidden() {
                bar.set_draw_target(ProgressDrawTarget::stderr());
            }
            bar.set_length(progress.total);
            bar.set_position(progress.done);
            let left =
                progress.left_ns.map(|ns| format!(", {:.0} s left", ns as f64 / 1e9)).unwrap_or_default();
            bar.set_message(format!("{}{left}", progress.entry.label));
        }
        self.file.verify_unchanged()
    }

    fn after_sample(&mut self, _: &Progress<'_>, _: &Sample) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl Drop for Watch<'_> {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
