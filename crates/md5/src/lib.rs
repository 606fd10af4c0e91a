//! MD5 (RFC 1321) in many implementations.
#![cfg_attr(not(feature = "std"), no_std)]
extern crate alloc;

#[macro_use]
mod rounds;
mod block;
#[macro_use]
mod compress;

mod plain;

mod registry;

pub use registry::ENGINES;
