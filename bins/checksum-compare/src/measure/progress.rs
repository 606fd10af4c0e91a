//! How far a run is, for people who wait at a terminal. Elsewhere nothing is shown.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::{IsTerminal, stderr};
use std::time::Instant;

/// A bar over the expected time of all processes that are to run.
pub(crate) struct Progress {
    bar: Option<ProgressBar>,
    started: Instant,
    done_ns: u64,
    total_ns: u64,
}

impl Progress {
    /// `total_ns`: what is to be done, by the calibration.
    pub(crate) fn new(total_ns: u64) -> Progress {
        let style = ProgressStyle::with_template("{bar:20} {elapsed}, {msg}").expect("a valid template");
        let bar = stderr().is_terminal().then(|| ProgressBar::new(total_ns.max(1)).with_style(style));
        Progress { bar, started: Instant::now(), done_ns: 0, total_ns }
    }

    /// A step that was expected to take `ns` is done; `what` comes next.
    pub(crate) fn step(&mut self, ns: u64, what: &str) {
        self.done_ns += ns;
        let Some(bar) = &self.bar else { return };
        bar.set_position(self.done_ns.min(self.total_ns));
        let left = left_seconds(self.started.elapsed().as_secs_f64(), self.done_ns, self.total_ns);
        bar.set_message(left.map_or(what.to_owned(), |left| format!("{what}, {left:.0} s left")));
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// Seconds that are left if the rest is as much slower than expected as what is done.
fn left_seconds(elapsed: f64, done_ns: u64, total_ns: u64) -> Option<f64> {
    (done_ns > 0).then(|| elapsed * total_ns.saturating_sub(done_ns) as f64 / done_ns as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_left() {
        assert_eq!(left_seconds(10.0, 0, 100), None);
        assert_eq!(left_seconds(10.0, 25, 100), Some(30.0));
        assert_eq!(left_seconds(10.0, 120, 100), Some(0.0));
    }
}
