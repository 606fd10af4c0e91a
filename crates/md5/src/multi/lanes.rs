//! Lanes: messages that are hashed side by side, one in each element of a vector.

use crate::block::{Block, State};
use crate::rounds::INITIAL;

/// The most lanes that any kernel has.
pub(crate) const MAX_LANES: usize = 32;

/// The states of all lanes, word by word: `words[q][i]` is word q (A, B, C, D) of lane i. A kernel with fewer
/// lanes uses the first columns, so nothing has to move when the width changes.
#[repr(C, align(64))]
pub(crate) struct LaneStates {
    pub(crate) words: [[u32; MAX_LANES]; 4],
}

impl LaneStates {
    /// Every lane in the state before the first block.
    pub(crate) const fn initial() -> LaneStates {
        let [a, b, c, d] = INITIAL;
        LaneStates { words: [[a; MAX_LANES], [b; MAX_LANES], [c; MAX_LANES], [d; MAX_LANES]] }
    }

    /// The state of one lane.
    #[inline]
    pub(crate) fn get(&self, lane: usize) -> State {
        [self.words[0][lane], self.words[1][lane], self.words[2][lane], self.words[3][lane]]
    }

    /// Sets the state of one lane.
    #[inline]
    pub(crate) fn set(&mut self, lane: usize, state: State) {
        for (row, word) in self.words.iter_mut().zip(state) {
            row[lane] = word;
        }
    }
}

/// The blocks of each lane, all of one length.
pub(crate) type LaneBlocks<'a> = [&'a [Block]];

/// The number of blocks that every lane has.
///
/// # Panics
/// Unless there are `width` lanes of equally many blocks: kernels rest on it.
#[inline]
pub(crate) fn same_count(lanes: &LaneBlocks<'_>, width: usize) -> usize {
    assert_eq!(lanes.len(), width, "one slice per lane");
    let count = lanes[0].len();
    assert!(lanes.iter().all(|blocks| blocks.len() == count), "lanes of different lengths");
    count
}

/// Messages of one length.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EqualMessages<'a> {
    messages: &'a [&'a [u8]],
    length: usize,
}

impl<'a> EqualMessages<'a> {
    /// `None` if their lengths differ, or if there are none.
    pub(crate) fn new(messages: &'a [&'a [u8]]) -> Option<EqualMessages<'a>> {
        let length = messages.first()?.len();
        messages.iter().all(|message| message.len() == length).then_some(EqualMessages { messages, length })
    }

    /// The messages.
    pub(crate) fn messages(&self) -> &'a [&'a [u8]] {
        self.messages
    }

    /// The length of each, in bytes.
    pub(crate) fn length(&self) -> usize {
        self.length
    }

    /// The first `count`, and the others.
    pub(crate) fn split_at(self, count: usize) -> (EqualMessages<'a>, EqualMessages<'a>) {
        let (first, others) = self.messages.split_at(count);
        (EqualMessages { messages: first, ..self }, EqualMessages { messages: others, ..self })
    }
}
