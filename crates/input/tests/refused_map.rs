//! A mapping that the system refuses, for want of address space: in a child with a limit, which must then read.
#![cfg(target_os = "linux")]

use checksum_input::{InputFile, MapRefused};
use std::process::Command;

const FILE: &str = "CHECKSUM_INPUT_TEST_FILE";
const SIZE: u64 = 20 << 30;

#[test]
fn reading_takes_over_under_a_limit_of_address_space() {
    let sparse = tempfile::NamedTempFile::new_in(".").unwrap();
    if sparse.as_file().set_len(SIZE).is_err() {
        println!("skipped: no sparse files of 20 GiB here");
        return;
    }
    let test = std::env::current_exe().unwrap();
    let child = Command::new("sh")
        .args(["-c", "ulimit -v 400000 && exec \"$0\" --exact child --nocapture"])
        .arg(test)
        .env(FILE, sparse.path())
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&child.stdout);
    assert!(child.status.success() && text.contains("read after refusal"), "{child:?}");
}

/// Does nothing unless it is the child.
#[test]
fn child() {
    let Some(path) = std::env::var_os(FILE) else { return };
    let file = InputFile::open(path).unwrap();
    let refused = file.map().unwrap_err();
    assert!(matches!(refused, MapRefused::System(_)), "{refused:?}");
    assert!(refused.to_string().contains("reading it instead"), "{refused}");
    // Windows still fit; two blocks show that reading works (all of it would take seconds).
    let window = file.map_windows(1 << 35, |_| {});
    assert!(window.is_err());
    let mut block = checksum_input::Buffer::new(1 << 20);
    let mut reader = file.reader();
    for _ in 0..2 {
        assert_eq!(checksum_input::blocks::fill(&mut reader, &mut block).unwrap(), 1 << 20);
    }
    println!("read after refusal: {refused}");
}
