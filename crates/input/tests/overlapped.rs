//! The overlapped reader gives the same blocks as the plain one, and ends well however it ends.

use checksum_input::{InputFile, overlap};
use std::io::Write;

#[test]
fn same_blocks_as_plain_reading() {
    let mut temporary = tempfile::NamedTempFile::new_in(".").unwrap();
    let content: Vec<u8> = (0..100_003_u32).map(|i| (i % 251) as u8).collect();
    temporary.write_all(&content).unwrap();
    let file = InputFile::open(temporary.path()).unwrap();
    for block_size in [1000, 4096, 100_003, overlap::BLOCK] {
        for buffers in [0, 2, overlap::BUFFERS] {
            let (mut plain, mut overlapped) = (Vec::new(), Vec::new());
            file.read_chunks(block_size, |block| plain.push(block.to_vec())).unwrap();
            let total =
                file.read_overlapped(block_size, buffers, |block| overlapped.push(block.to_vec())).unwrap();
            assert_eq!((total, &overlapped), (content.len() as u64, &plain));
            assert_eq!(plain.concat(), content);
        }
    }
}

/// Where the system has threads.
#[cfg(any(unix, windows))]
mod threads {
    use checksum_input::{Pace, blocks, overlap};
    use std::io::{self, Read};
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::time::{Duration, Instant};

    struct Broken(u32);

    impl Read for Broken {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            match self.0 {
                0 => Err(io::Error::other("broken")),
                1 => panic!("source gave up"),
                _ => {
                    self.0 -= 2;
                    buffer.fill(1);
                    Ok(buffer.len())
                }
            }
        }
    }

    #[test]
    fn errors_and_panics_pass_through() {
        let mut seen = 0;
        let error = overlap::for_each(Broken(10), overlap::Ring::new(100, 2), |block| seen += block.len())
            .unwrap_err();
        assert_eq!((error.to_string().as_str(), seen), ("broken", 500));
        let source = catch_unwind(|| overlap::for_each(Broken(11), overlap::Ring::new(100, 2), |_| {}));
        assert_eq!(source.unwrap_err().downcast_ref(), Some(&"source gave up"));
        let user = catch_unwind(AssertUnwindSafe(|| {
            overlap::for_each(io::repeat(1), overlap::Ring::new(100, 2), |_| panic!("user"))
        }));
        assert_eq!(user.unwrap_err().downcast_ref(), Some(&"user"));
    }

    /// Several blocks are handed over at once: none may be left behind, whatever the number of buffers and wherever the
    /// source ends or breaks.
    #[test]
    fn every_block_comes_before_the_end_and_before_an_error() {
        for buffers in 0..=18 {
            for blocks in 0..3 * buffers as u64 + 4 {
                let ring = || overlap::Ring::new(10, buffers);
                let mut seen = 0;
                let total = overlap::for_each(io::repeat(1).take(blocks * 10 + 3), ring(), |_| seen += 1);
                assert_eq!((total.unwrap(), seen), (blocks * 10 + 3, blocks + 1), "{buffers} buffers");
                let mut seen = 0;
                let broken = overlap::for_each(Broken(2 * blocks as u32), ring(), |_| seen += 1);
                assert_eq!((broken.unwrap_err().to_string().as_str(), seen), ("broken", blocks), "{buffers}");
            }
        }
    }

    #[test]
    fn reading_and_working_overlap() {
        // A device that works only when asked, 1 ms for each of 50 blocks, and 1 ms of work on each.
        let source = || Pace::new(io::repeat(1).take(50 * 1000), 1e6, 0);
        let work = |_: &[u8]| std::thread::sleep(Duration::from_millis(1));
        let started = Instant::now();
        blocks::for_each(&mut source(), &mut [0; 1000], work).unwrap();
        let serial = started.elapsed();
        let started = Instant::now();
        overlap::for_each(source(), overlap::Ring::new(1000, 2), work).unwrap();
        let overlapped = started.elapsed();
        // Sleeping needs no processor, so this holds on a busy machine too.
        assert!(overlapped < serial, "{overlapped:?} against {serial:?}");
    }
}
