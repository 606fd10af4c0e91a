//! Everyone who takes part, each behind one of three shapes of boxed function, so that all are reached the
//! same way.

mod adler32;
mod controls;
mod crc32;
mod crc32c;
pub mod debian;
mod lanes;
mod md5;
mod ours;
mod zlib_shape;

pub use controls::read_only;

use crate::cases::Group;

/// `f(checksum so far, bytes)`: zlib's shape.
pub type Fold = Box<dyn Fn(u32, &[u8]) -> u32>;
/// A whole message to its 32-bit checksum.
pub type Whole = Box<dyn Fn(&[u8]) -> u32>;
/// A whole message to its MD5.
pub type Digest = Box<dyn Fn(&[u8]) -> [u8; 16]>;
/// Many messages to their MD5s, in their order.
pub type Many = Box<dyn Fn(&[&[u8]], &mut [[u8; 16]])>;

/// How a contestant is called.
pub enum Code {
    /// Adler-32 and the CRCs.
    Sum {
        /// The one-shot function that a user would call.
        whole: Whole,
        /// The continuing form; `None` where the library has none.
        fold: Option<Fold>,
    },
    /// MD5 of one message.
    Digest(Digest),
    /// MD5 of many messages.
    Many(Many),
}

/// What part a contestant plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// This workspace's public function.
    Ours,
    /// The same once more: how far two equal things come out apart.
    Again,
    /// One engine of this workspace's registry.
    Engine,
    /// Somebody else's.
    Peer,
    /// Not a checksum: a bound, such as reading alone.
    Bound,
}

/// One implementation in the race.
pub struct Contestant {
    /// What it computes.
    pub group: Group,
    /// Name in the tables: the package, or the engine's id.
    pub name: String,
    /// Version or origin, for the record.
    pub origin: String,
    /// What part it plays.
    pub role: Role,
    /// The code.
    pub code: Code,
}

impl Contestant {
    fn peer(group: Group, name: &str, origin: &str, code: Code) -> Contestant {
        Contestant { group, name: name.into(), origin: origin.into(), role: Role::Peer, code }
    }
}

/// Everyone found, and why others are not there.
#[derive(Default)]
pub struct Field {
    /// In the order of the tables' columns: ours, engines, bounds, peers.
    pub contestants: Vec<Contestant>,
    /// `(name, reason)` of each peer that cannot take part on this machine.
    pub absent: Vec<(String, String)>,
}

/// A 32-bit checksum continued, by the package that the others are checked against.
pub fn reference_sum(group: Group, start: u32, data: &[u8]) -> u32 {
    match group {
        Group::Crc32 => crc32::reference(start, data),
        Group::Crc32c => crc32c::reference(start, data),
        Group::Adler32 => adler32::reference(start, data),
        Group::Md5 | Group::Lanes => unreachable!("MD5 is no 32-bit checksum"),
    }
}

/// MD5 by the package that the others are checked against.
pub fn reference_md5(data: &[u8]) -> [u8; 16] {
    md5::reference(data)
}

impl Field {
    /// Everyone of the wanted groups. `engines`: each row of our registries too.
    pub fn gather(groups: &[Group], engines: bool) -> Field {
        let mut field = Field::default();
        ours::add(&mut field, engines);
        controls::add(&mut field);
        crc32::add(&mut field);
        crc32c::add(&mut field);
        adler32::add(&mut field);
        md5::add(&mut field);
        lanes::add(&mut field);
        field.contestants.retain(|contestant| groups.contains(&contestant.group));
        field
    }

    fn add(&mut self, contestant: Contestant) {
        self.contestants.push(contestant);
    }

    fn absent(&mut self, name: &str, reason: impl ToString) {
        self.absent.push((name.into(), reason.to_string()));
    }
}
