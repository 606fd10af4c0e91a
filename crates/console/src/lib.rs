//! What the programs share at the terminal: exit codes, one-line errors, what becomes of a command line that cannot be
//! obeyed, and a standard output whose failures are noticed. A result that could not be written is not a result.

pub mod command_line;
mod exit;
mod output;

pub use exit::{Exit, Failure};
pub use output::{Output, is_broken_pipe, stdin_is_closed};
