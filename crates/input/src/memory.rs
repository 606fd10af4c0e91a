//! How much memory a file may take without pushing everything else out.

/// Whether `bytes` more or less fit into the memory that can be had without swapping: three quarters of what the
/// system calls available, which includes the page cache. Yes if it does not say.
pub(crate) fn has_room_for(bytes: u64) -> bool {
    // Small files always fit, and are many: no need to ask each time.
    bytes <= 64 << 20 || available().is_none_or(|available| bytes <= available / 4 * 3)
}

/// Bytes available, from `MemAvailable` (`proc_meminfo(5)`).
#[cfg(any(target_os = "linux", target_os = "android"))]
fn available() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes << 10)
}

/// Other systems are not asked.
#[cfg(not(any(target_os = "linux", target_os = "android")))]
fn available() -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn little_fits_and_everything_does_not() {
        assert!(has_room_for(1 << 20));
        if available().is_some() {
            assert!(!has_room_for(u64::MAX));
        }
    }
}
