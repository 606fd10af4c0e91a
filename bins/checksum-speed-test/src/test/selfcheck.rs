//! Every engine answers for messages with known checksums before it is trusted with a file.

use super::Method;
use checksum_console::Failure;
use checksum_engine::{Family, Runnable};
use checksum_measure::{KnownAnswer, self_check};

/// Checks the engines of `methods`.
///
/// # Errors
/// The first engine that is wrong, or a reference that is.
pub(crate) fn check(methods: &[Method]) -> Result<(), Failure> {
    check_engines(methods.iter().map(|method| method.runnable))
}

/// Checks engines.
///
/// # Errors
/// The first engine that is wrong, or a reference that is.
pub(crate) fn check_engines(engines: impl Iterator<Item = Runnable>) -> Result<(), Failure> {
    let mut engines: Vec<_> = engines.collect();
    engines.sort_by_key(|runnable| runnable.engine().id);
    engines.dedup_by_key(|runnable| runnable.engine().id);
    for family in Family::ALL {
        let mut of_family = engines.iter().filter(|runnable| runnable.engine().family == family).peekable();
        if of_family.peek().is_none() {
            continue;
        }
        let answers = checksum_catalog::known_answers(family, checksum_catalog::LONGEST_USEFUL);
        let answers = answers.map_err(Failure::failed)?;
        let known: Vec<_> =
            answers.iter().map(|(message, digest)| KnownAnswer { message, digest: *digest }).collect();
        for &runnable in of_family {
            self_check(runnable, &known).map_err(Failure::failed)?;
        }
    }
    Ok(())
}
