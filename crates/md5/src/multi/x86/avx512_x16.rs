//! AVX-512, 16 lanes: a zmm register for each word.
//!
//! The words are made in the two stages that `avx512_x32` describes. Loading the pieces straight into vectors
//! would do for the ports, but it comes back to a message's block four times, and messages that begin at the
//! same place of a memory page compete for the same few lines of the cache: sixteen of them push each other
//! out before the block is used up.

use super::avx512_steps::CONSTANTS;
use super::vectors::zmm::*;
use crate::block::Block;
use crate::multi::lanes::{LaneBlocks, LaneStates, same_count};
use crate::rounds::{K, STEPS};
use core::arch::asm;
use core::arch::x86_64::*;
use core::mem::MaybeUninit;

/// How many blocks ahead of the copying the messages are fetched into the cache …
const FETCH_AHEAD: usize = 4;
/// … and how many blocks of one message at once, after which it is the next message's turn: memory gives
/// neighbouring lines faster than single ones from many places.
const FETCH_LINES: usize = 8;

/// Beside step `$i`: a quarter of a lane's copying for the block after next, a sixteenth of the weaving of
/// four rows of the next block, and a quarter of a line's fetching.
macro_rules! copy_and_weave {
    ($i:tt ($sources:ident $fetch:ident $offset:ident $pieces_out:ident $pieces:ident $words_out:ident $rows:ident)) => {
        let (lane, piece) = ($i / 4, $i % 4);
        copy_piece($sources[lane].wrapping_add($offset), $pieces_out, lane, piece);
        if piece == 0 {
            let line = size_of::<Block>() * (lane % FETCH_LINES);
            _mm_prefetch::<_MM_HINT_T0>($fetch[lane / FETCH_LINES].wrapping_add(line).cast());
        }

        let (quarter, part) = ($i / 16, $i % 16);
        match part {
            0 | 2 | 4 | 6 => $rows[part / 2] = load($pieces, 4 * quarter + part / 2),
            7 => $rows = transpose($rows),
            8 | 10 | 12 | 14 => store($words_out, 4 * quarter + (part - 8) / 2, $rows[(part - 8) / 2]),
            _ => {}
        }
    };
}

/// Takes the blocks into the states of 16 lanes.
#[target_feature(enable = "avx512f,avx512vl")]
pub(crate) fn blocks(states: &mut LaneStates, lanes: &LaneBlocks<'_>) {
    let count = same_count(lanes, LANES);
    if count == 0 {
        return;
    }
    let sources: [*const u8; LANES] = core::array::from_fn(|lane| lanes[lane].as_ptr().cast());
    let last = (count - 1) * size_of::<Block>();

    let mut scratch = MaybeUninit::<[Words; 4]>::uninit();
    let rows = scratch.as_mut_ptr().cast::<Words>();
    let (mut words, mut words_out) = (rows, rows.wrapping_add(1));
    let (mut pieces, mut pieces_out) = (rows.wrapping_add(2), rows.wrapping_add(3));
    let mut saved = load_states(states, 0);

    // SAFETY: every offset is that of one of the `count` blocks that every lane has. Each of the four `Words`
    // is written in full before it is read: the first words and pieces here, later ones beside the steps of
    // the block before.
    unsafe {
        gather_words(&sources, 0, words);
        if count > 1 {
            copy_pieces(&sources, size_of::<Block>(), pieces);
            let mut four = [splat(0); 4];
            for next in 1..count {
                let offset = last.min((next + 1) * size_of::<Block>());
                let fetch: [*const u8; LANES / FETCH_LINES] = core::array::from_fn(|group| {
                    let lane = FETCH_LINES * group + next % FETCH_LINES;
                    sources[lane].wrapping_add((next + FETCH_AHEAD) * size_of::<Block>())
                });
                md5_steps!(block!(
                    (zmm_reg "zmmword" "{{1to16}}") saved words
                    copy_and_weave (sources fetch offset pieces_out pieces words_out four)
                ));
                core::mem::swap(&mut words, &mut words_out);
                core::mem::swap(&mut pieces, &mut pieces_out);
            }
        }
        md5_steps!(block!((zmm_reg "zmmword" "{{1to16}}") saved words nothing ()));
    }
    store_states(states, 0, saved);
}
