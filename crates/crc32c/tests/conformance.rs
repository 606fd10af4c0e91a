//! Every engine against published values and against the reference, by the loop that all families share.

use checksum_crc32c::ENGINES;
use checksum_engine::Family;

#[test]
fn every_engine() {
    checksum_testkit::check_family(Family::Crc32c, ENGINES);
}

#[test]
#[ignore = "takes minutes: inputs of more than 256 MiB"]
fn every_engine_on_large_inputs() {
    checksum_testkit::check_large(Family::Crc32c, ENGINES);
}

#[cfg(target_pointer_width = "64")]
#[test]
#[ignore = "takes minutes and 4 GiB of memory"]
fn every_engine_in_one_call_over_4_gib() {
    checksum_testkit::check_one_call_over_4_gib(Family::Crc32c, ENGINES);
}

/// The API of someone who uses just this crate.
#[test]
fn public_functions_agree_with_the_reference() {
    let reference = ENGINES[0].resolve(checksum_engine::CpuFeatures::current()).unwrap();
    let data: Vec<u8> = (0..100_000u32).map(|i| (i % 251) as u8).collect();
    for len in (0..300).chain([4096, 65_537, 100_000]) {
        let (head, tail) = data[..len].split_at(len / 3);
        let expected = reference.fold(0, &data[..len]).unwrap();
        assert_eq!(checksum_crc32c::checksum(&data[..len]), expected, "{len}");
        assert_eq!(checksum_crc32c::update(checksum_crc32c::checksum(head), tail), expected, "{len}");
        let mut hasher = checksum_crc32c::Hasher::new();
        hasher.update(head);
        let combined =
            checksum_crc32c::combine(hasher.checksum(), checksum_crc32c::checksum(tail), tail.len() as u64);
        assert_eq!(combined, expected, "{len}");
        hasher.update(tail);
        assert_eq!(hasher.checksum(), expected, "{len}");
    }
}
