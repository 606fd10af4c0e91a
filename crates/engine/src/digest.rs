use alloc::string::String;
use core::fmt;

/// A finished checksum. Printed as lower-case hex: 8 digits, or 32 for MD5.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Digest {
    /// Adler-32 (high half s2, low half s1), CRC-32 or CRC-32C.
    U32(u32),
    /// MD5, in the byte order in which it is printed.
    Md5([u8; 16]),
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Digest::U32(value) => f.pad(&alloc::format!("{value:08x}")),
            Digest::Md5(bytes) => {
                let hex: String = bytes.iter().map(|byte| alloc::format!("{byte:02x}")).collect();
                f.pad(&hex)
            }
        }
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl From<u32> for Digest {
    fn from(value: u32) -> Self {
        Digest::U32(value)
    }
}

impl From<[u8; 16]> for Digest {
    fn from(bytes: [u8; 16]) -> Self {
        Digest::Md5(bytes)
    }
}
