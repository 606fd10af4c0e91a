use super::*;
use crate::{Crc32, Crc32c, Polynomial};

type Method = (&'static str, fn(u32, &[u8]) -> u32);

fn methods<P: Polynomial>() -> [Method; 8] {
    [
        ("nibble table", nibble_table::<P>),
        ("byte table", byte_table::<P>),
        ("zlib 1.1.4", zlib_1_1_4::<P>),
        ("zlib 1.2.1", zlib_1_2_1::<P>),
        ("slicing by 8", slicing_by_8::<P>),
        ("slicing by 16", slicing_by_16::<P>),
        ("braided", braided::<P>),
        ("bitwise", bitwise::<P>),
    ]
}

/// The byte pattern of BLAKE3's tests: 251 is prime, so no two blocks of a power of two are alike.
fn pattern(len: usize) -> [u8; 700] {
    core::array::from_fn(|i| if i < len { (i % 251) as u8 } else { 0 })
}

fn agree<P: Polynomial>() {
    for (name, method) in methods::<P>() {
        for len in 0..=256 {
            let data = pattern(len + 8);
            for offset in [0, 1, 3, 7] {
                let data = &data[offset..offset + len];
                for start in [0, 1, u32::MAX, 0x1234_5678] {
                    assert_eq!(method(start, data), bitwise::<P>(start, data), "{name} {len} {offset}");
                }
            }
        }
        let data = pattern(700);
        let split = method(method(0, &data[..313]), &data[313..]);
        assert_eq!(split, bitwise::<P>(0, &data), "{name} in two pieces");
    }
}

#[test]
fn every_method_agrees_with_the_definition() {
    agree::<Crc32>();
    agree::<Crc32c>();
}

#[test]
fn published_check_values() {
    for (name, method) in methods::<Crc32>() {
        assert_eq!(method(0, b"123456789"), 0xcbf4_3926, "{name}");
    }
    for (name, method) in methods::<Crc32c>() {
        assert_eq!(method(0, b"123456789"), 0xe306_9283, "{name}");
    }
}
