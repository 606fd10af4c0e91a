//! Every engine answers for messages with known checksums before it is trusted with a file.

use checksum_console::Failure;
use checksum_engine::{Family, Runnable};
use checksum_measure::{KnownAnswer, self_check};

/// Checks the engines. `size` is the file's, if known: the check reaches the loops that the file will reach.
///
/// # Errors
/// The first engine that is wrong, or a reference that is.
pub(crate) fn all(engines: impl Iterator<Item = Runnable>, size: Option<u64>) -> Result<(), Failure> {
    let mut engines: Vec<Runnable> = engines.collect();
    // An engine that was asked for twice is checked once.
    engines.sort_by_key(|runnable| runnable.engine().id);
    engines.dedup_by_key(|runnable| runnable.engine().id);
    for family in Family::ALL {
        let mut of_family = engines.iter().filter(|runnable| runnable.engine().family == family).peekable();
        if of_family.peek().is_none() {
            continue;
        }
        let longest = size.unwrap_or(u64::MAX);
        let answers = checksum_catalog::known_answers(family, longest).map_err(Failure::failed)?;
        let known: Vec<_> =
            answers.iter().map(|(message, digest)| KnownAnswer { message, digest: *digest }).collect();
        for &runnable in of_family {
            self_check(runnable, &known).map_err(Failure::failed)?;
        }
    }
    Ok(())
}
