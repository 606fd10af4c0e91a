//! The verdict as a program. Whether it is right is tested beside its code, at known speeds.

mod support;

use std::time::{Duration, Instant};
use support::{Scratch, code, run, stderr, stdout};

#[test]
fn text_and_json_in_bounded_time() {
    let scratch = Scratch::new();
    let path = scratch.file("a", &vec![3; 20 << 20]);
    let path = path.to_str().unwrap();
    let before = std::fs::metadata(path).unwrap().modified().unwrap();
    let started = Instant::now();
    let output = run(["verdict", "--seconds", "2", path]);
    assert!(started.elapsed() < Duration::from_secs(60), "{:?}", started.elapsed());
    assert_eq!((code(&output), stderr(&output)), (0, String::new()));
    let text = stdout(&output);
    for part in
        ["MD5", "CRC-32", "hours per TB", "read ahead in a thread", "8 files at once", "reads of 65536 bytes"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    for word in ["inf", "NaN"] {
        assert!(!text.contains(&format!(" {word}")), "{text}");
    }
    let output = run(["verdict", "--seconds", "1", "--format", "json", "--checksums", "crc32c", path]);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((json["schema"].as_u64(), json["bytes"].as_u64()), (Some(1), Some(20 << 20)));
    assert_eq!(json["verdicts"]["warm"][0]["checksum"], "CRC-32C");
    assert_eq!(std::fs::metadata(path).unwrap().modified().unwrap(), before);
}

#[test]
fn mistakes() {
    let scratch = Scratch::new();
    let empty = scratch.file("empty", b"");
    let empty = empty.to_str().unwrap();
    for args in [
        &["verdict"][..],
        &["verdict", "absent"],
        &["verdict", empty],
        &["verdict", empty, "--checksums", "sha1"],
        &["verdict", empty, "--seconds", "0"],
    ] {
        let output = run(args);
        assert_eq!((code(&output), output.stdout.len()), (2, 0), "{args:?}");
    }
}

#[test]
fn a_tree_and_a_tiny_file_are_judged_too() {
    let scratch = Scratch::new();
    for number in 0..10 {
        scratch.file(format!("{number}"), &vec![number; 100_000]);
    }
    let output = run(["verdict", "--seconds", "1", scratch.path("").to_str().unwrap()]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stdout(&output).contains("10 files, 1000000 bytes"));
    let tiny = scratch.file("tiny", b"x");
    assert_eq!(code(&run(["verdict", "--seconds", "1", tiny.to_str().unwrap()])), 0);
}
