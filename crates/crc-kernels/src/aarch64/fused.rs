//! Folding and CRC instructions at the same time: they run on different units, so their speeds add.
//!
//! Dougall Johnson, "Faster CRC32 on the Apple M1", 2022, found it for Arm, and Peter Cawley's generator `fast-crc32`
//! explored the shapes; in its notation this module's are v4s4x2 (v3s4x2 is its choice for cores with one PMULL a
//! cycle, as Neoverse N1) and, with EOR3, v8s3x2 (v9s3x2 is its choice for the Apple M1). What differs here: the
//! message is cut into blocks of fixed length, so that every multiplier is a constant, and the running value is
//! added at a block's end, so that a block does not wait for the block before it.
//!
//! These shapes were reasoned from published latencies; no Arm machine was at hand to measure them.

use super::clmul;
use crate::Polynomial;
use checksum_gf2::x_to_the;
use core::marker::PhantomData;

/// Rounds in a block of a long message, so that joining costs a hundredth.
const LONG: usize = 256;
/// Rounds in a block of what is left of it.
const SHORT: usize = 16;
/// Words that a stream takes in each round.
const TIMES: usize = 2;

/// The public checksum `start` continued over `data`.
///
/// # Safety
/// A caller that is not compiled for these features must know that the CPU has them.
#[target_feature(enable = "crc,aes")]
pub fn fold<P: Polynomial>(start: u32, data: &[u8]) -> u32 {
    if data.len() < Block::<P, 4, 4, SHORT>::BYTES {
        return clmul::fold::<P>(start, data);
    }
    let (register, data) = plain::blocks::<P, 4, 4, LONG>(!start, data);
    let (register, data) = plain::blocks::<P, 4, 4, SHORT>(register, data);
    !clmul::plain::register_after::<P>(register, data)
}

/// The same with EOR3, the three-way XOR of Armv8.2's SHA-3 extension.
///
/// # Safety
/// A caller that is not compiled for these features must know that the CPU has them.
#[target_feature(enable = "crc,aes,sha3")]
pub fn fold_with_eor3<P: Polynomial>(start: u32, data: &[u8]) -> u32 {
    if data.len() < Block::<P, 8, 3, SHORT>::BYTES {
        return clmul::fold_with_eor3::<P>(start, data);
    }
    let (register, data) = eor3::blocks::<P, 8, 3, LONG>(!start, data);
    let (register, data) = eor3::blocks::<P, 8, 3, SHORT>(register, data);
    !clmul::eor3::register_after::<P>(register, data)
}

/// A block: `ROUNDS` groups of `VECTORS` vectors that are folded, then `STREAMS` pieces of `ROUNDS * TIMES` words.
struct Block<P, const VECTORS: usize, const STREAMS: usize, const ROUNDS: usize>(PhantomData<P>);

impl<P: Polynomial, const VECTORS: usize, const STREAMS: usize, const ROUNDS: usize>
    Block<P, VECTORS, STREAMS, ROUNDS>
{
    const VECTOR_BYTES: usize = 16 * VECTORS * ROUNDS;
    const PIECE: usize = 8 * TIMES * ROUNDS;
    const BYTES: usize = Self::VECTOR_BYTES + STREAMS * Self::PIECE;

    /// For [`product`]: carries a register over the block.
    const OVER_ALL: u32 = Self::over(Self::BYTES);
    /// Carries the folded part's register over all pieces.
    const OVER_PIECES: u32 = Self::over(STREAMS * Self::PIECE);
    /// `[i]` carries the register of piece `i` over the pieces after it. (The last needs no carrying.)
    const AFTER_PIECE: [u32; STREAMS] = {
        let mut over = [0; STREAMS];
        let mut i = 0;
        while i < STREAMS {
            over[i] = Self::over((STREAMS - 1 - i) * Self::PIECE);
            i += 1;
        }
        over
    };

    const fn over(bytes: usize) -> u32 {
        x_to_the(8 * bytes as i128 - 33, P::REFLECTED)
    }
}

