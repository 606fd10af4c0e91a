//! SIGBUS that is none of ours still ends the process, and one sent by hand too.
#![cfg(unix)]

mod common;

use checksum_input::InputFile;
use std::os::unix::process::ExitStatusExt;

#[test]
fn foreign_bus_errors_are_passed_on() {
    for deed in ["foreign mapping", "sent"] {
        let child = common::child(deed).output().unwrap();
        assert_eq!(child.status.signal(), Some(libc::SIGBUS), "{deed}: {child:?}");
    }
}

#[test]
fn child() {
    let Some(deed) = common::deed() else { return };
    let mut ours = tempfile::NamedTempFile::new().unwrap();
    std::io::Write::write_all(&mut ours, &[1; 10_000]).unwrap();
    let file = InputFile::open(ours.path()).unwrap();
    let mapping = file.map().unwrap();
    assert_eq!(mapping.bytes()[0], 1);
    // The file that is left over when this process ends.
    ours.close().unwrap();
    if deed == "sent" {
        // SAFETY: raising a signal touches no memory.
        unsafe { libc::raise(libc::SIGBUS) };
    } else {
        let foreign = tempfile::tempfile().unwrap();
        foreign.set_len(10_000).unwrap();
        // SAFETY: the file is cut on purpose; the access below is meant to end this process.
        let map = unsafe { memmap2::Mmap::map(&foreign) }.unwrap();
        foreign.set_len(0).unwrap();
        std::hint::black_box(map[5000]);
    }
    println!("still alive");
}
