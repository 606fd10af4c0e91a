use crate::field::times_x;

const fn eight_zero_bits(mut value: u32, polynomial: u32) -> u32 {
    let mut bit = 0;
    while bit < 8 {
        value = times_x(value, polynomial);
        bit += 1;
    }
    value
}

/// Sarwate's table: entry `i` is the CRC register after the byte `i`, from a register of zero.
pub const fn byte_table(polynomial: u32) -> [u32; 256] {
    let mut table = [0; 256];
    let mut i = 0;
    while i < 256 {
        table[i] = eight_zero_bits(i as u32, polynomial);
        i += 1;
    }
    table
}

/// The same for four bits at a time: 64 bytes of table instead of 1 KiB.
pub const fn nibble_table(polynomial: u32) -> [u32; 16] {
    let mut table = [0; 16];
    let mut i = 0;
    while i < 16 {
        let mut value = i as u32;
        let mut bit = 0;
        while bit < 4 {
            value = times_x(value, polynomial);
            bit += 1;
        }
        table[i] = value;
        i += 1;
    }
    table
}

/// Slicing tables: `tables[k][i]` is the register after the byte `i` and `k` zero bytes. Kounavis and Berry 2008.
pub const fn slicing_tables<const N: usize>(polynomial: u32) -> [[u32; 256]; N] {
    let mut tables = [[0; 256]; N];
    tables[0] = byte_table(polynomial);
    let mut k = 1;
    while k < N {
        let mut i = 0;
        while i < 256 {
            let previous = tables[k - 1][i];
            tables[k][i] = (previous >> 8) ^ tables[0][(previous & 255) as usize];
            i += 1;
        }
        k += 1;
    }
    tables
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CRC32, CRC32C};

    /// RFC 1952 section 8 computes its table at run time; the entries below are those of zlib's crc32.h and of
    /// RFC 3720's companion code (crc32c), as published.
    #[test]
    fn published_entries() {
        let crc32 = byte_table(CRC32);
        assert_eq!(crc32[..4], [0, 0x7707_3096, 0xee0e_612c, 0x9909_51ba]);
        assert_eq!(crc32[255], 0x2d02_ef8d);
        let crc32c = byte_table(CRC32C);
        assert_eq!(crc32c[..4], [0, 0xf26b_8303, 0xe13b_70f7, 0x1350_f3f4]);
        assert_eq!(crc32c[255], 0xad7d_5351);
        let slices = slicing_tables::<4>(CRC32);
        assert_eq!([slices[1][1], slices[2][1], slices[3][1]], [0x191b_3141, 0x01c2_6a37, 0xb8bc_6765]);
        assert_eq!(nibble_table(CRC32)[..3], [0, 0x1db7_1064, 0x3b6e_20c8]);
    }
}
