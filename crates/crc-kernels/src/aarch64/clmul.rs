//! Folding with PMULL, 128 bits at a time. V. Gopal et al., "Fast CRC computation for generic polynomials using
//! PCLMULQDQ instruction", Intel, 2009; but the last 16 bytes are reduced by two CRC instructions instead of Barrett's
//! multiplications. Every known CPU with PMULL has those instructions.

use crate::Polynomial;

/// The public checksum `start` continued over `data`.
///
/// # Safety
/// A caller that is not compiled for these features must know that the CPU has them.
#[target_feature(enable = "crc,aes")]
pub fn fold<P: Polynomial>(start: u32, data: &[u8]) -> u32 {
    !plain::register_after::<P>(!start, data)
}

/// The same with EOR3, the three-way XOR of Armv8.2's SHA-3 extension.
///
/// # Safety
/// A caller that is not compiled for these features must know that the CPU has them.
#[target_feature(enable = "crc,aes,sha3")]
pub fn fold_with_eor3<P: Polynomial>(start: u32, data: &[u8]) -> u32 {
    !eor3::register_after::<P>(!start, data)
}

/// The steps of folding, once for each way to add three vectors. They are written by a macro because a function that
/// takes the adding as a parameter would be compiled without the feature that the adding needs, unless the compiler
/// happened to inline it.
macro_rules! folding {
    ($name:ident, $features:literal, $xor3:ident) => {
        pub(super) mod $name {
            use super::super::instruction::{bytes, word};
            use super::super::vector::{Over, load, low, pair, products, $xor3};
            use crate::Polynomial;
            use core::arch::aarch64::{uint64x2_t, vdupq_n_u64, veorq_u64, vgetq_lane_u64};

            /// The register after `data`.
            #[target_feature(enable = $features)]
            pub(in super::super) fn register_after<P: Polynomial>(register: u32, data: &[u8]) -> u32 {
                match data.len() {
                    // The CRC instructions alone are done sooner than folding and reducing: 8 words at 3 cycles.
                    0..64 => bytes::<P>(register, data),
                    64..256 => {
                        let (sums, rest) = accumulate::<P, 4>(register, data);
                        finish::<P>(sums, rest)
                    }
                    // From here on eight accumulators pay for their joining.
                    _ => {
                        let (sums, rest) = accumulate::<P, 8>(register, data);
                        finish::<P>(halve::<P>(sums), rest)
                    }
                }
            }

            /// Carries a block to the place of `next` and adds it there.
            #[inline]
            #[target_feature(enable = $features)]
            pub(in super::super) fn carry(
                block: uint64x2_t,
                distance: uint64x2_t,
                next: uint64x2_t,
            ) -> uint64x2_t {
                let (first, second) = products(block, distance);
                $xor3(first, second, next)
            }

            /// Folds whole groups of `N` blocks into `N` accumulators; also gives the bytes that are left. `data`
            /// holds at least one group.
            #[inline]
            #[target_feature(enable = $features)]
            fn accumulate<P: Polynomial, const N: usize>(
                register: u32,
                data: &[u8],
            ) -> ([uint64x2_t; N], &[u8]) {
                let mut sums = [vdupq_n_u64(0); N];
                let (groups, _) = data.as_chunks::<16>().0.as_chunks::<N>();
                let Some((first, others)) = groups.split_first() else { return (sums, data) };
                for (sum, block) in sums.iter_mut().zip(first) {
                    *sum = load(block);
                }
                sums[0] = veorq_u64(sums[0], low(register));
                let distance = pair(Over::<P, N>::PAIR);
                for group in others {
                    for (sum, block) in sums.iter_mut().zip(group) {
                        *sum = carry(*sum, distance, load(block));
                    }
                }
                (sums, &data[size_of_val(groups)..])
            }

            /// Eight accumulators to four.
            #[inline]
            #[target_feature(enable = $features)]
            pub(in super::super) fn halve<P: Polynomial>(
                [a, b, c, d, e, f, g, h]: [uint64x2_t; 8],
            ) -> [uint64x2_t; 4] {
                let over_4 = pair(Over::<P, 4>::PAIR);
                [carry(a, over_4, e), carry(b, over_4, f), carry(c, over_4, g), carry(d, over_4, h)]
            }

            /// Four accumulators to one block, which stands for all the message so far.
            #[inline]
            #[target_feature(enable = $features)]
            pub(in super::super) fn join<P: Polynomial>([a, b, c, d]: [uint64x2_t; 4]) -> uint64x2_t {
                let over_2 = pair(Over::<P, 2>::PAIR);
                let (c, d) = (carry(a, over_2, c), carry(b, over_2, d));
                carry(c, pair(Over::<P, 1>::PAIR), d)
            }

            /// The register after one block that stands for all the message so far.
            #[inline]
            #[target_feature(enable = $features)]
            pub(in super::super) fn reduce<P: Polynomial>(block: uint64x2_t) -> u32 {
                word::<P>(word::<P>(0, vgetq_lane_u64::<0>(block)), vgetq_lane_u64::<1>(block))
            }

            /// The register after the accumulators and the rest of the message, fewer than 128 bytes.
            #[inline]
            #[target_feature(enable = $features)]
            fn finish<P: Polynomial>(sums: [uint64x2_t; 4], rest: &[u8]) -> u32 {
                let (blocks, tail) = rest.as_chunks::<16>();
                let over_1 = pair(Over::<P, 1>::PAIR);
                let sum = blocks.iter().fold(join::<P>(sums), |sum, block| carry(sum, over_1, load(block)));
                bytes::<P>(reduce::<P>(sum), tail)
            }
        }
    };
}

folding!(plain, "crc,aes", two_xors);
folding!(eor3, "crc,aes,sha3", eor3);
