//! The few vector operations that the kernels share, under the same names for each register width.
//!
//! A vector has word i of some block in each lane's element. Loading one *piece row* and transposing four of
//! them is how messages become such vectors: piece row r of quarter q has bytes 16 q to 16 q + 15 of lanes r,
//! r + 4, r + 8 …

#[cfg(target_arch = "x86")]
use core::arch::x86 as arch;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64 as arch;

/// The operations whose intrinsics differ in their prefix alone.
macro_rules! operations {
    ($features:literal, $lanes:literal, $vector:ident, $add:ident, $splat:ident, $load:ident, $store:ident,
     $low32:ident, $high32:ident, $low64:ident, $high64:ident) => {
        use crate::multi::lanes::LaneStates;

        /// One word of every lane.
        pub(crate) type Vector = $vector;
        /// Lanes of a vector.
        pub(crate) const LANES: usize = $lanes;

        /// One block of every lane: element i has message word i of all lanes.
        #[repr(C, align(64))]
        pub(crate) struct Words([[u32; LANES]; 16]);

        /// The sum in each lane.
        #[inline]
        #[target_feature(enable = $features)]
        pub(crate) fn add(a: Vector, b: Vector) -> Vector {
            $add(a, b)
        }

        /// `value` in each lane.
        #[inline]
        #[target_feature(enable = $features)]
        pub(crate) fn splat(value: u32) -> Vector {
            $splat(value.cast_signed())
        }

        /// Message word `word`.
        ///
        /// # Safety
        /// `words` has been written and `word` is below 16.
        #[inline]
        #[target_feature(enable = $features)]
        pub(crate) unsafe fn load(words: *const Words, word: usize) -> Vector {
            // SAFETY: the caller's promise; `Words` is as aligned as the widest vector.
            unsafe { $load(words.cast::<Vector>().add(word)) }
        }

        /// Writes message word `word`.
        ///
        /// # Safety
        /// `words` may be written and `word` is below 16.
        #[inline]
        #[target_feature(enable = $features)]
        pub(crate) unsafe fn store(words: *mut Words, word: usize, vector: Vector) {
            // SAFETY: the caller's promise; `Words` is as aligned as the widest vector.
            unsafe { $store(words.cast::<Vector>().add(word), vector) }
        }

        /// State words A, B, C, D of the lanes from `first` on, a multiple of a vector's lanes.
        #[inline]
        #[target_feature(enable = $features)]
        pub(crate) fn load_states(states: &LaneStates, first: usize) -> [Vector; 4] {
            states.words.each_ref().map(|row| {
                let lanes: &[u32; LANES] = row[first..].first_chunk().expect("lanes within the states");
                // SAFETY: an array as long as the vector; a row and `first` are multiples of its size, so it
                // is aligned.
                unsafe { $load(lanes.as_ptr().cast()) }
            })
        }

        /// The opposite of [`load_states`].
        #[inline]
        #[target_feature(enable = $features)]
        pub(crate) fn store_states(states: &mut LaneStates, first: usize, vectors: [Vector; 4]) {
            for (row, vector) in states.words.iter_mut().zip(vectors) {
                let lanes: &mut [u32; LANES] =
                    row[first..].first_chunk_mut().expect("lanes within the states");
                // SAFETY: as in `load_states`.
                unsafe { $store(lanes.as_mut_ptr().cast(), vector) }
            }
        }

        /// All message words of the blocks at `offset`.
        ///
        /// # Safety
        /// Every source has a block of 64 bytes at `offset`.
        #[inline]
        #[target_feature(enable = $features)]
        pub(crate) unsafe fn gather(sources: &[*const u8; LANES], offset: usize) -> [Vector; 16] {
            let mut words = [splat(0); 16];
            for (quarter, four) in words.as_chunks_mut::<4>().0.iter_mut().enumerate() {
                // SAFETY: the caller's promise.
                let row = |r| unsafe { piece_row(sources, offset, quarter, r) };
                *four = transpose([row(0), row(1), row(2), row(3)]);
            }
            words
        }

        /// The same, to memory.
        ///
        /// # Safety
        /// Every source has a block of 64 bytes at `offset`, and `words` may be written.
        #[inline]
        #[target_feature(enable = $features)]
        pub(crate) unsafe fn gather_words(sources: &[*const u8; LANES], offset: usize, words: *mut Words) {
            // SAFETY: the caller's promise.
            unsafe {
                for (word, vector) in gather(sources, offset).into_iter().enumerate() {
                    store(words, word, vector);
                }
            }
        }

        /// Four piece rows to four message words: each 128-bit column is a matrix of 4 x 4 words, transposed.
        #[inline]
        #[target_feature(enable = $features)]
        pub(crate) fn transpose([r0, r1, r2, r3]: [Vector; 4]) -> [Vector; 4] {
            let (low01, high01) = ($low32(r0, r1), $high32(r0, r1));
            let (low23, high23) = ($low32(r2, r3), $high32(r2, r3));
            [$low64(low01, low23), $high64(low01, low23), $low64(high01, high23), $high64(high01, high23)]
        }
    };
}

