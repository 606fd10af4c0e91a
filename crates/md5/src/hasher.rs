//! The public API.

use crate::auto;
use crate::compress::{BlockHasher, Compressor, digest_with};

/// The MD5 digest of a message, in the byte order in which it is printed.
///
/// ```
/// let digest = checksum_md5::digest(b"message digest"); // RFC 1321 appendix A.5
/// assert_eq!(digest[..4], [0xf9, 0x6b, 0x69, 0x7d]);
/// ```
pub fn digest(data: &[u8]) -> [u8; 16] {
    digest_with(data, auto::compress)
}

/// MD5 of a message that comes in pieces. The digest may be read at any time, and more may follow.
///
/// ```
/// let mut hasher = checksum_md5::Hasher::new();
/// hasher.update(b"message ");
/// let early = hasher.digest();
/// hasher.update(b"digest");
/// assert_eq!(early, checksum_md5::digest(b"message "));
/// assert_eq!(hasher.digest(), checksum_md5::digest(b"message digest"));
/// ```
#[derive(Clone, Debug)]
pub struct Hasher(BlockHasher);

impl Hasher {
    /// A hasher that has seen no bytes.
    pub const fn new() -> Hasher {
        Hasher(BlockHasher::new(Compressor::portable(auto::compress)))
    }

    /// Takes the next bytes.
    pub fn update(&mut self, data: &[u8]) {
        self.0.update(data);
    }

    /// The digest of all bytes so far.
    pub fn digest(&self) -> [u8; 16] {
        self.0.digest()
    }
}

impl Default for Hasher {
    fn default() -> Hasher {
        Hasher::new()
    }
}
