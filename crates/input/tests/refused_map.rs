//! A mapping that is refused, for want of address space: in a child with a limit, which must then read.
#![cfg(target_os = "linux")]

mod common;

use checksum_input::{Buffer, InputFile, MapRefused, WindowsError, blocks};

/// More than any 32-bit address space, and than the limit; sparse, so it takes no disk.
const SIZE: u64 = 20 << 30;

#[test]
fn reading_takes_over_under_a_limit_of_address_space() {
    if common::emulated() {
        return println!("skipped: the limit would stop the emulator");
    }
    let sparse = tempfile::NamedTempFile::new_in(".").unwrap();
    if sparse.as_file().set_len(SIZE).is_err() {
        return println!("skipped: no sparse files of 20 GiB here");
    }
    let mut plain = common::child("read");
    let mut limited = std::process::Command::new("sh");
    limited.args(["-c", "ulimit -v 400000 && exec \"$0\" \"$@\""]).arg(plain.get_program());
    limited.args(plain.get_args()).env("SPARSE", sparse.path());
    for (name, value) in plain.env("SPARSE", sparse.path()).get_envs() {
        limited.env(name, value.unwrap());
    }
    let child = limited.output().unwrap();
    let text = String::from_utf8_lossy(&child.stdout);
    assert!(child.status.success() && text.contains("read after refusal"), "{child:?}");
}

#[test]
fn child() {
    if common::deed().is_none() {
        return;
    }
    let file = InputFile::open(std::env::var_os("SPARSE").unwrap()).unwrap();
    let refused = file.map().unwrap_err();
    assert!(matches!(refused, MapRefused::System(_) | MapRefused::TooLarge(SIZE)), "{refused:?}");
    let window = file.map_windows(1 << 35, |_| panic!("nothing is mapped"));
    assert!(matches!(window, Err(WindowsError::Refused(_))), "{window:?}");
    // Two blocks show that reading works; all of it would take seconds.
    let (mut block, mut reader) = (Buffer::new(1 << 20), file.reader());
    for _ in 0..2 {
        assert_eq!(blocks::fill(&mut reader, &mut block).unwrap(), 1 << 20);
    }
    println!("read after refusal: {refused}");
}
