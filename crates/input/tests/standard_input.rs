//! What standard input can be: a file, a file of which something was read already, a pipe, nothing.
#![cfg(unix)]

mod common;

use checksum_input::{InputFile, Kind, Problem};
use std::fs::File;
use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

/// What the child says about its standard input.
fn says(mut command: Command, input: impl Into<Stdio>) -> String {
    let output = command.stdin(input).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().find_map(|line| line.strip_prefix("says: ")).expect(&text).to_owned()
}

#[test]
fn files_pipes_and_nothing() {
    let mut temporary = tempfile::NamedTempFile::new().unwrap();
    temporary.write_all(b"0123456789").unwrap();
    let opened = || File::open(temporary.path()).unwrap();
    for name in ["-", "/dev/stdin"] {
        assert_eq!(says(common::child(name), opened()), "Regular Some(10) 10");
        let mut begun = opened();
        begun.read_exact(&mut [0; 4]).unwrap();
        assert_eq!(says(common::child(name), begun), "Stream None 6");
        assert_eq!(says(common::child(name), Stdio::null()), "Stream None 0");
        assert_eq!(says(common::child(name), File::open("/").unwrap()), "a directory");
    }
}

#[test]
fn a_slow_pipe_is_read_to_its_end() {
    let mut child = common::child("-").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut pipe = child.stdin.take().unwrap();
    for _ in 0..3 {
        pipe.write_all(b"abc").unwrap();
        std::thread::sleep(Duration::from_millis(20));
    }
    drop(pipe);
    let output = child.wait_with_output().unwrap();
    assert!(String::from_utf8_lossy(&output.stdout).contains("says: Stream None 9"), "{output:?}");
}

#[test]
fn child() {
    let Some(name) = common::deed() else { return };
    match InputFile::open(name) {
        Ok(file) => {
            let total = file.read_chunks(4, |_| {}).unwrap();
            assert_eq!(file.map().is_ok(), file.kind() == Kind::Regular);
            println!("\nsays: {:?} {:?} {total}", file.kind(), file.size());
        }
        Err(error) if matches!(error.problem(), Problem::Directory) => println!("\nsays: a directory"),
        Err(error) => panic!("{error}"),
    }
}
