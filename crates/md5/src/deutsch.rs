//! The form of L. Peter Deutsch's library (libmd5-rfc, 1999 to 2002, `md5.c`), classic code `gd`.
//!
//! What his code does, by its published source and the comments in it: written from the RFC's text rather
//! than from its sample code, it keeps the RFC's tables as they stand. Each of the four rounds has its own
//! section with its own `SET(a, b, c, d, k, s, Ti)`, followed by sixteen rows of (word, rotation, constant).
//! The Boolean functions are the RFC's, not rewritten: F and G take four operations. `X`, the block, is used
//! where it lies when the machine is little-endian and the block is aligned (else it is copied first), so
//! that a word is fetched from memory in each of the four rounds in which it is added. The sum is put
//! together left to right, the function in its middle: `t = a + F(b,c,d) + X[k] + Ti`.
//!
//! Here the rows of a section are those of this crate's table, and a loop walks them: what the table costs at
//! run time, after the compiler has unrolled what it likes, is part of the form.

use crate::block::{Block, State, word};
use crate::rounds::{Function, STEPS, Step};

/// Takes the blocks into the state.
pub(crate) fn compress(state: &mut State, blocks: &[Block]) {
    const SECTIONS: &[[Step; 16]] = STEPS.as_chunks().0;
    for block in blocks {
        let mut abcd = *state;
        section(Function::F, &SECTIONS[0], &mut abcd, block);
        section(Function::G, &SECTIONS[1], &mut abcd, block);
        section(Function::H, &SECTIONS[2], &mut abcd, block);
        section(Function::I, &SECTIONS[3], &mut abcd, block);
        for (word, addend) in state.iter_mut().zip(abcd) {
            *word = word.wrapping_add(addend);
        }
    }
}

/// One round: its sixteen rows, with the round's function known where it is inlined.
#[inline(always)]
fn section(function: Function, rows: &[Step; 16], abcd: &mut State, x: &Block) {
    let [mut a, mut b, mut c, mut d] = *abcd;
    for [first, second, third, fourth] in rows.as_chunks().0 {
        a = set(function, a, b, c, d, x, first);
        d = set(function, d, a, b, c, x, second);
        c = set(function, c, d, a, b, x, third);
        b = set(function, b, c, d, a, x, fourth);
    }
    *abcd = [a, b, c, d];
}

/// `SET`: the new value of the state's word `a`.
#[inline(always)]
fn set(function: Function, a: u32, b: u32, c: u32, d: u32, x: &Block, row: &Step) -> u32 {
    let t = a.wrapping_add(function.of(b, c, d)).wrapping_add(word(x, row.word)).wrapping_add(row.k);
    t.rotate_left(row.shift).wrapping_add(b)
}
