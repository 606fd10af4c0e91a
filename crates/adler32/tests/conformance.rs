//! Every engine against published values and against the reference, by the loop that all families share.

use checksum_adler32::ENGINES;
use checksum_engine::Family;

#[test]
fn every_engine() {
    checksum_testkit::check_family(Family::Adler32, ENGINES);
}

#[test]
#[ignore = "takes minutes: inputs of more than 256 MiB"]
fn every_engine_on_large_inputs() {
    checksum_testkit::check_large(Family::Adler32, ENGINES);
}

#[cfg(target_pointer_width = "64")]
#[test]
#[ignore = "takes minutes and 4 GiB of memory"]
fn every_engine_in_one_call_over_4_gib() {
    checksum_testkit::check_one_call_over_4_gib(Family::Adler32, ENGINES);
}
