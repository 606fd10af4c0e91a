//! Digests of whole messages.

use super::ladder::{Ladder, Padding};
use super::lanes::{LaneStates, MAX_LANES};
use super::schedule::{Job, run};
use crate::block::{Block, State, Tail, state_bytes};
use crate::rounds::INITIAL;
use alloc::vec::Vec;

/// The digest of message i to place i.
///
/// # Panics
/// If the slices differ in length.
pub(crate) fn digest_into(ladder: &Ladder, messages: &[&[u8]], digests: &mut [[u8; 16]]) {
    assert_eq!(messages.len(), digests.len(), "one digest per message");
    let Some(first) = messages.first() else { return };
    if messages.iter().all(|message| message.len() == first.len()) {
        digest_equal(ladder, messages, digests);
    } else {
        digest_mixed(ladder, messages, digests);
    }
}

/// Messages of one length: no order to find, all lanes end together, and their padding is the same.
fn digest_equal(ladder: &Ladder, messages: &[&[u8]], digests: &mut [[u8; 16]]) {
    let length = messages[0].len();
    let rest = length % 64;
    let padding = (rest == 0).then(|| Padding::new(length as u64));
    let mut tails = [Tail::EMPTY; MAX_LANES];

    let width = ladder.lanes();
    for (messages, digests) in messages.chunks(width).zip(digests.chunks_mut(width)) {
        let rung = ladder.covering(messages.len());
        let mut states = LaneStates::initial();
        let mut work: [&[Block]; MAX_LANES] = [&[]; MAX_LANES];
        if length >= 64 {
            for (blocks, message) in work.iter_mut().zip(messages) {
                *blocks = message.as_chunks().0;
            }
            rung.run(&mut states, &work[..messages.len()]);
        }
        if let Some(padding) = &padding {
            rung.run_padding(&mut states, padding, messages.len());
        } else {
            for (tail, message) in tails.iter_mut().zip(messages) {
                *tail = Tail::EMPTY;
                tail.fill(&message[length - rest..], length as u64);
            }
            for (blocks, tail) in work[..messages.len()].iter_mut().zip(&tails) {
                *blocks = tail.blocks();
            }
            rung.run(&mut states, &work[..messages.len()]);
        }
        for (lane, digest) in digests.iter_mut().enumerate() {
            *digest = state_bytes(&states.get(lane));
        }
    }
}

/// Messages of any lengths: their whole blocks go through the scheduler, longest first, and their tails are collected
/// and hashed side by side.
fn digest_mixed(ladder: &Ladder, messages: &[&[u8]], digests: &mut [[u8; 16]]) {
    let mut order: Vec<(usize, usize)> =
        messages.iter().enumerate().map(|(id, message)| (message.len() / 64, id)).collect();
    order.sort_unstable_by(|a, b| b.cmp(a));
    let total = order.iter().map(|&(blocks, _)| blocks as u64).sum();
    let jobs = order.iter().map(|&(_, id)| Job { id, state: INITIAL, blocks: messages[id].as_chunks().0 });

    let mut one_block = TailBatch::new();
    let mut two_blocks = TailBatch::new();
    run(ladder, jobs, total, |id, state| {
        let rest = messages[id].as_chunks::<64>().1;
        let batch = if rest.len() < 56 { &mut one_block } else { &mut two_blocks };
        batch.push(ladder, digests, (id, state), (rest, messages[id].len() as u64));
    });
    one_block.run(ladder, digests);
    two_blocks.run(ladder, digests);
}

/// Tails that wait to be hashed side by side. All of them must have equally many blocks.
pub(crate) struct TailBatch {
    /// Where the digests go.
    ids: [usize; MAX_LANES],
    states: LaneStates,
    tails: [Tail; MAX_LANES],
    count: usize,
}

impl TailBatch {
    pub(crate) const fn new() -> TailBatch {
        TailBatch {
            ids: [0; MAX_LANES],
            states: LaneStates::initial(),
            tails: [Tail::EMPTY; MAX_LANES],
            count: 0,
        }
    }

    /// Adds the tail of a message of `length` bytes: its digest is for place `id`, `state` is what it was before the tail,
    /// and `rest` is what whole blocks left over. A batch that is full is hashed.
    pub(crate) fn push(
        &mut self,
        ladder: &Ladder,
        digests: &mut [[u8; 16]],
        (id, state): (usize, State),
        (rest, length): (&[u8], u64),
    ) {
        self.ids[self.count] = id;
        self.states.set(self.count, state);
        let tail = &mut self.tails[self.count];
        *tail = Tail::EMPTY;
        tail.fill(rest, length);
        self.count += 1;
        if self.count == ladder.lanes() {
            self.run(ladder, digests);
        }
    }

    /// Hashes what has been added, writes the digests to their places, and is empty again.
    pub(crate) fn run(&mut self, ladder: &Ladder, digests: &mut [[u8; 16]]) {
        if self.count == 0 {
            return;
        }
        let mut work: [&[Block]; MAX_LANES] = [&[]; MAX_LANES];
        for (blocks, tail) in work[..self.count].iter_mut().zip(&self.tails) {
            *blocks = tail.blocks();
        }
        ladder.covering(self.count).run(&mut self.states, &work[..self.count]);
        for (lane, id) in self.ids[..self.count].iter().enumerate() {
            digests[*id] = state_bytes(&self.states.get(lane));
        }
        self.count = 0;
    }
}
