//! AVX-512, one set of 4, 8 or 16 lanes: an xmm, ymm or zmm register for each word.
//!
//! Any Boolean function is one `vpternlogd` and any rotation one `vprold`, so a step is a chain of four instructions
//! (function, add, rotate, add), and 256 cycles a block is the limit whatever the width. The ports have room beside the
//! chain: there the next block's words are gathered and transposed.
//!
//! Each step is one `asm!` block. The compiler assigns the registers; what is gained over intrinsics is that nobody
//! re-associates the additions, which would make the chain longer, and that the gathering stays spread out.

use crate::multi::lanes::{LaneBlocks, LaneStates, same_count};
use crate::rounds::{K, STEPS};

/// A table in memory for the constants, where the instructions read them.
static CONSTANTS: [u32; 64] = K;

/// Step `$i` and the sum for the next one. `$sum` is the part of the step's sum that needs no result of the step
/// before: a + word + k.
macro_rules! step {
    (($class:ident $memory:literal $broadcast:literal) $i:tt, $sum:ident $b:ident $c:ident $d:ident, $words:ident) => {{
        let next: Vector;
        asm!(
            concat!("vpaddd {next}, {d}, ", $memory, " ptr [{words} + {word}]"),
            "vpternlogd {d}, {c}, {b}, {function}",
            "vpaddd {d}, {d}, {sum}",
            "vprold {d}, {d}, {shift}",
            "vpaddd {d}, {d}, {b}",
            concat!("vpaddd {next}, {next}, dword ptr [{constants} + {k}]", $broadcast),
            next = out($class) next,
            sum = in($class) $sum, b = in($class) $b, c = in($class) $c, d = inout($class) $d,
            words = in(reg) $words,
            constants = in(reg) CONSTANTS.as_ptr(),
            word = const 4 * LANES * STEPS[($i + 1) % 64].word,
            k = const 4 * (($i + 1) % 64),
            function = const STEPS[$i].function.ternary(),
            shift = const STEPS[$i].shift,
            options(nostack, preserves_flags),
        );
        ($sum, $b, $c, $d) = (next, $d, $b, $c);
    }};
}

/// Step 63, and its result added to the state before the block.
macro_rules! last_step {
    ($class:ident, $sum:ident $b:ident $c:ident $d:ident, $saved:ident) => {{
        let last: Vector;
        asm!(
            "vpternlogd {d}, {c}, {b}, {function}",
            "vpaddd {d}, {d}, {sum}",
            "vprold {d}, {d}, {shift}",
            "vpaddd {d}, {d}, {b}",
            sum = in($class) $sum, b = in($class) $b, c = in($class) $c, d = inout($class) $d => last,
            function = const STEPS[63].function.ternary(),
            shift = const STEPS[63].shift,
            options(pure, nomem, nostack, preserves_flags),
        );
        $saved = [add($saved[0], $d), add($saved[1], last), add($saved[2], $b), add($saved[3], $c)];
    }};
}

/// The 64 steps of one block, with `$beside!(i …)` after step i.
macro_rules! block {
    (
        (($class:ident $memory:literal $broadcast:literal) $saved:ident $words:ident $beside:ident $context:tt)
        $(($f:ident $i:tt $w:tt $s:tt))*
    ) => {{
        let [a, mut b, mut c, mut d] = $saved;
        let mut sum = add(add(a, load($words, 0)), splat(K[0]));
        $(
            block!(@ $i ($class $memory $broadcast) sum b c d, $words, $saved);
            $beside!($i $context);
        )*
    }};
    (@ 63 ($class:ident $memory:literal $broadcast:literal)
        $sum:ident $b:ident $c:ident $d:ident, $words:ident, $saved:ident) => {
        last_step!($class, $sum $b $c $d, $saved)
    };
    (@ $i:tt $form:tt $sum:ident $b:ident $c:ident $d:ident, $words:ident, $saved:ident) => {
        step!($form $i, $sum $b $c $d, $words)
    };
}

/// Beside a step of a message's last block: nothing.
macro_rules! nothing {
    ($i:tt $context:tt) => {};
}

/// Beside step `$i`: a part of gathering and transposing the next block, four words in sixteen steps.
macro_rules! gather {
    ($i:tt ($sources:ident $offset:ident $words_out:ident $rows:ident)) => {
        let (quarter, part) = ($i / 16, $i % 16);
        match part {
            0 | 2 | 4 | 6 => $rows[part / 2] = piece_row(&$sources, $offset, quarter, part / 2),
            7 => $rows = transpose($rows),
            8 | 10 | 12 | 14 => store($words_out, 4 * quarter + (part - 8) / 2, $rows[(part - 8) / 2]),
            _ => {}
        }
    };
}

/// A kernel of one set.
macro_rules! kernel {
    ($name:ident, $lanes:literal, $vectors:ident, $form:tt) => {
        /// Takes the blocks into the states of the first lanes.
        #[target_feature(enable = "avx512f,avx512vl")]
        pub(crate) fn $name(states: &mut LaneStates, lanes: &LaneBlocks<'_>) {
            use crate::block::Block;
            use crate::multi::x86::vectors::$vectors::*;
            use core::arch::asm;
            use core::mem::MaybeUninit;

            let count = same_count(lanes, LANES);
            if count == 0 {
                return;
            }
            let sources: [*const u8; LANES] = core::array::from_fn(|lane| lanes[lane].as_ptr().cast());
            let mut scratch = MaybeUninit::<[Words; 2]>::uninit();
            let mut words = scratch.as_mut_ptr().cast::<Words>();
            let mut words_out = words.wrapping_add(1);
            let mut saved = load_states(states, 0);

            // SAFETY: every offset is that of one of the `count` blocks that every lane has. Words are written before
            // they are read: the first here, later ones beside the steps of the block before.
            unsafe {
                for quarter in 0..4 {
                    let rows = core::array::from_fn(|r| piece_row(&sources, 0, quarter, r));
                    for (i, vector) in transpose(rows).into_iter().enumerate() {
                        store(words, 4 * quarter + i, vector);
                    }
                }
                let mut rows = [splat(0); 4];
                for next in 1..count {
                    let offset = next * size_of::<Block>();
                    md5_steps!(block!($form saved words gather (sources offset words_out rows)));
                    core::mem::swap(&mut words, &mut words_out);
                }
                md5_steps!(block!($form saved words nothing ()));
            }
            store_states(states, 0, saved);
        }
    };
}

kernel!(blocks_x4, 4, xmm, (xmm_reg "xmmword" "{{1to4}}"));
kernel!(blocks_x8, 8, ymm, (ymm_reg "ymmword" "{{1to8}}"));
kernel!(blocks_x16, 16, zmm, (zmm_reg "zmmword" "{{1to16}}"));
