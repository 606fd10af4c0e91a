//! AVX-512, 32 lanes: two sets of 16 in zmm registers.
//!
//! One set alone waits for its own results: a step is a chain of four dependent instructions, on two vector
//! ports that could have taken eight. The second set fills the gaps, and then the ports are the limit: twelve
//! instructions a step on two ports, 384 cycles a block of 2 KiB, plus what it costs to turn 32 messages into
//! vectors that hold word i of 16 messages. So that is done with as little work for those two ports as
//! possible, in three stages that run at the same time, each one block ahead of the next:
//!
//! 1. *copy*: 16-byte pieces of the messages go, by plain loads and stores, to where they make rows of vectors;
//! 2. *weave*: unpack instructions turn four rows into the vectors of four message words;
//! 3. *steps*: the 64 steps read those vectors.
//!
//! Copying a block ahead gives the stores time to reach the cache: a vector load that covers four stores
//! which are still in the store buffer would stall.
//!
//! Each step is one `asm!` block of both sets' instructions. The compiler assigns the registers; what is
//! gained over intrinsics is their order, and that nobody re-associates the additions, which would make the
//! chain longer.

use super::avx512_steps::CONSTANTS;
use super::vectors::zmm::*;
use crate::block::Block;
use crate::multi::lanes::{LaneBlocks, LaneStates, same_count};
use crate::rounds::{K, STEPS};
use core::arch::asm;
use core::arch::x86_64::*;
use core::mem::MaybeUninit;

/// Bytes of a vector of one message word.
const ROW: usize = 4 * LANES;
/// Bytes of one set's words.
pub(super) const SET: usize = 16 * ROW;
/// How many blocks ahead of the copying the messages are fetched into the cache …
const FETCH_AHEAD: usize = 4;
/// … and how many blocks of one message at once, after which it is the next message's turn: memory gives
/// neighbouring lines faster than single ones from many places.
const FETCH_LINES: usize = 8;

/// One block of both sets: their message words; or, before the weaving, their piece rows, where row 4 q + r
/// has bytes 16 q to 16 q + 15 of lanes r, r + 4, r + 8 and r + 12.
pub(super) type Rows = [Words; 2];

/// What runs through the steps of one set.
#[derive(Clone, Copy)]
pub(super) struct Chain {
    /// The part of the step's sum that needs no result of the step before: a + word + k.
    pub(super) sum: Vector,
    pub(super) b: Vector,
    pub(super) c: Vector,
    pub(super) d: Vector,
}

/// The byte in a set's words at which the message word for the step after step `i` stands.
pub(super) const fn next_word(i: usize) -> usize {
    ROW * STEPS[(i + 1) % 64].word
}

/// Set A's step `$i` with set B's step before it; both leave the sum for their next step.
/// `$k` is the constant for B's next step and becomes that for A's.
macro_rules! step_of_both {
    ($i:tt, $a:ident, $b:ident, $k:ident, $words:ident) => {{
        let (next_a, next_b, next_k): (Vector, Vector, Vector);
        asm!(
            "vpbroadcastd {next_k}, dword ptr [{constants} + {k_at}]",
            "vpaddd {next_a}, {ad}, zmmword ptr [{words} + {a_word}]",
            "vpaddd {next_b}, {bd}, zmmword ptr [{words} + {b_word}]",
            "vpternlogd {ad}, {ac}, {ab}, {a_function}",
            "vpternlogd {bd}, {bc}, {bb}, {b_function}",
            "vpaddd {ad}, {ad}, {asum}",
            "vpaddd {bd}, {bd}, {bsum}",
            "vprold {ad}, {ad}, {a_shift}",
            "vprold {bd}, {bd}, {b_shift}",
            "vpaddd {ad}, {ad}, {ab}",
            "vpaddd {bd}, {bd}, {bb}",
            "vpaddd {next_a}, {next_a}, {next_k}",
            "vpaddd {next_b}, {next_b}, {k}",
            next_k = out(zmm_reg) next_k,
            next_a = out(zmm_reg) next_a,
            next_b = out(zmm_reg) next_b,
            k = in(zmm_reg) $k,
            asum = in(zmm_reg) $a.sum, ab = in(zmm_reg) $a.b, ac = in(zmm_reg) $a.c, ad = inout(zmm_reg) $a.d,
            bsum = in(zmm_reg) $b.sum, bb = in(zmm_reg) $b.b, bc = in(zmm_reg) $b.c, bd = inout(zmm_reg) $b.d,
            words = in(reg) $words,
            constants = in(reg) CONSTANTS.as_ptr(),
            k_at = const 4 * ($i + 1),
            a_word = const next_word($i),
            b_word = const SET + next_word($i - 1),
            a_function = const STEPS[$i].function.ternary(),
            b_function = const STEPS[$i - 1].function.ternary(),
            a_shift = const STEPS[$i].shift,
            b_shift = const STEPS[$i - 1].shift,
            options(nostack, preserves_flags),
        );
        $k = next_k;
        $a = Chain { sum: next_a, b: $a.d, c: $a.b, d: $a.c };
        $b = Chain { sum: next_b, b: $b.d, c: $b.b, d: $b.c };
    }};
}

