//! From a record to something safe to run: the only calls through a kernel's function pointer.

use crate::{CpuFeatures, Digest, Engine, FeatureSet, Kernel};
use alloc::boxed::Box;
use alloc::vec;
use core::fmt;

/// A checksum computed piece by piece.
pub trait Stream: Send {
    /// Takes the next bytes.
    fn update(&mut self, data: &[u8]);

    /// The checksum of all bytes so far. More may follow.
    fn digest(&self) -> Digest;
}

/// Why an engine cannot run here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Missing {
    /// The features that it needs and that the CPU lacks or that were masked.
    pub features: FeatureSet,
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "needs CPU features that are missing or masked: {}", self.features)
    }
}

impl core::error::Error for Missing {}

/// An engine that was found able to run on this CPU. Holding one is the proof.
#[derive(Clone, Copy, Debug)]
pub struct Runnable {
    engine: &'static Engine,
}

impl Engine {
    /// Checks the engine's requirements against what the CPU was found to have.
    ///
    /// # Errors
    /// The features that are missing or masked.
    pub fn resolve(&'static self, cpu: CpuFeatures) -> Result<Runnable, Missing> {
        if cpu.has(self.needs) {
            Ok(Runnable { engine: self })
        } else {
            Err(Missing { features: self.needs.without(cpu.usable()) })
        }
    }
}

impl Runnable {
    /// The record behind it.
    pub fn engine(self) -> &'static Engine {
        self.engine
    }

    /// The checksum of `data` as one message. A multi-buffer engine gets it as its only message.
    pub fn checksum(self, data: &[u8]) -> Digest {
        match self.engine.kernel {
            Kernel::Fold(kernel) => {
                let start = self.engine.family.initial().unwrap_or_default();
                // SAFETY: `resolve` found every feature that the record's maker promised to be enough.
                Digest::U32(unsafe { kernel(start, data) })
            }
            // SAFETY: as above.
            Kernel::Digest(kernel) => Digest::Md5(unsafe { kernel(data) }),
            Kernel::Many(_) => self.many(&[data])[0],
        }
    }

    /// The public checksum `start` continued over `data`; `None` for MD5.
    pub fn fold(self, start: u32, data: &[u8]) -> Option<u32> {
        match self.engine.kernel {
            // SAFETY: `resolve` found every feature that the record's maker promised to be enough.
            Kernel::Fold(kernel) => Some(unsafe { kernel(start, data) }),
            Kernel::Digest(_) | Kernel::Many(_) => None,
        }
    }

    /// The digests of many messages, in their order. A multi-buffer engine takes them side by side,
    /// every other engine one after the other.
    pub fn many(self, messages: &[&[u8]]) -> Box<[Digest]> {
        match self.engine.kernel {
            Kernel::Many(kernel) => {
                let mut digests = vec![[0; 16]; messages.len()];
                // SAFETY: `resolve` found every feature that the record's maker promised to be enough.
                unsafe { kernel(messages, &mut digests) };
                digests.into_iter().map(Digest::Md5).collect()
            }
            _ => messages.iter().map(|message| self.checksum(message)).collect(),
        }
    }

    /// A streaming hasher that has seen no bytes; `None` where the engine has no streaming form.
    pub fn stream(self) -> Option<Box<dyn Stream>> {
        match (self.engine.kernel, self.engine.stream) {
            (Kernel::Fold(kernel), _) => {
                let value = self.engine.family.initial().unwrap_or_default();
                Some(Box::new(FoldStream { kernel, value }))
            }
            // SAFETY: `resolve` found every feature that the record's maker promised to be enough.
            (_, Some(start)) => Some(unsafe { start() }),
            (_, None) => None,
        }
    }
}

/// Streaming over a fold: the value so far is all the state there is. Made by `Runnable::stream` only.
struct FoldStream {
    kernel: unsafe fn(u32, &[u8]) -> u32,
    value: u32,
}

impl Stream for FoldStream {
    fn update(&mut self, data: &[u8]) {
        // SAFETY: made by `Runnable::stream`, so `resolve` found the features that this kernel needs.
        self.value = unsafe { (self.kernel)(self.value, data) };
    }

    fn digest(&self) -> Digest {
        Digest::U32(self.value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Family;

    fn add(start: u32, data: &[u8]) -> u32 {
        data.iter().fold(start, |sum, &byte| sum.wrapping_add(u32::from(byte)))
    }

    static PLAIN: Engine = Engine::fold(Family::Crc32, "crc32/test", add);
    // SAFETY: `add` runs on any CPU.
    static NEEDY: Engine = unsafe {
        Engine::with_features(
            Family::Crc32,
            "crc32/needy",
            // No CPU is both an x86 and an Arm.
            FeatureSet::of(&["avx2", "dotprod"]),
            Kernel::Fold(add),
            None,
        )
    };

    #[test]
    fn a_missing_feature_is_named_and_nothing_runs() {
        let missing = NEEDY.resolve(CpuFeatures::detect()).unwrap_err();
        assert!(!missing.features.is_empty());
        assert!(FeatureSet::of(&["avx2", "dotprod"]).contains(missing.features));
    }

    #[test]
    fn one_shot_fold_and_stream_agree() {
        let runnable = PLAIN.resolve(CpuFeatures::detect()).unwrap();
        assert_eq!(runnable.checksum(&[1, 2, 3]), Digest::U32(6));
        assert_eq!(runnable.fold(10, &[1]), Some(11));
        let mut stream = runnable.stream().unwrap();
        stream.update(&[1]);
        assert_eq!(stream.digest(), Digest::U32(1));
        stream.update(&[2, 3]);
        assert_eq!(stream.digest(), Digest::U32(6));
        assert_eq!(runnable.many(&[&[1], &[2, 3]])[..], [Digest::U32(1), Digest::U32(5)]);
    }

    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    #[test]
    fn the_macro_makes_entry_and_requirement_from_one_list() {
        #[target_feature(enable = "sse4.2")]
        fn kernel(start: u32, data: &[u8]) -> u32 {
            add(start, data)
        }
        static ENGINE: Engine = crate::fold_engine!(Family::Crc32c, "crc32c/test", ["sse4.2"], kernel);
        assert_eq!(ENGINE.needs, FeatureSet::of(&["sse4.2"]));
        let masked = CpuFeatures::detect().disable("sse4.2").unwrap();
        assert_eq!(ENGINE.resolve(masked).unwrap_err().features, ENGINE.needs);
        if let Ok(runnable) = ENGINE.resolve(CpuFeatures::detect()) {
            assert_eq!(runnable.checksum(&[7]), Digest::U32(7));
        }
    }
}
