//! Blocks of a message, the padding behind its last bytes, and the state as a digest: RFC 1321 sections 3.1, 3.2
//! and 3.5. The byte order is little-endian throughout, whatever the machine's is.

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

/// The end of a message: what is left behind its last whole block, one bit 1, zeros, and the length.
#[derive(Clone, Copy)]
pub(crate) struct Tail {
    blocks: [Block; 2],
    count: usize,
}

impl Tail {
    /// `rest` is what the whole blocks left over, fewer than 64 bytes; `length` is the whole message's, in bytes.
    /// The padding holds it in bits modulo 2^64, as the RFC wants.
    ///
    /// # Panics
    /// If `rest` is a whole block or longer.
    #[inline(always)]
    pub(crate) fn new(rest: &[u8], length: u64) -> Tail {
        assert!(rest.len() < 64, "a whole block is no tail");
        let mut tail = Tail { blocks: [[0; 64]; 2], count: 1 + usize::from(rest.len() >= 56) };
        tail.blocks[0][..rest.len()].copy_from_slice(rest);
        tail.blocks[0][rest.len()] = 0x80;
        tail.blocks[tail.count - 1][56..].copy_from_slice(&(length << 3).to_le_bytes());
        tail
    }

    /// The one or two blocks.
    #[inline(always)]
    pub(crate) fn blocks(&self) -> &[Block] {
        &self.blocks[..self.count]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn padding_takes_a_second_block_from_56_bytes_on() {
        for rest in 0..64 {
            let bytes = [0xaa; 64];
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
