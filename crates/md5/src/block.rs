//! Blocks of a message, the padding behind its last bytes, and the state as a digest: RFC 1321 sections 3.1,
//! 3.2 and 3.5. The byte order is little-endian throughout, whatever the machine's is.

/// The four words A, B, C, D that run through the blocks.
pub(crate) type State = [u32; 4];

/// One block of a message, as it lies in memory.
pub(crate) type Block = [u8; 64];

/// Message word `index` (0 to 15) of a block.
#[inline(always)]
pub(crate) const fn word(block: &Block, index: usize) -> u32 {
    let at = 4 * index;
    u32::from_le_bytes([block[at], block[at + 1], block[at + 2], block[at + 3]])
}

/// All sixteen message words of a block.
#[inline(always)]
pub(crate) fn words(block: &Block) -> [u32; 16] {
    core::array::from_fn(|index| word(block, index))
}

/// The state in the byte order in which a digest is printed.
#[inline(always)]
pub(crate) fn state_bytes(state: &State) -> [u8; 16] {
    let mut bytes = [0; 16];
    for (to, word) in bytes.chunks_exact_mut(4).zip(state) {
        to.copy_from_slice(&word.to_le_bytes());
    }
    bytes
}

/// Messages shorter than this fit into one [`Tail`] whole.
pub(crate) const TAIL_LIMIT: usize = 120;

/// The end of a message: its last bytes, one bit 1, zeros, and the length.
#[derive(Clone, Copy)]
pub(crate) struct Tail {
    blocks: [Block; 2],
    count: usize,
}

impl Tail {
    /// No bytes and no length yet.
    pub(crate) const EMPTY: Tail = Tail { blocks: [[0; 64]; 2], count: 0 };

    /// [`EMPTY`](Tail::EMPTY) and [`fill`](Tail::fill) in one.
    #[inline(always)]
    pub(crate) fn new(rest: &[u8], length: u64) -> Tail {
        let mut tail = Tail::EMPTY;
        tail.fill(rest, length);
        tail
    }

    /// Fills an empty tail. `rest` is what the blocks that were hashed where they lie left over, fewer than
    /// [`TAIL_LIMIT`] bytes; `length` is the whole message's, in bytes. The padding holds it in bits modulo
    /// 2^64, as the RFC wants.
    ///
    /// The bytes are put together in words of eight, stored as such and not moved afterwards: a kernel loads
    /// them at once, four bytes at a time, and a load that needs bytes of two stores, such as a move in wider
    /// pieces makes, waits until both have left the CPU for the cache. That costs 100 cycles here, a third of
    /// a block.
    ///
    /// # Panics
    /// If `rest` is longer.
    #[inline(always)]
    pub(crate) fn fill(&mut self, rest: &[u8], length: u64) {
        assert!(rest.len() < TAIL_LIMIT, "more than two blocks");
        self.count = 1 + usize::from(rest.len() >= 56);
        let bytes = self.blocks.as_flattened_mut();
        // Fewer than 120 bytes are at most one piece of each of these lengths and fewer than 8 bytes more. A
        // copy of known length is an instruction or two, a copy of any length a call, which takes about a
        // tenth of a block's time.
        let (mut to, mut from) = (&mut *bytes, rest);
        move_piece::<64>(&mut to, &mut from);
        move_piece::<32>(&mut to, &mut from);
        move_piece::<16>(&mut to, &mut from);
        move_piece::<8>(&mut to, &mut from);
        let last = from.iter().rev().fold(0x80, |word, &byte| word << 8 | u64::from(byte));
        to[..8].copy_from_slice(&last.to_le_bytes());
        bytes[64 * self.count - 8..][..8].copy_from_slice(&(length << 3).to_le_bytes());
    }

    /// The one or two blocks.
    #[inline(always)]
    pub(crate) fn blocks(&self) -> &[Block] {
        &self.blocks[..self.count]
    }
}

/// If there are `N` bytes left, copies them, and both sides go on behind them.
#[inline(always)]
fn move_piece<const N: usize>(to: &mut &mut [u8], from: &mut &[u8]) {
    if let Some((piece, rest)) = from.split_first_chunk::<N>() {
        let (target, behind) = core::mem::take(to).split_at_mut(N);
        target.copy_from_slice(piece);
        (*to, *from) = (behind, rest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn padding_takes_a_second_block_from_56_bytes_on() {
        let bytes: [u8; TAIL_LIMIT] = core::array::from_fn(|i| i as u8 + 1);
        for rest in 0..TAIL_LIMIT {
            let tail = Tail::new(&bytes[..rest], 128 + rest as u64);
            let flat = tail.blocks().as_flattened();
            assert_eq!(flat.len(), if rest < 56 { 64 } else { 128 });
            assert_eq!(flat[..rest], bytes[..rest]);
            assert_eq!(flat[rest], 0x80);
            assert!(flat[rest + 1..flat.len() - 8].iter().all(|&byte| byte == 0));
            assert_eq!(flat[flat.len() - 8..], (8 * (128 + rest as u64)).to_le_bytes());
        }
    }

    #[test]
    fn length_wraps_at_2_to_the_64_bits() {
        let tail = Tail::new(&[], (1 << 61) + 2);
        assert_eq!(tail.blocks()[0][56..], 16u64.to_le_bytes());
    }

    #[test]
    fn words_are_little_endian() {
        let block: Block = core::array::from_fn(|i| i as u8);
        assert_eq!(words(&block)[15], 0x3f3e_3d3c);
        assert_eq!(state_bytes(&[0x0302_0100, 0, 0, 0x0f0e_0d0c])[12..], [0x0c, 0x0d, 0x0e, 0x0f]);
    }
}
