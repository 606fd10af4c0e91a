use crate::{Family, FeatureSet, Stream};
use alloc::boxed::Box;

/// How an engine's code is entered. The pointers are `unsafe` because a kernel compiled for CPU features
/// must not run without them; only [`Runnable`](crate::Runnable) calls them.
#[derive(Clone, Copy, Debug)]
pub enum Kernel {
    /// Adler-32 and the CRCs: the public checksum of the bytes so far, and more bytes, give the public
    /// checksum of both, as in zlib. Inversions belong inside the kernel. One function serves one-shot and
    /// streaming use.
    Fold(unsafe fn(u32, &[u8]) -> u32),
    /// MD5: a whole message to its digest.
    Digest(unsafe fn(&[u8]) -> [u8; 16]),
    /// Multi-buffer MD5: many messages at once, digest `i` is of message `i`; both slices are of one length.
    Many(unsafe fn(&[&[u8]], &mut [[u8; 16]])),
}

/// Who wrote an engine's code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// This workspace.
    Own,
    /// A crate of somebody else's. A test holds `version` to `Cargo.lock`.
    ThirdParty {
        /// The crate's name in the registry.
        name: &'static str,
        /// The version that is locked.
        version: &'static str,
        /// Its authors, as the crate names them.
        author: &'static str,
        /// Its licence, as an SPDX expression.
        licence: &'static str,
    },
}

/// Who chooses the code that really runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dispatch {
    /// The record names one kernel and that kernel runs.
    Fixed,
    /// This workspace picks among its own engines by CPU and length; `CHECKSUM_DISABLE` reaches the choice.
    Auto,
    /// A third-party crate picks for itself; `CHECKSUM_DISABLE` cannot reach it.
    Opaque,
}

/// "Below this many bytes I really run something else": without it a table row for short inputs would lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Small {
    /// Inputs shorter than this many bytes …
    pub below: usize,
    /// … run this instead, in words or as an engine id.
    pub runs: &'static str,
}

/// One implementation of one algorithm.
#[derive(Clone, Copy, Debug)]
pub struct Engine {
    /// What it computes.
    pub family: Family,
    /// `family/method[/isa-width][/shape]`, lower case; never reused for other code.
    pub id: &'static str,
    /// The classic letters on `readfile`'s command line (`a`, `gd`) or the code after `e` (`e3`), if it has any.
    pub code: Option<&'static str>,
    /// One line for `--list`.
    pub about: &'static str,
    /// Who wrote it.
    pub source: Source,
    /// The CPU features without which it must not run.
    pub needs: FeatureSet,
    /// The code itself.
    pub kernel: Kernel,
    /// Makes a streaming hasher, for kernels other than [`Kernel::Fold`] (whose streaming comes of itself).
    pub stream: Option<unsafe fn() -> Box<dyn Stream>>,
    /// `combine(a, b, len_b)`: the checksum of A followed by B from the checksums of A and of B and B's length.
    pub combine: Option<fn(u32, u32, u64) -> u32>,
    /// Messages hashed side by side: 1, or N for multi-buffer MD5. Engines of different lanes are not ranked together.
    pub lanes: u16,
    /// Who chooses the code that runs.
    pub dispatch: Dispatch,
    /// What really runs on short inputs.
    pub small: Option<Small>,
}

impl Engine {
    /// An engine of Adler-32, CRC-32 or CRC-32C that any CPU of the target can run.
    pub const fn fold(family: Family, id: &'static str, kernel: fn(u32, &[u8]) -> u32) -> Engine {
        assert!(!matches!(family, Family::Md5), "MD5 is no fold");
        Engine::new(family, id, Kernel::Fold(kernel))
    }

    /// An MD5 engine that any CPU of the target can run, with its streaming form.
    pub const fn digest(
        id: &'static str,
        kernel: fn(&[u8]) -> [u8; 16],
        stream: fn() -> Box<dyn Stream>,
    ) -> Engine {
        Engine { stream: Some(stream), ..Engine::new(Family::Md5, id, Kernel::Digest(kernel)) }
    }

    /// A multi-buffer MD5 engine that any CPU of the target can run.
    pub const fn many(id: &'static str, lanes: u16, kernel: fn(&[&[u8]], &mut [[u8; 16]])) -> Engine {
        Engine { lanes, ..Engine::new(Family::Md5, id, Kernel::Many(kernel)) }
    }

    /// A kernel that needs CPU features. Written by the engine macros, from the one list that
    /// makes the kernel's entry too.
    ///
    /// # Safety
    /// `kernel` and `stream` must be sound to call on every CPU that has all of `needs`.
    #[doc(hidden)]
    pub const unsafe fn with_features(
        family: Family,
        id: &'static str,
        needs: FeatureSet,
        kernel: Kernel,
        stream: Option<unsafe fn() -> Box<dyn Stream>>,
    ) -> Engine {
        Engine { needs, stream, ..Engine::new(family, id, kernel) }
    }

    const fn new(family: Family, id: &'static str, kernel: Kernel) -> Engine {
        Engine {
            family,
            id,
            code: None,
            about: "",
            source: Source::Own,
            needs: FeatureSet::NONE,
            kernel,
            stream: None,
            combine: None,
            lanes: 1,
            dispatch: Dispatch::Fixed,
            small: None,
        }
    }

    /// Sets the classic code.
    pub const fn code(mut self, code: &'static str) -> Engine {
        self.code = Some(code);
        self
    }

    /// Sets the one-line description.
    pub const fn about(mut self, about: &'static str) -> Engine {
        self.about = about;
        self
    }

    /// Sets who wrote it.
    pub const fn source(mut self, source: Source) -> Engine {
        self.source = source;
        self
    }

    /// Sets `combine`.
    pub const fn combine(mut self, combine: fn(u32, u32, u64) -> u32) -> Engine {
        self.combine = Some(combine);
        self
    }

    /// Sets the number of messages that a multi-buffer engine hashes side by side.
    pub const fn lanes(mut self, lanes: u16) -> Engine {
        self.lanes = lanes;
        self
    }

    /// Sets who chooses the code that runs.
    pub const fn dispatch(mut self, dispatch: Dispatch) -> Engine {
        self.dispatch = dispatch;
        self
    }

    /// Says what really runs below `below` bytes.
    pub const fn small(mut self, below: usize, runs: &'static str) -> Engine {
        self.small = Some(Small { below, runs });
        self
    }
}
