//! Files that change while they are read: no result survives that, and no signal kills.

mod common;

use checksum_input::{Change, InputError, InputFile, Problem};
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;

fn change(error: InputError) -> Change {
    match error.problem() {
        Problem::Changed(change) => *change,
        other => panic!("expected a change, not {other:?}"),
    }
}

fn cut(path: &Path, size: u64) {
    OpenOptions::new().write(true).open(path).unwrap().set_len(size).unwrap();
}

fn append(path: &Path, bytes: &[u8]) {
    OpenOptions::new().append(true).open(path).unwrap().write_all(bytes).unwrap();
}

#[test]
fn cut_between_two_blocks() {
    let directory = common::folder();
    let path = directory.path().join("file");
    fs::write(&path, vec![1; 100_000]).unwrap();
    let file = InputFile::open(&path).unwrap();
    let mut first = true;
    let error = file
        .read_chunks(4096, |_| {
            if std::mem::take(&mut first) {
                cut(&path, 50_000)
            }
        })
        .unwrap_err();
    assert_eq!(change(error), Change::Cut { was: 100_000, now: 50_000 });
}

#[test]
fn grown_while_read_comes_to_an_end() {
    let directory = common::folder();
    let path = directory.path().join("file");
    fs::write(&path, vec![1; 100_000]).unwrap();
    let file = InputFile::open(&path).unwrap();
    // Every block read makes it longer by two: reading to the end would never end.
    let error = file.read_chunks(4096, |_| append(&path, &[2; 8192])).unwrap_err();
    assert!(matches!(change(error), Change::Grown { was: 100_000, .. }));
}

#[test]
fn rewritten_in_place() {
    let directory = common::folder();
    let path = directory.path().join("file");
    fs::write(&path, vec![1; 100_000]).unwrap();
    let file = InputFile::open(&path).unwrap();
    std::thread::sleep(std::time::Duration::from_millis(20));
    OpenOptions::new().write(true).open(&path).unwrap().write_all(&[9; 10]).unwrap();
    assert_eq!(change(file.verify_unchanged().unwrap_err()), Change::Rewritten);
    assert_eq!(change(file.read_chunks(4096, |_| {}).unwrap_err()), Change::Rewritten);
}

#[cfg(unix)]
#[test]
fn replaced_under_its_name_the_handle_stays() {
    let directory = common::folder();
    let path = directory.path().join("file");
    fs::write(&path, "old").unwrap();
    let file = InputFile::open(&path).unwrap();
    fs::write(directory.path().join("new"), "newer").unwrap();
    std::thread::sleep(std::time::Duration::from_millis(20));
    fs::rename(directory.path().join("new"), &path).unwrap();
    let mut read = Vec::new();
    let result = file.read_chunks(16, |block| read.extend_from_slice(block));
    assert_eq!(read, b"old");
    // The old file lost its name: its content is whole, but the system does not say that.
    assert_eq!(change(result.unwrap_err()), Change::Attributes);
}

#[cfg(unix)]
mod mapped {
    use super::*;

    /// Emulators of another processor (qemu's user mode) do not hand this signal to the program.
    fn no_bus_errors_here() -> bool {
        let skip = common::emulated();
        if skip {
            println!("skipped: the emulator dies of SIGBUS by itself");
        }
        skip
    }

    #[test]
    fn cut_to_nothing() {
        if no_bus_errors_here() {
            return;
        }
        let directory = common::folder();
        let path = directory.path().join("file");
        fs::write(&path, vec![1; 1 << 20]).unwrap();
        let file = InputFile::open(&path).unwrap();
        let mapping = file.map().unwrap();
        assert_eq!(mapping.bytes()[4096], 1);
        cut(&path, 0);
        let sum: u64 = mapping.bytes().iter().map(|&byte| u64::from(byte)).sum();
        assert_eq!(sum, 0);
        assert!(mapping.is_damaged());
        assert_eq!(change(file.verify_mapped(&mapping).unwrap_err()), Change::Cut { was: 1 << 20, now: 0 });
        // The next mapping takes the same record of the guard, undamaged.
        drop(mapping);
        fs::write(&path, vec![3; 5000]).unwrap();
        let file = InputFile::open(&path).unwrap();
        let mapping = file.map().unwrap();
        assert_eq!(mapping.bytes(), vec![3; 5000]);
        assert!(!mapping.is_damaged());
        file.verify_mapped(&mapping).unwrap();
    }