/// The Boolean functions and rotations of the instruction sets before AVX-512.
macro_rules! logic {
    ($features:literal, $class:ident, $and:ident, $and_not:ident, $or:ident, $xor:ident, $left:ident, $right:ident) => {
        /// `sum` and G(b, c, d). Bit by bit G is b or c, so it is a sum too, and c's part need not wait for
        /// b.
        #[inline]
        #[target_feature(enable = $features)]
        pub(crate) fn add_g(sum: Vector, b: Vector, c: Vector, d: Vector) -> Vector {
            add(pin(add(sum, $and_not(d, c))), $and(b, d))
        }

        /// a or not b.
        #[inline]
        #[target_feature(enable = $features)]
        pub(crate) fn or_not(a: Vector, b: Vector) -> Vector {
            $or(a, $xor(b, splat(!0)))
        }

        /// a exclusive-or b.
        #[inline]
        #[target_feature(enable = $features)]
        pub(crate) fn xor(a: Vector, b: Vector) -> Vector {
            $xor(a, b)
        }

        /// Bit by bit: a where `by` is 1, else b.
        #[inline]
        #[target_feature(enable = $features)]
        pub(crate) fn select(by: Vector, a: Vector, b: Vector) -> Vector {
            $xor($and(by, $xor(a, b)), b)
        }

        /// Rotation by LEFT bits to the left, where RIGHT is 32 - LEFT.
        #[inline]
        #[target_feature(enable = $features)]
        pub(crate) fn rotate<const LEFT: i32, const RIGHT: i32>(a: Vector) -> Vector {
            $or($left::<LEFT>(a), $right::<RIGHT>(a))
        }

        /// The same value, of which the compiler does not know where it comes from, so that it has to compute
        /// it first.
        #[inline]
        #[target_feature(enable = $features)]
        pub(crate) fn pin(mut a: Vector) -> Vector {
            // SAFETY: no instruction at all.
            unsafe { asm!("/* {0} */", inout($class) a, options(pure, nomem, nostack, preserves_flags)) };
            a
        }
    };
}

/// 4 lanes, SSE2.
pub(crate) mod xmm {
    use super::arch::*;
    use core::arch::asm;

    operations!(
        "sse2",
        4,
        __m128i,
        _mm_add_epi32,
        _mm_set1_epi32,
        _mm_load_si128,
        _mm_store_si128,
        _mm_unpacklo_epi32,
        _mm_unpackhi_epi32,
        _mm_unpacklo_epi64,
        _mm_unpackhi_epi64
    );
    logic!(
        "sse2",
        xmm_reg,
        _mm_and_si128,
        _mm_andnot_si128,
        _mm_or_si128,
        _mm_xor_si128,
        _mm_slli_epi32,
        _mm_srli_epi32
    );

    /// Piece row `r` of quarter `quarter` of the blocks at `offset`.
    ///
    /// # Safety
    /// Every source has a block of 64 bytes at `offset`.
    #[inline]
    #[target_feature(enable = "sse2")]
    pub(crate) unsafe fn piece_row(
        sources: &[*const u8; LANES],
        offset: usize,
        quarter: usize,
        r: usize,
    ) -> Vector {
        // SAFETY: the caller's promise.
        unsafe { _mm_loadu_si128(sources[r].add(offset + 16 * quarter).cast()) }
    }
}

