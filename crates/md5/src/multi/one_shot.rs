//! Digests of whole messages.

use super::ladder::Ladder;
use super::lanes::{EqualMessages, LaneStates, MAX_LANES};
use super::schedule::{Job, run};
use crate::block::{Block, State, Tail, state_bytes};
use crate::rounds::INITIAL;
use alloc::vec;
use alloc::vec::Vec;

/// The digest of message i to place i.
///
/// # Panics
/// If the slices differ in length.
pub(crate) fn digest_into(ladder: &Ladder, messages: &[&[u8]], digests: &mut [[u8; 16]]) {
    assert_eq!(messages.len(), digests.len(), "one digest per message");
    if let ([message], true) = (messages, ladder.has_single()) {
        digests[0] = crate::digest(message);
    } else if let Some(messages) = EqualMessages::new(messages) {
        digest_equal(ladder, messages, digests);
    } else {
        digest_mixed(ladder, messages, digests);
    }
}

/// Messages of one length: no order to find, and all lanes end together.
fn digest_equal(ladder: &Ladder, messages: EqualMessages<'_>, digests: &mut [[u8; 16]]) {
    let done = ladder.digest_equal(messages, digests);
    let (messages, digests) = (messages.split_at(done).1.messages(), &mut digests[done..]);

    let width = ladder.lanes();
    for (messages, digests) in messages.chunks(width).zip(digests.chunks_mut(width)) {
        let count = messages.len();
        let rung = ladder.covering(count);
        let mut states = LaneStates::initial();
        let mut work: [&[Block]; MAX_LANES] = [&[]; MAX_LANES];
        if messages[0].len() >= 64 {
            for (blocks, message) in work.iter_mut().zip(messages) {
                *blocks = message.as_chunks().0;
            }
            rung.run(&mut states, &mut work, count);
        }
        let mut tails = [Tail::EMPTY; MAX_LANES];
        for ((blocks, tail), message) in work.iter_mut().zip(&mut tails).zip(messages) {
            tail.fill(message.as_chunks::<64>().1, message.len() as u64);
            *blocks = tail.blocks();
        }
        rung.run(&mut states, &mut work, count);
        for (lane, digest) in digests.iter_mut().enumerate() {
            *digest = state_bytes(&states.get(lane));
        }
    }
}

/// Messages of any lengths: their whole blocks go through the scheduler, longest first, and their tails are
/// collected and hashed side by side.
fn digest_mixed(ladder: &Ladder, messages: &[&[u8]], digests: &mut [[u8; 16]]) {
    let order = longest_first(messages);
    let total = messages.iter().map(|message| (message.len() / 64) as u64).sum();
    let job = |id: usize| Job { id, state: INITIAL, blocks: messages[id].as_chunks().0 };

    let mut one_block = TailBatch::new();
    let mut two_blocks = TailBatch::new();
    run(ladder, &order, job, total, |id, state| {
        let rest = messages[id].as_chunks::<64>().1;
        let batch = if rest.len() < 56 { &mut one_block } else { &mut two_blocks };
        batch.push(ladder, digests, (id, state), (rest, messages[id].len() as u64));
    });
    one_block.run(ladder, digests);
    two_blocks.run(ladder, digests);
}

/// The messages' numbers, those of more blocks first. One pass counts how many messages have how many blocks
/// and one puts them in place: with short messages a comparing sort would take longer than the hashing.
pub(super) fn longest_first(messages: &[&[u8]]) -> Vec<usize> {
    /// From this many blocks on messages are counted together, and then sorted.
    const LONG: usize = 64;
    let blocks = |message: &&[u8]| (message.len() / 64).min(LONG);

    let mut starts = [0; LONG + 1];
    for message in messages {
        starts[blocks(message)] += 1;
    }
    let long = starts[LONG];
    let mut sum = 0;
    for start in starts.iter_mut().rev() {
        sum += core::mem::replace(start, sum);
    }
    let mut order = vec![0; messages.len()];
    for (id, message) in messages.iter().enumerate() {
        let place = &mut starts[blocks(message)];
        order[*place] = id;
        *place += 1;
    }
    order[..long].sort_unstable_by_key(|&id| core::cmp::Reverse(messages[id].len()));
    order
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

    /// Adds the tail of a message of `length` bytes: its digest is for place `id`, `state` is what it was
    /// before the tail, and `rest` is what whole blocks left over. A batch that is full is hashed.
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
        ladder.covering(self.count).run(&mut self.states, &mut work, self.count);
        for (lane, id) in self.ids[..self.count].iter().enumerate() {
            digests[*id] = state_bytes(&self.states.get(lane));
        }
        self.count = 0;
    }
}
