//! The log: one line a test, in the layout of the archive's old scripts, so that old and new logs can be read together.

mod append;
mod field;
mod line;
mod name;
mod read;

pub(crate) use append::LineFile;
pub(crate) use line::{Entry, Level, Line, Test};
pub(crate) use name::escape;
pub(crate) use read::{Found, lines};
