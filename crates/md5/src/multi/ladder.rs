//! The kernels of one kind of CPU, from narrow to wide, and the choice among them.

use super::lanes::{EqualMessages, LaneBlocks, LaneStates, MAX_LANES};
use crate::auto;
use crate::block::Block;
use checksum_engine::FeatureSet;

/// Longer messages of one length have no need of a kernel of their own: what comes between two batches is
/// little beside the messages. In bytes.
const SHORT: usize = 4096;

/// A kernel that hashes a fixed number of lanes side by side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Width {
    /// How many lanes, a power of two.
    pub(crate) lanes: usize,
    /// The time that one block of every lane takes; see `widths.rs`.
    pub(crate) cost: u64,
    /// The CPU features that the kernel is compiled for.
    pub(crate) needs: FeatureSet,
    /// Takes the blocks into the states of the first `lanes` lanes; as many slices, all of one length.
    pub(crate) blocks: unsafe fn(&mut LaneStates, &LaneBlocks<'_>),
    /// The digests of short messages of one length.
    pub(crate) equal: Option<EqualKernel>,
}

/// Messages of a whole number of blocks, of which there are as many as fill all lanes once or more often; and
/// the places of their digests.
pub(crate) type EqualKernel = unsafe fn(EqualMessages<'_>, &mut [[u8; 16]]);

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

    /// What each kernel needs.
    pub(crate) fn needs(&self) -> impl Iterator<Item = FeatureSet> {
        self.widths.iter().map(|width| width.needs)
    }

    /// The most lanes of a kernel here.
    pub(crate) fn lanes(&self) -> usize {
        self.widths.last().map_or(1, |width| width.lanes)
    }

    /// Whether a message that is alone is hashed by the single-stream form.
    pub(crate) fn has_single(&self) -> bool {
        self.single.is_some()
    }

    /// Hashes as many of the messages as it can by a kernel for just that, and gives their number.
    pub(crate) fn digest_equal(&self, messages: EqualMessages<'_>, digests: &mut [[u8; 16]]) -> usize {
        let Some(Width { lanes, equal: Some(equal), .. }) = self.widths.last() else { return 0 };
        let length = messages.length();
        let count = messages.messages().len() / lanes * lanes;
        if count > 0 && (64..=SHORT).contains(&length) && length.is_multiple_of(64) {
            // SAFETY: whoever made the ladder answered for the features.
            unsafe { equal(messages.split_at(count).0, &mut digests[..count]) };
            count
        } else {
            0
        }
    }

    /// The kernel for one block each of `count` messages, at most [`lanes`](Ladder::lanes): the narrowest
    /// that has room.
    pub(crate) fn covering(&self, count: usize) -> Rung {
        match self.widths.iter().find(|width| width.lanes >= count) {
            Some(width) if count > 1 || self.single.is_none() => {
                Rung { lanes: width.lanes, width: Some(width) }
            }
            _ => Rung { lanes: 1, width: None },
        }
    }

    /// The kernel that should hash next when `total` blocks are left in all, `longest` of them in one
    /// message.
    ///
    /// The time left is at least that of the longest message, and at least that of all blocks spread over all
    /// lanes. The kernel for which the larger of the two is least wins. So 32 equal messages get 32 lanes,
    /// but a long message among short ones gets a narrow kernel, in which it runs faster.
    pub(crate) fn choose(&self, longest: u64, total: u64) -> Rung {
        let time = |lanes: usize, cost: u64| cost.saturating_mul(longest.max(total >> lanes.ilog2()));
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
    /// Takes the blocks of the first `count` lanes into their states. They may be fewer than the kernel has,
    /// but not none: a lane without work of its own repeats that of lane 0, and its state is lost.
    ///
    /// # Panics
    /// On more lanes than the kernel has, or on lanes of different lengths.
    #[inline]
    pub(crate) fn run(self, states: &mut LaneStates, work: &mut [&[Block]; MAX_LANES], count: usize) {
        assert!(0 < count && count <= self.lanes, "as many lanes as the kernel has");
        match self.width {
            Some(width) => {
                let first = work[0];
                work[count..width.lanes].fill(first);
                // SAFETY: whoever made the ladder that this kernel stands on answered for the features.
                unsafe { (width.blocks)(states, &work[..width.lanes]) }
            }
            None => {
                let mut state = states.get(0);
                auto::compress(&mut state, work[0]);
                states.set(0, state);
            }
        }
    }
}