/// One set's step `$i` and the sum for its next one, for which `$k` is the constant.
macro_rules! step_of_one {
    ($i:tt, $set:ident, $set_bytes:expr, $k:ident, $words:ident) => {{
        let next: Vector;
        asm!(
            "vpaddd {next}, {d}, zmmword ptr [{words} + {word}]",
            "vpternlogd {d}, {c}, {b}, {function}",
            "vpaddd {d}, {d}, {sum}",
            "vprold {d}, {d}, {shift}",
            "vpaddd {d}, {d}, {b}",
            "vpaddd {next}, {next}, {k}",
            next = out(zmm_reg) next,
            k = in(zmm_reg) $k,
            sum = in(zmm_reg) $set.sum, b = in(zmm_reg) $set.b, c = in(zmm_reg) $set.c, d = inout(zmm_reg) $set.d,
            words = in(reg) $words,
            word = const $set_bytes + next_word($i),
            function = const STEPS[$i].function.ternary(),
            shift = const STEPS[$i].shift,
            options(nostack, preserves_flags),
        );
        $set = Chain { sum: next, b: $set.d, c: $set.b, d: $set.c };
    }};
}

/// The 64 steps of one block of both sets, set B one step behind set A, with `$beside!(i …)` after step i of
/// A.
macro_rules! block_of_both {
    (
        ($saved_a:ident $saved_b:ident $words:ident $beside:ident $context:tt)
        (F 0 $w0:tt $s0:tt) $(($f:ident $i:tt $w:tt $s:tt))*
    ) => {{
        let mut k = splat(K[0]);
        let mut a = start(&$saved_a, load(&raw const (*$words)[0], 0), k);
        let mut b = start(&$saved_b, load(&raw const (*$words)[1], 0), k);
        k = splat(K[1]);
        step_of_one!(0, a, 0, k, $words);
        $beside!(0 $context);
        $(block_of_both!(@ $i, a, b, k, $words, $saved_a, $saved_b); $beside!($i $context);)*
        last_step!(zmm_reg, b.sum, b.b, b.c, b.d, $saved_b);
    }};
    (@ 63, $a:ident, $b:ident, $k:ident, $words:ident, $saved_a:ident, $saved_b:ident) => {
        step_of_one!(62, $b, SET, $k, $words);
        last_step!(zmm_reg, $a.sum, $a.b, $a.c, $a.d, $saved_a);
    };
    (@ $i:tt, $a:ident, $b:ident, $k:ident, $words:ident, $saved_a:ident, $saved_b:ident) => {
        step_of_both!($i, $a, $b, $k, $words)
    };
}

