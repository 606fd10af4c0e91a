/// A buffer with an unmapped page before it and one behind it: a kernel that reads one byte too many crashes,
/// even if it is assembly or a masked load that the compiler cannot see.
///
/// On systems without `mmap` it is an ordinary buffer, and [`GuardedBuffer::IS_GUARDED`] says so.
#[derive(Debug)]
pub struct GuardedBuffer {
    inner: imp::Pages,
}

impl GuardedBuffer {
    /// Whether overreads crash on this system.
    pub const IS_GUARDED: bool = imp::GUARDED;

    /// A buffer for inputs of up to `capacity` bytes.
    pub fn new(capacity: usize) -> GuardedBuffer {
        GuardedBuffer { inner: imp::Pages::new(capacity) }
    }

    /// `data`, placed so that it ends where the readable memory ends.
    pub fn at_end(&mut self, data: &[u8]) -> &[u8] {
        let readable = self.inner.readable();
        let start = readable.len() - data.len();
        readable[start..].copy_from_slice(data);
        &readable[start..]
    }

    /// `data`, placed so that it starts where the readable memory starts.
    pub fn at_start(&mut self, data: &[u8]) -> &[u8] {
        let readable = self.inner.readable();
        readable[..data.len()].copy_from_slice(data);
        &readable[..data.len()]
    }
}

#[cfg(unix)]
mod imp {
    use rustix::mm::{MapFlags, MprotectFlags, ProtFlags, mmap_anonymous, mprotect, munmap};

    pub(super) const GUARDED: bool = true;

    #[derive(Debug)]
    pub(super) struct Pages {
        base: *mut u8,
        page: usize,
        readable: usize,
    }

    impl Pages {
        pub(super) fn new(capacity: usize) -> Pages {
            let page = rustix::param::page_size();
            let readable = capacity.max(1).next_multiple_of(page);
            // SAFETY: a fresh private mapping at an address of the kernel's choice touches no memory of ours.
            let base = unsafe {
                mmap_anonymous(
                    std::ptr::null_mut(),
                    readable + 2 * page,
                    ProtFlags::empty(),
                    MapFlags::PRIVATE,
                )
            }
            .expect("address space for a guarded buffer")
            .cast::<u8>();
            // SAFETY: the range lies inside the mapping made above, which nothing else uses.
            unsafe {
                mprotect(base.add(page).cast(), readable, MprotectFlags::READ | MprotectFlags::WRITE)
                    .expect("readable pages between the guards");
            }
            Pages { base, page, readable }
        }

        pub(super) fn readable(&mut self) -> &mut [u8] {
            // SAFETY: these bytes are mapped readable and writable until `drop`, zeroed by the kernel, and
            // borrowed exclusively through `self`.
            unsafe { std::slice::from_raw_parts_mut(self.base.add(self.page), self.readable) }
        }
    }

    impl Drop for Pages {
        fn drop(&mut self) {
            // SAFETY: exactly the mapping made in `new`; no borrow of it can outlive `self`.
            unsafe { munmap(self.base.cast(), self.readable + 2 * self.page).expect("our own mapping") };
        }
    }
}

#[cfg(not(unix))]
mod imp {
    pub(super) const GUARDED: bool = false;

    #[derive(Debug)]
    pub(super) struct Pages(Vec<u8>);

    impl Pages {
        pub(super) fn new(capacity: usize) -> Pages {
            Pages(vec![0; capacity])
        }

        pub(super) fn readable(&mut self) -> &mut [u8] {
            &mut self.0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_lies_at_the_edges() {
        let mut buffer = GuardedBuffer::new(5000);
        assert_eq!(buffer.at_end(b"abc"), b"abc");
        assert_eq!(buffer.at_start(b"defg"), b"defg");
        assert_eq!(buffer.at_end(&[]), b"");
        #[cfg(unix)]
        assert_eq!(buffer.at_end(b"x").as_ptr_range().end as usize % rustix::param::page_size(), 0);
    }
}
