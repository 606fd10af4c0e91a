//! Debian's shared libraries, loaded at run time. Linking them would clash with the packages that bring
//! copies of the same symbols.

use libloading::Library;
use std::ffi::{CStr, c_char};
use std::sync::OnceLock;

/// A loaded library, kept for the whole run.
pub struct Debian {
    library: Library,
}

impl Debian {
    fn open(file: &str) -> Result<Debian, String> {
        // SAFETY: these are plain C libraries of the distribution; their initialisers only probe the CPU.
        unsafe { Library::new(file) }.map(|library| Debian { library }).map_err(|error| error.to_string())
    }

    /// The function `name` as type `F`.
    ///
    /// # Safety
    /// `F` must be the function's C type. The library is never unloaded, so the pointer stays good.
    pub unsafe fn function<F: Copy>(&'static self, name: &str) -> Result<F, String> {
        // SAFETY: the caller vouches for the type.
        match unsafe { self.library.get::<F>(name) } {
            Ok(symbol) => Ok(*symbol),
            Err(error) => Err(error.to_string()),
        }
    }
}

macro_rules! library {
    ($(#[$doc:meta])* $name:ident, $file:literal) => {
        $(#[$doc])*
        pub fn $name() -> Result<&'static Debian, String> {
            static CELL: OnceLock<Result<Debian, String>> = OnceLock::new();
            CELL.get_or_init(|| Debian::open($file)).as_ref().map_err(Clone::clone)
        }
    };
}

library!(
    /// OpenSSL's libcrypto (package libssl3).
    crypto, "libcrypto.so.3");
library!(
    /// zlib (package zlib1g).
    zlib, "libz.so.1");
library!(
    /// libdeflate (package libdeflate0).
    libdeflate, "libdeflate.so.0");
library!(
    /// Intel's ISA-L (package libisal2).
    isal, "libisal.so.2");
library!(
    /// Intel's multi-buffer cryptography (package libipsec-mb1).
    ipsec_mb, "libIPSec_MB.so.1");

/// What a version function of C says; `None` for a null pointer.
///
/// # Safety
/// `function` must return null or a C string that stays.
pub unsafe fn version(function: unsafe extern "C" fn() -> *const c_char) -> Option<String> {
    // SAFETY: no arguments; the caller vouches for the rest.
    let text = unsafe { function() };
    // SAFETY: not null, and the caller promised a C string.
    (!text.is_null()).then(|| unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned())
}

/// zlib's version as it says itself.
pub fn zlib_version(library: &'static Debian) -> Result<String, String> {
    // SAFETY: the C type in zlib.h; it returns a string constant.
    unsafe {
        let function: unsafe extern "C" fn() -> *const c_char = library.function("zlibVersion")?;
        Ok(version(function).unwrap_or_default())
    }
}
