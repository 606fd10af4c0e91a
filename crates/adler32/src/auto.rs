//! Which engine the public API runs, by CPU and length: the one place of these decisions.

use crate::unroll16;
use checksum_engine::{AutoFold, Engine, Family};

/// One candidate per kind of CPU, the most wanted first.
static CANDIDATES: &[Engine] = &[Engine::fold(Family::Adler32, "adler32/auto/portable", unroll16::fold)];

static AUTO: AutoFold = AutoFold::new(CANDIDATES);

#[inline]
pub(crate) fn fold(start: u32, data: &[u8]) -> u32 {
    AUTO.fold(start, data)
}
