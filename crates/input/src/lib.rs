//! The ways of reading a file, with one promise: **either every byte of one unchanged file was seen,
//! or there is an error that says what happened**. And the state of the page cache, since a speed
//! means nothing without it.
//!
//! ```
//! # fn main() -> Result<(), checksum_input::InputError> {
//! use checksum_input::InputFile;
//!
//! let file = InputFile::open("Cargo.toml")?;
//! let mut bytes_seen = 0;
//! match file.map() {
//!     Ok(mapping) => {
//!         mapping.populate();
//!         bytes_seen += mapping.bytes().len() as u64;
//!         file.verify_mapped(&mapping)?; // before this, what was computed is only a guess
//!     }
//!     Err(refused) => {
//!         eprintln!("not mapped, read instead: {refused}");
//!         bytes_seen += file.read_chunks(65536, |_block| {})?; // checks by itself
//!     }
//! }
//! assert_eq!(Some(bytes_seen), file.size());
//! # Ok(())
//! # }
//! ```
//!
//! | module | its one job |
//! |---|---|
//! | [`InputFile`] | open once, know what kind of thing it is, notice a change on the open handle |
//! | [`blocks`] | blocks of an exact size out of any [`std::io::Read`] (short reads, EINTR) |
//! | [`Mapping`] | the file in memory, populated, guarded against SIGBUS; [`InputFile::map_windows`] |
//! | [`CacheState`] | which share of the file is in memory; warm it, drop it |
//! | [`DirectReader`] | past the page cache |
//! | [`overlap`] | a reading thread that stays ahead of the caller |
//! | [`Pace`] | a source of a set speed, to test what depends on the storage |
//!
//! What no program can notice: another process that changes a file through a writable mapping whose
//! pages were dirty already alters no time stamp, and before Linux 6.13 two changes inside one tick
//! of the kernel's clock (1 to 10 ms) look like one.

pub mod blocks;
mod buffer;
mod cache;
#[cfg(target_os = "linux")]
mod cache_linux;
mod change;
mod direct;
mod error;
mod file;
mod guard;
mod mapping;
mod memory;
mod name;
mod open;
pub mod overlap;
mod pace;
mod populate;
mod position;
mod reader;
mod windows;

pub use buffer::Buffer;
pub use cache::{CacheState, CacheUnknown};
pub use change::{Change, Identity};
pub use direct::{DirectReader, DirectRefused};
pub use error::{InputError, Problem};
pub use file::{InputFile, Kind};
pub use mapping::{MapRefused, Mapping};
pub use name::{ShownName, shown};
pub use pace::Pace;
pub use populate::Populated;
pub use reader::Reader;
pub use windows::WindowsError;
