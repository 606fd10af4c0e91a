//! The loop that every family shares, over this family's registry.

use checksum_engine::Family;

#[test]
fn every_engine() {
    checksum_testkit::check_family(Family::Crc32c, checksum_crc32c::ENGINES);
}