    #[test]
    fn cut_inside_the_last_page_gives_no_signal_but_an_error() {
        let directory = common::folder();
        let path = directory.path().join("file");
        fs::write(&path, vec![0xff; 10_000]).unwrap();
        let file = InputFile::open(&path).unwrap();
        let mapping = file.map().unwrap();
        cut(&path, 9000);
        assert_eq!(mapping.bytes()[9500], 0);
        assert!(!mapping.is_damaged());
        assert_eq!(change(file.verify_mapped(&mapping).unwrap_err()), Change::Cut { was: 10_000, now: 9000 });
    }

    #[test]
    fn cut_and_restored_is_damaged_all_the_same() {
        if no_bus_errors_here() {
            return;
        }
        let directory = common::folder();
        let path = directory.path().join("file");
        fs::write(&path, vec![1; 100_000]).unwrap();
        let file = InputFile::open(&path).unwrap();
        let mapping = file.map().unwrap();
        cut(&path, 0);
        assert_eq!(mapping.bytes()[50_000], 0);
        cut(&path, 100_000);
        assert!(mapping.is_damaged());
        file.verify_mapped(&mapping).unwrap_err();
    }

    #[test]
    fn cut_before_populating() {
        if no_bus_errors_here() {
            return;
        }
        let directory = common::folder();
        let path = directory.path().join("file");
        fs::write(&path, vec![1; 1 << 20]).unwrap();
        let file = InputFile::open(&path).unwrap();
        let mapping = file.map().unwrap();
        cut(&path, 4096);
        let populated = mapping.populate();
        assert!(populated.to_string().starts_with("not populated"), "{populated}");
        file.verify_mapped(&mapping).unwrap_err();
    }

    #[test]
    fn cut_in_the_middle_of_windows() {
        if no_bus_errors_here() {
            return;
        }
        let directory = common::folder();
        let path = directory.path().join("file");
        fs::write(&path, vec![1; 1 << 20]).unwrap();
        let file = InputFile::open(&path).unwrap();
        let mut windows = 0;
        let result = file.map_windows(1 << 18, |bytes| {
            windows += 1;
            assert_eq!(bytes.len(), 1 << 18);
            if windows == 2 {
                cut(&path, 1000);
            }
        });
        assert!(result.is_err());
        fs::write(&path, vec![1; 1_000_001]).unwrap();
        let mut sum = 0;
        let total = InputFile::open(&path).unwrap().map_windows(1 << 18, |bytes| sum += bytes.len()).unwrap();
        assert_eq!((sum, total), (1_000_001, 1_000_001));
    }

    #[test]
    fn many_threads_each_with_mappings_that_are_cut_or_not() {
        if no_bus_errors_here() {
            return;
        }
        std::thread::scope(|scope| {
            for thread in 0..8_u8 {
                scope.spawn(move || {
                    let directory = common::folder();
                    for round in 0..50 {
                        let path = directory.path().join(format!("{round}"));
                        fs::write(&path, vec![thread + 1; 40_000]).unwrap();
                        let file = InputFile::open(&path).unwrap();
                        let mapping = file.map().unwrap();
                        let other = file.map().unwrap();
                        let cut_it = (round + u32::from(thread)) % 3 == 0;
                        if cut_it {
                            cut(&path, 0);
                        }
                        let sum: u64 = mapping.bytes().iter().map(|&byte| u64::from(byte)).sum();
                        if cut_it {
                            assert!(mapping.is_damaged() && !other.is_damaged());
                            file.verify_mapped(&mapping).unwrap_err();
                        } else {
                            assert_eq!(sum, (u64::from(thread) + 1) * 40_000);
                            file.verify_mapped(&mapping).unwrap();
                        }
                    }
                });
            }
        });
    }

    #[test]
    fn several_readers_of_one_mapping_while_it_is_cut() {
        if no_bus_errors_here() {
            return;
        }
        let directory = common::folder();
        let path = directory.path().join("file");
        for _ in 0..20 {
            fs::write(&path, vec![1; 4 << 20]).unwrap();
            let file = InputFile::open(&path).unwrap();
            let mapping = file.map().unwrap();
            std::thread::scope(|scope| {
                for part in mapping.bytes().chunks(1 << 20) {
                    scope.spawn(|| std::hint::black_box(part.iter().map(|&b| u64::from(b)).sum::<u64>()));
                }
                cut(&path, 0);
            });
            assert!(matches!(change(file.verify_mapped(&mapping).unwrap_err()), Change::Cut { .. }));
        }
    }
}
