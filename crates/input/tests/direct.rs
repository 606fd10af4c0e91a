//! Reading past the page cache gives the same bytes, wherever the file ends.

use checksum_input::{Buffer, InputFile, blocks, overlap};
use std::io::Write;

#[test]
fn same_bytes_and_nothing_left_in_the_cache() {
    for size in [0, 1, 4095, 4096, 4097, 1 << 16, 300_001] {
        let mut temporary = tempfile::NamedTempFile::new_in(".").unwrap();
        let content: Vec<u8> = (0..size).map(|i: u32| (i % 251) as u8).collect();
        temporary.write_all(&content).unwrap();
        let file = InputFile::open(temporary.path()).unwrap();
        file.drop_cache();
        let mut reader = match file.direct_reader() {
            Ok(reader) => reader,
            Err(refused) => return println!("skipped: {refused}"),
        };
        let mut read = Vec::new();
        let total =
            blocks::for_each(&mut reader, &mut Buffer::new(1 << 16), |b| read.extend_from_slice(b)).unwrap();
        file.verify_read(total).unwrap();
        assert_eq!((total, read.len()), (u64::from(size), content.len()));
        assert!(read == content, "{size}");
        if size >= 1 << 16 && file.cache_state().share().is_some() {
            // Only the last page may have come through the cache, with what the system reads ahead of it.
            println!("{size} bytes read directly: {}", file.cache_state());
        }
        read.clear();
        let reader = file.direct_reader().unwrap();
        overlap::for_each(reader, overlap::Ring::new(1 << 13, 3), |b| read.extend_from_slice(b)).unwrap();
        assert!(read == content, "overlapped, {size}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_is_not_stored_is_refused() {
    let file = InputFile::open("/proc/cpuinfo").unwrap();
    assert!(file.direct_reader().is_err());
}
