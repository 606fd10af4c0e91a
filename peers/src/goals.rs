//! The ratios to reach: data, not code. A ratio is how many times faster ours is than the base.

use crate::cases::Group;

/// What ours is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// Whichever peer is fastest in the case.
    Best,
    /// The peer of this name.
    Peer(&'static str),
}

/// One goal.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    /// Whose row.
    pub group: Group,
    /// The case's name.
    pub case: &'static str,
    /// Compared with whom.
    pub base: Base,
    /// At least this.
    pub gate: f64,
    /// Better: this. `None` where no more is asked.
    pub stretch: Option<f64>,
}

const OPENSSL: Base = Base::Peer("openssl");

const fn goal(group: Group, case: &'static str, base: Base, gate: f64, stretch: f64) -> Goal {
    Goal { group, case, base, gate, stretch: Some(stretch) }
}

/// Where earlier work was weaker than a peer and parity is the goal.
const fn parity(group: Group, case: &'static str) -> Goal {
    Goal { group, case, base: Base::Best, gate: 1.0, stretch: None }
}

/// All goals.
pub const GOALS: &[Goal] = &[
    goal(Group::Md5, "64K", OPENSSL, 1.18, 1.21),
    goal(Group::Md5, "64M", OPENSSL, 1.24, 1.28),
    goal(Group::Md5, "4K", OPENSSL, 1.16, 1.19),
    goal(Group::Md5, "64", OPENSSL, 1.18, 1.24),
    goal(Group::Lanes, "2 x 1M", OPENSSL, 2.25, 2.4),
    goal(Group::Lanes, "4 x 1M", OPENSSL, 4.5, 4.8),
    goal(Group::Lanes, "8 x 1M", OPENSSL, 9.0, 9.6),
    goal(Group::Lanes, "16 x 1M", OPENSSL, 16.5, 18.0),
    goal(Group::Lanes, "32 x 1M", OPENSSL, 17.5, 19.5),
    goal(Group::Lanes, "32 uniform 0..1M", OPENSSL, 13.0, 15.0),
    goal(Group::Lanes, "64 x 4K", OPENSSL, 17.0, 18.0),
    goal(Group::Lanes, "1024 x 64", OPENSSL, 20.0, 22.0),
    goal(Group::Crc32, "64", Base::Best, 1.1, 1.3),
    goal(Group::Crc32, "256", Base::Best, 1.1, 1.3),
    goal(Group::Crc32, "1K", Base::Best, 1.0, 1.05),
    goal(Group::Crc32, "4K", Base::Best, 1.0, 1.05),
    goal(Group::Crc32, "16K", Base::Best, 0.98, 1.05),
    goal(Group::Crc32, "64K", Base::Best, 0.98, 1.05),
    goal(Group::Crc32, "1M", Base::Best, 0.98, 1.05),
    goal(Group::Crc32, "64M", Base::Best, 1.2, 1.4),
    goal(Group::Crc32, "1G", Base::Best, 1.2, 1.3),
    parity(Group::Crc32, "16 latency"),
    parity(Group::Crc32, "64 latency"),
    goal(Group::Crc32c, "64", Base::Best, 1.0, 1.1),
    goal(Group::Crc32c, "256", Base::Best, 1.0, 1.1),
    goal(Group::Crc32c, "1K", Base::Best, 1.0, 1.05),
    goal(Group::Crc32c, "4K", Base::Best, 1.0, 1.05),
    goal(Group::Crc32c, "16K", Base::Best, 1.07, 1.13),
    goal(Group::Crc32c, "64K", Base::Best, 1.07, 1.13),
    goal(Group::Crc32c, "1M", Base::Best, 1.07, 1.13),
    goal(Group::Crc32c, "64M", Base::Best, 1.3, 1.45),
    goal(Group::Crc32c, "1G", Base::Best, 1.2, 1.25),
    parity(Group::Crc32c, "16 latency"),
    parity(Group::Crc32c, "64 latency"),
    goal(Group::Adler32, "64", Base::Best, 1.0, 1.1),
    goal(Group::Adler32, "256", Base::Best, 1.0, 1.1),
    goal(Group::Adler32, "4K", Base::Best, 1.05, 1.1),
    goal(Group::Adler32, "16K", Base::Best, 1.2, 1.3),
    goal(Group::Adler32, "64K", Base::Best, 1.2, 1.3),
    goal(Group::Adler32, "1M", Base::Best, 1.2, 1.3),
    goal(Group::Adler32, "64M", Base::Best, 1.5, 1.8),
    goal(Group::Adler32, "1G", Base::Best, 1.15, 1.2),
    parity(Group::Adler32, "16"),
];

/// The goal of a case, if it has one.
pub fn find(group: Group, case: &str) -> Option<&'static Goal> {
    GOALS.iter().find(|goal| goal.group == group && goal.case == case)
}

impl Goal {
    /// `pass`, `PASS+` when the stretch goal is reached too, or `MISS`.
    pub fn verdict(&self, ratio: f64) -> &'static str {
        match self.stretch {
            Some(stretch) if ratio >= stretch => "pass+",
            _ if ratio >= self.gate => "pass",
            _ => "MISS",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::{SIZES, lanes, single};

    #[test]
    fn every_goal_names_a_case_that_exists() {
        for goal in GOALS {
            let cases = if goal.group == Group::Lanes { lanes(192) } else { single(goal.group, &SIZES) };
            assert!(cases.iter().any(|case| case.name == goal.case), "{goal:?}");
        }
    }
}
