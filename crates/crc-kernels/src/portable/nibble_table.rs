use super::tables::Tables;
use crate::Polynomial;

/// Four bits at a time from a table of 16 entries: 64 bytes, one cache line, for machines where a table of
/// 1 KiB is too dear. The low nibble of a byte comes first in a reflected CRC.
pub fn fold<P: Polynomial>(checksum: u32, data: &[u8]) -> u32 {
    let table = Tables::<P>::NIBBLE;
    let mut register = !checksum;
    for &byte in data {
        register ^= u32::from(byte);
        register = table[(register & 15) as usize] ^ (register >> 4);
        register = table[(register & 15) as usize] ^ (register >> 4);
    }
    !register
}
