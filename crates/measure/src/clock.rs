//! Where the time comes from, and how fine it is.

use serde::{Deserialize, Serialize};
use std::time::Instant;

/// A clock that never steps back.
pub trait Clock {
    /// Nanoseconds since a moment that stays the same for the clock's life.
    fn now_ns(&self) -> u64;

    /// How fine the clock is.
    fn resolution(&self) -> Resolution;
}

/// How finely a clock can tell two moments apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Resolution {
    /// The smallest step, in ns, that was seen between two readings; at least 1.
    pub step_ns: u64,
    /// What one reading of the clock costs, in ns: the median distance of two readings one after the other.
    pub read_ns: u64,
}

impl Resolution {
    /// The unit, in ns, in which "long enough to time" is counted: the coarser of step and reading cost.
    /// The reading cost counts because one reading's worth of time is inside every sample.
    pub fn tick_ns(self) -> u64 {
        self.step_ns.max(self.read_ns).max(1)
    }

    /// Whether a sample of `ns` is long enough that the clock adds less than 1 % to its error.
    pub fn can_time(self, ns: u64) -> bool {
        ns >= self.tick_ns().saturating_mul(TICKS_TO_TIME)
    }
}

/// A sample of this many ticks or more is off by at most 1 % because of the clock.
const TICKS_TO_TIME: u64 = 100;

/// The operating system's monotonic clock.
#[derive(Clone, Copy, Debug)]
pub struct MonotonicClock {
    origin: Instant,
}

impl MonotonicClock {
    /// A clock that starts at zero.
    pub fn new() -> MonotonicClock {
        MonotonicClock { origin: Instant::now() }
    }
}

impl Default for MonotonicClock {
    fn default() -> Self {
        MonotonicClock::new()
    }
}

impl Clock for MonotonicClock {
    fn now_ns(&self) -> u64 {
        // 2^64 ns are 584 years.
        self.origin.elapsed().as_nanos() as u64
    }

    /// Measured, since systems' own figures (clock_getres: 1 ns) are about the unit, not the clock.
    fn resolution(&self) -> Resolution {
        let mut distances = [0; 1001];
        let mut last = self.now_ns();
        for distance in &mut distances {
            let now = self.now_ns();
            *distance = now - last;
            last = now;
        }
        distances.sort_unstable();
        let step = distances.iter().copied().find(|&distance| distance > 0);
        let step_ns = step.unwrap_or_else(|| self.next_step());
        Resolution { step_ns, read_ns: distances[distances.len() / 2] }
    }
}

impl MonotonicClock {
    /// Waits for the clock to move: for clocks so coarse that a thousand readings see no step.
    fn next_step(&self) -> u64 {
        let start = self.now_ns();
        loop {
            let now = self.now_ns();
            if now > start {
                return now - start;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_real_clock_moves_and_knows_its_resolution() {
        let clock = MonotonicClock::new();
        let resolution = clock.resolution();
        assert!(resolution.step_ns >= 1);
        assert!(resolution.tick_ns() >= resolution.step_ns.max(resolution.read_ns));
        let before = clock.now_ns();
        // A single sleep may end a tick of the system's timer too early.
        let started = Instant::now();
        while started.elapsed() < std::time::Duration::from_millis(2) {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        assert!(clock.now_ns() - before >= 2_000_000);
    }

    #[test]
    fn a_hundred_ticks_can_be_timed() {
        let resolution = Resolution { step_ns: 100, read_ns: 25 };
        assert!(!resolution.can_time(9_999));
        assert!(resolution.can_time(10_000));
        assert!(!Resolution { step_ns: 0, read_ns: 0 }.can_time(0));
    }
}
