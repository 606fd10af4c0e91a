use crate::update;

/// Adler-32 computed piece by piece. The checksum can be read at any time, and more bytes may follow.
///
/// ```
/// let mut hasher = checksum_adler32::Hasher::new();
/// hasher.update(b"Wiki");
/// hasher.update(b"pedia");
/// assert_eq!(hasher.checksum(), 0x11e6_0398);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hasher {
    value: u32,
}

impl Hasher {
    /// A hasher that has seen no bytes; its checksum is 1.
    pub const fn new() -> Hasher {
        Hasher { value: 1 }
    }

    /// A hasher that goes on from `checksum` of bytes taken elsewhere.
    pub const fn from_checksum(checksum: u32) -> Hasher {
        Hasher { value: checksum }
    }

    /// Takes the next bytes.
    pub fn update(&mut self, data: &[u8]) {
        self.value = update(self.value, data);
    }

    /// The checksum of all bytes so far.
    pub const fn checksum(&self) -> u32 {
        self.value
    }
}

impl Default for Hasher {
    fn default() -> Self {
        Hasher::new()
    }
}
