//! The things that are timed: reading, hashing, and both together in three ways.

use super::storage::Storage;
use checksum_engine::{Family, Runnable};
use checksum_input::overlap::{self, Ring};
use checksum_input::{Buffer, blocks};
use checksum_md5::multi::MultiHasher;
use checksum_measure::ceiling::read_every_byte;
use serde::Serialize;
use std::collections::VecDeque;
use std::hint::black_box;
use std::io::{self, Read};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// Bytes of a block where nothing else is said: large enough that system calls cost nothing, small enough to stay in the
/// core's own cache between reading and hashing.
pub(super) const BLOCK: usize = overlap::BLOCK;
/// Bytes of a block of several files that are hashed side by side: waking a reader for each costs as much as reading some
/// hundred KiB from memory.
const WIDE_BLOCK: usize = 4 * BLOCK;
/// Blocks that the reading thread may be ahead.
const AHEAD: usize = overlap::BUFFERS;
/// How long blocks of some streams wait for those of the others, to be hashed side by side.
const PATIENCE: Duration = Duration::from_millis(2);

/// Blocks that are hashed between two looks at the clock.
const BLOCKS_PER_LOOK: usize = 8;
/// How many times the blocks at hand the memory of a computing test holds.
const SPREAD: usize = 4;

/// How much was done in how long.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub(super) struct Rate {
    pub(super) bytes: u64,
    pub(super) seconds: f64,
    /// Seconds of processor time, of all threads; 0 where the system does not tell.
    pub(super) cpu_seconds: f64,
}

impl Rate {
    /// Bytes per second; 0 of nothing.
    pub(super) fn per_s(&self) -> f64 {
        if self.seconds > 0.0 { self.bytes as f64 / self.seconds } else { 0.0 }
    }

    /// Processor seconds for each byte.
    pub(super) fn cpu_per_byte(&self) -> f64 {
        if self.bytes > 0 { self.cpu_seconds / self.bytes as f64 } else { 0.0 }
    }
}

/// When a job ends, if its input does not end first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    pub(super) time: Duration,
    pub(super) bytes: u64,
}

/// Times what returns the number of bytes that it did.
fn timed<E>(job: impl FnOnce() -> Result<u64, E>) -> Result<Rate, E> {
    let (started, cpu) = (Instant::now(), cpu_seconds());
    let bytes = job()?;
    Ok(Rate { bytes, seconds: started.elapsed().as_secs_f64(), cpu_seconds: cpu_seconds() - cpu })
}

#[cfg(unix)]
fn cpu_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

#[cfg(not(unix))]
fn cpu_seconds() -> f64 {
    0.0
}

/// A reader that ends when the budget does.
struct Limited<R> {
    source: R,
    end: Instant,
    left: u64,
}

impl<R: Read> Limited<R> {
    fn new(source: R, budget: Budget) -> Limited<R> {
        Limited { source, end: Instant::now() + budget.time, left: budget.bytes }
    }
}

impl<R: Read> Read for Limited<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 || Instant::now() >= self.end {
            return Ok(0);
        }
        let wanted = usize::try_from(self.left).unwrap_or(usize::MAX).min(buffer.len());
        let read = self.source.read(&mut buffer[..wanted])?;
        self.left -= read as u64;
        Ok(read)
    }
}

/// Reads alone, one part, in reads of `chunk` bytes.
pub(super) fn read(storage: &dyn Storage, chunk: usize, budget: Budget) -> io::Result<Rate> {
    let mut block = Buffer::touched(chunk);
    let mut source = Limited::new(storage.open(0, 1)?, budget);
    timed(|| {
        blocks::for_each(&mut source, &mut block, |bytes| {
            black_box(bytes);
        })
    })
}

/// Reads alone, `parts` parts at the same time.
pub(super) fn read_several(storage: &dyn Storage, parts: usize, budget: Budget) -> io::Result<Rate> {
    in_parallel(storage, parts, budget, |mut source| {
        blocks::for_each(&mut source, &mut Buffer::new(BLOCK), |bytes| {
            black_box(bytes);
        })
    })
}

/// Reads alone in a thread of its own; the other side only looks at every byte. What handing over costs is in it.
pub(super) fn read_ahead(storage: &dyn Storage, budget: Budget) -> io::Result<Rate> {
    let ring = Ring::touched(BLOCK, AHEAD);
    let source = Limited::new(storage.open(0, 1)?, budget);
    timed(|| {
        overlap::for_each(source, ring, |bytes| {
            black_box(read_every_byte(bytes));
        })
    })
}

