//! Whether somebody else had the CPU meanwhile.

/// Nanoseconds for which this thread was ready to run but did not, since it began; `None` where the system does not
/// say. Linux: the second number of `schedstat` (kernel documentation, `scheduler/sched-stats.rst`).
pub fn waited() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_ascii_whitespace().nth(1)?.parse().ok()
}
