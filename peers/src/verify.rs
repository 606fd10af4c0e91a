//! Every contestant's answers against references by others, before anything is timed.

use crate::cases::{Buffer, Random};
use crate::contestants::{Code, Contestant, Role, reference_md5, reference_sum};

/// Lengths up to here are all tried, then a few longer ones.
const ALL_UP_TO: usize = 320;
const LONGER: [usize; 8] = [511, 1024, 2047, 4100, 8192, 16_385, 65_600, 300_001];
/// Bytes of buffer that the checks need.
pub const REACH: usize = 300_001 + 64;

/// Checks one contestant; the error says which input gave what.
pub fn check(contestant: &Contestant, buffer: &Buffer) -> Result<(), String> {
    if contestant.role == Role::Bound {
        return Ok(());
    }
    let mut random = Random::new(0x1234_5678_9abc);
    match &contestant.code {
        Code::Sum { whole, fold } => {
            let group = contestant.group;
            for len in (0..=ALL_UP_TO).chain(LONGER) {
                let data = buffer.slice(random.below(64), len);
                same(len, "one-shot", reference_sum(group, group.initial(), data), whole(data))?;
                let Some(fold) = fold else { continue };
                // Any start value that the checksum can have: Adler's halves stay below 65521.
                let earlier = buffer.slice(random.below(64), 1 + random.below(200));
                let start = reference_sum(group, group.initial(), earlier);
                same(len, "continued", reference_sum(group, start, data), fold(start, data))?;
            }
            let worst = vec![0xff; 70_000];
            same(worst.len(), "all 0xff", reference_sum(group, group.initial(), &worst), whole(&worst))
        }
        Code::Digest(digest) => {
            for len in (0..=ALL_UP_TO).chain(LONGER) {
                let data = buffer.slice(random.below(64), len);
                same(len, "digest", reference_md5(data), digest(data))?;
            }
            Ok(())
        }
        Code::Many(many) => {
            for lanes in [0, 1, 2, 3, 5, 8, 15, 16, 17, 33, 100] {
                let messages: Vec<&[u8]> =
                    (0..lanes).map(|_| buffer.slice(random.below(64), random.below(700))).collect();
                let mut digests = vec![[0; 16]; lanes];
                many(&messages, &mut digests);
                for (message, digest) in messages.iter().zip(&digests) {
                    same(message.len(), &format!("of {lanes} lanes"), reference_md5(message), *digest)?;
                }
            }
            Ok(())
        }
    }
}

fn same<T: PartialEq + std::fmt::Debug>(len: usize, what: &str, expected: T, got: T) -> Result<(), String> {
    if expected == got {
        return Ok(());
    }
    Err(format!("{len} bytes, {what}: expected {expected:02x?}, got {got:02x?}"))
}
