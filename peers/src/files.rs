//! From files to checksums with this workspace's public functions.

use memmap2::{Mmap, MmapOptions};
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read};

/// Bytes of one `read`: large enough to hide the calls, small enough for the level-two cache.
const PIECE: usize = 256 << 10;

/// `f(checksum so far, bytes)`.
pub type Update = fn(u32, &[u8]) -> u32;

/// The checksum of no bytes and the continuing function of a 32-bit family.
pub fn fold(name: &str) -> Option<(u32, Update)> {
    match name {
        "crc32" => Some((0, checksum_crc32::update)),
        "crc32c" => Some((0, checksum_crc32c::update)),
        "adler32" => Some((1, checksum_adler32::update)),
        _ => None,
    }
}

/// A file's bytes, every page mapped.
///
/// # Errors
/// What the file system says.
pub fn map(path: &OsString) -> io::Result<Mmap> {
    let file = File::open(path)?;
    // SAFETY: the bench's own files, which nobody changes while it runs.
    unsafe { MmapOptions::new().populate().map(&file) }
}

/// A 32-bit checksum of a file, read in pieces.
///
/// # Errors
/// What the file system says.
pub fn read(path: &OsString, initial: u32, update: Update) -> io::Result<u32> {
    let mut sum = initial;
    in_pieces(path, |piece| sum = update(sum, piece))?;
    Ok(sum)
}

fn in_pieces(path: &OsString, mut take: impl FnMut(&[u8])) -> io::Result<()> {
    let mut file = File::open(path)?;
    let mut buffer = vec![0; PIECE];
    loop {
        match file.read(&mut buffer) {
            Ok(0) => return Ok(()),
            Ok(length) => take(&buffer[..length]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// MD5 of mapped files, in their order; several go side by side.
///
/// # Errors
/// What the file system says.
pub fn md5_mapped(paths: &[OsString]) -> io::Result<Vec<[u8; 16]>> {
    let maps = paths.iter().map(map).collect::<io::Result<Vec<_>>>()?;
    Ok(maps.iter().map(|bytes| checksum_md5::digest(bytes)).collect())
}

/// MD5 of files that are read in pieces, in their order.
///
/// # Errors
/// What the file system says.
pub fn md5_read(paths: &[OsString]) -> io::Result<Vec<[u8; 16]>> {
    let one = |path| {
        let mut hasher = checksum_md5::Hasher::new();
        in_pieces(path, |piece| hasher.update(piece))?;
        Ok(hasher.digest())
    };
    paths.iter().map(one).collect()
}

/// Lower-case hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
