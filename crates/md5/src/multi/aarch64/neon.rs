//! NEON: one or two sets of 4 lanes. It has no rotation either, but "shift right and insert" makes two
//! instructions of it, and bit select is one.

vector_kernel!(
    /// Takes the blocks into the states of 4 lanes.
    blocks_x4, ["neon"], self::vectors, 1,
    (0 a a_words a_saved)
);

vector_kernel!(
    /// Takes the blocks into the states of 8 lanes.
    blocks_2x4, ["neon"], self::vectors, 2,
    (0 a a_words a_saved)
    (1 b b_words b_saved)
);

/// The operations that the kernels are made of.
mod vectors {
    use crate::multi::lanes::LaneStates;
    use core::arch::aarch64::*;
    use core::arch::asm;

    /// One word of every lane.
    pub(super) type Vector = uint32x4_t;
    /// Lanes of a vector.
    pub(super) const LANES: usize = 4;

    /// The sum in each lane.
    #[inline]
    #[target_feature(enable = "neon")]
    pub(super) fn add(a: Vector, b: Vector) -> Vector {
        vaddq_u32(a, b)
    }

    /// `value` in each lane.
    #[inline]
    #[target_feature(enable = "neon")]
    pub(super) fn splat(value: u32) -> Vector {
        vdupq_n_u32(value)
    }

    /// a exclusive-or b.
    #[inline]
    #[target_feature(enable = "neon")]
    pub(super) fn xor(a: Vector, b: Vector) -> Vector {
        veorq_u32(a, b)
    }

    /// a or not b.
    #[inline]
    #[target_feature(enable = "neon")]
    pub(super) fn or_not(a: Vector, b: Vector) -> Vector {
        vornq_u32(a, b)
    }

    /// Bit by bit: a where `by` is 1, else b.
    #[inline]
    #[target_feature(enable = "neon")]
    pub(super) fn select(by: Vector, a: Vector, b: Vector) -> Vector {
        vbslq_u32(by, a, b)
    }

    /// `sum` and G(b, c, d).
    #[inline]
    #[target_feature(enable = "neon")]
    pub(super) fn add_g(sum: Vector, b: Vector, c: Vector, d: Vector) -> Vector {
        add(sum, select(d, b, c))
    }

    /// Rotation by LEFT bits to the left, where RIGHT is 32 - LEFT.
    #[inline]
    #[target_feature(enable = "neon")]
    pub(super) fn rotate<const LEFT: i32, const RIGHT: i32>(a: Vector) -> Vector {
        vsriq_n_u32::<RIGHT>(vshlq_n_u32::<LEFT>(a), a)
    }

    /// The same value, of which the compiler does not know where it comes from, so that it has to compute it
    /// first.
    #[inline]
    #[target_feature(enable = "neon")]
    pub(super) fn pin(mut a: Vector) -> Vector {
        // SAFETY: no instruction at all.
        unsafe { asm!("/* {0:v} */", inout(vreg) a, options(pure, nomem, nostack, preserves_flags)) };
        a
    }

    /// State words A, B, C, D of the lanes from `first` on.
    #[inline]
    #[target_feature(enable = "neon")]
    pub(super) fn load_states(states: &LaneStates, first: usize) -> [Vector; 4] {
        states.words.each_ref().map(|row| {
            let lanes: &[u32; LANES] = row[first..].first_chunk().expect("lanes within the states");
            // SAFETY: an array as long as the vector.
            unsafe { vld1q_u32(lanes.as_ptr()) }
        })
    }

    /// The opposite of [`load_states`].
    #[inline]
    #[target_feature(enable = "neon")]
    pub(super) fn store_states(states: &mut LaneStates, first: usize, vectors: [Vector; 4]) {
        for (row, vector) in states.words.iter_mut().zip(vectors) {
            let lanes: &mut [u32; LANES] = row[first..].first_chunk_mut().expect("lanes within the states");
            // SAFETY: an array as long as the vector.
            unsafe { vst1q_u32(lanes.as_mut_ptr(), vector) }
        }
    }

    /// All message words of the blocks at `offset`: four times a matrix of 4 x 4 words, transposed.
    ///
    /// # Safety
    /// Every source has a block of 64 bytes at `offset`.
    #[inline]
    #[target_feature(enable = "neon")]
    pub(super) unsafe fn gather(sources: &[*const u8; LANES], offset: usize) -> [Vector; 16] {
        let mut words = [splat(0); 16];
        for (quarter, four) in words.as_chunks_mut::<4>().0.iter_mut().enumerate() {
            // SAFETY: the caller's promise.
            let row =
                |r: usize| unsafe { vreinterpretq_u64_u8(vld1q_u8(sources[r].add(offset + 16 * quarter))) };
            let pairs = |a: uint64x2_t, b: uint64x2_t| {
                let (a, b) = (vreinterpretq_u32_u64(a), vreinterpretq_u32_u64(b));
                [vreinterpretq_u64_u32(vtrn1q_u32(a, b)), vreinterpretq_u64_u32(vtrn2q_u32(a, b))]
            };
            let ([even01, odd01], [even23, odd23]) = (pairs(row(0), row(1)), pairs(row(2), row(3)));
            *four = [
                vreinterpretq_u32_u64(vtrn1q_u64(even01, even23)),
                vreinterpretq_u32_u64(vtrn1q_u64(odd01, odd23)),
                vreinterpretq_u32_u64(vtrn2q_u64(even01, even23)),
                vreinterpretq_u32_u64(vtrn2q_u64(odd01, odd23)),
            ];
        }
        words
    }
}
