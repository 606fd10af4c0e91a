//! Memory to read into, aligned to pages.

use std::ops::{Deref, DerefMut};

/// A buffer that starts at a multiple of [`Buffer::ALIGNMENT`], as direct reading needs, and as every other
/// reading may have: where a buffer starts is then no accident between two runs.
#[derive(Debug)]
pub struct Buffer {
    store: Vec<u8>,
    start: usize,
    length: usize,
}

impl Buffer {
    /// Multiple at which the bytes start: a page of the usual size, and what disks ask for.
    pub const ALIGNMENT: usize = 4096;

    /// `length` zero bytes.
    pub fn new(length: usize) -> Self {
        // The vector is never resized, so its bytes stay where they are and `start` stays right.
        let store = vec![0; length + Self::ALIGNMENT];
        let start = store.as_ptr().align_offset(Self::ALIGNMENT);
        Self { store, start, length }
    }
}

impl Deref for Buffer {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.store[self.start..][..self.length]
    }
}

impl DerefMut for Buffer {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.store[self.start..][..self.length]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn aligned_wherever_it_goes() {
        for length in [0, 1, 4096, 65536, 1 << 20] {
            let moved = Box::new(Buffer::new(length));
            assert_eq!((moved.len(), moved.as_ptr().addr() % Buffer::ALIGNMENT), (length, 0));
        }
    }
}
