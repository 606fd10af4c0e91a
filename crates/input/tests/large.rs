//! Files beyond 4 GiB, whole. Seconds each, and they fill the page cache, so they run only when asked for:
//! `cargo test --release -p checksum-input --test large -- --ignored`.

use checksum_input::InputFile;
use std::io::{Seek, SeekFrom, Write};

/// A sparse file of `size` bytes that holds one 1 in its first byte and one in its last.
fn sparse(size: u64) -> tempfile::NamedTempFile {
    let mut file = tempfile::NamedTempFile::new_in(".").unwrap();
    file.as_file().set_len(size).unwrap();
    file.write_all(&[1]).unwrap();
    file.seek(SeekFrom::Start(size - 1)).unwrap();
    file.write_all(&[1]).unwrap();
    file
}

fn ones(bytes: &[u8]) -> u64 {
    bytes
        .chunks(128)
        .map(|chunk| u64::from(chunk.iter().fold(0_u8, |sum, byte| sum.wrapping_add(*byte))))
        .sum()
}

#[test]
#[ignore = "takes seconds"]
fn beyond_4_gib_every_way_sees_all() {
    let size = (4 << 30) + 12_345;
    let temporary = sparse(size);
    let file = InputFile::open(temporary.path()).unwrap();
    let mut sum = 0;
    assert_eq!(file.read_chunks(65536, |block| sum += ones(block)).unwrap(), size);
    assert_eq!(sum, 2);
    assert_eq!(file.map_windows(InputFile::WINDOW, |window| sum += ones(window)).unwrap(), size);
    assert_eq!(sum, 4);
    match file.map() {
        Ok(mapping) => {
            assert_eq!((mapping.bytes().len() as u64, ones(mapping.bytes())), (size, 2));
            file.verify_mapped(&mapping).unwrap();
        }
        Err(refused) if usize::BITS == 32 => println!("as it should be on 32 bits: {refused}"),
        Err(refused) => panic!("{refused}"),
    }
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "takes seconds"]
fn twenty_gib_need_no_memory() {
    let size = 20 << 30;
    let temporary = sparse(size);
    let file = InputFile::open(temporary.path()).unwrap();
    let mut sum = 0;
    assert_eq!(file.read_chunks(65536, |block| sum += ones(block)).unwrap(), size);
    assert_eq!(sum, 2);
    if let Ok(mapping) = file.map() {
        println!("{}", mapping.populate());
        assert_eq!(ones(mapping.bytes()), 2);
        file.verify_mapped(&mapping).unwrap();
    }
    // Mapped pages of the file belong to the page cache; anonymous memory is what the program itself needs.
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let anonymous = status.lines().find_map(|line| line.strip_prefix("RssAnon:")).unwrap();
    let kibibytes: u64 = anonymous.trim().trim_end_matches(" kB").parse().unwrap();
    assert!(kibibytes < 64 << 10, "{kibibytes} KiB");
}