/// The loop of the old scripts: read a block, hash it, read the next.
pub(super) fn serial(
    storage: &dyn Storage,
    chunk: usize,
    engine: Runnable,
    budget: Budget,
) -> io::Result<Rate> {
    let mut block = Buffer::touched(chunk);
    let mut source = Limited::new(storage.open(0, 1)?, budget);
    let mut stream = engine.stream().expect("a one-lane engine");
    timed(|| blocks::for_each(&mut source, &mut block, |bytes| stream.update(bytes)))
}

/// A thread reads while another hashes.
pub(super) fn overlapped(storage: &dyn Storage, engine: Runnable, budget: Budget) -> io::Result<Rate> {
    let mut stream = engine.stream().expect("a one-lane engine");
    let ring = Ring::touched(BLOCK, AHEAD);
    let source = Limited::new(storage.open(0, 1)?, budget);
    timed(|| overlap::for_each(source, ring, |bytes| stream.update(bytes)))
}

/// Several parts at once: a reading thread for each. MD5 is then computed by one thread for all of them side by side, any
/// other checksum by the thread that reads.
pub(super) fn several(
    storage: &dyn Storage,
    parts: usize,
    engine: Runnable,
    budget: Budget,
) -> io::Result<Rate> {
    if engine.engine().family == Family::Md5 {
        return several_md5(storage, parts, budget);
    }
    in_parallel(storage, parts, budget, |mut source| {
        let mut stream = engine.stream().expect("a one-lane engine");
        blocks::for_each(&mut source, &mut Buffer::new(BLOCK), |bytes| stream.update(bytes))
    })
}

type Source<'a> = Limited<Box<dyn Read + Send + 'a>>;

fn in_parallel(
    storage: &dyn Storage,
    parts: usize,
    budget: Budget,
    job: impl Fn(Source<'_>) -> io::Result<u64> + Sync,
) -> io::Result<Rate> {
    let sources = open_all(storage, parts, budget)?;
    timed(|| {
        thread::scope(|scope| {
            let job = &job;
            let threads: Vec<_> =
                sources.into_iter().map(|source| scope.spawn(move || job(source))).collect();
            threads.into_iter().map(|thread| thread.join().expect("no reader panics")).sum()
        })
    })
}

/// The parts, each with its share of the bytes.
fn open_all(storage: &dyn Storage, parts: usize, budget: Budget) -> io::Result<Vec<Source<'_>>> {
    let share = Budget { bytes: budget.bytes.div_ceil(parts as u64), ..budget };
    (0..parts).map(|part| Ok(Limited::new(storage.open(part, parts)?, share))).collect()
}

/// A block on its way to the hasher, and who read it.
type Filled = io::Result<(usize, Buffer, usize)>;

fn several_md5(storage: &dyn Storage, parts: usize, budget: Budget) -> io::Result<Rate> {
    let mut hasher = MultiHasher::new();
    let streams: Vec<_> = (0..parts).map(|_| hasher.open()).collect();
    handed_over(storage, parts, budget, |blocks| {
        let feeds: Vec<_> = blocks.iter().map(|&(part, bytes)| (streams[part], bytes)).collect();
        hasher.update_many(&feeds);
    })
}

/// Reads alone, `parts` parts at the same time, their blocks handed over as for MD5: what that costs is in it.
pub(super) fn read_several_ahead(storage: &dyn Storage, parts: usize, budget: Budget) -> io::Result<Rate> {
    handed_over(storage, parts, budget, |blocks| {
        for (_, bytes) in blocks {
            black_box(read_every_byte(bytes));
        }
    })
}

