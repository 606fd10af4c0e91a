use super::tables::{Tables, step};
use crate::Polynomial;

/// zlib's form up to version 1.1.4 of March 2002 (`crc32.c`, Mark Adler): the byte table, with the loop unrolled
/// to eight steps by the macros DO1, DO2, DO4 and DO8. Unrolling saves the loop's own instructions, but every
/// step still waits for the table entry of the step before: one load's latency and a little more a byte.
pub fn fold<P: Polynomial>(checksum: u32, data: &[u8]) -> u32 {
    let table = Tables::<P>::BYTE;
    let mut register = !checksum;
    let (eights, rest) = data.as_chunks::<8>();
    for eight in eights {
        register = step(register, eight[0], table);
        register = step(register, eight[1], table);
        register = step(register, eight[2], table);
        register = step(register, eight[3], table);
        register = step(register, eight[4], table);
        register = step(register, eight[5], table);
        register = step(register, eight[6], table);
        register = step(register, eight[7], table);
    }
    for &byte in rest {
        register = step(register, byte, table);
    }
    !register
}
