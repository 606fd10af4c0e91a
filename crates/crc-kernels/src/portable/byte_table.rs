use super::tables::{Tables, step};
use crate::Polynomial;

/// A byte at a time from a table of 256 entries. D. V. Sarwate, "Computation of cyclic redundancy checks via
/// table look-up", CACM 31(8), 1988; the form of RFC 1952 section 8 and of the PNG specification, annex D.
pub fn fold<P: Polynomial>(checksum: u32, data: &[u8]) -> u32 {
    let table = Tables::<P>::BYTE;
    !data.iter().fold(!checksum, |register, &byte| step(register, byte, table))
}
