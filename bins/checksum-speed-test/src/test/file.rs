//! All tests of one file, and whether their checksums agree.

use super::method::{Method, Reading};
use super::one::{CacheWish, Done, Failed, run};
use checksum_engine::{Digest, Family};
use checksum_input::{Buffer, Identity};
use serde::Deserialize;
use std::ops::ControlFlow;
use std::path::Path;

/// Which test comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Order {
    /// Another one for each file and repetition: the first test of a file reads it from the storage and warms it for the
    /// others.
    #[default]
    Rotate,
    /// As the methods are listed.
    Fixed,
}

/// How files are tested.
pub(crate) struct FileTests {
    /// The methods.
    pub(crate) methods: Vec<Method>,
    /// How often each.
    pub(crate) repeat: u32,
    /// Which first.
    pub(crate) order: Order,
    /// What the page cache should hold.
    pub(crate) wish: CacheWish,
    /// Turns so far: where the next rotation starts.
    turn: usize,
    buffer: Buffer,
}

/// Where a test stands among those of its file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// The repetition, from 1.
    pub(crate) repeat: u32,
    /// The place among all tests of the file, from 1.
    pub(crate) position: usize,
}

/// What became of a test.
pub(crate) enum Verdict<'a> {
    /// Done, and in agreement with all before it.
    Good(&'a Done),
    /// Done, but the checksum is another than that of an earlier test of the file.
    Disagrees(&'a Done, String),
    /// Done, but not with the page cache that was asked for.
    Unwished(&'a Done, String),
    /// Not done. No other test of the file is tried.
    Failed(Failed),
    /// The file is another than at the first test. No other test of it is tried.
    Changed,
}

impl FileTests {
    /// Tests that begin with the method `start` (modulo their number), where they rotate.
    pub(crate) fn new(
        methods: Vec<Method>,
        repeat: u32,
        order: Order,
        wish: CacheWish,
        start: usize,
    ) -> FileTests {
        let longest = methods.iter().map(|method| match method.reading {
            Reading::Chunks(bytes) => bytes.get(),
            Reading::Map => 0,
        });
        let buffer = Buffer::new(longest.max().unwrap_or(0));
        FileTests { turn: start % methods.len(), methods, repeat, order, wish, buffer }
    }

    /// Runs all tests of a file; `each` gets every result as it comes and may end it.
    ///
    /// # Errors
    /// What `each` ends with.
    pub(crate) fn run<E>(
        &mut self,
        path: &Path,
        mut each: impl FnMut(&Method, Place, Verdict<'_>) -> ControlFlow<E>,
    ) -> ControlFlow<E> {
        let mut known = Answers::default();
        let mut first: Option<Identity> = None;
        let mut position = 0;
        for repeat in 1..=self.repeat {
            let start = if self.order == Order::Rotate { self.turn } else { 0 };
            self.turn = (self.turn + 1) % self.methods.len();
            for step in 0..self.methods.len() {
                let method = &self.methods[(start + step) % self.methods.len()];
                position += 1;
                let place = Place { repeat, position };
                let done = match run(path, method, self.wish, &mut self.buffer) {
                    Ok(done) => done,
                    Err(failed) => return each(method, place, Verdict::Failed(failed)),
                };
                if first.get_or_insert_with(|| done.identity.clone()) != &done.identity {
                    return each(method, place, Verdict::Changed);
                }
                let verdict = match known.compare(method, done.digest) {
                    Some(disagreement) => Verdict::Disagrees(&done, disagreement),
                    None => match unwished(self.wish, &done) {
                        Some(how) => Verdict::Unwished(&done, how),
                        None => Verdict::Good(&done),
                    },
                };
                each(method, place, verdict)?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// The first checksum of each family, and who gave it.
#[derive(Default)]
struct Answers(Vec<(Family, Digest, String)>);

impl Answers {
    /// Remembers the first; says how a later one differs from it, naming both.
    fn compare(&mut self, method: &Method, digest: Digest) -> Option<String> {
        let engine = method.runnable.engine();
        let who = format!("{} ({})", method, engine.id);
        match self.0.iter().find(|(family, ..)| *family == engine.family) {
            None => self.0.push((engine.family, digest, who)),
            Some((_, first, _)) if *first == digest => {}
            Some((_, first, by)) => {
                return Some(format!(
                    "the checksums disagree: {by} gave {first}, {who} gave {digest}; read the file again, then suspect \
                     memory, storage or this program"
                ));
            }
        }
        None
    }
}

/// How the page cache differs from what was asked for.
fn unwished(wish: CacheWish, done: &Done) -> Option<String> {
    // Nothing can be dropped or kept of a file without pages, or of one that is made up as it is read.
    let fits = match wish {
        CacheWish::AsIs => true,
        CacheWish::Cold => done.cache.is_cold() || done.bytes == 0,
        CacheWish::Warm => done.cache.is_warm() || done.bytes == 0,
    };
    let word = if wish == CacheWish::Cold { "cold" } else { "warm" };
    (!fits).then(|| format!("not {word} as asked: {}", done.cache))
}

#[cfg(test)]
mod tests {
    use super::*;
    use checksum_engine::CpuFeatures;
    use checksum_testkit::program::Scratch;

    fn tests(items: &str, repeat: u32, order: Order) -> FileTests {
        let items: Vec<String> = items.split(',').map(str::to_owned).collect();
        let (methods, _) = super::super::choose(&items, CpuFeatures::detect()).unwrap();
        FileTests::new(methods, repeat, order, CacheWish::AsIs, 0)
    }

    fn sequence(tests: &mut FileTests, path: &Path) -> Vec<String> {
        let mut seen = Vec::new();
        let ended = tests.run(path, |method, place, verdict| {
            assert!(matches!(verdict, Verdict::Good(_)));
            assert_eq!(place.position, seen.len() + 1);
            seen.push(method.to_string());
            ControlFlow::<()>::Continue(())
        });
        assert!(ended.is_continue());
        seen
    }

    #[test]
    fn the_first_test_changes_from_file_to_file() {
        let scratch = Scratch::new();
        let file = scratch.file("a", b"123456789");
        let mut rotating = tests("c@1,g@2,c@map", 1, Order::Rotate);
        assert_eq!(sequence(&mut rotating, &file), ["CRC32 1", "MD5 2", "CRC32 map"]);
        assert_eq!(sequence(&mut rotating, &file), ["MD5 2", "CRC32 map", "CRC32 1"]);
        let mut fixed = tests("c@1,g@2", 2, Order::Fixed);
        for _ in 0..2 {
            assert_eq!(sequence(&mut fixed, &file), ["CRC32 1", "MD5 2", "CRC32 1", "MD5 2"]);
        }
    }

    #[test]
    fn a_file_that_changes_between_two_tests() {
        let scratch = Scratch::new();
        let file = scratch.file("a", b"123456789");
        let mut seen = Vec::new();
        let _ = tests("c@4096,g@4096,k@4096", 1, Order::Fixed).run(&file, |_, _, verdict| {
            seen.push(matches!(verdict, Verdict::Changed));
            std::fs::write(&file, b"1234567890").unwrap();
            ControlFlow::<()>::Continue(())
        });
        assert_eq!(seen, [false, true]);
    }

    #[test]
    fn a_disagreement_names_both() {
        let tests = tests("c@1,c e8@2,g@2", 1, Order::Fixed);
        let mut known = Answers::default();
        assert_eq!(known.compare(&tests.methods[0], Digest::U32(1)), None);
        assert_eq!(known.compare(&tests.methods[2], Digest::U32(2)), None);
        let found = known.compare(&tests.methods[1], Digest::U32(2)).unwrap();
        for part in ["CRC32 1 (crc32/auto) gave 00000001", "CRC32 2 (crc32/slice8) gave 00000002"] {
            assert!(found.contains(part), "{found}");
        }
    }
}
