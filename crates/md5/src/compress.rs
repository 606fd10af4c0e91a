//! From a compression function to digests: the one-shot form and the streaming hasher that every engine of
//! this crate's own uses.

use crate::block::{Block, State, TAIL_LIMIT, Tail, state_bytes};
use crate::rounds::INITIAL;
use checksum_engine::{Digest, Stream};

/// A compression function that may run on this CPU. Holding one is the proof, so using it is safe.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Compressor(unsafe fn(&mut State, &[Block]));

impl Compressor {
    /// A function that any CPU of the target can run.
    pub(crate) const fn portable(compress: fn(&mut State, &[Block])) -> Compressor {
        Compressor(compress)
    }

    /// A function that needs CPU features.
    ///
    /// # Safety
    /// The CPU must have been found to have all features that `compress` is compiled for.
    #[allow(dead_code, reason = "targets without such a function")]
    pub(crate) const unsafe fn with_features(compress: unsafe fn(&mut State, &[Block])) -> Compressor {
        Compressor(compress)
    }

    /// Takes the blocks into the state.
    #[inline]
    pub(crate) fn run(self, state: &mut State, blocks: &[Block]) {
        // SAFETY: whoever made `self` answered for the features.
        unsafe { (self.0)(state, blocks) }
    }
}

/// The digest of a whole message. Always inlined, so that a caller with CPU features compiles it with them.
#[inline(always)]
pub(crate) fn digest_with(data: &[u8], compress: impl Fn(&mut State, &[Block])) -> [u8; 16] {
    let mut state = INITIAL;
    // A short message is copied next to its padding, so that one call takes both.
    let (blocks, rest) = if data.len() < TAIL_LIMIT { ([].as_slice(), data) } else { data.as_chunks() };
    if !blocks.is_empty() {
        compress(&mut state, blocks);
    }
    let mut tail = Tail::EMPTY;
    tail.fill(rest, data.len() as u64);
    compress(&mut state, tail.blocks());
    state_bytes(&state)
}

/// MD5 piece by piece, over any compression function.
#[derive(Clone, Debug)]
pub(crate) struct BlockHasher {
    compressor: Compressor,
    state: State,
    /// Bytes so far, whole message; modulo 64 it says how much of `pending` is filled.
    length: u64,
    pending: Block,
}

impl BlockHasher {
    /// A hasher that has seen no bytes.
    pub(crate) const fn new(compressor: Compressor) -> BlockHasher {
        BlockHasher { compressor, state: INITIAL, length: 0, pending: [0; 64] }
    }

    /// Takes the next bytes. Whole blocks are hashed where they lie; only a block that two calls share is
    /// copied.
    pub(crate) fn update(&mut self, mut data: &[u8]) {
        let filled = self.filled();
        self.length = self.length.wrapping_add(data.len() as u64);
        if filled > 0 {
            let (head, rest) = data.split_at(data.len().min(64 - filled));
            self.pending[filled..filled + head.len()].copy_from_slice(head);
            if filled + head.len() < 64 {
                return;
            }
            self.compressor.run(&mut self.state, core::slice::from_ref(&self.pending));
            data = rest;
        }
        let (blocks, rest) = data.as_chunks();
        if !blocks.is_empty() {
            self.compressor.run(&mut self.state, blocks);
        }
        self.pending[..rest.len()].copy_from_slice(rest);
    }

    /// The digest of all bytes so far. More may follow.
    pub(crate) fn digest(&self) -> [u8; 16] {
        let mut state = self.state;
        let mut tail = Tail::EMPTY;
        tail.fill(&self.pending[..self.filled()], self.length);
        self.compressor.run(&mut state, tail.blocks());
        state_bytes(&state)
    }

    fn filled(&self) -> usize {
        (self.length % 64) as usize
    }
}

impl Stream for BlockHasher {
    fn update(&mut self, data: &[u8]) {
        BlockHasher::update(self, data);
    }

    fn digest(&self) -> Digest {
        Digest::Md5(BlockHasher::digest(self))
    }
}

/// Makes an engine of a compression function `fn(&mut State, &[Block])`:
/// `md5_engine!("md5/plain", plain::compress)`, or, when it is a `#[target_feature]` function,
/// `md5_engine!("md5/avx512vl", ["avx512f", "avx512vl"], x86::vl::compress)`.
///
/// The feature list becomes the attribute of the entries and the engine's run-time requirement. A feature
/// missing from the list does not compile, because the entries then no longer cover the kernel.
macro_rules! md5_engine {
    ($id:expr, $compress:path) => {{
        fn entry(data: &[u8]) -> [u8; 16] {
            $crate::compress::digest_with(data, $compress)
        }
        fn stream() -> ::alloc::boxed::Box<dyn ::checksum_engine::Stream> {
            const COMPRESSOR: $crate::compress::Compressor = $crate::compress::Compressor::portable($compress);
            ::alloc::boxed::Box::new($crate::compress::BlockHasher::new(COMPRESSOR))
        }
        ::checksum_engine::Engine::digest($id, entry, stream)
    }};
    ($id:expr, [$($feature:tt),+ $(,)?], $compress:path) => {{
        $(#[target_feature(enable = $feature)])+
        fn entry(data: &[u8]) -> [u8; 16] {
            $crate::compress::digest_with(data, |state, blocks| $compress(state, blocks))
        }
        $(#[target_feature(enable = $feature)])+
        fn compress(state: &mut $crate::block::State, blocks: &[$crate::block::Block]) {
            $compress(state, blocks);
        }
        $(#[target_feature(enable = $feature)])+
        fn stream() -> ::alloc::boxed::Box<dyn ::checksum_engine::Stream> {
            // SAFETY: `compress` needs the features of this very function, so its caller has found them.
            let compressor = unsafe { $crate::compress::Compressor::with_features(compress) };
            ::alloc::boxed::Box::new($crate::compress::BlockHasher::new(compressor))
        }
        const ID: &str = $id;
        const NEEDS: ::checksum_engine::FeatureSet = ::checksum_engine::FeatureSet::of(&[$($feature),+]);
        // SAFETY: `entry` and `stream` are safe functions but for the features in their attributes, and the
        // same list is `needs`.
        unsafe {
            ::checksum_engine::Engine::with_features(
                ::checksum_engine::Family::Md5,
                ID,
                NEEDS,
                ::checksum_engine::Kernel::Digest(entry),
                Some(stream),
            )
        }
    }};
}
