//! The lane scheduler: any number of messages of any lengths over the lanes of the kernels.
//!
//! The longest message starts first, lanes are refilled as messages end, and the width follows what is left
//! ([`Ladder::choose`]). When the messages that wait no longer fill the lanes, work is cut into slices, and a
//! lane whose message has become shorter than one that waits lets that one go first. So the lanes run dry
//! together, as near as the longest message allows. (Scheduling with interruptions, McNaughton, "Scheduling
//! with deadlines and loss functions", 1959: the larger of the longest job and the mean of the machines is
//! not only a bound but is reached.)

use super::ladder::Ladder;
use super::lanes::{LaneStates, MAX_LANES};
use crate::block::{Block, State};
use alloc::vec::Vec;

/// Blocks that are to be taken into a state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Job<'a> {
    /// The caller's name for it.
    pub(crate) id: usize,
    pub(crate) state: State,
    pub(crate) blocks: &'a [Block],
}

/// The least number of blocks in a slice, so that starting a kernel stays cheap beside its work.
const LEAST_SLICE: usize = 8;
/// A slice is this part of the longest message's rest: lanes end at most that far apart.
const SLICES: usize = 32;

/// Jobs that wait: those of the caller's order that have not begun, and those that had to make room.
struct Queue<'o, 'a, F> {
    /// Longest first.
    order: &'o [usize],
    job: F,
    parked: Vec<Job<'a>>,
}

impl<'a, F: Fn(usize) -> Job<'a>> Queue<'_, 'a, F> {
    fn len(&self) -> usize {
        self.order.len() + self.parked.len()
    }

    /// The position of the longest parked job.
    fn longest_parked(&self) -> Option<usize> {
        (0..self.parked.len()).max_by_key(|&i| self.parked[i].blocks.len())
    }

    /// The length of the longest job.
    fn longest(&self) -> usize {
        let fresh = self.order.first().map_or(0, |&id| (self.job)(id).blocks.len());
        self.longest_parked().map_or(fresh, |i| fresh.max(self.parked[i].blocks.len()))
    }

    /// Takes the longest job.
    fn pop(&mut self) -> Option<Job<'a>> {
        let fresh = self.order.split_first().map(|(&id, rest)| ((self.job)(id), rest));
        match (self.longest_parked(), fresh) {
            (Some(i), Some((job, _))) if job.blocks.len() < self.parked[i].blocks.len() => {
                Some(self.parked.swap_remove(i))
            }
            (_, Some((job, rest))) => {
                self.order = rest;
                Some(job)
            }
            (Some(i), None) => Some(self.parked.swap_remove(i)),
            (None, None) => None,
        }
    }
}

/// The lanes at work. Lane i's state is column i of `states`; what `jobs` say of the state is stale.
struct Lanes<'a> {
    jobs: Vec<Job<'a>>,
    states: LaneStates,
}

impl<'a> Lanes<'a> {
    fn push(&mut self, job: Job<'a>) {
        self.states.set(self.jobs.len(), job.state);
        self.jobs.push(job);
    }

    /// Takes the job out of a lane, with its state. The last lane moves into the gap.
    fn remove(&mut self, lane: usize) -> Job<'a> {
        let state = self.states.get(lane);
        let job = self.jobs.swap_remove(lane);
        self.states.set(lane, self.states.get(self.jobs.len()));
        Job { state, ..job }
    }

    /// The lane with the least left to do.
    fn shortest(&self) -> Option<usize> {
        (0..self.jobs.len()).min_by_key(|&lane| self.jobs[lane].blocks.len())
    }
}

/// Takes every job's blocks into its state and hands the states to `done`, in any order.
///
/// `order` has the jobs' names, the longest first; `job` gives the job of a name; `total` is the number of
/// all their blocks.
pub(crate) fn run<'a>(
    ladder: &Ladder,
    order: &[usize],
    job: impl Fn(usize) -> Job<'a>,
    mut total: u64,
    mut done: impl FnMut(usize, State),
) {
    let mut queue = Queue { order, job, parked: Vec::new() };
    let mut lanes = Lanes { jobs: Vec::with_capacity(MAX_LANES), states: LaneStates::initial() };
    loop {
        let longest = lanes.jobs.iter().map(|job| job.blocks.len()).fold(queue.longest(), usize::max);
        let rung = ladder.choose(longest as u64, total);

        while lanes.jobs.len() > rung.lanes {
            let lane = lanes.shortest().expect("more than none");
            queue.parked.push(lanes.remove(lane));
        }
        while lanes.jobs.len() < rung.lanes
            && let Some(job) = queue.pop()
        {
            if job.blocks.is_empty() {
                done(job.id, job.state);
            } else {
                lanes.push(job);
            }
        }
        let Some(mut shortest) = lanes.shortest() else { break };

        let mut step = lanes.jobs[shortest].blocks.len();
        let waiting = queue.len();
        if 0 < waiting && waiting < rung.lanes {
            let slice = LEAST_SLICE.max(longest / SLICES);
            while lanes.jobs[shortest].blocks.len() + slice <= queue.longest() {
                let job = queue.pop().expect("it is the longest");
                queue.parked.push(lanes.remove(shortest));
                lanes.push(job);
                shortest = lanes.shortest().expect("as many as before");
            }
            step = lanes.jobs[shortest].blocks.len().min(slice);
        }

        let mut work: [&[Block]; MAX_LANES] = [&[]; MAX_LANES];
        for (now, job) in work.iter_mut().zip(&mut lanes.jobs) {
            (*now, job.blocks) = job.blocks.split_at(step);
        }
        rung.run(&mut lanes.states, &mut work, lanes.jobs.len());
        total -= (step * lanes.jobs.len()) as u64;

        let mut lane = 0;
        while lane < lanes.jobs.len() {
            if lanes.jobs[lane].blocks.is_empty() {
                let job = lanes.remove(lane);
                done(job.id, job.state);
            } else {
                lane += 1;
            }
        }
    }
}

/// Takes jobs of equally many blocks into their states, in place.
pub(crate) fn run_equal(ladder: &Ladder, jobs: &mut [Job<'_>]) {
    for jobs in jobs.chunks_mut(ladder.lanes()) {
        let mut states = LaneStates::initial();
        let mut work: [&[Block]; MAX_LANES] = [&[]; MAX_LANES];
        for (lane, job) in jobs.iter().enumerate() {
            states.set(lane, job.state);
            work[lane] = job.blocks;
        }
        ladder.covering(jobs.len()).run(&mut states, &mut work, jobs.len());
        for (lane, job) in jobs.iter_mut().enumerate() {
            job.state = states.get(lane);
        }
    }
}
