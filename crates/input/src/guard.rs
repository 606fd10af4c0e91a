//! A mapped file can vanish under the reader: whoever cuts it, or a disk that fails, turns the next access into
//! SIGBUS, which kills. Here a handler puts zero pages in place of the mapping, marks the mapping as damaged,
//! and lets the computation go on; its result is then thrown away.
//!
//! The handler runs wherever the fault happened, so it may only read atomics and call the system: the list of
//! watched mappings is a chain of records that are never freed, only used again. A record is written
//! under a lock and carries a version number that is odd meanwhile, so that the handler never takes the beginning
//! of one mapping and the end of another for a range.

#[cfg(unix)]
pub(crate) use signal::Watch;

/// Where there is no SIGBUS (Windows does not let a mapped file be cut), nothing is watched.
#[cfg(not(unix))]
#[derive(Debug)]
pub(crate) struct Watch;

#[cfg(not(unix))]
impl Watch {
    pub(crate) fn over(_: &[u8]) -> std::io::Result<Self> {
        Ok(Self)
    }

    pub(crate) fn is_damaged(&self) -> bool {
        false
    }
}

#[cfg(unix)]
mod signal {
    use std::ffi::{c_int, c_void};
    use std::io;
    use std::ptr;
    use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicUsize, Ordering::SeqCst};
    use std::sync::{Mutex, OnceLock, PoisonError};

    /// One mapping, or a free record (`end` 0).
    struct Slot {
        version: AtomicUsize,
        start: AtomicUsize,
        end: AtomicUsize,
        damaged: AtomicBool,
        next: *const Slot,
    }

    /// The newest record of the chain.
    static FIRST: AtomicPtr<Slot> = AtomicPtr::new(ptr::null_mut());
    /// Held by whoever writes a record.
    static WRITING: Mutex<()> = Mutex::new(());
    /// What was done about SIGBUS before; `Err` if the system would not take our handler.
    static PREVIOUS: OnceLock<libc::sigaction> = OnceLock::new();

    /// Keeps SIGBUS inside some mapped bytes from killing the process, as long as it lives. To be dropped
    /// before the bytes are unmapped.
    pub(crate) struct Watch {
        slot: &'static Slot,
    }

    // SAFETY: all that is shared in a `Slot` is atomic; `next` is written before the record is published and
    // never again, and what it points to is never freed.
    unsafe impl Sync for Slot {}

    impl Watch {
        /// Watches over the pages of `mapped`, the bytes of one mapping of a file (from its first page on).
        pub(crate) fn over(mapped: &[u8]) -> io::Result<Self> {
            install()?;
            let start = mapped.as_ptr().expose_provenance();
            let end = (start + mapped.len()).next_multiple_of(rustix::param::page_size());
            let _lock = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
            let slot = free_slot();
            slot.damaged.store(false, SeqCst);
            slot.write(start, end);
            Ok(Self { slot })
        }

        /// Whether some of the bytes were replaced by zeros, since they could not be had.
        pub(crate) fn is_damaged(&self) -> bool {
            self.slot.damaged.load(SeqCst)
        }
    }

    impl Drop for Watch {
        fn drop(&mut self) {
            let _lock = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
            self.slot.write(0, 0);
        }
    }

    impl std::fmt::Debug for Watch {
        fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            out.debug_struct("Watch").field("damaged", &self.is_damaged()).finish()
        }
    }

    impl Slot {
        fn write(&self, start: usize, end: usize) {
            self.version.fetch_add(1, SeqCst);
            self.start.store(start, SeqCst);
            self.end.store(end, SeqCst);
            self.version.fetch_add(1, SeqCst);
        }

        /// The range, unless it is being written: then no running access can be inside it.
        fn range(&self) -> Option<std::ops::Range<usize>> {
            let before = self.version.load(SeqCst);
            let range = self.start.load(SeqCst)..self.end.load(SeqCst);
            (before.is_multiple_of(2) && self.version.load(SeqCst) == before).then_some(range)
        }
    }

    fn chain() -> impl Iterator<Item = &'static Slot> {
        let mut next = FIRST.load(SeqCst).cast_const();
        std::iter::from_fn(move || {
            // SAFETY: the pointer is null or came out of `Box::leak` in `free_slot`.
            let slot = unsafe { next.as_ref::<'static>() }?;
            next = slot.next;
            Some(slot)
        })
    }

    /// A record that nobody uses. The caller holds `WRITING`.
    fn free_slot() -> &'static Slot {
        if let Some(free) = chain().find(|slot| slot.end.load(SeqCst) == 0) {
            return free;
        }
        let slot = Box::leak(Box::new(Slot {
            version: AtomicUsize::new(0),
            start: AtomicUsize::new(0),
            end: AtomicUsize::new(0),
            damaged: AtomicBool::new(false),
            next: FIRST.load(SeqCst),
        }));
        FIRST.store(slot, SeqCst);
        slot
    }

    /// Puts the handler in place, once.
    fn install() -> io::Result<()> {
        static DONE: Mutex<bool> = Mutex::new(false);
        let mut done = DONE.lock().unwrap_or_else(PoisonError::into_inner);
        if *done {
            return Ok(());
        }
        // SAFETY: a `sigaction` of zeros is one (no handler, no flags, no signals blocked).
        let (mut ours, mut previous): (libc::sigaction, libc::sigaction) = unsafe { std::mem::zeroed() };
        ours.sa_sigaction = on_bus_error as *const () as usize;
        // On the thread's signal stack if it has one, so that a stack that ran out still gets its message.
        ours.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
        // The previous action is stored before ours can be called.
        // SAFETY: both pointers are valid or null as sigaction(2) allows; the handler keeps to what a handler
        // may do (see there).
        let failed = unsafe {
            libc::sigaction(libc::SIGBUS, ptr::null(), &mut previous) != 0 || {
                PREVIOUS.get_or_init(|| previous);
                libc::sigaction(libc::SIGBUS, &ours, ptr::null_mut()) != 0
            }
        };
        if failed {
            return Err(io::Error::last_os_error());
        }
        *done = true;
        Ok(())
    }

    /// The handler. Returning from it repeats the access that failed.
    extern "C" fn on_bus_error(signal: c_int, info: *mut libc::siginfo_t, context: *mut c_void) {
        // SAFETY: with SA_SIGINFO the system passes a valid record.
        let (code, address) = unsafe { ((*info).si_code, (*info).si_addr().addr()) };
        // A code of 0 or below means that a process sent it: then there is no address.
        if !(code > 0 && replace_pages(address)) {
            pass_on(signal, info, context);
        }
    }

    /// Puts zero pages over the whole mapping that holds `address`; the rest of it is worth nothing either,
    /// and one fault is cheaper than one for each page.
    fn replace_pages(address: usize) -> bool {
        let found = chain().find_map(|slot| {
            let range = slot.range().filter(|range| range.contains(&address))?;
            Some((slot, range))
        });
        let Some((slot, range)) = found else { return false };
        slot.damaged.store(true, SeqCst);
        use rustix::mm::{MapFlags, ProtFlags, mmap_anonymous};
        // SAFETY: the range is exactly one mapping of ours, alive, since the access that failed borrows it.
        // Its bytes were readable and stay so. What changes under the reader is what changed anyway when the
        // file was cut. On Linux this is one system call and nothing else; elsewhere it is the C library's
        // mmap, which is a plain call in every library known to us.
        unsafe {
            mmap_anonymous(
                ptr::with_exposed_provenance_mut(range.start),
                range.len(),
                ProtFlags::READ,
                MapFlags::PRIVATE | MapFlags::FIXED | MapFlags::NORESERVE,
            )
        }
        .is_ok()
    }

    /// Not ours: do what would have been done without us.
    fn pass_on(signal: c_int, info: *mut libc::siginfo_t, context: *mut c_void) {
        let Some(previous) = PREVIOUS.get() else { return };
        match previous.sa_sigaction {
            libc::SIG_IGN if code_of(info) <= 0 => {}
            libc::SIG_DFL | libc::SIG_IGN => {
                // SAFETY: allowed in a handler; a `sigaction` of zeros means the default.
                unsafe { libc::sigaction(signal, &std::mem::zeroed(), ptr::null_mut()) };
                again(signal);
            }
            handler if previous.sa_flags & libc::SA_SIGINFO != 0 => {
                // SAFETY: with SA_SIGINFO the number is the address of a function of this kind; whoever
                // registered it promised that to sigaction(2).
                let handler: extern "C" fn(c_int, *mut libc::siginfo_t, *mut c_void) =
                    unsafe { std::mem::transmute(handler) };
                handler(signal, info, context);
                // Rust's own handler restores the default and counts on the access being repeated, which a signal
                // that was sent does not do.
                if code_of(info) <= 0 && is_default(signal) {
                    again(signal);
                }
            }
            handler => {
                // SAFETY: without SA_SIGINFO it is the address of a function of this kind.
                let handler: extern "C" fn(c_int) = unsafe { std::mem::transmute(handler) };
                handler(signal);
            }
        }
    }

    /// Sends the signal once more. It is blocked until the handler returns, and meets the default action then.
    fn again(signal: c_int) {
        // SAFETY: allowed in a handler, touches no memory.
        unsafe { libc::raise(signal) };
    }

    fn is_default(signal: c_int) -> bool {
        // SAFETY: allowed in a handler; the record is valid for the call to fill.
        unsafe {
            let mut now: libc::sigaction = std::mem::zeroed();
            libc::sigaction(signal, ptr::null(), &mut now) == 0 && now.sa_sigaction == libc::SIG_DFL
        }
    }

    fn code_of(info: *mut libc::siginfo_t) -> c_int {
        // SAFETY: the record that the system passed to the handler.
        unsafe { (*info).si_code }
    }
}