/// A thread reads each part; `each` gets the next block, with its part's number, of every part that has one.
fn handed_over(
    storage: &dyn Storage,
    parts: usize,
    budget: Budget,
    each: impl FnMut(&[(usize, &[u8])]),
) -> io::Result<Rate> {
    // A long job's buffers are in memory after its first moments, those of a short measurement must be so before.
    let mut buffers: Vec<Buffer> = (0..2 * parts).map(|_| Buffer::touched(WIDE_BLOCK)).collect();
    let sources = open_all(storage, parts, budget)?;
    timed(|| {
        thread::scope(|scope| {
            let (full_out, full_in) = mpsc::channel::<Filled>();
            let mut empty = Vec::new();
            for (part, mut source) in sources.into_iter().enumerate() {
                let (empty_out, empty_in) = mpsc::channel::<Buffer>();
                for buffer in buffers.drain(..2) {
                    let _ = empty_out.send(buffer);
                }
                empty.push(Some(empty_out));
                let full_out = full_out.clone();
                scope.spawn(move || {
                    for mut buffer in empty_in {
                        let filled = blocks::fill(&mut source, &mut buffer);
                        let ended = !matches!(filled, Ok(filled) if filled == WIDE_BLOCK);
                        if full_out.send(filled.map(|filled| (part, buffer, filled))).is_err() || ended {
                            return;
                        }
                    }
                });
            }
            drop(full_out);
            side_by_side(&full_in, &mut empty, each)
        })
    })
}

/// Takes the next block of every reader that has one, together, until no reader is left.
fn side_by_side(
    full: &mpsc::Receiver<Filled>,
    empty: &mut [Option<mpsc::Sender<Buffer>>],
    mut each: impl FnMut(&[(usize, &[u8])]),
) -> io::Result<u64> {
    // A reader may be ahead of the others: two blocks of one stream cannot be hashed side by side.
    let mut waiting: Vec<VecDeque<(Buffer, usize)>> = empty.iter().map(|_| VecDeque::new()).collect();
    let mut total = 0;
    let mut reading = empty.len();
    loop {
        let mut ready = waiting.iter().filter(|blocks| !blocks.is_empty()).count();
        while ready < reading {
            // Side by side many cost little more than one: worth a moment's wait, but not for a reader that is much slower.
            let next = if ready == 0 { full.recv().ok() } else { full.recv_timeout(PATIENCE).ok() };
            let Some(next) = next else { break };
            let (part, buffer, filled) = next?;
            ready += usize::from(waiting[part].is_empty());
            waiting[part].push_back((buffer, filled));
        }
        if ready == 0 {
            return Ok(total);
        }
        let batch: Vec<_> = (0..waiting.len())
            .filter_map(|part| waiting[part].pop_front().map(|(buffer, filled)| (part, buffer, filled)))
            .collect();
        let blocks: Vec<_> = batch.iter().map(|(part, buffer, filled)| (*part, &buffer[..*filled])).collect();
        each(&blocks);
        for (part, buffer, filled) in batch {
            total += filled as u64;
            // A reader at its end wants no buffer; without this end of the channel it would never notice.
            if filled < WIDE_BLOCK {
                empty[part] = None;
                reading -= 1;
            } else if let Some(empty) = &empty[part] {
                let _ = empty.send(buffer);
            }
        }
    }
}

/// The checksum alone, of a block that lies in the core's own cache, as one does that was just read.
pub(super) fn compute(engine: Runnable, time: Duration) -> Rate {
    let block = vec![0x5a; BLOCK];
    let mut stream = engine.stream().expect("a one-lane engine");
    repeat(time, || {
        for _ in 0..BLOCKS_PER_LOOK {
            stream.update(black_box(&block));
        }
        (BLOCKS_PER_LOOK * BLOCK) as u64
    })
}

/// MD5 of `parts` streams side by side, from memory.
pub(super) fn compute_several_md5(parts: usize, time: Duration) -> Rate {
    // Larger than a core's own cache, as blocks that another core has just read are not in it.
    let memory = vec![0x5a; parts * SPREAD * BLOCK];
    let mut hasher = MultiHasher::new();
    let streams: Vec<_> = (0..parts).map(|_| hasher.open()).collect();
    repeat(time, || {
        for blocks in memory.chunks(parts * BLOCK) {
            let feeds: Vec<_> = streams.iter().copied().zip(blocks.chunks(BLOCK)).collect();
            hasher.update_many(&feeds);
        }
        memory.len() as u64
    })
}

fn repeat(time: Duration, mut job: impl FnMut() -> u64) -> Rate {
    // The first round decides on the kernels and fills the caches.
    job();
    let end = Instant::now() + time;
    let done = timed(|| {
        let mut total = 0;
        while Instant::now() < end {
            total += job();
        }
        Ok::<u64, std::convert::Infallible>(total)
    });
    match done {
        Ok(rate) => rate,
        Err(never) => match never {},
    }
}
