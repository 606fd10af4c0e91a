//! What is timed: a label, a closure that does the work, and whom its answer must agree with.

use checksum_engine::{Digest, Engine, Runnable};
use std::fmt;
use std::hint::black_box;

/// What a pass computed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// The checksum of one message.
    One(Digest),
    /// The checksums of many messages, in their order.
    Many(Box<[Digest]>),
}

impl From<Digest> for Answer {
    fn from(digest: Digest) -> Self {
        Answer::One(digest)
    }
}

impl From<u32> for Answer {
    fn from(value: u32) -> Self {
        Answer::One(Digest::U32(value))
    }
}

impl From<Box<[Digest]>> for Answer {
    fn from(digests: Box<[Digest]>) -> Self {
        Answer::Many(digests)
    }
}

/// Lower-case hex; many digests with spaces between them.
impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::One(digest) => digest.fmt(f),
            Answer::Many(digests) => {
                f.pad(&digests.iter().map(Digest::to_string).collect::<Vec<_>>().join(" "))
            }
        }
    }
}

type Work<'a, E> = Box<dyn FnMut(u32) -> Result<Answer, E> + 'a>;

/// One thing to time. `E` is what a pass may fail with, such as an I/O error.
pub struct Contestant<'a, E> {
    pub(crate) label: String,
    pub(crate) group: String,
    pub(crate) engine: Option<&'static Engine>,
    pub(crate) expected: Option<Answer>,
    pub(crate) chained: bool,
    pub(crate) work: Work<'a, E>,
}

impl<'a, E> Contestant<'a, E> {
    /// A contestant that loops by itself: `work(n)` does the pass `n` times and gives the last pass's answer.
    ///
    /// `label` names it in results (an engine's id). Contestants of one `group` must give equal answers: the
    /// family's name, with the way the message is split behind it where that changes the answer.
    pub fn new(
        label: impl Into<String>,
        group: impl Into<String>,
        work: impl FnMut(u32) -> Result<Answer, E> + 'a,
    ) -> Self {
        Contestant {
            label: label.into(),
            group: group.into(),
            engine: None,
            expected: None,
            chained: false,
            work: Box::new(work),
        }
    }

    /// A contestant from one pass, which is repeated as often as the plan says. The loop is compiled together
    /// with the pass, so that short passes pay no indirect call of the harness's.
    pub fn repeat<A: Into<Answer>>(
        label: impl Into<String>,
        group: impl Into<String>,
        mut pass: impl FnMut() -> Result<A, E> + 'a,
    ) -> Self {
        Contestant::new(label, group, move |iterations| {
            let mut answer = black_box(pass()?);
            for _ in 1..iterations {
                answer = black_box(pass()?);
            }
            Ok(answer.into())
        })
    }

    /// An engine over the whole of `data` as one message. Group: the family's name.
    pub fn whole(runnable: Runnable, data: &'a [u8]) -> Self {
        let engine = runnable.engine();
        Contestant::repeat(engine.id, engine.family.name(), move || Ok(runnable.checksum(black_box(data))))
            .engine(engine)
    }

    /// Remembers the engine behind it, for the result records.
    pub fn engine(mut self, engine: &'static Engine) -> Self {
        self.engine = Some(engine);
        self
    }

    /// Sets the only right answer, where it is known from elsewhere. Without it the contestant must agree with
    /// itself over all rounds and with its group.
    pub fn expect(mut self, answer: impl Into<Answer>) -> Self {
        self.expected = Some(answer.into());
        self
    }

    /// Says that each pass starts from the answer of the one before (latency is timed, not throughput), so that
    /// the answer depends on how often the pass is repeated and is compared only between equal counts.
    pub fn chained(mut self) -> Self {
        self.chained = true;
        self
    }

    /// The label.
    pub fn label(&self) -> &str {
        &self.label
    }
}

impl<E> fmt::Debug for Contestant<'_, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Contestant").field("label", &self.label).field("group", &self.group).finish()
    }
}

/// Everything that runs over one input: the contestants, and what shows how fast the input could be read at best.
#[derive(Debug)]
pub struct Lineup<'a, E> {
    /// In the order in which results list them. The first is the one that ratios refer to and that is entered twice.
    pub contestants: Vec<Contestant<'a, E>>,
    /// Reads the same bytes in the same way and computes next to nothing; see [`ceiling`](crate::ceiling).
    pub ceiling: Option<Contestant<'a, E>>,
}
