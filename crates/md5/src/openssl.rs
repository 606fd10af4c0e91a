//! The form of OpenSSL 0.9.7 in C (Eric Young's, 2002: `md5_locl.h` and `md5_dgst.c`), classic code `g`.
//!
//! What that code does, by its published source: all 64 steps stand there one after the other as macros `R0`
//! to `R3`, so that words, rotations and constants are operands in the instructions. F and G are rewritten,
//! as its comment says after an idea of Wei Dai's, from four operations to three. The constant and the word
//! are added first and the function to their sum (`a += (k + t) + F(b,c,d)`). Each of the block's sixteen
//! words is loaded once, into a local, woven into the first round (`HOST_c2l` two words ahead of their use).
//!
//! The parentheses around k + t are held fast here ([`settled`]): today's compilers move the constant behind
//! the function, where it makes the wait for the next step longer.

use crate::barrier::settled;
use crate::block::{Block, State, words};
use crate::rounds::K;

/// The Boolean functions, F and G in three operations.
macro_rules! function {
    (F $b:ident $c:ident $d:ident) => {
        (($c ^ $d) & $b) ^ $d
    };
    (G $b:ident $c:ident $d:ident) => {
        (($b ^ $c) & $d) ^ $c
    };
    (H $b:ident $c:ident $d:ident) => {
        $b ^ $c ^ $d
    };
    (I $b:ident $c:ident $d:ident) => {
        (!$d | $b) ^ $c
    };
}

/// The steps one after the other. The compiler renames the state's words instead of moving them.
macro_rules! unrolled {
    (
        ($x:ident $a:ident $b:ident $c:ident $d:ident)
        $(($f:ident $index:literal $word:literal $shift:literal))*
    ) => {
        $(
            let early = settled(K[$index].wrapping_add($x[$word]));
            let sum = $a.wrapping_add(early.wrapping_add(function!($f $b $c $d)));
            ($a, $b, $c, $d) = ($d, sum.rotate_left($shift).wrapping_add($b), $b, $c);
        )*
    };
}

/// Takes the blocks into the state.
pub(crate) fn compress(state: &mut State, blocks: &[Block]) {
    for block in blocks {
        let x = words(block);
        let [mut a, mut b, mut c, mut d] = *state;
        md5_steps!(unrolled!(x a b c d));
        for (word, addend) in state.iter_mut().zip([a, b, c, d]) {
            *word = word.wrapping_add(addend);
        }
    }
}
