//! Which cores the measuring thread may run on. Only Linux lets us ask and choose.

use std::io;

/// The cores that the calling thread may run on; empty where the system does not tell.
pub fn allowed() -> Vec<usize> {
    #[cfg(target_os = "linux")]
    {
        use rustix::thread::{CpuSet, sched_getaffinity};
        match sched_getaffinity(None) {
            Ok(set) => (0..CpuSet::MAX_CPU).filter(|&core| set.is_set(core)).collect(),
            Err(_) => Vec::new(),
        }
    }
    #[cfg(not(target_os = "linux"))]
    Vec::new()
}

/// Keeps the calling thread on one core, so that it neither moves between caches nor between cores of different
/// speed. Threads that it starts later inherit that.
///
/// # Errors
/// The system's, such as for a core that does not exist or is not ours; [`io::ErrorKind::Unsupported`] where
/// there is no such call.
pub fn pin(core: usize) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    {
        use rustix::thread::{CpuSet, sched_setaffinity};
        if core >= CpuSet::MAX_CPU {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, format!("there is no core {core}")));
        }
        let mut set = CpuSet::new();
        set.set(core);
        Ok(sched_setaffinity(None, &set)?)
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = core;
        Err(io::ErrorKind::Unsupported.into())
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_pinned_thread_stays_on_its_core() {
        std::thread::spawn(|| {
            let core = *allowed().last().unwrap();
            pin(core).unwrap();
            assert_eq!(allowed(), [core]);
            assert!(pin(usize::MAX).is_err());
        })
        .join()
        .unwrap();
    }
}
