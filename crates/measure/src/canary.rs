//! The clock canary: a chain of instructions of known latency, which tells how fast the core really ran.
//!
//! The time-stamp counter ticks at a constant rate whatever the core does, and the system's "cpu MHz" is
//! missing or constant on virtual machines. A chain in which every addition and every exclusive or waits for
//! the one before takes one core cycle for each on every out-of-order core we know of; so its length over its
//! time is the frequency. Only optimised builds give it: without optimisation the chain goes through memory.

use std::hint::black_box;

/// The name under which the canary stands in results.
pub(crate) const LABEL: &str = "null/clock";

/// Dependent one-cycle operations in one sample: about 0.3 ms at 3.5 GHz.
pub(crate) const OPERATIONS: u32 = 1 << 20;

/// Steps that are written out per turn of the loop, so that its counter costs nothing beside them.
const UNROLLED: u32 = 32;

/// Walks the chain once. The result depends on every step, and no step can be foreseen by the compiler, which
/// knows neither of the two operands. Additions and exclusive ors in turn cannot be merged.
pub(crate) fn chain() -> u32 {
    let (addend, mask) = (black_box(0x9e37_79b9_u32), black_box(0x7f4a_7c15_u32));
    let mut value = black_box(1_u32);
    for _ in 0..OPERATIONS / (2 * UNROLLED) {
        for _ in 0..UNROLLED {
            value = value.wrapping_add(addend) ^ mask;
        }
    }
    black_box(value)
}

/// The core's effective frequency in GHz from the time in ns of one sample of the clock canary, which is a chain
/// of 2^20 one-cycle operations; `None` for a sample of no time.
pub fn gigahertz(ns: u64) -> Option<f64> {
    (ns > 0).then(|| f64::from(OPERATIONS) / ns as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chain_is_walked_to_its_end() {
        let mut value = 1_u32;
        for _ in 0..OPERATIONS / 2 {
            value = value.wrapping_add(0x9e37_79b9) ^ 0x7f4a_7c15;
        }
        assert_eq!(chain(), value);
    }

    #[test]
    fn frequency_is_operations_over_time() {
        assert_eq!(gigahertz(u64::from(OPERATIONS)), Some(1.0));
        assert_eq!(gigahertz(0), None);
    }
}
