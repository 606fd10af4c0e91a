//! What std names and Debian's wasi-libc, built without threads, does not have; and a `main` for what has none.
#![feature(linkage)]
#![no_std]

const ENOSYS: i32 = 52;

#[unsafe(no_mangle)]
pub extern "C" fn pthread_join(_thread: usize, _result: usize) -> i32 {
    ENOSYS
}

#[unsafe(no_mangle)]
pub extern "C" fn pthread_detach(_thread: usize) -> i32 {
    ENOSYS
}

/// The start of a program is linked to everything, dynamic libraries too (crc-fast is one besides). A program's own
/// `main` comes before this one.
#[unsafe(no_mangle)]
#[linkage = "weak"]
pub extern "C" fn main(_count: i32, _arguments: *const *const u8) -> i32 {
    ENOSYS
}
