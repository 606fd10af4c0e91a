//! The rounds: every contestant once in each, burst by burst, in rotated order.

use crate::cases::{Buffer, Case, Group, Mode, Random, Shape};
use crate::contestants::{Code, Contestant, Role, reference_md5, reference_sum};
use checksum_measure::{SignalMeter, Signals};
use std::collections::HashMap;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// How long and how often.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Calls are repeated until a burst lasts this long.
    pub burst: Duration,
    /// Time for all rounds of one case, four times that where one call is long.
    pub budget: Duration,
    /// Rounds that are run even if that takes longer.
    pub min_rounds: usize,
    /// Rounds after which a case is done.
    pub max_rounds: usize,
}

/// On inputs from this size on …
const LARGE: usize = 16 << 20;
/// … whoever takes more than this many times as long as the fastest is left out after one call.
const TOO_SLOW: f64 = 4.0;
/// … and the time for all rounds is this many times as long.
const LARGE_SHARE: u32 = 4;
/// Calls before each burst that are not timed, as a share of the burst: they bring caches and branch
/// predictors into the contestant's own state after its predecessor's.
const WARM_SHARE: usize = 8;
/// A round in which others had the CPU for more than this share of the time is run again, unless the time for the case
/// is over before there are enough rounds.
const DISTURBED: f64 = 0.02;

/// One contestant's samples in one case.
pub struct Entry<'a> {
    /// Who.
    pub contestant: &'a Contestant,
    /// Calls in a burst.
    pub calls: usize,
    /// Nanoseconds of each burst, in the order of the rounds.
    pub bursts: Vec<u64>,
}

impl Entry<'_> {
    /// Nanoseconds of one call, for each round.
    pub fn per_call(&self) -> Vec<f64> {
        self.bursts.iter().map(|&ns| ns as f64 / self.calls as f64).collect()
    }
}

/// What came of one case.
pub struct Outcome<'a> {
    /// The case.
    pub case: Case,
    /// Everyone measured; all have the same number of rounds.
    pub entries: Vec<Entry<'a>>,
    /// `(name, reason)` of those left out of this case.
    pub left_out: Vec<(String, String)>,
    /// Those who gave a wrong answer in this case; they are not in `entries`.
    pub wrong: Vec<String>,
    /// Rounds that somebody else's work disturbed: thrown away and run again.
    pub disturbed: usize,
    /// Whether the kept rounds were disturbed too, because none was quiet for too long.
    pub noisy: bool,
}

/// Measures one case with everyone in `field`.
pub fn run<'a>(case: &Case, field: &[&'a Contestant], buffer: &Buffer, options: Options) -> Outcome<'a> {
    let mut outcome = Outcome {
        case: case.clone(),
        entries: Vec::new(),
        left_out: Vec::new(),
        wrong: Vec::new(),
        disturbed: 0,
        noisy: false,
    };
    let mut job = Job::new(case, buffer);
    let mut first_calls = Vec::new();
    for &contestant in field {
        if !job.suits(contestant) {
            let reason = "has no form that continues from a checksum".to_owned();
            outcome.left_out.push((contestant.name.clone(), reason));
            continue;
        }
        match job.calibrate(contestant, options.burst) {
            Some((calls, ns)) => {
                first_calls.push(ns);
                outcome.entries.push(Entry { contestant, calls, bursts: Vec::new() });
            }
            None => outcome.wrong.push(contestant.name.clone()),
        }
    }
    if case.bytes() >= LARGE && case.group != Group::Lanes {
        let fastest = first_calls.iter().copied().fold(f64::INFINITY, f64::min);
        let mut times = first_calls.iter();
        outcome.entries.retain(|entry| {
            let ratio = times.next().map_or(1.0, |ns| ns / fastest);
            let keep = ratio <= TOO_SLOW || matches!(entry.contestant.role, Role::Ours | Role::Again);
            if !keep {
                let reason = format!("{ratio:.1} times as long as the fastest in its first call");
                outcome.left_out.push((entry.contestant.name.clone(), reason));
            }
            keep
        });
    }
    rounds(&mut outcome, &mut job, options);
    outcome
}

/// Nanoseconds of a call that does nothing: what every sample of a short input contains besides the checksum.
pub fn empty_call(buffer: &Buffer, burst: Duration) -> f64 {
    let nothing = Contestant {
        group: Group::Crc32,
        name: "nothing".into(),
        origin: String::new(),
        role: Role::Bound,
        code: Code::Sum { whole: Box::new(|data| data.len() as u32), fold: None },
    };
    let shape = Shape::One { len: 16, offset: 0, mode: Mode::Independent };
    let mut job = Job::new(&Case { group: Group::Crc32, name: String::new(), shape }, buffer);
    job.calibrate(&nothing, burst).map_or(f64::NAN, |(_, ns)| ns)
}

