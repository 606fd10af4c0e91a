//! Signs that something else took time while a sample ran.
//!
//! Linux tells them for the price of a few small reads between samples. Elsewhere all of them are absent,
//! which is not the same as zero.

use serde::{Deserialize, Serialize};

/// What happened to the measuring thread during a sample. `None`: this system does not tell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Signals {
    /// Time in ns that the thread was ready to run and had no core (`/proc/thread-self/schedstat`).
    pub waited_ns: Option<u64>,
    /// Page faults that needed no I/O. A warm mapping has none.
    pub minor_faults: Option<u64>,
    /// Page faults that needed I/O.
    pub major_faults: Option<u64>,
    /// Times that the thread was taken off its core.
    pub involuntary_switches: Option<u64>,
    /// Ticks (1/100 s) during which the hypervisor ran somebody else on any of our cores (`/proc/stat`).
    pub stolen_ticks: Option<u64>,
}

impl Signals {
    /// Whether a sample of `ns` may have been disturbed: taken off the core, more than 1 % of it waited, steal, or
    /// a page read from disk. Such samples are flagged, never removed.
    pub fn disturbed(&self, ns: u64) -> bool {
        self.waited_ns.is_some_and(|waited| waited > ns / 100)
            || [self.major_faults, self.involuntary_switches, self.stolen_ticks]
                .into_iter()
                .any(|n| n > Some(0))
    }

    fn since(self, before: Signals) -> Signals {
        let difference = |now: Option<u64>, before: Option<u64>| Some(now?.saturating_sub(before?));
        Signals {
            waited_ns: difference(self.waited_ns, before.waited_ns),
            minor_faults: difference(self.minor_faults, before.minor_faults),
            major_faults: difference(self.major_faults, before.major_faults),
            involuntary_switches: difference(self.involuntary_switches, before.involuntary_switches),
            stolen_ticks: difference(self.stolen_ticks, before.stolen_ticks),
        }
    }
}

/// Reads the signals of the thread that made it.
#[derive(Debug)]
pub struct SignalMeter {
    #[cfg(target_os = "linux")]
    files: linux::Files,
}

impl SignalMeter {
    /// A meter for the calling thread.
    pub fn new() -> SignalMeter {
        SignalMeter {
            #[cfg(target_os = "linux")]
            files: linux::Files::open(),
        }
    }

    /// The counts so far.
    pub fn read(&self) -> Signals {
        #[cfg(target_os = "linux")]
        return self.files.read();
        #[cfg(not(target_os = "linux"))]
        Signals::default()
    }

    /// What was counted since `before`.
    pub fn since(&self, before: Signals) -> Signals {
        self.read().since(before)
    }
}

impl Default for SignalMeter {
    fn default() -> Self {
        SignalMeter::new()
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use super::Signals;
    use std::fs::File;
    use std::mem::MaybeUninit;
    use std::os::unix::fs::FileExt;

    /// Kept open: a read at offset 0 of an open proc file gives fresh values.
    #[derive(Debug)]
    pub(super) struct Files {
        schedstat: Option<File>,
        stat: Option<File>,
    }

    impl Files {
        pub(super) fn open() -> Files {
            Files {
                schedstat: File::open("/proc/thread-self/schedstat").ok(),
                stat: File::open("/proc/stat").ok(),
            }
        }

        pub(super) fn read(&self) -> Signals {
            let usage = thread_usage();
            let count = |value: libc::c_long| u64::try_from(value).unwrap_or_default();
            Signals {
                // run time, waiting time, time slices
                waited_ns: number(self.schedstat.as_ref(), 1),
                minor_faults: usage.map(|usage| count(usage.ru_minflt)),
                major_faults: usage.map(|usage| count(usage.ru_majflt)),
                involuntary_switches: usage.map(|usage| count(usage.ru_nivcsw)),
                // cpu user nice system idle iowait irq softirq steal
                stolen_ticks: number(self.stat.as_ref(), 8),
            }
        }
    }

    /// The word at place `index` at the start of a file of numbers.
    fn number(file: Option<&File>, index: usize) -> Option<u64> {
        let mut buffer = [0; 256];
        let len = file?.read_at(&mut buffer, 0).ok()?;
        let text = std::str::from_utf8(&buffer[..len]).ok()?;
        text.split_ascii_whitespace().nth(index)?.parse().ok()
    }

    fn thread_usage() -> Option<libc::rusage> {
        let mut usage = MaybeUninit::uninit();
        // SAFETY: the pointer is to a writable `rusage`, which is all that getrusage asks for.
        let failed = unsafe { libc::getrusage(libc::RUSAGE_THREAD, usage.as_mut_ptr()) } != 0;
        // SAFETY: getrusage said that it filled the structure.
        (!failed).then(|| unsafe { usage.assume_init() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn disturbance() {
        let quiet = Signals { waited_ns: Some(10), minor_faults: Some(3), ..Signals::default() };
        assert!(!quiet.disturbed(1000));
        assert!(!Signals::default().disturbed(0));
        assert!(Signals { waited_ns: Some(11), ..quiet }.disturbed(1000));
        assert!(Signals { involuntary_switches: Some(1), ..quiet }.disturbed(1000));
        assert!(Signals { stolen_ticks: Some(1), ..quiet }.disturbed(1000));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn touching_fresh_pages_is_seen_as_faults() {
        let meter = SignalMeter::new();
        let before = meter.read();
        let pages = std::hint::black_box(vec![1_u8; 16 << 20]);
        let signals = meter.since(before);
        assert!(signals.minor_faults > Some(0), "{signals:?}");
        drop(pages);
        assert!(signals.involuntary_switches.is_some());
    }
}
