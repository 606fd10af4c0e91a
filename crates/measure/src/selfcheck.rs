//! Known answers, asked of every code path before it is timed.

use checksum_engine::{Digest, Runnable};
use std::fmt;

/// A message and its checksum, known from elsewhere: published, or from the family's reference engine.
#[derive(Clone, Copy, Debug)]
pub struct KnownAnswer<'a> {
    /// The message.
    pub message: &'a [u8],
    /// Its checksum.
    pub digest: Digest,
}

/// An engine that failed its self-check and must not be timed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongAnswer {
    /// The engine's id.
    pub id: &'static str,
    /// Which of its ways was asked.
    pub path: &'static str,
    /// The message's length in bytes.
    pub len: usize,
    /// What it said.
    pub got: Digest,
    /// What is right.
    pub wanted: Digest,
}

impl fmt::Display for WrongAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let WrongAnswer { id, path, len, got, wanted } = self;
        write!(f, "{id} failed its self-check: {path}, {len} bytes: {got}, should be {wanted}")
    }
}

impl std::error::Error for WrongAnswer {}

/// Asks an engine for every known answer, in one piece, in pieces, and as many messages at once: whatever it
/// offers. The caller chooses messages long enough to reach the engine's main loop.
///
/// # Errors
/// The first wrong answer.
pub fn self_check(runnable: Runnable, known: &[KnownAnswer<'_>]) -> Result<(), WrongAnswer> {
    let wrong = |path, answer: &KnownAnswer<'_>, got| {
        let right = got == answer.digest;
        let (id, len, wanted) = (runnable.engine().id, answer.message.len(), answer.digest);
        if right { Ok(()) } else { Err(WrongAnswer { id, path, len, got, wanted }) }
    };
    for answer in known {
        wrong("one message", answer, runnable.checksum(answer.message))?;
        if let Some(mut stream) = runnable.stream() {
            // An odd place, so that the second piece starts unaligned, and reading midway must not disturb.
            let (head, tail) = answer.message.split_at(answer.message.len() / 3);
            stream.update(head);
            let _ = stream.digest();
            stream.update(tail);
            wrong("in pieces", answer, stream.digest())?;
        }
    }
    let messages: Vec<&[u8]> = known.iter().map(|answer| answer.message).collect();
    for (answer, got) in known.iter().zip(runnable.many(&messages)) {
        wrong("many messages", answer, got)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use checksum_engine::{CpuFeatures, Engine, Family};

    fn sum(start: u32, data: &[u8]) -> u32 {
        data.iter().fold(start, |sum, &byte| sum.wrapping_add(byte.into()))
    }

    /// Right in one piece only.
    fn forgetful(start: u32, data: &[u8]) -> u32 {
        sum(0, data) + u32::from(start > 100)
    }

    static RIGHT: Engine = Engine::fold(Family::Crc32, "crc32/right", sum);
    static WRONG: Engine = Engine::fold(Family::Crc32, "crc32/wrong", forgetful);

    #[test]
    fn a_wrong_path_is_named() {
        let known = [
            KnownAnswer { message: b"", digest: Digest::U32(0) },
            KnownAnswer { message: &[100; 9], digest: Digest::U32(900) },
        ];
        let cpu = CpuFeatures::detect();
        assert_eq!(self_check(RIGHT.resolve(cpu).unwrap(), &known), Ok(()));
        let wrong = self_check(WRONG.resolve(cpu).unwrap(), &known).unwrap_err();
        assert_eq!((wrong.path, wrong.len, wrong.wanted), ("in pieces", 9, Digest::U32(900)));
        assert!(wrong.to_string().starts_with("crc32/wrong failed its self-check: in pieces, 9 bytes"));
    }
}
