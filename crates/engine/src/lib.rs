//! The words that every other crate of the workspace uses: which checksum algorithms there are
//! ([`Family`]), what one implementation of an algorithm is ([`Engine`]), what this CPU can do
//! ([`CpuFeatures`]), and how an engine becomes something safe to run ([`Engine::resolve`] gives a
//! [`Runnable`]).
//!
//! An engine is a plain `static` record. It is made by [`Engine::fold`], [`Engine::digest`] or, when
//! its kernel needs CPU features, by [`fold_engine!`](crate::fold_engine), which takes the feature
//! list once and makes the `#[target_feature]` entry and the run-time requirement from it. The only
//! calls through a kernel's function pointer are in `resolve.rs`.
//!
//! ```
//! use checksum_engine::{CpuFeatures, Engine, Family, Source};
//!
//! fn sum(start: u32, data: &[u8]) -> u32 {
//!     let (mut a, mut b) = (start & 0xffff, start >> 16);
//!     for &byte in data {
//!         a = (a + u32::from(byte)) % 65521;
//!         b = (b + a) % 65521;
//!     }
//!     b << 16 | a
//! }
//! static PLAIN: Engine = Engine::fold(Family::Adler32, "adler32/example", sum).source(Source::Own);
//!
//! let runnable = PLAIN.resolve(CpuFeatures::current()).unwrap();
//! assert_eq!(runnable.checksum(b"Wikipedia").to_string(), "11e60398");
//! ```
#![no_std]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod auto;
mod digest;
mod family;
mod features;
mod macros;
mod record;
mod resolve;

pub use auto::AutoFold;
pub use digest::Digest;
pub use family::Family;
pub use features::{CpuFeatures, FeatureSet, UnknownFeature};
pub use record::{Dispatch, Engine, Kernel, Small, Source};
pub use resolve::{Missing, Runnable, Stream};