fn rounds(outcome: &mut Outcome<'_>, job: &mut Job<'_>, options: Options) {
    let mut random = Random::new(0x0dd_ba11);
    let mut order: Vec<usize> = (0..outcome.entries.len()).collect();
    let mut bad = vec![false; order.len()];
    let meter = SignalMeter::new();
    let budget = if outcome.case.bytes() >= LARGE { LARGE_SHARE * options.budget } else { options.budget };
    let start = Instant::now();
    for round in 0..options.max_rounds {
        let kept = round - outcome.disturbed;
        if kept >= options.min_rounds && start.elapsed() >= budget {
            break;
        }
        let (before, began) = (meter.read(), Instant::now());
        // A fresh permutation for each turn of the wheel: everyone follows everyone at some time.
        if !order.is_empty() && round % order.len() == 0 {
            for i in (1..order.len()).rev() {
                order.swap(i, random.below(i + 1));
            }
        }
        for turn in 0..order.len() {
            let index = order[(round + turn) % order.len()];
            let entry = &mut outcome.entries[index];
            let warm = entry.calls / WARM_SHARE;
            if warm > 0 {
                job.burst(entry.contestant, warm);
            }
            let (ns, answer) = job.burst(entry.contestant, entry.calls);
            bad[index] |= !job.is_right(entry.contestant, entry.calls, &answer);
            entry.bursts.push(ns);
        }
        if lost(meter.since(before)) > DISTURBED * began.elapsed().as_nanos() as f64 {
            // A round goes whole, whatever it measured: that picks no favourites.
            if kept >= options.min_rounds || start.elapsed() < budget {
                outcome.disturbed += 1;
                outcome.entries.iter_mut().for_each(|entry| entry.bursts.truncate(kept));
            } else {
                outcome.noisy = true;
            }
        }
    }
    let mut verdicts = bad.iter();
    outcome.entries.retain(|entry| {
        let wrong = *verdicts.next().unwrap_or(&false);
        if wrong {
            outcome.wrong.push(entry.contestant.name.clone());
        }
        !wrong
    });
}

/// Nanoseconds in which the process could have run but others did, in this system or in another one on the same machine.
fn lost(signals: Signals) -> f64 {
    /// The kernel counts stolen time in hundredths of a second (`USER_HZ`).
    const TICK: f64 = 1e7;
    signals.waited_ns.unwrap_or(0) as f64 + TICK * signals.stolen_ticks.unwrap_or(0) as f64
}

/// What a burst computed: enough to know that every call did its work.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Answer {
    /// The sum of all 32-bit results, or the last link of a chain.
    U32(u32),
    /// The sum of all MD5s as numbers, or the last link of a chain.
    U128(u128),
    /// The last call's digests.
    Many(Vec<[u8; 16]>),
}

/// One case's input, and the right answers.
struct Job<'a> {
    group: Group,
    mode: Mode,
    data: &'a [u8],
    messages: Vec<&'a [u8]>,
    digests: Vec<[u8; 16]>,
    chained: Box<Chained>,
    chained_len: usize,
    single: Option<Answer>,
    chains: HashMap<usize, Answer>,
}

/// The message of a chain of MD5s, whose first bytes change.
#[repr(align(64))]
struct Chained([u8; 1 << 10]);

