//! Digests of whole messages.

use super::ladder::Ladder;
use super::lanes::MAX_LANES;
use super::schedule::{Job, run, run_equal};
use crate::block::{State, Tail, state_bytes};
use crate::rounds::INITIAL;
use alloc::vec::Vec;

/// A job that there is not.
const NO_JOB: Job<'static> = Job { id: 0, state: INITIAL, blocks: &[] };

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

/// Messages of one length: no order to find, and all lanes end together.
fn digest_equal(ladder: &Ladder, messages: &[&[u8]], digests: &mut [[u8; 16]]) {
    let width = ladder.lanes();
    for (messages, digests) in messages.chunks(width).zip(digests.chunks_mut(width)) {
        let mut jobs = [NO_JOB; MAX_LANES];
        let jobs = &mut jobs[..messages.len()];
        for (job, message) in jobs.iter_mut().zip(messages) {
            job.blocks = message.as_chunks().0;
        }
        run_equal(ladder, jobs);

        let mut tails = TailBatch::new();
        for (id, (job, message)) in jobs.iter().zip(messages).enumerate() {
            tails.push(id, job.state, Tail::new(message.as_chunks::<64>().1, message.len() as u64));
        }
        tails.run(ladder, digests);
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
        let message = messages[id];
        let tail = Tail::new(message.as_chunks::<64>().1, message.len() as u64);
        let batch = if tail.blocks().len() == 1 { &mut one_block } else { &mut two_blocks };
        batch.push(id, state, tail);
        if batch.count == ladder.lanes() {
            batch.run(ladder, digests);
        }
    });
    one_block.run(ladder, digests);
    two_blocks.run(ladder, digests);
}

/// Tails of equally many blocks that wait to be hashed side by side.
pub(crate) struct TailBatch {
    entries: [(usize, State, Tail); MAX_LANES],
    count: usize,
}

impl TailBatch {
    pub(crate) fn new() -> TailBatch {
        TailBatch { entries: [(0, INITIAL, Tail::new(&[], 0)); MAX_LANES], count: 0 }
    }

    /// Adds the tail of the message whose digest is for place `id`, and its state before the tail.
    pub(crate) fn push(&mut self, id: usize, state: State, tail: Tail) {
        self.entries[self.count] = (id, state, tail);
        self.count += 1;
    }

    /// Whether no more fit.
    pub(crate) fn is_full(&self) -> bool {
        self.count == MAX_LANES
    }

    /// Hashes what has been added, writes the digests to their places, and is empty again.
    pub(crate) fn run(&mut self, ladder: &Ladder, digests: &mut [[u8; 16]]) {
        let entries = &self.entries[..self.count];
        let mut jobs = [NO_JOB; MAX_LANES];
        for (job, (id, state, tail)) in jobs.iter_mut().zip(entries) {
            *job = Job { id: *id, state: *state, blocks: tail.blocks() };
        }
        run_equal(ladder, &mut jobs[..entries.len()]);
        for job in &jobs[..entries.len()] {
            digests[job.id] = state_bytes(&job.state);
        }
        self.count = 0;
    }
}
