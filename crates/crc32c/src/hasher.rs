/// A CRC-32C computed piece by piece.
///
/// ```
/// let mut hasher = checksum_crc32c::Hasher::new();
/// hasher.update(b"some ");
/// let midway = hasher.checksum();
/// hasher.update(b"bytes");
/// assert_eq!(hasher.checksum(), checksum_crc32c::checksum(b"some bytes"));
/// assert_eq!(checksum_crc32c::Hasher::from_checksum(midway).checksum(), checksum_crc32c::checksum(b"some "));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hasher {
    checksum: u32,
}

impl Hasher {
    /// A hasher that has seen no bytes.
    pub const fn new() -> Hasher {
        Hasher { checksum: 0 }
    }

    /// A hasher that has seen bytes whose CRC-32C is `checksum`.
    pub const fn from_checksum(checksum: u32) -> Hasher {
        Hasher { checksum }
    }

    /// Takes the next bytes.
    pub fn update(&mut self, data: &[u8]) {
        self.checksum = crate::update(self.checksum, data);
    }

    /// The CRC-32C of all bytes so far. More may follow.
    pub const fn checksum(&self) -> u32 {
        self.checksum
    }
}
