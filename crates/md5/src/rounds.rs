//! The one description of MD5's 64 steps that every form here reads: as macro tokens
//! (`md5_steps!`) where a form is unrolled or written as assembly text, and as constants ([`STEPS`])
//! where it loops.
//!
//! Source: RFC 1321 section 3.4. A step is
//!
//! ```text
//! a = b + ((a + f(b, c, d) + message[word] + k) <<< shift)
//! ```
//!
//! and then the four words of the state change roles: (a, b, c, d) becomes (d, a, b, c).

/// Hands the 64 steps to the macro `$then`, behind the tokens in `$args`:
/// `md5_steps!(then!(args))` becomes `then! { (args) (F 0 0 7) (F 1 1 12) ... }`.
///
/// Each step is `(function index word shift)`: the round's Boolean function `F`, `G`, `H` or `I`; the step's
/// number, by which [`STEPS`] has the constant k; the number of the message word; the left rotation in bits.
/// The macro that takes them says how a step looks in its form and how the state's names change roles.
macro_rules! md5_steps {
    ($then:ident ! $args:tt) => {
        $then! { $args
            (F  0  0 7) (F  1  1 12) (F  2  2 17) (F  3  3 22)
            (F  4  4 7) (F  5  5 12) (F  6  6 17) (F  7  7 22)
            (F  8  8 7) (F  9  9 12) (F 10 10 17) (F 11 11 22)
            (F 12 12 7) (F 13 13 12) (F 14 14 17) (F 15 15 22)

            (G 16  1 5) (G 17  6  9) (G 18 11 14) (G 19  0 20)
            (G 20  5 5) (G 21 10  9) (G 22 15 14) (G 23  4 20)
            (G 24  9 5) (G 25 14  9) (G 26  3 14) (G 27  8 20)
            (G 28 13 5) (G 29  2  9) (G 30  7 14) (G 31 12 20)

            (H 32  5 4) (H 33  8 11) (H 34 11 16) (H 35 14 23)
            (H 36  1 4) (H 37  4 11) (H 38  7 16) (H 39 10 23)
            (H 40 13 4) (H 41  0 11) (H 42  3 16) (H 43  6 23)
            (H 44  9 4) (H 45 12 11) (H 46 15 16) (H 47  2 23)

            (I 48  0 6) (I 49  7 10) (I 50 14 15) (I 51  5 21)
            (I 52 12 6) (I 53  3 10) (I 54 10 15) (I 55  1 21)
            (I 56  8 6) (I 57 15 10) (I 58  6 15) (I 59 13 21)
            (I 60  4 6) (I 61 11 10) (I 62  2 15) (I 63  9 21)
        }
    };
}

/// A round's Boolean function of (b, c, d), RFC 1321 section 3.4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Function {
    /// Round 1: if b then c else d.
    F,
    /// Round 2: if d then b else c.
    G,
    /// Round 3: parity.
    H,
    /// Round 4: c xor (b or not d).
    I,
}

impl Function {
    /// The function as the RFC writes it.
    #[inline(always)]
    pub(crate) const fn of(self, b: u32, c: u32, d: u32) -> u32 {
        match self {
            Function::F => (b & c) | (!b & d),
            Function::G => (b & d) | (c & !d),
            Function::H => b ^ c ^ d,
            Function::I => c ^ (b | !d),
        }
    }

    /// Its truth table as `vpternlog`'s immediate byte for the operands (d, c, b), where d is the register
    /// that is overwritten: bit 4d + 2c + b of the byte is the function's value (Intel SDM, VPTERNLOGD).
    #[allow(dead_code, reason = "targets without AVX-512")]
    pub(crate) const fn ternary(self) -> u8 {
        let (d, c, b) = (0b1111_0000, 0b1100_1100, 0b1010_1010);
        (self.of(b, c, d) & 0xff) as u8
    }
}

