//! Memory to read into, aligned to pages.

use std::hint::black_box;
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

    /// The same, and every page of it in memory already: the system gives a page when it is first written to, which a
    /// short measurement must not pay for.
    pub fn touched(length: usize) -> Self {
        let mut buffer = Self::new(length);
        // The compiler knows that the bytes are zero, and must not conclude that nothing is to be written.
        black_box(&mut buffer[..]).fill(0);
        buffer
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
            for buffer in [Buffer::new(length), Buffer::touched(length)] {
                let moved = Box::new(buffer);
                assert_eq!((moved.len(), moved.as_ptr().addr() % Buffer::ALIGNMENT), (length, 0));
                assert!(moved.iter().all(|&byte| byte == 0));
            }
        }
    }
}
