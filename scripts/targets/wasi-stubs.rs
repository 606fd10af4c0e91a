//! What std names and Debian's wasi-libc, built without threads, does not have; and a `main` for what has none.
#![feature(linkage, thread_local)]
#![no_std]

const ENOSYS: i32 = 52;

unsafe extern "C" {
    #[thread_local]
    static mut errno: i32;
}

macro_rules! refused {
    ($($name:ident($($argument:ident),*))*) => {
        $(
            #[unsafe(no_mangle)]
            pub extern "C" fn $name($($argument: usize),*) -> i32 {
                $(let _ = $argument;)*
                ENOSYS
            }
        )*
    };
}

refused! {
    pthread_create(thread, attributes, start, argument)
    pthread_join(thread, result)
    pthread_detach(thread)
    pthread_attr_init(attributes)
    pthread_attr_setstacksize(attributes, size)
    pthread_attr_destroy(attributes)
}

#[unsafe(no_mangle)]
pub extern "C" fn realpath(_path: usize, _resolved: usize) -> usize {
    // SAFETY: there is one thread.
    unsafe { errno = ENOSYS };
    0
}

/// The start of a program is linked to everything, dynamic libraries too (crc-fast is one besides). A program's own
/// `main` comes before this one.
#[unsafe(no_mangle)]
#[linkage = "weak"]
pub extern "C" fn main(_count: i32, _arguments: *const *const u8) -> i32 {
    ENOSYS
}
