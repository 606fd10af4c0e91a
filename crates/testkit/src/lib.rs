//! What the tests of every family share: inputs and values that were proved elsewhere ([`vectors`]), buffers
//! that end at an unmapped page ([`GuardedBuffer`]), and one loop over a family's registry ([`check_family`]).
//!
//! A family's whole test is one call, so a new engine is tested because it is registered:
//!
//! ```text
//! #[test]
//! fn every_engine() {
//!     checksum_testkit::check_family(Family::Crc32, ENGINES);
//! }
//! ```
//!
//! Engines that cannot run here are written to stderr with what is missing, past the test harness's capture.
//! `CHECKSUM_MUST_RUN` (engine ids between commas, or `all`) turns a skip of those into a failure: scripts set it per
//! machine, so that a misspelt requirement cannot pass as a skip.

mod conformance;
mod guard;
mod large;
mod lockfile;
pub mod program;
mod random;
mod rule;
pub mod vectors;

pub use conformance::{check_engines, check_family};
pub use guard::GuardedBuffer;
pub use large::check_large;
#[cfg(target_pointer_width = "64")]
pub use large::check_one_call_over_4_gib;
pub use lockfile::check_versions;
pub use random::Random;
pub use rule::Rule;
