//! A clock for tests: it moves only when told to, and remembers what happened in which order.

use crate::clock::{Clock, Resolution};
use std::cell::{Cell, RefCell};

/// A clock that stands still until [`FakeClock::advance`] moves it.
///
/// It also keeps a list of events: every reading, and whatever a test adds with [`FakeClock::note`]. A test can
/// so assert what was inside a timed span and what was not.
#[derive(Debug)]
pub struct FakeClock {
    now: Cell<u64>,
    resolution: Resolution,
    events: RefCell<Vec<String>>,
}

impl FakeClock {
    /// A clock at zero with steps of 1 ns.
    pub fn new() -> FakeClock {
        FakeClock::with_resolution(Resolution { step_ns: 1, read_ns: 1 })
    }

    /// A clock at zero that claims the given resolution.
    pub fn with_resolution(resolution: Resolution) -> FakeClock {
        FakeClock { now: Cell::new(0), resolution, events: RefCell::default() }
    }

    /// Lets `ns` nanoseconds pass.
    pub fn advance(&self, ns: u64) {
        self.now.set(self.now.get() + ns);
    }

    /// Adds an event to the list.
    pub fn note(&self, event: impl Into<String>) {
        self.events.borrow_mut().push(event.into());
    }

    /// The events so far; the list is emptied. A reading of the clock is the event `clock`.
    pub fn take_events(&self) -> Vec<String> {
        self.events.take()
    }
}

impl Default for FakeClock {
    fn default() -> Self {
        FakeClock::new()
    }
}

impl Clock for FakeClock {
    fn now_ns(&self) -> u64 {
        self.note("clock");
        self.now.get()
    }

    fn resolution(&self) -> Resolution {
        self.resolution
    }
}
