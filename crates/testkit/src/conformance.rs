//! The one loop that every engine of every family passes.

use crate::vectors::{hex32, vectors};
use crate::{GuardedBuffer, Random};
use checksum_engine::{CpuFeatures, Digest, Engine, Family, Kernel, Runnable};
use std::io::Write;

/// Lengths at which counters, tables and deferred reductions change over.
const EDGES: [usize; 7] = [2048, 4096, 5552, 8192, 65521, 65536, 1 << 20];

/// Checks every engine of a family's registry against known answers and against the first of them, the reference.
/// Says on stderr how many ran, and which could not.
///
/// # Panics
/// On the first wrong value, with the engine, the input and both values; and when an engine named in
/// `CHECKSUM_MUST_RUN` was not run.
pub fn check_family(family: Family, engines: &'static [Engine]) {
    let ran = check_engines(family, engines);
    let guard = if GuardedBuffer::IS_GUARDED { "" } else { " (no page guards on this system)" };
    note(&format!("{family}: {} engines passed, {} skipped{guard}", ran.len(), engines.len() - ran.len()));
    let required = std::env::var("CHECKSUM_MUST_RUN").unwrap_or_default();
    if let Some(fault) = unmet(&required, family, &ran, engines.len()) {
        panic!("CHECKSUM_MUST_RUN: {fault}");
    }
}

