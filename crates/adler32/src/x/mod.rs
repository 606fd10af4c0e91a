//! Adler-32 of other crates, each behind the one signature of this family. Starting values are reduced before
//! they are handed over where the crate would not do it itself.

pub(crate) mod adler;
pub(crate) mod adler2;
pub(crate) mod adler32;
pub(crate) mod simd_adler32;
pub(crate) mod zlib_rs;