/// One step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// The round's Boolean function.
    pub(crate) function: Function,
    /// The number of the message word that is added.
    pub(crate) word: usize,
    /// The left rotation, in bits.
    pub(crate) shift: u32,
    /// The constant that is added: T\[i + 1\] of the RFC.
    pub(crate) k: u32,
}

macro_rules! steps_as_constants {
    (() $(($function:ident $index:literal $word:literal $shift:literal))*) => {
        [$(Step { function: Function::$function, word: $word, shift: $shift, k: K[$index] }),*]
    };
}

/// The 64 steps.
pub(crate) const STEPS: [Step; 64] = md5_steps!(steps_as_constants!());

/// The state before the first block: RFC 1321 section 3.3, words A, B, C, D.
pub(crate) const INITIAL: [u32; 4] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476];

/// The additive constants: K\[i\] is the integer part of 2^32 |sin(i + 1)|, i + 1 in radians
/// (RFC 1321 section 3.4, its table T counts from 1).
pub(crate) const K: [u32; 64] = sines();

/// Fixed-point numbers with 62 bits behind the point: the 32 bits wanted and 30 that keep errors away from
/// them.
const ONE: i128 = 1 << 62;

/// sin(1) and cos(1) by their power series, then one addition theorem a step:
/// sin(n + 1) = sin n cos 1 + cos n sin 1, cos(n + 1) = cos n cos 1 - sin n sin 1.
const fn sines() -> [u32; 64] {
    let (mut sin_1, mut cos_1) = (0, 0);
    let mut term = ONE; // 1/n! with the sign of the series
    let mut n = 0;
    while term != 0 {
        if n % 2 == 0 {
            cos_1 += term;
            term /= n + 1;
        } else {
            sin_1 += term;
            term /= -(n + 1);
        }
        n += 1;
    }

    let mut table = [0; 64];
    let (mut sin, mut cos) = (sin_1, cos_1);
    let mut i = 0;
    while i < 64 {
        table[i] = (sin.abs() >> 30) as u32;
        (sin, cos) = ((sin * cos_1 + cos * sin_1) >> 62, (cos * cos_1 - sin * sin_1) >> 62);
        i += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_are_the_published_ones() {
        // RFC 1321 appendix A.3, the first and the last constant of each round.
        let published = [
            (0, 0xd76a_a478),
            (15, 0x49b4_0821),
            (16, 0xf61e_2562),
            (31, 0x8d2a_4c8a),
            (32, 0xfffa_3942),
            (47, 0xc4ac_5665),
            (48, 0xf429_2244),
            (63, 0xeb86_d391),
        ];
        for (i, constant) in published {
            assert_eq!(K[i], constant, "K[{i}]");
        }
    }

    #[cfg(feature = "std")]
    #[test]
    fn constants_are_sines() {
        for (i, k) in K.into_iter().enumerate() {
            assert_eq!(k, (((i + 1) as f64).sin().abs() * 4_294_967_296.0) as u32, "K[{i}]");
        }
    }

    #[test]
    fn words_and_rotations_follow_the_rule() {
        // RFC 1321 section 3.4: each round's order of words is linear, and its four rotations repeat.
        let order = [(0, 1), (1, 5), (5, 3), (0, 7)];
        let shifts = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]];
        let functions = [Function::F, Function::G, Function::H, Function::I];
        for (i, step) in STEPS.iter().enumerate() {
            let (first, stride) = order[i / 16];
            assert_eq!(step.function, functions[i / 16], "step {i}");
            assert_eq!(step.word, (first + stride * (i % 16)) % 16, "step {i}");
            assert_eq!(step.shift, shifts[i / 16][i % 4], "step {i}");
        }
    }

    #[test]
    fn truth_tables() {
        // as animetosho/md5-optimisation and others have them for VPTERNLOGD with d as the destination
        let all = [Function::F, Function::G, Function::H, Function::I].map(Function::ternary);
        assert_eq!(all, [0xd8, 0xac, 0x96, 0x63]);
    }
}
