//! One engine of a family chosen at the first call and entered directly ever after.

use crate::{CpuFeatures, Engine, Kernel};
use core::mem;
use core::ptr;
use core::sync::atomic::{AtomicPtr, Ordering};

type Fold = unsafe fn(u32, &[u8]) -> u32;

/// A fold that picks, at its first call, the first of its candidates that [`CpuFeatures::current`] allows.
/// Every later call costs one load, one branch and one indirect call, which is what short inputs need.
///
/// ```
/// use checksum_engine::{AutoFold, Engine, Family};
///
/// fn sum(start: u32, data: &[u8]) -> u32 {
///     data.iter().fold(start, |sum, &byte| sum.wrapping_add(u32::from(byte)))
/// }
/// static CANDIDATES: [Engine; 1] = [Engine::fold(Family::Crc32, "crc32/example", sum)];
/// static AUTO: AutoFold = AutoFold::new(&CANDIDATES);
/// assert_eq!(AUTO.fold(1, &[2, 3]), 6);
/// ```
#[derive(Debug)]
pub struct AutoFold {
    candidates: &'static [Engine],
    /// Null until the first call, then the `Fold` of the candidate that was chosen.
    chosen: AtomicPtr<()>,
}

impl AutoFold {
    /// A choice among `candidates`: the most wanted first, and last one that any CPU of the target can run.
    ///
    /// # Panics
    /// In a `static`, that is at compile time: when a candidate is no fold or the last one needs CPU features.
    pub const fn new(candidates: &'static [Engine]) -> AutoFold {
        let mut i = 0;
        while i < candidates.len() {
            assert!(matches!(candidates[i].kernel, Kernel::Fold(_)), "not a fold");
            i += 1;
        }
        assert!(candidates[candidates.len() - 1].needs.is_empty(), "some CPU could run none of them");
        AutoFold { candidates, chosen: AtomicPtr::new(ptr::null_mut()) }
    }

    /// The public checksum `start` continued over `data`.
    ///
    /// # Panics
    /// When `CHECKSUM_DISABLE` holds an unknown name.
    #[inline]
    pub fn fold(&self, start: u32, data: &[u8]) -> u32 {
        let chosen = self.chosen.load(Ordering::Relaxed);
        if chosen.is_null() {
            // As a call in tail position, and with the same arguments first, so that the calls that follow neither
            // save nor move a register for it.
            return AutoFold::first_fold(start, data, self);
        }
        // SAFETY: the only store, in `choose`, is of a `Fold`, and `choose` asserts that data and function
        // pointers are of one size.
        let fold = unsafe { mem::transmute::<*mut (), Fold>(chosen) };
        // SAFETY: `choose` took it from an engine that resolved on this CPU.
        unsafe { fold(start, data) }
    }

    #[cold]
    #[inline(never)]
    fn first_fold(start: u32, data: &[u8], auto: &AutoFold) -> u32 {
        let fold = auto.choose();
        // SAFETY: `choose` took it from an engine that resolved on this CPU.
        unsafe { fold(start, data) }
    }

    /// The candidate that calls go to.
    pub fn engine(&self) -> &'static Engine {
        let cpu = CpuFeatures::current();
        let usable = self.candidates.iter().find(|engine| engine.resolve(cpu).is_ok());
        usable.expect("the last candidate needs nothing")
    }

    fn choose(&self) -> Fold {
        const { assert!(size_of::<Fold>() == size_of::<*mut ()>()) };
        let Kernel::Fold(fold) = self.engine().kernel else { unreachable!("checked by `new`") };
        self.chosen.store(fold as *mut (), Ordering::Relaxed);
        fold
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Family, FeatureSet};

    fn plain(start: u32, data: &[u8]) -> u32 {
        start + data.len() as u32
    }

    static CANDIDATES: [Engine; 2] = [
        // SAFETY: `plain` runs on any CPU; none has all of these features.
        unsafe {
            let needs = FeatureSet::of(&["avx2", "dotprod"]);
            Engine::with_features(Family::Crc32, "crc32/never", needs, Kernel::Fold(plain), None)
        },
        Engine::fold(Family::Crc32, "crc32/plain", plain),
    ];
    static AUTO: AutoFold = AutoFold::new(&CANDIDATES);

    #[test]
    fn takes_the_first_that_runs_here() {
        assert_eq!(AUTO.engine().id, "crc32/plain");
        assert_eq!(AUTO.fold(1, &[0; 3]), 4);
        assert_eq!(AUTO.fold(4, &[0; 2]), 6);
    }
}
