//! From a job and an engine to what stands inside the clock.

use crate::measure::data::Data;
use crate::measure::plan::{Input, Job, MANY, Mode};
use crate::measure::setup::Entrant;
use checksum_catalog::find;
use checksum_engine::{CpuFeatures, Digest, Runnable};
use checksum_input::{Buffer, InputError};
use checksum_measure::{Answer, Contestant, ceiling};
use std::hint::black_box;

/// A contestant of ours: what can fail is reading.
pub(crate) type Entered<'a> = Contestant<'a, InputError>;

/// The engine of an entrant, ready to run.
pub(crate) fn runnable(entrant: &Entrant) -> Runnable {
    let engine = find(&entrant.id).expect("entrants come from the catalogue");
    engine.resolve(CpuFeatures::current()).expect("only entrants that can run are entered")
}

/// The entrant over the job's bytes. `expected` is the answer that its passes must give.
pub(crate) fn entered<'a>(entrant: &Entrant, job: &Job, data: &'a Data, expected: &Answer) -> Entered<'a> {
    let engine = runnable(entrant);
    let handicap = entrant.handicap;
    let label = entrant.name.as_str();
    if is_chained(job) {
        let Data::Memory(placed) = data else { unreachable!("short messages are in memory") };
        return chained(label, job, engine, placed.bytes());
    }
    let contestant = match (data, job.mode) {
        (Data::Memory(placed), Mode::Whole) => {
            let bytes = placed.bytes();
            repeated(label, job, handicap, move || Ok(engine.checksum(black_box(bytes))))
        }
        (Data::Memory(placed), Mode::Chunk) => {
            let (bytes, chunk) = (placed.bytes(), job.chunk as usize);
            repeated(label, job, handicap, move || {
                let mut stream = engine.stream().expect("engines of one lane have a streaming form");
                black_box(bytes).chunks(chunk).for_each(|piece| stream.update(piece));
                Ok(stream.digest())
            })
        }
        (Data::Memory(placed), Mode::Many) => {
            let messages: Vec<&[u8]> = messages(placed.bytes()).collect();
            repeated(label, job, handicap, move || Ok(engine.many(black_box(&messages))))
        }
        (Data::Mapped(_, mapping), _) => {
            let bytes = mapping.bytes();
            repeated(label, job, handicap, move || Ok(engine.checksum(black_box(bytes))))
        }
        (Data::File(file), _) => {
            let mut block = Buffer::new(job.chunk as usize);
            repeated(label, job, handicap, move || {
                let mut stream = engine.stream().expect("engines of one lane have a streaming form");
                file.read_chunks_into(&mut block, |piece| stream.update(piece))?;
                Ok(stream.digest())
            })
        }
        (Data::Memory(_), Mode::Read | Mode::Map) => unreachable!("files are prepared as such"),
    };
    contestant.expect(expected.clone())
}

/// What only reads the same bytes in the same way.
pub(crate) fn read_only<'a>(job: &Job, data: &'a Data) -> Entered<'a> {
    match data {
        Data::Memory(placed) if is_short(job) => {
            let bytes = placed.bytes();
            Contestant::repeat(ceiling::LABEL, ceiling::LABEL, move || {
                Ok(ceiling::read_every_byte(black_box(bytes)))
            })
        }
        Data::Memory(placed) => ceiling::over(placed.bytes()),
        Data::Mapped(_, mapping) => ceiling::over(mapping.bytes()),
        Data::File(file) => {
            let mut block = Buffer::new(job.chunk as usize);
            Contestant::repeat(ceiling::LABEL, ceiling::LABEL, move || {
                let mut value = 0;
                file.read_chunks_into(&mut block, |piece| value ^= ceiling::read_every_byte(piece))?;
                Ok(value)
            })
        }
    }
}

