//! What can be read only once: a pipe, or a file of the kernel's whose content is made as it is read. Every engine
//! gets each block in turn, and the time of each is summed up, without that of reading.

use crate::report::{Line, ReadPath, Report};
use crate::session::Asked;
use crate::words::Request;
use checksum_console::Failure;
use checksum_engine::{Engine, Missing, Runnable, Stream};
use checksum_input::InputFile;
use checksum_measure::{Clock, Disagreement, MonotonicClock, Row, Timing, Value, megabytes_per_second};
use std::num::NonZeroUsize;

/// One engine on the way through the input.
struct Lane {
    stream: Box<dyn Stream>,
    ns: u64,
}

/// Reads the input once and fills the report.
///
/// # Errors
/// The input cannot be read to its end.
pub(crate) fn run(
    file: &InputFile,
    asked: &[Asked],
    request: &Request,
    block_size: NonZeroUsize,
    report: &mut Report,
) -> Result<(), Failure> {
    request.refuse_lanes("this input can only be read once, in blocks").map_err(Failure::usage)?;
    report.read_path = ReadPath::Stream;
    report.block_size = Some(block_size.get());
    report.benchmark = false;
    if request.benchmark || request.map || request.warm {
        report.notes.push("this input can only be read once: b, m and z have no effect".to_owned());
    }
    report.notes.push("speeds are of one pass and do not contain the reading".to_owned());
    let stream = |runnable: &Result<Runnable, Missing>| runnable.ok()?.stream();
    let mut lanes: Vec<Option<Lane>> =
        asked.iter().map(|asked| Some(Lane { stream: stream(&asked.runnable)?, ns: 0 })).collect();
    let clock = MonotonicClock::new();
    let each_block = |block: &[u8]| {
        for lane in lanes.iter_mut().flatten() {
            let start = clock.now_ns();
            lane.stream.update(block);
            lane.ns += clock.now_ns().saturating_sub(start);
        }
    };
    report.bytes = file.read_chunks(block_size.get(), each_block).map_err(Failure::failed)?;
    for (asked, lane) in asked.iter().zip(&lanes) {
        let row = match (&asked.runnable, lane) {
            (Err(missing), _) => Row::missing(asked.engine, missing),
            (Ok(_), None) => Row::not_run(asked.engine),
            (Ok(_), Some(lane)) => {
                row(asked.engine, lane, report.bytes, clock.resolution().can_time(lane.ns))
            }
        };
        report.results.push(Line::new(asked, row));
    }
    report.disagreements = disagreements(&report.results);
    for line in &mut report.results {
        let disputed = report.disagreements.iter().any(|found| found.group == line.row.family);
        line.row.verified = line.row.checksum.is_some() && !disputed;
    }
    Ok(())
}

fn row(engine: &Engine, lane: &Lane, bytes: u64, long_enough: bool) -> Row {
    Row {
        checksum: Some(lane.stream.digest().to_string()),
        timing: match () {
            () if bytes == 0 => Timing::Empty,
            () if long_enough => Timing::Timed,
            () => Timing::TooShort,
        },
        first_ns: Some(lane.ns),
        first_mb_per_s: megabytes_per_second(bytes, lane.ns as f64).filter(|_| long_enough),
        iterations: 1,
        ..Row::not_run(engine)
    }
}

/// Families whose engines gave more than one value.
fn disagreements(lines: &[Line]) -> Vec<Disagreement> {
    let value = |line: &Line| {
        let answer = line.row.checksum.clone()?;
        Some(Value { label: line.row.id.clone(), answer, rounds: vec![0], expected: None })
    };
    let mut found: Vec<Disagreement> = Vec::new();
    for line in lines.iter().filter(|line| line.row.checksum.is_some()) {
        let same_family = || lines.iter().filter(|other| other.row.family == line.row.family);
        let differ = same_family()
            .any(|other| other.row.checksum.is_some() && other.row.checksum != line.row.checksum);
        if differ && found.iter().all(|known| known.group != line.row.family) {
            let values = same_family().filter_map(value).collect();
            found.push(Disagreement { group: line.row.family.clone(), values });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use checksum_engine::CpuFeatures;

    fn line(id: &str, checksum: &str) -> Line {
        let engine = checksum_catalog::find(id).unwrap();
        let asked = Asked { engine, optional: false, runnable: engine.resolve(CpuFeatures::current()) };
        Line::new(&asked, Row { checksum: Some(checksum.to_owned()), ..Row::not_run(engine) })
    }

    #[test]
    fn different_values_of_one_family_are_found() {
        let same = [line("crc32/byte", "1"), line("crc32/slice8", "1"), line("md5/plain", "2")];
        assert!(disagreements(&same).is_empty());
        let differ = [line("crc32/byte", "1"), line("crc32/slice8", "3"), line("md5/plain", "2")];
        let found = disagreements(&differ);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].group.as_str(), found[0].values.len()), ("crc32", 2));
    }
}
