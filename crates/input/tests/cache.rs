//! The cache state is what was asked for, where the system tells.

mod common;

use checksum_input::{CacheState, InputFile, Populated};
use std::io::Write;

#[test]
fn dropped_and_warmed() {
    let mut temporary = tempfile::NamedTempFile::new_in(".").unwrap();
    temporary.write_all(&vec![5; 3_000_000]).unwrap();
    let file = InputFile::open(temporary.path()).unwrap();
    let written = file.cache_state();
    if let CacheState::Unknown(why) = written {
        println!("skipped: the cache state is unknown here ({why:?})");
        return;
    }
    assert!(written.is_warm(), "just written: {written}");
    let dropped = file.drop_cache();
    if !dropped.is_cold() {
        println!("skipped: this file system does not forget ({dropped})");
        return;
    }
    assert_eq!(dropped.share(), Some(0.0));
    let warmed = file.warm().unwrap();
    assert!(warmed.is_warm() && warmed.share() == Some(1.0), "{warmed}");
    if common::emulated() {
        return println!("skipped: the emulator takes the advice to populate and does nothing");
    }
    file.drop_cache();
    let mapping = file.map().unwrap();
    assert!(matches!(mapping.populate(), Populated::BySystem | Populated::Touched));
    assert!(file.cache_state().is_warm());
    // Mapped pages stay.
    assert!(file.drop_cache().is_warm());
    file.verify_mapped(&mapping).unwrap();
}

#[test]
fn nothing_is_warm() {
    let empty = tempfile::NamedTempFile::new_in(".").unwrap();
    let file = InputFile::open(empty.path()).unwrap();
    let state = file.warm().unwrap();
    assert!(state.share().is_none_or(|share| share == 1.0) && !state.is_cold());
    if cfg!(any(unix, windows)) {
        assert!(matches!(file.map().unwrap().populate(), Populated::Empty));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn no_pages_no_state() {
    use checksum_input::CacheUnknown;
    let file = InputFile::open("/proc/cpuinfo").unwrap();
    assert_eq!(file.cache_state(), CacheState::Unknown(CacheUnknown::NoPages));
    assert_eq!(file.warm().unwrap(), CacheState::Unknown(CacheUnknown::NoPages));
}
