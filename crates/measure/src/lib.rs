//! Timing of several ways to do the same thing, so that an expert believes the figures.
//!
//! [`run_rounds`] runs every [`Contestant`] of a [`Lineup`] once per round over the same input, in an order that
//! changes from round to round, with controls beside them: the first contestant twice (how large is noise?), a
//! kernel that only reads (how fast can anything be here?), a chain of known latency (how fast does the core
//! run?). Every answer is compared after the clock stops. The [`Run`] keeps every raw time in ns and gives minima,
//! medians, paired ratios, and a [`Verdict`] that knows the noise floor.
//!
//! ```
//! use checksum_measure::{Contestant, Lineup, MonotonicClock, Plan, ceiling, run_rounds};
//!
//! let data = vec![7; 100_000];
//! let pass = |step: usize| {
//!     let data = &data;
//!     move || Ok::<u32, std::io::Error>(data.iter().step_by(step).map(|&byte| u32::from(byte)).sum())
//! };
//! let lineup = Lineup {
//!     contestants: vec![
//!         Contestant::repeat("sum/all", "sum", pass(1)),
//!         Contestant::repeat("sum/half", "half of the sum", pass(2)),
//!     ],
//!     ceiling: Some(ceiling::over(&data)),
//! };
//! let plan = Plan { rounds: 6, ..Plan::new(data.len() as u64) };
//! let run = run_rounds(&plan, lineup, &MonotonicClock::new(), &mut ())?;
//! assert!(run.disagreements().is_empty());
//! let half = run.speed_ratio(1, 0).expect("long enough to be timed");
//! println!("{:.2} times as fast ({:.2} to {:.2})", half.value, half.low, half.high);
//! # Ok::<(), checksum_measure::RunError<std::io::Error>>(())
//! ```
//!
//! The crate knows no checksum family. Speeds are MB/s of 10^6 bytes per second.

pub mod affinity;
mod canary;
pub mod ceiling;
mod clock;
mod conditions;
mod contestant;
mod emulation;
mod fake;
mod machine;
mod order;
mod plan;
mod ratio;
mod record;
mod rounds;
mod run;
mod selfcheck;
mod signals;
mod stats;
mod verify;

pub use canary::gigahertz;
pub use clock::{Clock, MonotonicClock, Resolution};
pub use conditions::Conditions;
pub use contestant::{Answer, Contestant, Lineup};
pub use emulation::emulation;
pub use fake::FakeClock;
pub use machine::{Build, Cache, Cpu, Machine, System};
pub use order::orders;
pub use plan::{Controls, Iterations, Plan};
pub use ratio::{NoiseFloor, Ratio, Verdict, separated};
pub use record::{Row, Timing};
pub use rounds::{Observer, Progress, RunError, run_rounds};
pub use run::{Entry, Gigahertz, Role, Run, Sample};
pub use selfcheck::{KnownAnswer, WrongAnswer, self_check};
pub use signals::{SignalMeter, Signals};
pub use stats::{Summary, megabytes_per_second, quantile};
pub use verify::{Disagreement, Value};