/// 8 lanes, AVX2.
pub(crate) mod ymm {
    use super::arch::*;
    use core::arch::asm;

    operations!(
        "avx2",
        8,
        __m256i,
        _mm256_add_epi32,
        _mm256_set1_epi32,
        _mm256_load_si256,
        _mm256_store_si256,
        _mm256_unpacklo_epi32,
        _mm256_unpackhi_epi32,
        _mm256_unpacklo_epi64,
        _mm256_unpackhi_epi64
    );
    logic!(
        "avx2",
        ymm_reg,
        _mm256_and_si256,
        _mm256_andnot_si256,
        _mm256_or_si256,
        _mm256_xor_si256,
        _mm256_slli_epi32,
        _mm256_srli_epi32
    );

    /// Piece row `r` of quarter `quarter` of the blocks at `offset`.
    ///
    /// # Safety
    /// Every source has a block of 64 bytes at `offset`.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(crate) unsafe fn piece_row(
        sources: &[*const u8; LANES],
        offset: usize,
        quarter: usize,
        r: usize,
    ) -> Vector {
        // SAFETY: the caller's promise.
        let piece = |lane: usize| unsafe { _mm_loadu_si128(sources[lane].add(offset + 16 * quarter).cast()) };
        _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(piece(r)), piece(r + 4))
    }
}

/// 16 lanes, AVX-512.
#[cfg(target_arch = "x86_64")]
pub(crate) mod zmm {
    use core::arch::x86_64::*;

    operations!(
        "avx512f",
        16,
        __m512i,
        _mm512_add_epi32,
        _mm512_set1_epi32,
        _mm512_load_si512,
        _mm512_store_si512,
        _mm512_unpacklo_epi32,
        _mm512_unpackhi_epi32,
        _mm512_unpacklo_epi64,
        _mm512_unpackhi_epi64
    );

    /// Piece row `r` of quarter `quarter` of the blocks at `offset`.
    ///
    /// # Safety
    /// Every source has a block of 64 bytes at `offset`.
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(crate) unsafe fn piece_row(
        sources: &[*const u8; LANES],
        offset: usize,
        quarter: usize,
        r: usize,
    ) -> Vector {
        // SAFETY: the caller's promise.
        let piece = |lane: usize| unsafe { _mm_loadu_si128(sources[lane].add(offset + 16 * quarter).cast()) };
        let row = _mm512_castsi128_si512(piece(r));
        let row = _mm512_inserti32x4::<1>(row, piece(r + 4));
        let row = _mm512_inserti32x4::<2>(row, piece(r + 8));
        _mm512_inserti32x4::<3>(row, piece(r + 12))
    }

    /// Copies piece `quarter` of a lane's block, at `source`, to its place in the piece rows: row 4 q + r has
    /// lanes r, r + 4, r + 8 and r + 12 of quarter q.
    ///
    /// # Safety
    /// `source` is a block of 64 bytes, `pieces` may be written, and `lane` is below 16.
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(crate) unsafe fn copy_piece(source: *const u8, pieces: *mut Words, lane: usize, quarter: usize) {
        let (row, column) = (4 * quarter + lane % 4, lane / 4);
        // SAFETY: the caller's promise.
        unsafe {
            let piece = _mm_loadu_si128(source.add(16 * quarter).cast());
            _mm_store_si128(pieces.cast::<__m128i>().add(4 * row + column), piece);
        }
    }

    /// Copies the pieces of the block at `offset` of every lane.
    ///
    /// # Safety
    /// Every source has a block of 64 bytes at `offset`, and `pieces` may be written.
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(crate) unsafe fn copy_pieces(sources: &[*const u8; LANES], offset: usize, pieces: *mut Words) {
        for (lane, source) in sources.iter().enumerate() {
            for quarter in 0..4 {
                // SAFETY: the caller's promise.
                unsafe { copy_piece(source.add(offset), pieces, lane, quarter) };
            }
        }
    }
}
