//! AVX-512, 4 or 8 lanes: an xmm or ymm register for each word. Beside the steps the next block's pieces are
//! loaded from where they lie, and transposed.

use super::avx512_steps::CONSTANTS;
use crate::multi::lanes::{LaneBlocks, LaneStates, same_count};
use crate::rounds::{K, STEPS};

/// How many blocks ahead the messages are fetched into the cache.
const FETCH_AHEAD: usize = 8;

/// Beside step `$i`: a part of gathering and transposing the next block, four words in sixteen steps; and the
/// fetching of blocks further on, as many of one lane as there are lanes.
macro_rules! gather {
    ($i:tt ($sources:ident $fetch:ident $offset:ident $words_out:ident $rows:ident)) => {
        let (quarter, part) = ($i / 16, $i % 16);
        match part {
            0 | 2 | 4 | 6 => $rows[part / 2] = piece_row(&$sources, $offset, quarter, part / 2),
            7 => $rows = transpose($rows),
            8 | 10 | 12 | 14 => store($words_out, 4 * quarter + (part - 8) / 2, $rows[(part - 8) / 2]),
            15 => {
                for line in quarter * LANES / 4..(quarter + 1) * LANES / 4 {
                    _mm_prefetch::<_MM_HINT_T0>($fetch.wrapping_add(size_of::<Block>() * line).cast());
                }
            }
            _ => {}
        }
    };
}

/// A kernel: name, module of operations, form of the operands in assembly.
macro_rules! kernel {
    ($name:ident, $vectors:ident, $form:tt) => {
        /// Takes the blocks into the states of the first lanes.
        #[target_feature(enable = "avx512f,avx512vl")]
        pub(crate) fn $name(states: &mut LaneStates, lanes: &LaneBlocks<'_>) {
            use crate::block::Block;
            use crate::multi::x86::vectors::$vectors::*;
            use core::arch::asm;
            use core::arch::x86_64::*;
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

            // SAFETY: every offset is that of one of the `count` blocks that every lane has. Words are
            // written before they are read: the first here, later ones beside the steps of the block before.
            unsafe {
                gather_words(&sources, 0, words);
                let mut rows = [splat(0); 4];
                for next in 1..count {
                    let offset = next * size_of::<Block>();
                    let fetch = sources[next % LANES].wrapping_add(offset + FETCH_AHEAD * size_of::<Block>());
                    md5_steps!(block!($form saved words gather (sources fetch offset words_out rows)));
                    core::mem::swap(&mut words, &mut words_out);
                }
                md5_steps!(block!($form saved words nothing ()));
            }
            store_states(states, 0, saved);
        }
    };
}

kernel!(blocks_x4, xmm, (xmm_reg "xmmword" "{{1to4}}"));
kernel!(blocks_x8, ymm, (ymm_reg "ymmword" "{{1to8}}"));