/// The loops, once for each way to add three vectors: see the macro in [`clmul`].
macro_rules! fusing {
    ($name:ident, $features:literal) => {
        mod $name {
            use super::super::clmul::$name::{carry, halve, join, reduce};
            use super::super::instruction::word;
            use super::super::vector::{Over, load, pair, product};
            use super::{Block, TIMES};
            use crate::Polynomial;
            use core::arch::aarch64::{uint64x2_t, vdupq_n_u64};

            /// As many blocks as there are; gives the register and the bytes that are left. Not inlined, so that a
            /// short message does not save the vector registers that only this needs.
            #[inline(never)]
            #[target_feature(enable = $features)]
            pub(super) fn blocks<
                P: Polynomial,
                const VECTORS: usize,
                const STREAMS: usize,
                const ROUNDS: usize,
            >(
                mut register: u32,
                mut data: &[u8],
            ) -> (u32, &[u8]) {
                while let Some((block, rest)) =
                    data.split_at_checked(Block::<P, VECTORS, STREAMS, ROUNDS>::BYTES)
                {
                    register = one_block::<P, VECTORS, STREAMS, ROUNDS>(register, block);
                    data = rest;
                }
                (register, data)
            }

            /// The register after one block.
            #[inline]
            #[target_feature(enable = $features)]
            fn one_block<P: Polynomial, const VECTORS: usize, const STREAMS: usize, const ROUNDS: usize>(
                register: u32,
                block: &[u8],
            ) -> u32 {
                type Words = [[u8; 8]; TIMES];
                let (folded, streamed) = block.split_at(Block::<P, VECTORS, STREAMS, ROUNDS>::VECTOR_BYTES);
                let groups: Option<&[[[u8; 16]; VECTORS]; ROUNDS]> =
                    folded.as_chunks::<16>().0.as_chunks::<VECTORS>().0.first_chunk();
                let words: &[Words] = streamed.as_chunks::<8>().0.as_chunks::<TIMES>().0;
                let pieces: Option<&[[Words; ROUNDS]; STREAMS]> = words.as_chunks::<ROUNDS>().0.first_chunk();
                let (Some(groups), Some(pieces)) = (groups, pieces) else { return register };

                let mut sums = [vdupq_n_u64(0); VECTORS];
                let mut registers = [0; STREAMS];
                let distance = pair(Over::<P, VECTORS>::PAIR);
                for round in 0..ROUNDS {
                    for (sum, block) in sums.iter_mut().zip(&groups[round]) {
                        *sum = carry(*sum, distance, load(block));
                    }
                    for i in 0..TIMES {
                        for (register, piece) in registers.iter_mut().zip(pieces) {
                            *register = word::<P>(*register, u64::from_le_bytes(piece[round][i]));
                        }
                    }
                }

                // Only the first product waits for the block before this one.
                let folded = reduce::<P>(join_all::<P, VECTORS>(sums));
                let mut sum = product(register, Block::<P, VECTORS, STREAMS, ROUNDS>::OVER_ALL)
                    ^ product(folded, Block::<P, VECTORS, STREAMS, ROUNDS>::OVER_PIECES);
                for i in 0..STREAMS - 1 {
                    sum ^= product(registers[i], Block::<P, VECTORS, STREAMS, ROUNDS>::AFTER_PIECE[i]);
                }
                word::<P>(0, sum) ^ registers[STREAMS - 1]
            }

            /// Four or eight accumulators as one block that stands for all of them.
            #[inline]
            #[target_feature(enable = $features)]
            fn join_all<P: Polynomial, const VECTORS: usize>(sums: [uint64x2_t; VECTORS]) -> uint64x2_t {
                const { assert!(VECTORS == 4 || VECTORS == 8) };
                match *sums.as_slice() {
                    [a, b, c, d] => join::<P>([a, b, c, d]),
                    [a, b, c, d, e, f, g, h] => join::<P>(halve::<P>([a, b, c, d, e, f, g, h])),
                    _ => vdupq_n_u64(0),
                }
            }
        }
    };
}

fusing!(plain, "crc,aes");
fusing!(eor3, "crc,aes,sha3");
