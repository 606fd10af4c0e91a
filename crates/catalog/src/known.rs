//! Known answers for the self-check that every program makes before it prints or times anything.

use crate::reference;
use checksum_engine::{CpuFeatures, Digest, Family};

/// The checksum of "123456789". CRC catalogue: the `check` values of CRC-32/ISO-HDLC and CRC-32/ISCSI; Adler-32 and
/// MD5 of the same message by zlib and OpenSSL.
fn published(family: Family) -> Digest {
    match family {
        Family::Adler32 => Digest::U32(0x091e_01de),
        Family::Crc32 => Digest::U32(0xcbf4_3926),
        Family::Crc32c => Digest::U32(0xe306_9283),
        Family::Md5 => Digest::Md5(0x25f9_e794_323b_4538_85f5_181f_1b62_4d0b_u128.to_be_bytes()),
    }
}

/// A family's known answers: the published check message, and two generated messages with the answers of the plain
/// reference, which is first held to the published one. `longest` bounds the second generated message, which
/// should reach the loop that the real input will reach; more than [`LONGEST_USEFUL`] bytes are not made.
///
/// # Errors
/// The reference itself does not give the published value: nothing can be trusted then.
pub fn known_answers(family: Family, longest: u64) -> Result<Vec<(Vec<u8>, Digest)>, BrokenReference> {
    let reference = reference(family).resolve(CpuFeatures::detect()).map_err(|_| BrokenReference(family))?;
    let check = b"123456789".to_vec();
    if reference.checksum(&check) != published(family) {
        return Err(BrokenReference(family));
    }
    let answered = |len: usize| {
        let message = generated(len);
        let digest = reference.checksum(&message);
        (message, digest)
    };
    let mut answers = vec![(check, published(family)), answered(5003)];
    if longest > 5003 {
        answers.push(answered(longest.min(LONGEST_USEFUL) as usize));
    }
    Ok(answers)
}

/// Longer than every block, strip and prefetch threshold of an engine.
pub const LONGEST_USEFUL: u64 = (3 << 20) + 4099;

/// Bytes without a pattern that a table error could hide in: a linear congruential generator's high bytes.
fn generated(len: usize) -> Vec<u8> {
    let mut x = 1u32;
    let step = || {
        x = x.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (x >> 24) as u8
    };
    std::iter::repeat_with(step).take(len).collect()
}

/// The reference implementation of a family gives a wrong answer: a broken build or a broken machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BrokenReference(pub Family);

impl std::fmt::Display for BrokenReference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "the {} reference fails its published check value; this build or machine is broken",
            self.0.title()
        )
    }
}

impl std::error::Error for BrokenReference {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_family_has_its_answers() {
        for family in Family::ALL {
            assert_eq!(known_answers(family, 0).unwrap().len(), 2);
            let answers = known_answers(family, u64::MAX).unwrap();
            assert_eq!(answers[2].0.len() as u64, LONGEST_USEFUL);
        }
    }
}
