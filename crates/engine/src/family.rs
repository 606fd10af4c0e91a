use core::fmt;

/// A checksum algorithm. Engines of one family give the same value for the same bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Family {
    /// Adler-32, RFC 1950 section 8.2.
    Adler32,
    /// CRC-32/ISO-HDLC: the CRC of zlib, gzip, PNG and Ethernet. Polynomial 0x04C11DB7, reflected.
    Crc32,
    /// CRC-32/ISCSI (Castagnoli), RFC 3720 section 12.1. Polynomial 0x1EDC6F41, reflected.
    Crc32c,
    /// MD5, RFC 1321.
    Md5,
}

impl Family {
    /// All families, in the order in which tables list them.
    pub const ALL: [Family; 4] = [Family::Adler32, Family::Crc32, Family::Crc32c, Family::Md5];

    /// The first part of every id of the family: `adler32`, `crc32`, `crc32c` or `md5`.
    pub const fn name(self) -> &'static str {
        match self {
            Family::Adler32 => "adler32",
            Family::Crc32 => "crc32",
            Family::Crc32c => "crc32c",
            Family::Md5 => "md5",
        }
    }

    /// The name as standards write it, for people.
    pub const fn title(self) -> &'static str {
        match self {
            Family::Adler32 => "Adler-32",
            Family::Crc32 => "CRC-32",
            Family::Crc32c => "CRC-32C",
            Family::Md5 => "MD5",
        }
    }

    /// The letter that stands for the family on `readfile`'s command line.
    pub const fn letter(self) -> char {
        match self {
            Family::Adler32 => 'a',
            Family::Crc32 => 'c',
            Family::Crc32c => 'k',
            Family::Md5 => 'g',
        }
    }

    /// The public checksum of no bytes, from which a fold starts. `None` for MD5, whose state is no checksum.
    pub const fn initial(self) -> Option<u32> {
        match self {
            Family::Adler32 => Some(1),
            Family::Crc32 | Family::Crc32c => Some(0),
            Family::Md5 => None,
        }
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
