//! Two functions that std names and that Debian's wasi-libc, built without threads, does not have.
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