/// What one pass of the job must answer, by the family's plain reference.
///
/// # Errors
/// Reading failed.
pub(crate) fn reference_answer(job: &Job, data: &Data) -> Result<Answer, InputError> {
    let engine = checksum_catalog::reference(job.family);
    let engine = engine.resolve(CpuFeatures::current()).expect("references run everywhere");
    Ok(match data {
        Data::Memory(placed) if job.mode == Mode::Many => {
            engine.many(&messages(placed.bytes()).collect::<Vec<_>>()).into()
        }
        Data::Memory(placed) => engine.checksum(placed.bytes()).into(),
        Data::Mapped(_, mapping) => engine.checksum(mapping.bytes()).into(),
        Data::File(file) => {
            let mut stream = engine.stream().expect("references have a streaming form");
            file.read_chunks_into(&mut Buffer::new(job.chunk as usize), |piece| stream.update(piece))?;
            stream.digest().into()
        }
    })
}

/// An answer as the column `digest` holds it: of many messages, the MD5 of their digests one behind the other.
pub(crate) fn shown(answer: &Answer) -> String {
    match answer {
        Answer::One(digest) => digest.to_string(),
        Answer::Many(digests) => {
            let all: Vec<u8> = digests.iter().flat_map(|digest| digest.to_string().into_bytes()).collect();
            checksum_catalog::reference(checksum_engine::Family::Md5)
                .resolve(CpuFeatures::current())
                .expect("references run everywhere")
                .checksum(&all)
                .to_string()
        }
    }
}

/// Whether each pass starts from the answer of the one before.
pub(crate) fn is_chained(job: &Job) -> bool {
    matches!(job.input, Input::Short { dependent: true, .. })
}

fn is_short(job: &Job) -> bool {
    matches!(job.input, Input::Short { .. })
}

fn messages(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.chunks((bytes.len() / MANY).max(1)).take(MANY)
}

/// The pass as often as told, and so many percent of that on top.
fn repeated<'a, A: Into<Answer>>(
    label: &str,
    job: &Job,
    handicap: u32,
    mut pass: impl FnMut() -> Result<A, InputError> + 'a,
) -> Entered<'a> {
    Contestant::new(label, group(job), move |iterations| {
        let passes = with_handicap(iterations, handicap);
        let mut answer = black_box(pass()?);
        for _ in 1..passes {
            answer = black_box(pass()?);
        }
        Ok(answer.into())
    })
}

/// Each pass starts from the answer of the one before: the running value, or for MD5 the digest as the first bytes of
/// the message.
fn chained<'a>(label: &str, job: &Job, engine: Runnable, bytes: &'a [u8]) -> Entered<'a> {
    let contestant = match job.family.initial() {
        Some(start) => Contestant::new(label, group(job), move |iterations| {
            let mut value = start;
            for _ in 0..iterations {
                value = engine.fold(value, black_box(bytes)).expect("all but MD5 are folds");
            }
            Ok(value.into())
        }),
        None => {
            let mut message = bytes.to_vec();
            Contestant::new(label, group(job), move |iterations| {
                message.copy_from_slice(bytes);
                let mut answer = engine.checksum(black_box(&message));
                for _ in 1..iterations {
                    if let Digest::Md5(digest) = answer {
                        let len = message.len().min(digest.len());
                        message[..len].copy_from_slice(&digest[..len]);
                    }
                    answer = engine.checksum(black_box(&message));
                }
                Ok(answer.into())
            })
        }
    };
    contestant.chained()
}

fn group(job: &Job) -> &'static str {
    job.family.name()
}

/// So many passes and that many percent more, rounded to whole passes.
pub(crate) fn with_handicap(iterations: u32, percent: u32) -> u32 {
    let more = (u64::from(iterations) * u64::from(percent) + 50) / 100;
    iterations.saturating_add(u32::try_from(more).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handicaps() {
        assert_eq!(with_handicap(1000, 5), 1050);
        assert_eq!(with_handicap(1000, 0), 1000);
        assert_eq!(with_handicap(1, 5), 1);
    }

    #[test]
    fn many_messages_are_of_one_length() {
        let bytes = vec![0; 100 * MANY];
        assert!(messages(&bytes).all(|message| message.len() == 100));
        assert_eq!(messages(&bytes).count(), MANY);
    }
}