/// The loop by itself, over any engines. Returns the ids of those that ran.
///
/// # Panics
/// On the first wrong value, as [`check_family`].
pub fn check_engines(family: Family, engines: &'static [Engine]) -> Vec<&'static str> {
    check_records(family, engines);
    let reference = engines[0].resolve(CpuFeatures::detect()).expect("the reference runs anywhere");
    let subjects = runnables(engines);
    let inputs = Inputs::new(reference);
    for &subject in &subjects {
        known_answers(family, subject);
        one_shot(subject, &inputs);
        page_edges(subject, &inputs);
        match subject.engine().kernel {
            Kernel::Fold(_) => {
                running_values(family, subject, reference);
                pieces(subject, reference);
            }
            Kernel::Digest(_) => pieces(subject, reference),
            Kernel::Many(_) => batches(subject, reference),
        }
        combine(family, subject, reference);
    }
    subjects.iter().map(|subject| subject.engine().id).collect()
}

/// The engines that can run here; the others are named on stderr with what is missing.
pub(crate) fn runnables(engines: &'static [Engine]) -> Vec<Runnable> {
    let cpu = CpuFeatures::current();
    let mut subjects = Vec::new();
    for engine in engines {
        match engine.resolve(cpu) {
            Ok(runnable) => subjects.push(runnable),
            Err(missing) => note(&format!("skipped {}: {missing}", engine.id)),
        }
    }
    subjects
}

/// What of `required` (engine ids between commas; "all" for every engine of the registry) did not run. An id of no
/// family is a fault for all of them, so that a misspelt one cannot pass as another family's.
fn unmet(required: &str, family: Family, ran: &[&str], registered: usize) -> Option<String> {
    for id in required.split(',').map(str::trim).filter(|id| !id.is_empty()) {
        let of = Family::ALL.into_iter().find(|family| id.split('/').next() == Some(family.name()));
        if id == "all" {
            if ran.len() < registered {
                return Some(format!("{} of {registered} engines did not run", registered - ran.len()));
            }
        } else if of.is_none() {
            return Some(format!("'{id}' is of no family"));
        } else if of == Some(family) && !ran.contains(&id) {
            return Some(format!("{id} did not run on this machine, or there is no such engine"));
        }
    }
    None
}

/// Past the test harness's capture, which would hide it when the test passes.
fn note(line: &str) {
    // A closed stderr must not fail the tests.
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// What a row must hold whatever its kernel does.
fn check_records(family: Family, engines: &[Engine]) {
    crate::check_versions(engines);
    assert!(engines[0].needs.is_empty() && engines[0].lanes == 1, "the first row is the reference");
    for (i, engine) in engines.iter().enumerate() {
        assert_eq!(engine.family, family, "{}", engine.id);
        assert_eq!(engine.id.split('/').next(), Some(family.name()), "{}", engine.id);
        assert_eq!(engine.id, engine.id.to_lowercase(), "{}", engine.id);
        assert!(!engine.about.is_empty(), "{}: says nothing about itself", engine.id);
        assert_eq!(engine.lanes > 1, matches!(engine.kernel, Kernel::Many(_)), "{}: lanes", engine.id);
        for other in &engines[..i] {
            assert_ne!(engine.id, other.id, "two rows have one id");
            assert!(engine.code.is_none() || engine.code != other.code, "{}: code stands twice", engine.id);
        }
    }
}

/// Inputs with the reference's answers, computed once for all engines.
struct Inputs {
    /// Index is the length.
    short: Vec<(Vec<u8>, Digest)>,
    long: Vec<(Vec<u8>, Digest)>,
}

impl Inputs {
    fn new(reference: Runnable) -> Inputs {
        let mut random = Random::new(1);
        let mut answered = |len: usize| {
            let data = random.bytes(len);
            let digest = reference.checksum(&data);
            (data, digest)
        };
        let short = (0..=1024).map(&mut answered).collect();
        let around = EDGES.iter().flat_map(|&edge| edge - 3..=edge + 3);
        // Longer than any block, strip or table of a kernel, with a ragged end.
        let more = [3 * (1 << 20) + 4097, 1537, 3000, 6143, 12_345, 100_003, 262_143, 300_001];
        let long = around.chain(more).map(&mut answered).collect();
        Inputs { short, long }
    }
}

fn known_answers(family: Family, subject: Runnable) {
    let id = subject.engine().id;
    let set = vectors();
    for row in set.published.iter().filter(|row| row.algo == family.name()) {
        let digest = subject.checksum(&row.rule.bytes());
        assert_eq!(digest.to_string(), row.value, "{id}: {} ({})", row.id, row.source);
    }
    for case in &set.cases {
        assert_eq!(subject.checksum(&case.rule.bytes()).to_string(), case.value(family), "{id}: {}", case.id);
    }
    for table in &set.tables {
        for (rule, value) in table.rows(family) {
            assert_eq!(subject.checksum(&rule.bytes()).to_string(), value, "{id}: {} {rule:?}", table.id);
        }
    }
    for row in set.continued.iter().filter(|row| row.algo == family.name()) {
        if let Some(value) = subject.fold(hex32(&row.start), &row.rule.bytes()) {
            assert_eq!(format!("{value:08x}"), row.result, "{id}: {}", row.id);
        }
    }
}

/// Every length to 1024 at every offset to 63, and the long ones at a few offsets.
fn one_shot(subject: Runnable, inputs: &Inputs) {
    let id = subject.engine().id;
    let longest = inputs.long.iter().map(|(data, _)| data.len()).max().unwrap_or(0);
    let mut arena = vec![0u8; longest + 192];
    let base = arena.as_ptr().align_offset(64);
    let mut check = |data: &[u8], digest: Digest, offset: usize| {
        let place = &mut arena[base + offset..][..data.len()];
        place.copy_from_slice(data);
        assert_eq!(subject.checksum(place), digest, "{id}: {} bytes at offset {offset}", data.len());
    };
    for offset in 0..64 {
        for (data, digest) in &inputs.short {
            check(data, *digest, offset);
        }
    }
    for (data, digest) in &inputs.long {
        for offset in [0, 1, 31, 63] {
            check(data, *digest, offset);
        }
    }
}

/// Inputs that end, or begin, at an unmapped page.
fn page_edges(subject: Runnable, inputs: &Inputs) {
    let id = subject.engine().id;
    let mut buffer = GuardedBuffer::new(1 << 17);
    let long = inputs.long.iter().filter(|(data, _)| data.len() <= 1 << 17);
    for (data, digest) in inputs.short.iter().chain(long) {
        assert_eq!(subject.checksum(buffer.at_end(data)), *digest, "{id}: {} bytes at page end", data.len());
        assert_eq!(
            subject.checksum(buffer.at_start(data)),
            *digest,
            "{id}: {} bytes at page start",
            data.len()
        );
    }
}

/// Running values: the extremes with data that overflows first, and random ones.
fn running_values(family: Family, subject: Runnable, reference: Runnable) {
    let id = subject.engine().id;
    let mut random = Random::new(2);
    let check = |start: u32, data: &[u8]| {
        let (value, right) = (subject.fold(start, data), reference.fold(start, data));
        assert_eq!(value, right, "{id}: from {start:08x} over {} bytes", data.len());
    };
    let extremes: &[u32] = match family {
        // The largest legal state: both halves 65520.
        Family::Adler32 => &[0xfff0_fff0, 0x0000_fff0, 0xfff0_0000, 0, 1],
        _ => &[0, 1, 0x8000_0000, u32::MAX],
    };
    let ones = vec![0xff; (1 << 20) + 3];
    let lengths = (0..=1024).chain(EDGES.iter().flat_map(|&edge| edge - 3..=edge + 3));
    for len in lengths {
        // The reference takes a while over long inputs: there only the worst start.
        let starts = if len <= 1024 { extremes } else { &extremes[..1] };
        for &start in starts {
            check(start, &ones[..len]);
        }
    }
    for offset in 0..64 {
        check(extremes[0], &ones[offset..][..5553]);
    }
    for _ in 0..2000 {
        let start = match family {
            Family::Adler32 => (random.below(65521) << 16 | random.below(65521)) as u32,
            _ => random.next_u32(),
        };
        let len = random.below(600);
        let data = random.bytes(len);
        check(start, &data);
    }
}

/// Every way of cutting the input gives the same value, and reading the value midway disturbs nothing.
fn pieces(subject: Runnable, reference: Runnable) {
    let id = subject.engine().id;
    let fresh = || subject.stream().unwrap_or_else(|| panic!("{id}: one-lane engines stream"));
    let mut random = Random::new(3);

    let message = random.bytes(331);
    let whole = reference.checksum(&message);
    for cut in 0..=message.len() {
        let mut stream = fresh();
        stream.update(&message[..cut]);
        let midway = stream.digest();
        assert_eq!(midway, stream.digest(), "{id}: read twice at {cut}");
        assert_eq!(midway, reference.checksum(&message[..cut]), "{id}: midway at {cut}");
        stream.update(&[]);
        stream.update(&message[cut..]);
        assert_eq!(stream.digest(), whole, "{id}: cut at {cut}");
    }

    let message = random.bytes(200_003);
    let whole = reference.checksum(&message);
    for &size in &vectors().chunk_sizes_to_try {
        let mut stream = fresh();
        message.chunks(size).for_each(|piece| stream.update(piece));
        assert_eq!(stream.digest(), whole, "{id}: pieces of {size}");
    }
    for _ in 0..20 {
        let mut stream = fresh();
        let mut rest = &message[..];
        while !rest.is_empty() {
            let most = [70, 300, 5000, 70_000][random.below(4)];
            let (piece, more) = rest.split_at(random.below(most).min(rest.len()));
            stream.update(piece);
            rest = more;
        }
        assert_eq!(stream.digest(), whole, "{id}: random pieces");
    }
}

/// Many messages at once: none, one, more than there are lanes; equal, ragged and lopsided lengths.
fn batches(subject: Runnable, reference: Runnable) {
    let id = subject.engine().id;
    let mut random = Random::new(4);
    let mut check = |lengths: &[usize], what: &str| {
        let messages: Vec<Vec<u8>> = lengths.iter().map(|&len| random.bytes(len)).collect();
        let slices: Vec<&[u8]> = messages.iter().map(Vec::as_slice).collect();
        let digests = subject.many(&slices);
        for (i, message) in slices.iter().enumerate() {
            assert_eq!(
                digests[i],
                reference.checksum(message),
                "{id}: {what}, message {i} of {}",
                message.len()
            );
        }
    };
    let lanes = usize::from(subject.engine().lanes);
    check(&[], "no message");
    check(&(0..=1024).collect::<Vec<_>>(), "every length to 1024");
    check(&(0..=300).rev().collect::<Vec<_>>(), "falling lengths");
    for count in [1, 2, lanes - 1, lanes, lanes + 1, 2 * lanes + 3, 100] {
        for len in [0, 1, 55, 56, 63, 64, 65, 119, 120, 128, 1000, 4096] {
            check(&vec![len; count], &format!("{count} of one length"));
        }
    }
    let mut lopsided = vec![3; 99];
    lopsided.insert(50, 300_000);
    check(&lopsided, "one giant among the tiny");
    let mut random = Random::new(5);
    let mut spread = || {
        let most = 2 << random.below(15);
        random.below(most)
    };
    let mixed: Vec<usize> = (0..200).map(|_| spread()).collect();
    check(&mixed, "mixed lengths");
}

/// `combine` against known answers and against the value of the whole.
fn combine(family: Family, subject: Runnable, reference: Runnable) {
    let Some(combine) = subject.engine().combine else { return };
    let id = subject.engine().id;
    for row in vectors().combine.iter().filter(|row| row.algo == family.name()) {
        let len = row.b_len.parse().expect("a length");
        assert_eq!(combine(hex32(&row.a), hex32(&row.b), len), hex32(&row.result), "{id}: {}", row.id);
    }
    let mut random = Random::new(6);
    for _ in 0..300 {
        let len = random.below(3000);
        let message = random.bytes(len);
        let (a, b) = message.split_at(random.below(len + 1));
        let value = |data: &[u8]| match reference.checksum(data) {
            Digest::U32(value) => value,
            Digest::Md5(_) => panic!("{id}: MD5 does not combine"),
        };
        assert_eq!(
            combine(value(a), value(b), b.len() as u64),
            value(&message),
            "{id}: {} + {}",
            a.len(),
            b.len()
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_must_run_cannot_be_skipped_or_misspelt() {
        let unmet = |required| unmet(required, Family::Crc32, &["crc32/bitwise", "crc32/byte"], 3);
        assert_eq!(unmet(""), None);
        assert_eq!(unmet(" crc32/byte ,md5/plain,"), None);
        assert!(unmet("crc32/slice8").is_some());
        assert!(unmet("crc23/byte").is_some());
        assert!(unmet("crc32/byte,all").is_some());
    }
}
