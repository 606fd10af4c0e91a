//! The classic program.
fn main() {}
