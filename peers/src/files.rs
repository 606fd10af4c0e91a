//! From files to checksums with this workspace's public functions.

use crate::contestants::read_only;
use checksum_md5::multi::{MultiHasher, StreamId};
use memmap2::{Mmap, MmapOptions};
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read};

/// Bytes of one `read`: large enough to hide the calls, small enough for the level-two cache.
const PIECE: usize = 256 << 10;
/// The same for each of up to 32 files side by side.
const LANE_PIECE: usize = 32 << 10;

/// `f(checksum so far, bytes)`.
pub type Update = fn(u32, &[u8]) -> u32;

/// The checksum of no bytes and the continuing function of a 32-bit family; `none` only reads.
pub fn fold(name: &str) -> Option<(u32, Update)> {
    match name {
        "crc32" => Some((0, checksum_crc32::update)),
        "crc32c" => Some((0, checksum_crc32c::update)),
        "adler32" => Some((1, checksum_adler32::update)),
        "none" => Some((0, |sum, data| sum ^ read_only(data))),
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
    if let [path] = paths {
        return Ok(vec![checksum_md5::digest(&map(path)?)]);
    }
    let maps = paths.iter().map(map).collect::<io::Result<Vec<_>>>()?;
    let messages: Vec<&[u8]> = maps.iter().map(|map| &map[..]).collect();
    Ok(checksum_md5::multi::digest_many(&messages))
}

/// MD5 of files that are read in pieces, in their order; as many go side by side as the widest kernel takes.
///
/// # Errors
/// What the file system says.
pub fn md5_read(paths: &[OsString]) -> io::Result<Vec<[u8; 16]>> {
    if let [path] = paths {
        let mut hasher = checksum_md5::Hasher::new();
        in_pieces(path, |piece| hasher.update(piece))?;
        return Ok(vec![hasher.digest()]);
    }
    let mut hasher = MultiHasher::new();
    let lanes = hasher.lanes().max(1);
    let mut buffer = vec![0; lanes * LANE_PIECE];
    let mut digests = vec![[0; 16]; paths.len()];
    let mut waiting = paths.iter().enumerate();
    let mut open: Vec<(usize, File, StreamId)> = Vec::new();
    loop {
        while open.len() < lanes
            && let Some((index, path)) = waiting.next()
        {
            open.push((index, File::open(path)?, hasher.open()));
        }
        if open.is_empty() {
            return Ok(digests);
        }
        let mut feeds = Vec::with_capacity(lanes);
        let mut ended = Vec::new();
        for ((place, (_, file, stream)), piece) in
            open.iter_mut().enumerate().zip(buffer.chunks_mut(LANE_PIECE))
        {
            let length = fill(file, piece)?;
            if length < LANE_PIECE {
                ended.push(place);
            }
            feeds.push((*stream, &piece[..length]));
        }
        hasher.update_many(&feeds);
        for place in ended.into_iter().rev() {
            let (index, _, stream) = open.remove(place);
            digests[index] = hasher.finish(stream);
        }
    }
}

/// Reads until the piece is full or the file ends.
fn fill(file: &mut File, piece: &mut [u8]) -> io::Result<usize> {
    let mut length = 0;
    while length < piece.len() {
        match file.read(&mut piece[length..]) {
            Ok(0) => break,
            Ok(more) => length += more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(length)
}

/// Lower-case hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
