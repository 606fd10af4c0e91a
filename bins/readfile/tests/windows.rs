//! What is particular to Windows: paths, files that another program keeps to itself, and names that are no ASCII.
#![cfg(windows)]

mod support;

use std::fs::OpenOptions;
use std::os::windows::fs::OpenOptionsExt;
use support::{Scratch, code, json, results, run, stderr};

/// CRC-32 of "123456789", from the CRC catalogue.
const CHECK: &str = "cbf43926";

fn is_right(path: &std::path::Path) {
    for words in ["c", "m c"] {
        let report = json(path, words);
        assert_eq!(results(&report)[0]["checksum"], CHECK, "{} {words}", path.display());
    }
}

#[test]
fn paths_as_windows_writes_them() {
    let scratch = Scratch::new();
    let file = scratch.file("with space, größer.bin", b"123456789");
    is_right(&file);
    // The verbatim form, and forward slashes.
    is_right(&std::fs::canonicalize(&file).expect("a path"));
    is_right(file.to_str().expect("Unicode").replace('\\', "/").as_ref());
}

#[test]
fn a_file_that_another_program_keeps_to_itself() {
    let scratch = Scratch::new();
    let file = scratch.file("locked", b"123456789");
    let keeper = OpenOptions::new().read(true).share_mode(0).open(&file).expect("opened alone");
    for words in [&["c"][..], &["m", "c"]] {
        let mut arguments = vec![file.to_str().expect("Unicode")];
        arguments.extend(words);
        let output = run(arguments);
        assert_eq!(code(&output), 1, "{}", stderr(&output));
        assert!(output.stdout.is_empty(), "no checksum without the file");
        assert!(stderr(&output).contains("locked"), "the file is named: {}", stderr(&output));
    }
    drop(keeper);
    is_right(&file);
}

#[test]
fn a_file_that_another_program_writes_meanwhile_is_read() {
    let scratch = Scratch::new();
    let file = scratch.file("open", b"123456789");
    let _writer = OpenOptions::new().append(true).open(&file).expect("opened for writing");
    is_right(&file);
}

#[test]
fn folders_and_names_that_do_not_exist_are_errors() {
    let scratch = Scratch::new();
    for path in [scratch.path("nothing"), scratch.path("")] {
        let output = run([path.as_os_str(), "c".as_ref()]);
        assert_eq!(code(&output), 2, "{}", stderr(&output));
        assert!(output.stdout.is_empty() && stderr(&output).contains(path.to_str().expect("Unicode")));
    }
}
