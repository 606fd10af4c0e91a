//! Many messages that come in pieces.

use super::ladder::Ladder;
use super::lanes::{LaneStates, MAX_LANES};
use super::one_shot::TailBatch;
use super::schedule::{Job, run, run_equal};
use super::widths;
use crate::block::{Block, State, Tail, state_bytes};
use crate::rounds::INITIAL;
use alloc::vec;
use alloc::vec::Vec;

/// A message that a [`MultiHasher`] has open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StreamId {
    slot: usize,
    /// How often the slot had been used before, so that the name of a finished stream is not taken for its
    /// successor's.
    turn: u64,
}

/// What is known of a stream besides its state and pending bytes.
#[derive(Clone, Debug)]
struct Slot {
    turn: u64,
    open: bool,
    /// Bytes so far; modulo 64 it says how much of the pending block is filled.
    length: u64,
    /// Whether the stream has a part in the feeds at hand.
    fed: bool,
}

/// MD5 of many messages that come in pieces: streams are opened, fed and finished in any order, and
/// what comes in one call is hashed side by side.
///
/// Feeding many streams in one call is what makes it fast: 64 KiB and more of each are best. Feeding one
/// stream at a time is right, and as fast as hashing it alone.
///
/// ```
/// let mut hasher = checksum_md5::multi::MultiHasher::new();
/// let (a, b) = (hasher.open(), hasher.open());
/// hasher.update_many(&[(a, b"message "), (b, b"ab")]);
/// hasher.update_many(&[(b, b"c"), (a, b"digest")]);
/// assert_eq!(hasher.finish(b), checksum_md5::digest(b"abc"));
/// assert_eq!(hasher.finish(a), checksum_md5::digest(b"message digest"));
/// ```
#[derive(Clone, Debug)]
pub struct MultiHasher {
    ladder: Ladder,
    slots: Vec<Slot>,
    states: Vec<State>,
    pending: Vec<Block>,
    free: Vec<usize>,
}

impl MultiHasher {
    /// A hasher without streams, over the fastest kernels for this CPU.
    pub fn new() -> MultiHasher {
        MultiHasher::with_ladder(widths::ladder())
    }

    pub(crate) fn with_ladder(ladder: Ladder) -> MultiHasher {
        MultiHasher { ladder, slots: Vec::new(), states: Vec::new(), pending: Vec::new(), free: Vec::new() }
    }

    /// How many streams hashed in one call fill the widest kernel.
    pub fn lanes(&self) -> usize {
        self.ladder.lanes()
    }

    /// Begins a message.
    pub fn open(&mut self) -> StreamId {
        let slot = self.free.pop().unwrap_or_else(|| {
            self.slots.push(Slot { turn: 0, open: false, length: 0, fed: false });
            self.states.push(INITIAL);
            self.pending.push([0; 64]);
            self.slots.len() - 1
        });
        self.states[slot] = INITIAL;
        self.slots[slot] = Slot { turn: self.slots[slot].turn, open: true, length: 0, fed: false };
        StreamId { slot, turn: self.slots[slot].turn }
    }

    /// Takes the next bytes of one message.
    ///
    /// # Panics
    /// If the stream is finished or of another hasher.
    pub fn update(&mut self, stream: StreamId, data: &[u8]) {
        self.update_many(&[(stream, data)]);
    }

    /// Takes the next bytes of several messages. A stream may come more than once: its pieces follow each
    /// other in their order here.
    ///
    /// # Panics
    /// If a stream is finished or of another hasher. Then nothing has been taken.
    pub fn update_many(&mut self, feeds: &[(StreamId, &[u8])]) {
        for (stream, _) in feeds {
            self.slot(*stream);
        }
        let mut rest = feeds;
        while !rest.is_empty() {
            // up to the first stream that comes again
            let mut count = 0;
            while count < rest.len() && !self.slots[rest[count].0.slot].fed {
                self.slots[rest[count].0.slot].fed = true;
                count += 1;
            }
            let (now, later) = rest.split_at(count);
            self.feed(now);
            for (stream, _) in now {
                self.slots[stream.slot].fed = false;
            }
            rest = later;
        }
    }

