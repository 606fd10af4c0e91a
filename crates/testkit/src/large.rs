use crate::conformance::runnables;
use crate::vectors::vectors;
use checksum_engine::{Engine, Family};

/// The inputs of more than 256 MiB, up to more than 4 GiB: fed to every engine's stream in pieces.
/// Takes minutes, so families call it from an ignored test that a script runs.
///
/// # Panics
/// On a wrong value.
pub fn check_large(family: Family, engines: &'static [Engine]) {
    for case in &vectors().large {
        let mut streams: Vec<_> = runnables(engines)
            .into_iter()
            .filter_map(|runnable| Some((runnable.engine().id, runnable.stream()?)))
            .collect();
        case.rule.each_block(&mut |block| {
            for (_, stream) in &mut streams {
                stream.update(block);
            }
        });
        for (id, stream) in &streams {
            assert_eq!(stream.digest().to_string(), case.value(family), "{id}: {}", case.id);
        }
        eprintln!("{family}: {} right in {} engines", case.id, streams.len());
    }
}

/// One call over more than 4 GiB: a length kept in 32 bits would show. Needs 4 GiB of memory.
///
/// # Panics
/// On a wrong value.
#[cfg(target_pointer_width = "64")]
pub fn check_one_call_over_4_gib(family: Family, engines: &'static [Engine]) {
    let case = vectors().large.iter().find(|case| case.id == "d-rep-lcg-4097").expect("a known case");
    let data = case.rule.bytes();
    for runnable in runnables(engines) {
        assert_eq!(runnable.checksum(&data).to_string(), case.value(family), "{}", runnable.engine().id);
    }
}
