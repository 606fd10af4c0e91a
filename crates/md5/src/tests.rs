//! What the shared conformance loop does not look at.

use crate::{ENGINES, Hasher, digest};
use checksum_engine::{CpuFeatures, Digest};
use std::println;
use std::string::ToString;
use std::vec::Vec;

/// RFC 1321 appendix A.5.
const SUITE: [(&str, &str); 7] = [
    ("", "d41d8cd98f00b204e9800998ecf8427e"),
    ("a", "0cc175b9c0f1b6a831c399e269772661"),
    ("abc", "900150983cd24fb0d6963f7d28e17f72"),
    ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
    ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
    ("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", "d174ab98d277d9f5a5611c2c9f419d9f"),
    (
        "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
        "57edf4a22be3c955ac49da2e2107b67a",
    ),
];

#[test]
fn the_rfcs_own_suite() {
    for (message, expected) in SUITE {
        assert_eq!(Digest::Md5(digest(message.as_bytes())).to_string(), expected, "{message:?}");
        for engine in ENGINES {
            match engine.resolve(CpuFeatures::current()) {
                Ok(runnable) => assert_eq!(
                    runnable.checksum(message.as_bytes()).to_string(),
                    expected,
                    "{} of {message:?}",
                    engine.id
                ),
                Err(missing) => println!("skipped {}: {missing}", engine.id),
            }
        }
    }
}

#[test]
fn engines_agree_around_every_block_edge_and_in_pieces() {
    let data: Vec<u8> = (0..1100u32).map(|i| (i * 131 % 251) as u8).collect();
    let reference = ENGINES[0].resolve(CpuFeatures::current()).unwrap();
    for engine in ENGINES {
        let Ok(runnable) = engine.resolve(CpuFeatures::current()) else {
            println!("skipped {}", engine.id);
            continue;
        };
        for length in 0..=300 {
            let message = &data[length % 7..][..length];
            let expected = reference.checksum(message);
            assert_eq!(runnable.checksum(message), expected, "{}, {length} bytes", engine.id);
            if engine.lanes > 1 {
                continue;
            }
            let mut stream = runnable.stream().unwrap();
            for piece in message.chunks(1 + length % 97) {
                stream.digest();
                stream.update(piece);
            }
            assert_eq!(stream.digest(), expected, "{}, {length} bytes in pieces", engine.id);
        }
        assert_eq!(runnable.checksum(&data), reference.checksum(&data), "{}", engine.id);
    }
}

#[test]
fn hasher_is_read_midway_and_cloned() {
    let mut hasher = Hasher::new();
    hasher.update(&[7; 100]);
    let copy = hasher.clone();
    hasher.update(&[7; 28]);
    assert_eq!(copy.digest(), digest(&[7; 100]));
    assert_eq!(hasher.digest(), digest(&[7; 128]));
}
