//! WebAssembly's 128-bit SIMD: columns of 16-bit sums, multiplied once a row.
//!
//! Multiplying is dear here: there is no product of bytes, so every byte would have to be widened first. Inside a row
//! of eight vectors bytes are therefore only added, two neighbours to a 16-bit column:
//!
//! * `pairs`: both bytes;
//! * `earlier`: before each vector, the `pairs` of the vectors before it, which it raises by 16 weights;
//! * `odd`: the right bytes alone, which weigh one less than their left neighbours.
//!
//! One multiplication a row gives each column its weight (`weighted`). With `before`, before each row the sum of the rows
//! before it, a run adds ROW * `before` + 16 * `earlier` + `weighted` - `odd` to s2. On one machine (x86-64, V8) this
//! is twice as fast as the rows of `rows`, whose bytes are all multiplied.

use crate::run::{BLOCK, Run};
use crate::sums::{NMAX, Sums};
use crate::unroll16;
use core::arch::wasm32::*;

const VECTOR: usize = 16;
/// Vectors a row: the most that leave every column a positive 16-bit number, and a power of two.
const HEIGHT: usize = 8;
const ROW: usize = HEIGHT * VECTOR;

// Columns of 0xff bytes, read as signed numbers.
const _: () = assert!(2 * 255 * (HEIGHT * (HEIGHT - 1) / 2) <= i16::MAX as usize, "earlier");
const _: () = assert!(2 * 255 * HEIGHT <= i16::MAX as usize, "pairs");
// A block of them, all lanes together in 32 bits. The first row may be one more.
const _: () = {
    let rows = (BLOCK / ROW + 1) as u64;
    let plain = 255 * ROW as u64;
    assert!(plain * (rows * (rows - 1) / 2) <= u32::MAX as u64, "before");
    assert!(16 * plain * rows <= u32::MAX as u64, "weighted");
};

/// The weights of the left bytes of the pairs in a vector.
const WEIGHTS: v128 = i16x8(16, 14, 12, 10, 8, 6, 4, 2);
/// From n on, what moves the first n bytes of a vector to its end. An index out of range gives zero.
static TO_THE_END: [u8; 2 * VECTOR] = {
    let mut indices = [0xff; 2 * VECTOR];
    let mut i = 0;
    while i < VECTOR {
        indices[VECTOR + i] = i as u8;
        i += 1;
    }
    indices
};

/// The public checksum `start` continued over `data`.
#[target_feature(enable = "simd128")]
pub(crate) fn fold(start: u32, data: &[u8]) -> u32 {
    let mut sums = Sums::of(start);
    if data.len() < VECTOR {
        return unroll16::short(sums.reduced(), data).joined();
    }
    if data.len() <= NMAX {
        return run(data).add_short(sums).joined();
    }
    for block in data.chunks(BLOCK) {
        sums = if block.len() < VECTOR { unroll16::short(sums, block) } else { run(block).add_block(sums) };
    }
    sums.joined()
}

/// What `data` contributes: from a vector to a block of bytes.
#[inline]
#[target_feature(enable = "simd128")]
fn run(data: &[u8]) -> Run {
    let bytes = data.len();
    // The first vector may be cut, on its left, and the first row likewise.
    let (first, vectors) = data.split_at((bytes - 1) % VECTOR + 1);
    let (head, rows) = vectors.as_chunks::<VECTOR>().0.split_at(vectors.len() / VECTOR % HEIGHT);
    let mut row = Columns::new();
    let whole = data.first_chunk().expect("data holds a vector");
    let to_the_end = TO_THE_END[first.len()..].first_chunk().expect("at most 16 of 32");
    row.add(i8x16_swizzle(load(whole), load(to_the_end)));
    for vector in head {
        row.add(load(vector));
    }
    let mut lanes = Lanes::new();
    lanes.add(row);
    for vectors in rows.as_chunks::<HEIGHT>().0 {
        let mut row = Columns::new();
        for vector in vectors {
            row.add(load(vector));
        }
        lanes.add(row);
    }
    let before = ROW as u64 * u64::from(total(lanes.before));
    let within = 16 * u64::from(total(lanes.earlier)) + u64::from(total(lanes.weighted));
    Run { bytes, plain: total(lanes.plain), weighted: before + within - u64::from(total(lanes.odd)) }
}

/// A row's sums, in 16-bit columns.
struct Columns {
    pairs: v128,
    earlier: v128,
    odd: v128,
}

impl Columns {
    #[inline]
    #[target_feature(enable = "simd128")]
    fn new() -> Columns {
        Columns { pairs: zero(), earlier: zero(), odd: zero() }
    }

    #[inline]
    #[target_feature(enable = "simd128")]
    fn add(&mut self, bytes: v128) {
        self.earlier = i16x8_add(self.earlier, self.pairs);
        self.pairs = i16x8_add(self.pairs, u16x8_extadd_pairwise_u8x16(bytes));
        self.odd = i16x8_add(self.odd, u16x8_shr(bytes, 8));
    }
}

/// The sums of rows, in 32-bit lanes.
struct Lanes {
    plain: v128,
    before: v128,
    earlier: v128,
    weighted: v128,
    odd: v128,
}

impl Lanes {
    #[inline]
    #[target_feature(enable = "simd128")]
    fn new() -> Lanes {
        Lanes { plain: zero(), before: zero(), earlier: zero(), weighted: zero(), odd: zero() }
    }

    #[inline]
    #[target_feature(enable = "simd128")]
    fn add(&mut self, row: Columns) {
        self.before = i32x4_add(self.before, self.plain);
        self.plain = i32x4_add(self.plain, i32x4_extadd_pairwise_i16x8(row.pairs));
        self.earlier = i32x4_add(self.earlier, i32x4_extadd_pairwise_i16x8(row.earlier));
        self.weighted = i32x4_add(self.weighted, i32x4_dot_i16x8(row.pairs, WEIGHTS));
        self.odd = i32x4_add(self.odd, i32x4_extadd_pairwise_i16x8(row.odd));
    }
}

#[inline]
#[target_feature(enable = "simd128")]
fn load(bytes: &[u8; VECTOR]) -> v128 {
    // SAFETY: the reference is to 16 readable bytes; the load needs no alignment.
    unsafe { v128_load(bytes.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "simd128")]
fn zero() -> v128 {
    i32x4_splat(0)
}

/// The sum of the four lanes.
#[inline]
#[target_feature(enable = "simd128")]
fn total(lanes: v128) -> u32 {
    let halves = i32x4_add(lanes, i32x4_shuffle::<2, 3, 0, 1>(lanes, lanes));
    u32x4_extract_lane::<0>(halves).wrapping_add(u32x4_extract_lane::<1>(halves))
}
