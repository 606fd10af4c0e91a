//! The crates of others, one file each: an adapter from the engines' fold to the crate's API, nothing more.
//! Where a crate has a shorter way for a whole message than for a continued one, the adapter takes it.

pub(crate) mod crc;
pub(crate) mod crc32c_crate;
pub(crate) mod crc_fast;