impl<'a> Job<'a> {
    fn new(case: &Case, buffer: &'a Buffer) -> Job<'a> {
        let mut job = Job {
            group: case.group,
            mode: Mode::Independent,
            data: &[],
            messages: Vec::new(),
            digests: Vec::new(),
            chained: Box::new(Chained([0; 1 << 10])),
            chained_len: 0,
            single: None,
            chains: HashMap::new(),
        };
        match &case.shape {
            Shape::One { len, offset, mode } => {
                job.data = buffer.slice(*offset, *len);
                job.mode = *mode;
                if *mode == Mode::Dependent && case.group == Group::Md5 {
                    job.chained_len = *len;
                    job.chained.0[..*len].copy_from_slice(job.data);
                }
            }
            Shape::Lanes(lanes) => {
                job.messages = lanes.iter().map(|&(start, len)| buffer.slice(start, len)).collect();
                job.digests = vec![[0; 16]; lanes.len()];
            }
        }
        job
    }

    fn suits(&self, contestant: &Contestant) -> bool {
        match &contestant.code {
            Code::Sum { fold, .. } => self.mode == Mode::Independent || fold.is_some(),
            Code::Digest(_) | Code::Many(_) => true,
        }
    }

    /// Calls in a burst (a power of two, so that chains can share their right answers) and the time of one;
    /// `None` when the answer is wrong.
    fn calibrate(&mut self, contestant: &Contestant, burst: Duration) -> Option<(usize, f64)> {
        let mut calls = 1;
        let target = burst.as_nanos() as f64;
        loop {
            let (mut ns, answer) = self.burst(contestant, calls);
            if !self.is_right(contestant, calls, &answer) {
                return None;
            }
            // A long call is timed once; a short one again, now that it is warm.
            if (ns as f64) < 20.0 * target {
                ns = ns.min(self.burst(contestant, calls).0);
            }
            let one = (ns as f64 / calls as f64).max(0.1);
            if ns as f64 >= target || calls >= 1 << 26 {
                return Some((calls, one));
            }
            // Not too far at once: the first calls are slow.
            let wanted = ((target / one).ceil() as usize).max(calls + 1).next_power_of_two();
            calls = wanted.min(calls * 64);
        }
    }

    /// Runs `calls` calls: nanoseconds and what they computed.
    fn burst(&mut self, contestant: &Contestant, calls: usize) -> (u64, Answer) {
        let data = self.data;
        match (&contestant.code, self.mode) {
            (Code::Sum { whole, .. }, Mode::Independent) => {
                let start = Instant::now();
                let mut sum = 0u32;
                for _ in 0..calls {
                    sum = sum.wrapping_add(whole(black_box(data)));
                }
                (elapsed(start), Answer::U32(sum))
            }
            (Code::Sum { fold, .. }, Mode::Dependent) => {
                let fold = fold.as_ref().expect("`suits` was asked");
                let mut value = self.group.initial();
                let start = Instant::now();
                for _ in 0..calls {
                    value = fold(value, black_box(data));
                }
                (elapsed(start), Answer::U32(value))
            }
            (Code::Digest(digest), Mode::Independent) => {
                let start = Instant::now();
                let mut sum = 0u128;
                for _ in 0..calls {
                    sum = sum.wrapping_add(u128::from_le_bytes(digest(black_box(data))));
                }
                (elapsed(start), Answer::U128(sum))
            }
            (Code::Digest(digest), Mode::Dependent) => {
                let message = &mut self.chained.0[..self.chained_len];
                message.copy_from_slice(data);
                let start = Instant::now();
                for _ in 0..calls {
                    let result = digest(black_box(message));
                    message[..16].copy_from_slice(&result);
                }
                let ns = elapsed(start);
                let (last, _) = message.split_first_chunk::<16>().expect("a chain's message has 16 bytes");
                (ns, Answer::U128(u128::from_le_bytes(*last)))
            }
            (Code::Many(many), _) => {
                self.digests.fill([0; 16]);
                let start = Instant::now();
                for _ in 0..calls {
                    many(black_box(&self.messages), &mut self.digests);
                }
                (elapsed(start), Answer::Many(self.digests.clone()))
            }
        }
    }

    fn is_right(&mut self, contestant: &Contestant, calls: usize, answer: &Answer) -> bool {
        contestant.role == Role::Bound || *answer == self.expected(calls)
    }

    /// The right answer after `calls` calls, by the reference.
    fn expected(&mut self, calls: usize) -> Answer {
        let (group, data) = (self.group, self.data);
        if self.mode == Mode::Dependent {
            let chain = || match group {
                Group::Md5 => {
                    let mut message = data.to_vec();
                    for _ in 0..calls {
                        let digest = reference_md5(&message);
                        message[..16].copy_from_slice(&digest);
                    }
                    Answer::U128(u128::from_le_bytes(message[..16].try_into().expect("16 bytes")))
                }
                _ => Answer::U32((0..calls).fold(group.initial(), |sum, _| reference_sum(group, sum, data))),
            };
            return self.chains.entry(calls).or_insert_with(chain).clone();
        }
        let messages = &self.messages;
        let single = self.single.get_or_insert_with(|| match group {
            Group::Lanes => Answer::Many(messages.iter().map(|message| reference_md5(message)).collect()),
            Group::Md5 => Answer::U128(u128::from_le_bytes(reference_md5(data))),
            _ => Answer::U32(reference_sum(group, group.initial(), data)),
        });
        match single {
            Answer::U32(sum) => Answer::U32(sum.wrapping_mul(calls as u32)),
            Answer::U128(sum) => Answer::U128(sum.wrapping_mul(calls as u128)),
            Answer::Many(digests) => Answer::Many(digests.clone()),
        }
    }
}

fn elapsed(start: Instant) -> u64 {
    u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX)
}
