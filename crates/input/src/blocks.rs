//! Blocks of an exact size out of any source.
//!
//! The loop of the old scripts, `while block := file.read(4096)`, gives blocks of exactly that size but for
//! the last, since Python's reader fills its block. So does this one: a short read is followed by another read
//! into the rest of the block, an interrupted one (EINTR) is repeated. On an ordinary file that costs nothing,
//! as the system fills the block at once; the end is noticed by a read of 0 bytes, as there.

use std::io::{self, ErrorKind, Read};

/// Fills `block` from `source` and returns how many bytes there are: fewer than its length only at the end.
///
/// # Errors
/// Those of `source`, but [`ErrorKind::Interrupted`], which is tried again.
pub fn fill<R: Read + ?Sized>(source: &mut R, block: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < block.len() {
        match source.read(&mut block[filled..]) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

/// Calls `use_block` with every block of `source` in order, each as long as `block` but the last, and returns
/// the number of bytes.
///
/// # Errors
/// Those of `source`; the blocks before it have been used then.
pub fn for_each<R: Read + ?Sized>(
    source: &mut R,
    block: &mut [u8],
    mut use_block: impl FnMut(&[u8]),
) -> io::Result<u64> {
    assert!(!block.is_empty(), "a block size of 0 bytes never comes to an end");
    let mut total = 0;
    loop {
        let filled = fill(source, block)?;
        if filled > 0 {
            use_block(&block[..filled]);
            total += filled as u64;
        }
        if filled < block.len() {
            return Ok(total);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives what it is told to, one answer per read.
    struct Script(Vec<io::Result<&'static [u8]>>);

    impl Read for Script {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if self.0.is_empty() {
                return Ok(0);
            }
            let bytes = self.0.remove(0)?;
            buffer[..bytes.len()].copy_from_slice(bytes);
            Ok(bytes.len())
        }
    }

    #[test]
    fn short_and_interrupted_reads_make_whole_blocks() {
        let interrupted = || Err(ErrorKind::Interrupted.into());
        let mut source =
            Script(vec![Ok(b"abc"), interrupted(), interrupted(), Ok(b"d"), Ok(b"ef"), Ok(b"g")]);
        let mut blocks = Vec::new();
        let total = for_each(&mut source, &mut [0; 4], |block| blocks.push(block.to_vec())).unwrap();
        assert_eq!((total, blocks), (7, vec![b"abcd".to_vec(), b"efg".to_vec()]));
    }

    #[test]
    fn an_error_ends_it_after_the_blocks_before_it() {
        let mut source = Script(vec![Ok(b"abcd"), Ok(b"e"), Err(io::Error::other("broken"))]);
        let mut seen = 0;
        let error = for_each(&mut source, &mut [0; 4], |block| seen += block.len()).unwrap_err();
        assert_eq!((seen, error.to_string().as_str()), (4, "broken"));
    }

    #[test]
    fn nothing_gives_no_block() {
        let total = for_each(&mut Script(vec![]), &mut [0; 4], |_| panic!("no block expected")).unwrap();
        assert_eq!(total, 0);
    }
}
