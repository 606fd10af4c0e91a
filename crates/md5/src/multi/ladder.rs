//! The kernels of one kind of CPU, from narrow to wide, and the choice among them.

use super::lanes::{LaneBlocks, LaneStates, MAX_LANES};
use crate::auto;
use crate::block::{Block, Tail, word};
use crate::rounds::STEPS;
use checksum_engine::FeatureSet;
use core::slice;

/// A kernel that hashes a fixed number of lanes side by side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Width {
    /// How many lanes.
    pub(crate) lanes: usize,
    /// The time that one block of every lane takes; see `widths.rs`.
    pub(crate) cost: u64,
    /// The CPU features that the kernel is compiled for.
    pub(crate) needs: FeatureSet,
    /// Takes the blocks into the states of the first `lanes` lanes; as many slices, all of one length.
    pub(crate) blocks: unsafe fn(&mut LaneStates, &LaneBlocks<'_>),
    /// Takes one block that is the same in every lane into the states: [`Padding`].
    pub(crate) padding: Option<unsafe fn(&mut LaneStates, &[u32; 64])>,
}

/// The last block of messages whose length is a whole number of blocks: a bit 1, zeros and the length.
#[derive(Clone, Debug)]
pub(crate) struct Padding {
    block: Block,
    /// For each step the sum of its constant and its message word.
    constants: [u32; 64],
}

impl Padding {
    /// That of messages of `length` bytes, a multiple of 64.
    pub(crate) fn new(length: u64) -> Padding {
        let block = Tail::new(&[], length).blocks()[0];
        let constants = core::array::from_fn(|i| STEPS[i].k.wrapping_add(word(&block, STEPS[i].word)));
        Padding { block, constants }
    }
}

/// Kernels that may run on this CPU. Holding one is the proof, so using it is safe.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ladder {
    /// From narrow to wide. Never empty unless there is `single`.
    widths: &'static [Width],
    /// Whether a message that is alone is hashed by the single-stream form, and what that costs for a block.
    single: Option<u64>,
}

/// The kernel chosen for the work at hand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rung {
    /// How many lanes it has.
    pub(crate) lanes: usize,
    /// `None` is the single-stream form.
    width: Option<&'static Width>,
}

impl Ladder {
    /// Kernels for CPU features, with or without the single-stream form for a message that is alone.
    ///
    /// # Safety
    /// The CPU must have been found to have what each of `widths` needs.
    pub(crate) const unsafe fn of(widths: &'static [Width], single: Option<u64>) -> Ladder {
        assert!(single.is_some() || !widths.is_empty(), "nothing to hash with");
        Ladder { widths, single }
    }

    /// The single-stream form alone.
    pub(crate) const fn single() -> Ladder {
        Ladder { widths: &[], single: Some(1) }
    }

    /// The most lanes of a kernel here.
    pub(crate) fn lanes(&self) -> usize {
        self.widths.last().map_or(1, |width| width.lanes)
    }

    /// The kernel for one block each of `count` messages, at most [`lanes`](Ladder::lanes): the narrowest that has room.
    pub(crate) fn covering(&self, count: usize) -> Rung {
        match self.widths.iter().find(|width| width.lanes >= count) {
            Some(width) if count > 1 || self.single.is_none() => {
                Rung { lanes: width.lanes, width: Some(width) }
            }
            _ => Rung { lanes: 1, width: None },
        }
    }

    /// The kernel that should hash next when `total` blocks are left in all, `longest` of them in one message.
    ///
    /// The time left is at least that of the longest message, and at least that of all blocks spread over all
    /// lanes. The kernel for which the larger of the two is least wins. So 32 equal messages get 32 lanes, but a
    /// long message among short ones gets a narrow kernel, in which it runs faster.
    pub(crate) fn choose(&self, longest: u64, total: u64) -> Rung {
        let time = |lanes: usize, cost: u64| cost.saturating_mul(longest.max(total.div_ceil(lanes as u64)));
        let single = self.single.map(|cost| (time(1, cost), Rung { lanes: 1, width: None }));
        let wider = self
            .widths
            .iter()
            .map(|width| (time(width.lanes, width.cost), Rung { lanes: width.lanes, width: Some(width) }));
        let (_, rung) = single.into_iter().chain(wider).min_by_key(|(time, _)| *time).expect("not empty");
        rung
    }
}

impl Rung {
    /// Takes the padding into the states of the first `count` lanes.
    #[inline]
    pub(crate) fn run_padding(self, states: &mut LaneStates, padding: &Padding, count: usize) {
        match self.width {
            // SAFETY: whoever made the ladder that this kernel stands on answered for the features.
            Some(Width { padding: Some(run), .. }) => unsafe { run(states, &padding.constants) },
            _ => self.run(states, &[slice::from_ref(&padding.block); MAX_LANES][..count]),
        }
    }

    /// Takes each lane's blocks into its state. There may be fewer lanes of work than the kernel has, but not none: a
    /// lane without work of its own repeats that of lane 0, and its state is lost.
    ///
    /// # Panics
    /// On too many lanes, or on lanes of different lengths.
    #[inline]
    pub(crate) fn run(self, states: &mut LaneStates, work: &LaneBlocks<'_>) {
        match self.width {
            Some(width) => {
                let mut lanes = [work[0]; MAX_LANES];
                lanes[..work.len()].copy_from_slice(work);
                // SAFETY: whoever made the ladder that this kernel stands on answered for the features.
                unsafe { (width.blocks)(states, &lanes[..width.lanes]) }
            }
            None => {
                let [blocks] = work else { panic!("one lane") };
                let mut state = states.get(0);
                auto::compress(&mut state, blocks);
                states.set(0, state);
            }
        }
    }
}