/// Beside step `$i`: half of a lane's copying for the block after next, and an eighth of the weaving of four
/// rows of the next block. `$messages[i]` is message i; what is copied is the block at `$offset`.
macro_rules! copy_and_weave {
    ($i:tt ($messages:ident $offset:ident $pieces_out:ident $pieces:ident $words_out:ident $rows:ident)) => {
        let (set, lane) = ($i / 32, $i / 2 % 16);
        let source = $messages[$i / 2].as_ptr().cast::<u8>().wrapping_add($offset);
        copy_piece(source, &raw mut (*$pieces_out)[set], lane, 2 * ($i % 2));
        copy_piece(source, &raw mut (*$pieces_out)[set], lane, 2 * ($i % 2) + 1);

        let (quarter, part) = ($i / 8 % 4, $i % 8);
        match part {
            0..4 => $rows[part] = load(&raw const (*$pieces)[set], 4 * quarter + part),
            _ => {
                if part == 4 {
                    $rows = transpose($rows);
                }
                store(&raw mut (*$words_out)[set], 4 * quarter + part - 4, $rows[part - 4]);
            }
        }
    };
}

/// The same, and half of a line's fetching.
macro_rules! copy_weave_and_fetch {
    ($i:tt ($fetch:ident $($context:ident)+)) => {
        if $i % 2 == 0 {
            let line = size_of::<Block>() * ($i / 2 % FETCH_LINES);
            _mm_prefetch::<_MM_HINT_T0>($fetch[$i / 2 / FETCH_LINES].wrapping_add(line).cast());
        }
        copy_and_weave!($i ($($context)+));
    };
}

/// A set's chain before its first step.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn start(&[a, b, c, d]: &[Vector; 4], word: Vector, k: Vector) -> Chain {
    Chain { sum: add(add(a, word), k), b, c, d }
}

/// Takes the blocks into the states of 32 lanes.
#[target_feature(enable = "avx512f,avx512vl")]
pub(crate) fn blocks(states: &mut LaneStates, lanes: &LaneBlocks<'_>) {
    let count = same_count(lanes, 2 * LANES);
    if count == 0 {
        return;
    }
    let lanes: &[&[Block]; 2 * LANES] = lanes.try_into().expect("32 lanes");
    let sources: [[*const u8; LANES]; 2] =
        core::array::from_fn(|set| core::array::from_fn(|lane| lanes[LANES * set + lane].as_ptr().cast()));
    let last = (count - 1) * size_of::<Block>();

    let mut scratch = MaybeUninit::<[Rows; 4]>::uninit();
    let rows = scratch.as_mut_ptr().cast::<Rows>();
    let (mut words, mut words_out) = (rows, rows.wrapping_add(1));
    let (mut pieces, mut pieces_out) = (rows.wrapping_add(2), rows.wrapping_add(3));
    let mut saved_a = load_states(states, 0);
    let mut saved_b = load_states(states, LANES);

    // SAFETY: every offset is that of one of the `count` blocks that every lane has. Each of the four `Rows`
    // is written in full before it is read: the first words and pieces here, later ones beside the steps of
    // the block before.
    unsafe {
        for (set, sources) in sources.iter().enumerate() {
            gather_words(sources, 0, &raw mut (*words)[set]);
        }
        if count > 1 {
            for (set, sources) in sources.iter().enumerate() {
                copy_pieces(sources, size_of::<Block>(), &raw mut (*pieces)[set]);
            }
            let mut four = [splat(0); 4];
            for next in 1..count {
                let offset = last.min((next + 1) * size_of::<Block>());
                let fetch: [*const u8; 2 * LANES / FETCH_LINES] = core::array::from_fn(|group| {
                    let lane = FETCH_LINES * group + next % FETCH_LINES;
                    sources.as_flattened()[lane].wrapping_add((next + FETCH_AHEAD) * size_of::<Block>())
                });
                md5_steps!(block_of_both!(
                    saved_a saved_b words
                    copy_weave_and_fetch (fetch lanes offset pieces_out pieces words_out four)
                ));
                core::mem::swap(&mut words, &mut words_out);
                core::mem::swap(&mut pieces, &mut pieces_out);
            }
        }
        md5_steps!(block_of_both!(saved_a saved_b words nothing ()));
    }
    store_states(states, 0, saved_a);
    store_states(states, LANES, saved_b);
}