    /// The digest of all bytes of a message so far. More may follow.
    ///
    /// # Panics
    /// If the stream is finished or of another hasher.
    pub fn digest(&self, stream: StreamId) -> [u8; 16] {
        let slot = self.slot(stream);
        let length = self.slots[slot].length;
        let tail = Tail::new(&self.pending[slot][..(length % 64) as usize], length);
        let mut states = LaneStates::initial();
        states.set(0, self.states[slot]);
        self.ladder.covering(1).run(&mut states, &mut [tail.blocks(); MAX_LANES], 1);
        state_bytes(&states.get(0))
    }

    /// Ends a message and gives its digest.
    ///
    /// # Panics
    /// If the stream is finished or of another hasher.
    pub fn finish(&mut self, stream: StreamId) -> [u8; 16] {
        let digest = self.digest(stream);
        self.close(stream);
        digest
    }

    /// Ends several messages and gives their digests in the same order.
    ///
    /// # Panics
    /// If a stream is finished, of another hasher, or given twice.
    pub fn finish_many(&mut self, streams: &[StreamId]) -> Vec<[u8; 16]> {
        let mut digests = vec![[0; 16]; streams.len()];
        let mut batches = [TailBatch::new(), TailBatch::new()];
        for (id, stream) in streams.iter().enumerate() {
            let slot = self.slot(*stream);
            let length = self.slots[slot].length;
            let rest = &self.pending[slot][..(length % 64) as usize];
            let batch = &mut batches[usize::from(rest.len() >= 56)];
            batch.push(&self.ladder, &mut digests, (id, self.states[slot]), (rest, length));
            self.close(*stream);
        }
        for batch in &mut batches {
            batch.run(&self.ladder, &mut digests);
        }
        digests
    }

    fn close(&mut self, stream: StreamId) {
        let slot = &mut self.slots[stream.slot];
        slot.open = false;
        slot.turn += 1;
        self.free.push(stream.slot);
    }

    /// The slot of an open stream.
    fn slot(&self, stream: StreamId) -> usize {
        let open = self.slots.get(stream.slot).is_some_and(|slot| slot.open && slot.turn == stream.turn);
        assert!(open, "a stream that is finished or of another hasher");
        stream.slot
    }

    /// Takes the next bytes of streams that are all different. What fills a pending block goes first, then
    /// the whole blocks where they lie; the rest is kept.
    fn feed(&mut self, feeds: &[(StreamId, &[u8])]) {
        let mut heads = Vec::new();
        let mut bodies = Vec::with_capacity(feeds.len());
        for &(StreamId { slot, .. }, data) in feeds {
            let filled = (self.slots[slot].length % 64) as usize;
            self.slots[slot].length = self.slots[slot].length.wrapping_add(data.len() as u64);
            if filled == 0 {
                bodies.push((slot, data));
                continue;
            }
            let (head, rest) = data.split_at(data.len().min(64 - filled));
            self.pending[slot][filled..filled + head.len()].copy_from_slice(head);
            if filled + head.len() == 64 {
                heads.push(slot);
                bodies.push((slot, rest));
            }
        }

        let pending = &self.pending;
        let mut jobs: Vec<Job<'_>> = heads
            .into_iter()
            .map(|id| Job { id, state: self.states[id], blocks: core::slice::from_ref(&pending[id]) })
            .collect();
        run_equal(&self.ladder, &mut jobs);
        for job in jobs {
            self.states[job.id] = job.state;
        }

        let jobs: Vec<Job<'_>> = bodies
            .iter()
            .map(|&(id, data)| Job { id, state: self.states[id], blocks: data.as_chunks().0 })
            .collect();
        let mut order: Vec<usize> = (0..jobs.len()).collect();
        order.sort_unstable_by_key(|&i| core::cmp::Reverse(jobs[i].blocks.len()));
        let total = jobs.iter().map(|job| job.blocks.len() as u64).sum();
        run(&self.ladder, &order, |i| jobs[i], total, |id, state| self.states[id] = state);

        for (slot, data) in bodies {
            let rest = data.as_chunks::<64>().1;
            self.pending[slot][..rest.len()].copy_from_slice(rest);
        }
    }
}

impl Default for MultiHasher {
    fn default() -> MultiHasher {
        MultiHasher::new()
    }
}
