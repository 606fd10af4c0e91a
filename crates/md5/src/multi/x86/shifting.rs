//! SSE2 and AVX2, which rotate by two shifts: one or two sets of 4 or 8 lanes.

vector_kernel!(
    /// Takes the blocks into the states of 4 lanes.
    blocks_x4, ["sse2"], super::vectors::xmm, 1,
    (0 a a_words a_saved)
);

vector_kernel!(
    /// Takes the blocks into the states of 8 lanes.
    blocks_2x4, ["sse2"], super::vectors::xmm, 2,
    (0 a a_words a_saved)
    (1 b b_words b_saved)
);

vector_kernel!(
    /// Takes the blocks into the states of 8 lanes.
    blocks_x8, ["avx2"], super::vectors::ymm, 1,
    (0 a a_words a_saved)
);

vector_kernel!(
    /// Takes the blocks into the states of 16 lanes.
    blocks_2x8, ["avx2"], super::vectors::ymm, 2,
    (0 a a_words a_saved)
    (1 b b_words b_saved)
);
