//! MD5 (RFC 1321) in many implementations.
//!
//! [`digest`] and [`Hasher`] are for use: they run the fastest form for this CPU. [`ENGINES`] is for
//! comparison: every form, the classic ones and those of other crates included, as a record of
//! [`checksum_engine`].
//!
//! MD5 is no protection against an adversary (RFC 6151); it finds damage, and names old data.
#![no_std]
extern crate alloc;
#[cfg(test)]
extern crate std;

#[macro_use]
mod rounds;
mod block;
#[macro_use]
mod compress;

mod auto;
mod barrier;
mod hasher;

mod deutsch;
#[macro_use]
pub mod multi;
mod openssl;
mod plain;
mod prefetch;
mod scalar;
#[cfg(feature = "third-party")]
mod third_party;
#[cfg(target_arch = "x86_64")]
mod x86_64;

mod registry;

pub use hasher::{Hasher, digest};
pub use registry::ENGINES;

#[cfg(test)]
mod tests;
