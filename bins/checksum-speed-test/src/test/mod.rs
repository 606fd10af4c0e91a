//! Tests: one checksum method over one file, timed.

mod file;
mod method;
mod one;
mod selfcheck;

pub(crate) use file::{FileTests, Order, Verdict};
pub(crate) use method::{Method, VERSION, choose};
pub(crate) use one::{CacheWish, Done};
pub(crate) use selfcheck::{check as self_check, check_engines as self_check_engines};
