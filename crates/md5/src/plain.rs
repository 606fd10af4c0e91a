//! The reference: MD5 as RFC 1321 section 3.4 describes it, one step of the table at a time. Written to be
//! obviously right, never to be fast.

use crate::block::{Block, State, words};
use crate::rounds::STEPS;

/// Takes the blocks into the state.
pub(crate) fn compress(state: &mut State, blocks: &[Block]) {
    for block in blocks {
        let message = words(block);
        let [mut a, mut b, mut c, mut d] = *state;
        for step in &STEPS {
            let sum = a
                .wrapping_add(step.function.of(b, c, d))
                .wrapping_add(message[step.word])
                .wrapping_add(step.k);
            (a, b, c, d) = (d, b.wrapping_add(sum.rotate_left(step.shift)), b, c);
        }
        for (word, addend) in state.iter_mut().zip([a, b, c, d]) {
            *word = word.wrapping_add(addend);
        }
    }
}
