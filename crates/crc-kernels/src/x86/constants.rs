//! What the folding kernels multiply by, made at compile time from the polynomial.
//!
//! Words are 64 bits of message in memory order. As everywhere in this workspace, polynomials are reflected: the
//! lowest bit of the first byte is the highest power of x.

use crate::Polynomial;
use checksum_gf2::{barrett, fold_pair, times_x, x_to_the};
use core::marker::PhantomData;

/// The longest message, in bytes, whose running value is joined late; see [`Join`].
pub(super) const LATE_JOIN: usize = 256;

/// Words in the longest stretch that [`Weights`] can finish at once: 256 bytes of accumulators and 256 of message.
const LONGEST: usize = 64;

/// The constants of one polynomial.
pub(super) struct Constants<P>(PhantomData<P>);

impl<P: Polynomial> Constants<P> {
    /// Carries a 128-bit block over 64 bytes of message. See [`fold_pair`].
    pub(super) const FOLD_64: [u64; 2] = fold_pair(8 * 64, P::REFLECTED);
    /// Carries a 128-bit block over 128 bytes.
    pub(super) const FOLD_128: [u64; 2] = fold_pair(8 * 128, P::REFLECTED);
    /// Carries a 128-bit block over 256 bytes.
    pub(super) const FOLD_256: [u64; 2] = fold_pair(8 * 256, P::REFLECTED);
    /// Carries a 128-bit block over 512 bytes.
    pub(super) const FOLD_512: [u64; 2] = fold_pair(8 * 512, P::REFLECTED);
    /// The quotient and the modulus of the final reduction. See [`barrett`].
    pub(super) const BARRETT: &'static [u64; 2] = &barrett(P::REFLECTED);
    /// See [`Weights`].
    pub(super) const WEIGHTS: &'static Weights = &Weights::new(P::REFLECTED);
    /// `JOIN[n]` joins a running value with a message of `n` bytes. See [`Join`].
    pub(super) const JOIN: &'static [Join; LATE_JOIN + 1] = &joins(P::REFLECTED);

    /// Moves a register over `bytes` bytes, by one carry-less product of two 32-bit values: the product's low qword,
    /// reduced, is the register after so many zero bytes.
    ///
    /// The product of two reflected 32-bit values, seen as a reflected 64-bit word, holds one factor x too many,
    /// and a reduction multiplies by x^32: hence the -33.
    pub(super) const fn shifter(bytes: u64) -> u32 {
        x_to_the(8 * bytes as i128 - 33, P::REFLECTED)
    }
}

/// The multiplier that carries a word over `bits` bits and the 32 of the register behind the message. Shifted by one
/// because a product of reflected words comes out one bit short: bit k of the product is the coefficient of x^(95 - k).
const fn weight(bits: i128, polynomial: u32) -> u64 {
    (x_to_the(bits + 32, polynomial) as u64) << 1
}

/// One multiplier for each word of a short message, by which the word is carried to the message's end. The sum of
/// all products is then a 96-bit value congruent to the register after the whole message: no chain of folding steps,
/// whatever the length, and two multiplications reduce it.
///
/// Words count from the message's start, so the last one may be partly filled (the missing bytes being zero); the
/// multipliers allow for that, with negative powers of x where they must. There is a row for each number of missing
/// bytes. This takes the place of shifting odd tails into position.
#[repr(align(64))]
pub(super) struct Weights([[u64; LONGEST + 8]; 8]);

impl Weights {
    const fn new(polynomial: u32) -> Weights {
        // Zero weights stand after each row for the empty words of a last vector that is not full.
        let mut rows = [[0; LONGEST + 8]; 8];
        let mut missing = 0;
        while missing < 8 {
            let mut words_after = 0;
            while words_after < LONGEST {
                let bits = 64 * words_after as i128 - 8 * missing as i128;
                rows[missing][LONGEST - 1 - words_after] = weight(bits, polynomial);
                words_after += 1;
            }
            missing += 1;
        }
        Weights(rows)
    }

    /// The weights of the words of a message of `len` bytes, at most 512, and some zeros.
    #[inline]
    pub(super) fn of_message(&self, len: usize) -> &[u64] {
        let words = len.div_ceil(8);
        let missing = 8 * words - len;
        &self.0[missing % 8][LONGEST - words..]
    }

    /// The weights of the last `N` words of a message, where the words end with the message.
    #[inline]
    pub(super) const fn of_last<const N: usize>(&self) -> &[u64; N] {
        match self.0[0].split_at(LONGEST - N).1.first_chunk() {
            Some(weights) => weights,
            None => panic!("more words than a row has"),
        }
    }
}

/// Joins a running value to a short message *after* the message was reduced, instead of XORing it into the first four
/// bytes: a call that waits for the value of the call before it then waits for two multiplications, whatever
/// happens to the message meanwhile.
///
/// Reduction is linear. With r the running register, n the message's length in bytes and q(t) the low qword
/// of t times Barrett's quotient, q(r * k) = r * q(k) for the 32-bit k that moves r over the message.
#[derive(Clone, Copy)]
#[repr(C, align(16))]
pub(super) struct Join {
    /// What the two inversions come to, so that they cost nothing: q(ones * k) for the inverted start, and the
    /// q of the value that ends as all ones.
    pub(super) inversions: u64,
    /// q(k): by this the public running value is multiplied.
    pub(super) multiplier: u64,
}

const fn joins(polynomial: u32) -> [Join; LATE_JOIN + 1] {
    let [quotient, _] = barrett(polynomial);
    let ones = 0xffff_ffff;
    // A reduction multiplies by x^32, so this one ends as all ones.
    let before_reduction = checksum_gf2::multiply(ones, x_to_the(-32, polynomial), polynomial);
    let final_inversion = multiply_low((before_reduction as u64) << 32, quotient);
    let mut joins = [Join { inversions: 0, multiplier: 0 }; LATE_JOIN + 1];
    let mut shifter = x_to_the(-33, polynomial);
    let mut len = 0;
    while len <= LATE_JOIN {
        let multiplier = multiply_low(shifter as u64, quotient);
        let inversions = multiply_low(ones as u64, multiplier) ^ final_inversion;
        joins[len] = Join { inversions, multiplier };
        let mut bit = 0;
        while bit < 8 {
            shifter = times_x(shifter, polynomial);
            bit += 1;
        }
        len += 1;
    }
    joins
}

/// The low 64 bits of a carry-less product.
const fn multiply_low(a: u64, b: u64) -> u64 {
    let mut product = 0;
    let mut bit = 0;
    while bit < 64 {
        if b >> bit & 1 != 0 {
            product ^= a << bit;
        }
        bit += 1;
    }
    product
}
