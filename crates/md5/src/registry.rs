//! Every engine of the family, one row each. The first is the reference.

use crate::plain;
use checksum_engine::Engine;

/// All MD5 engines that this target can build.
pub static ENGINES: &[Engine] =
    &[md5_engine!("md5/plain", plain::compress).about("RFC 1321 step by step from a table; the reference")];
