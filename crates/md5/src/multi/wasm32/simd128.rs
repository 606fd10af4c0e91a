//! WebAssembly's 128-bit SIMD: one or two sets of 4 lanes. It has bit select, but no rotation.

vector_kernel!(
    /// Takes the blocks into the states of 4 lanes.
    blocks_x4, ["simd128"], self::vectors, 1,
    (0 a a_words a_saved)
);

vector_kernel!(
    /// Takes the blocks into the states of 8 lanes.
    blocks_2x4, ["simd128"], self::vectors, 2,
    (0 a a_words a_saved)
    (1 b b_words b_saved)
);

/// The operations that the kernels are made of.
mod vectors {
    use crate::multi::lanes::LaneStates;
    use core::arch::wasm32::*;

    /// One word of every lane.
    pub(super) type Vector = v128;
    /// Lanes of a vector.
    pub(super) const LANES: usize = 4;

    /// The sum in each lane.
    #[inline]
    #[target_feature(enable = "simd128")]
    pub(super) fn add(a: Vector, b: Vector) -> Vector {
        u32x4_add(a, b)
    }

    /// `value` in each lane.
    #[inline]
    #[target_feature(enable = "simd128")]
    pub(super) fn splat(value: u32) -> Vector {
        u32x4_splat(value)
    }

    /// a exclusive-or b.
    #[inline]
    #[target_feature(enable = "simd128")]
    pub(super) fn xor(a: Vector, b: Vector) -> Vector {
        v128_xor(a, b)
    }

    /// a or not b.
    #[inline]
    #[target_feature(enable = "simd128")]
    pub(super) fn or_not(a: Vector, b: Vector) -> Vector {
        v128_or(a, v128_not(b))
    }

    /// Bit by bit: a where `by` is 1, else b.
    #[inline]
    #[target_feature(enable = "simd128")]
    pub(super) fn select(by: Vector, a: Vector, b: Vector) -> Vector {
        v128_bitselect(a, b, by)
    }

    /// `sum` and G(b, c, d).
    #[inline]
    #[target_feature(enable = "simd128")]
    pub(super) fn add_g(sum: Vector, b: Vector, c: Vector, d: Vector) -> Vector {
        // Two additions, as the one of c need not wait for b.
        add(add(sum, v128_andnot(c, d)), v128_and(b, d))
    }

    /// Rotation by LEFT bits to the left, where RIGHT is 32 - LEFT.
    #[inline]
    #[target_feature(enable = "simd128")]
    pub(super) fn rotate<const LEFT: u32, const RIGHT: u32>(a: Vector) -> Vector {
        v128_or(u32x4_shl(a, LEFT), u32x4_shr(a, RIGHT))
    }

    /// Itself: nothing holds a compiler for WebAssembly to an order, and its runtime compiles once more.
    #[inline]
    #[target_feature(enable = "simd128")]
    pub(super) fn pin(a: Vector) -> Vector {
        a
    }

    /// State words A, B, C, D of the lanes from `first` on.
    #[inline]
    #[target_feature(enable = "simd128")]
    pub(super) fn load_states(states: &LaneStates, first: usize) -> [Vector; 4] {
        states.words.each_ref().map(|row| {
            let lanes: &[u32; LANES] = row[first..].first_chunk().expect("lanes within the states");
            // SAFETY: an array as long as the vector; the load needs no alignment.
            unsafe { v128_load(lanes.as_ptr().cast()) }
        })
    }

    /// The opposite of [`load_states`].
    #[inline]
    #[target_feature(enable = "simd128")]
    pub(super) fn store_states(states: &mut LaneStates, first: usize, vectors: [Vector; 4]) {
        for (row, vector) in states.words.iter_mut().zip(vectors) {
            let lanes: &mut [u32; LANES] = row[first..].first_chunk_mut().expect("lanes within the states");
            // SAFETY: an array as long as the vector; the store needs no alignment.
            unsafe { v128_store(lanes.as_mut_ptr().cast(), vector) }
        }
    }

    /// All message words of the blocks at `offset`: four times a matrix of 4 x 4 words, transposed.
    ///
    /// # Safety
    /// Every source has a block of 64 bytes at `offset`.
    #[inline]
    #[target_feature(enable = "simd128")]
    pub(super) unsafe fn gather(sources: &[*const u8; LANES], offset: usize) -> [Vector; 16] {
        let mut words = [splat(0); 16];
        for (quarter, four) in words.as_chunks_mut::<4>().0.iter_mut().enumerate() {
            // SAFETY: the caller's promise; the load needs no alignment.
            let row = |r: usize| unsafe { v128_load(sources[r].add(offset + 16 * quarter).cast()) };
            let halves = |a, b| [u32x4_shuffle::<0, 4, 1, 5>(a, b), u32x4_shuffle::<2, 6, 3, 7>(a, b)];
            let ([low01, high01], [low23, high23]) = (halves(row(0), row(1)), halves(row(2), row(3)));
            *four = [
                u64x2_shuffle::<0, 2>(low01, low23),
                u64x2_shuffle::<1, 3>(low01, low23),
                u64x2_shuffle::<0, 2>(high01, high23),
                u64x2_shuffle::<1, 3>(high01, high23),
            ];
        }
        words
    }
}
