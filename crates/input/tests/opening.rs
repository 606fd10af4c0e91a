//! What can be opened, and what is said about what cannot.

mod common;

use checksum_input::{InputFile, Kind, Problem};
use std::fs;

#[test]
fn files_of_all_small_sizes() {
    let directory = common::folder();
    for size in [0, 1, 4095, 4096, 4097, 70_000] {
        let path = directory.path().join("file");
        fs::write(&path, vec![7; size]).unwrap();
        let file = InputFile::open(&path).unwrap();
        assert_eq!((file.kind(), file.size()), (Kind::Regular, Some(size as u64)));
        assert_eq!(file.read_chunks(4096, |_| {}).unwrap(), size as u64);
        match file.map() {
            Ok(mapping) => {
                assert_eq!(mapping.bytes(), vec![7; size]);
                file.verify_mapped(&mapping).unwrap();
            }
            Err(refused) if cfg!(any(unix, windows)) => panic!("{refused}"),
            Err(refused) => println!("no mapping on this system: {refused}"),
        }
    }
}

#[test]
fn refusals_name_the_file_and_the_remedy() {
    let directory = common::folder();
    // Windows has no such names.
    let (name, shown) =
        if cfg!(windows) { ("not there", "not there") } else { ("not\nthere", r"not\nthere") };
    let error = InputFile::open(directory.path().join(name)).unwrap_err();
    assert!(matches!(error.problem(), Problem::Missing));
    assert!(error.to_string().contains(&format!("{shown}': no such file; check")), "{error}");
    let error = InputFile::open(directory.path()).unwrap_err();
    assert!(matches!(error.problem(), Problem::Directory));
    assert!(error.to_string().contains("is a directory; name a file"), "{error}");
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::ffi::OsStr;
    use std::io::Write;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::PermissionsExt;
    use std::path::{Path, PathBuf};
    use std::thread;
    use std::time::Duration;

    fn fifo(directory: &Path) -> PathBuf {
        let path = directory.join("fifo");
        let status = std::process::Command::new("mkfifo").arg(&path).status().unwrap();
        assert!(status.success());
        path
    }

    #[test]
    fn special_files_are_refused_without_being_opened() {
        let directory = common::folder();
        let socket = directory.path().join("socket");
        let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        for (path, what) in [(socket.as_path(), "a socket"), (Path::new("/dev/zero"), "a character device")] {
            for error in [InputFile::open(path).unwrap_err(), InputFile::open_regular(path).unwrap_err()] {
                assert!(matches!(error.problem(), Problem::Special(found) if *found == what), "{error}");
            }
        }
    }

    #[test]
    fn paths_that_lead_nowhere() {
        let directory = common::folder();
        let circle = directory.path().join("circle");
        std::os::unix::fs::symlink("circle", &circle).unwrap();
        let error = InputFile::open(&circle).unwrap_err();
        assert!(matches!(error.problem(), Problem::Open(_)), "{error}");
        fs::write(directory.path().join("file"), "x").unwrap();
        let error = InputFile::open(directory.path().join("file/below")).unwrap_err();
        assert!(matches!(error.problem(), Problem::Missing), "{error}");
    }

    #[test]
    fn unreadable_file() {
        let directory = common::folder();
        let path = directory.path().join("closed");
        fs::write(&path, "x").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).unwrap();
        match InputFile::open(&path) {
            Ok(_) => println!("skipped: this user (root) may read everything"),
            Err(error) => assert!(matches!(error.problem(), Problem::Permission), "{error}"),
        }
    }

    #[test]
    fn names_are_bytes() {
        let directory = common::folder();
        let path = directory.path().join(OsStr::from_bytes(b"\xff \x1b[2J\n"));
        if fs::write(&path, "content").is_err() {
            println!("skipped: this file system takes only text as a name");
            return;
        }
        assert_eq!(InputFile::open(&path).unwrap().read_chunks(3, |_| {}).unwrap(), 7);
    }

    #[test]
    fn a_pipe_without_writer_does_not_hold_up_a_tree() {
        let directory = common::folder();
        let error = InputFile::open_regular(fifo(directory.path())).unwrap_err();
        assert!(matches!(error.problem(), Problem::Special("a pipe")), "{error}");
    }

    #[test]
    fn a_pipe_by_name_waits_for_its_writer_and_joins_short_reads() {
        let directory = common::folder();
        let path = fifo(directory.path());
        let file = InputFile::open(&path).unwrap();
        assert_eq!((file.kind(), file.size()), (Kind::Stream, None));
        assert!(file.map().unwrap_err().to_string().contains("stream"));
        let writer = thread::spawn(move || {
            thread::sleep(Duration::from_millis(50));
            let mut pipe = fs::OpenOptions::new().write(true).open(path).unwrap();
            for part in ["abc", "de", "fghij"] {
                pipe.write_all(part.as_bytes()).unwrap();
                thread::sleep(Duration::from_millis(20));
            }
        });
        let mut blocks = Vec::new();
        let total = file.read_chunks(4, |block| blocks.push(block.to_vec())).unwrap();
        writer.join().unwrap();
        assert_eq!((total, blocks), (10, vec![b"abcd".to_vec(), b"efgh".to_vec(), b"ij".to_vec()]));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn sizes_that_lie_are_not_believed() {
    for path in ["/proc/cpuinfo", "/sys/kernel/mm/transparent_hugepage/enabled"] {
        let Ok(content) = fs::read(path) else {
            println!("skipped: no {path} here");
            continue;
        };
        let file = InputFile::open(path).unwrap();
        assert_eq!((file.kind(), file.size()), (Kind::Generated, None), "{path}");
        assert!(file.map().unwrap_err().to_string().contains("says nothing about its content"));
        let mut read = Vec::new();
        let total = file.read_chunks(64, |block| read.extend_from_slice(block)).unwrap();
        // The clock frequencies in cpuinfo move; the length hardly does.
        assert_eq!(total, read.len() as u64);
        assert!(!read.is_empty() && read.len().abs_diff(content.len()) < 64, "{path}: {total}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_read_error_is_no_end() {
    let file = InputFile::open("/proc/self/mem").unwrap();
    let error = file.read_chunks(4096, |_| panic!("nothing is there")).unwrap_err();
    assert!(matches!(error.problem(), Problem::Io(_)), "{error}");
}
