//! AVX-512, 32 lanes: many short messages of one length, a whole number of blocks. Batch after batch goes
//! through the stages of `avx512_x32` without a gap: the first block of the next 32 messages is copied and
//! woven beside the last of these.
//!
//! Their last block, a bit 1, zeros and the length, is the same in every lane. So its words are added to the
//! constants beforehand, there is nothing to load, and a step has one addition fewer.

use super::avx512_steps::CONSTANTS;
use super::avx512_x32::*;
use super::vectors::zmm::*;
use crate::block::{Block, Tail, word};
use crate::multi::lanes::EqualMessages;
use crate::rounds::{INITIAL, K, STEPS};
use core::arch::asm;
use core::arch::x86_64::*;
use core::mem::MaybeUninit;

/// Step `$i` of both sets and the sums for the next one, with a block that is the same in every lane.
macro_rules! padding_step {
    (63, $a:ident, $b:ident, $constants:ident) => {};
    ($i:tt, $a:ident, $b:ident, $constants:ident) => {{
        let [a_sum, a_b, a_c, mut a_d] = $a;
        let [b_sum, b_b, b_c, mut b_d] = $b;
        let (a_next, b_next): (Vector, Vector);
        asm!(
            "vpbroadcastd {b_next}, dword ptr [{constants} + {k}]",
            "vpaddd {a_next}, {a_d}, {b_next}",
            "vpaddd {b_next}, {b_d}, {b_next}",
            "vpternlogd {a_d}, {a_c}, {a_b}, {function}",
            "vpternlogd {b_d}, {b_c}, {b_b}, {function}",
            "vpaddd {a_d}, {a_d}, {a_sum}",
            "vpaddd {b_d}, {b_d}, {b_sum}",
            "vprold {a_d}, {a_d}, {shift}",
            "vprold {b_d}, {b_d}, {shift}",
            "vpaddd {a_d}, {a_d}, {a_b}",
            "vpaddd {b_d}, {b_d}, {b_b}",
            a_next = out(zmm_reg) a_next, b_next = out(zmm_reg) b_next,
            a_sum = in(zmm_reg) a_sum, a_b = in(zmm_reg) a_b, a_c = in(zmm_reg) a_c, a_d = inout(zmm_reg) a_d,
            b_sum = in(zmm_reg) b_sum, b_b = in(zmm_reg) b_b, b_c = in(zmm_reg) b_c, b_d = inout(zmm_reg) b_d,
            constants = in(reg) $constants.as_ptr(),
            k = const 4 * ($i + 1),
            function = const STEPS[$i].function.ternary(),
            shift = const STEPS[$i].shift,
            options(nostack, preserves_flags, readonly),
        );
        $a = [a_next, a_d, a_b, a_c];
        $b = [b_next, b_d, b_b, b_c];
    }};
}

/// The 64 steps of such a block.
macro_rules! padding_block {
    (($saved_a:ident $saved_b:ident $constants:ident) $(($f:ident $i:tt $w:tt $s:tt))*) => {{
        let first = splat($constants[0]);
        let (mut a, mut b) = ($saved_a, $saved_b);
        (a[0], b[0]) = (add(a[0], first), add(b[0], first));
        $(padding_step!($i, a, b, $constants);)*
        last_step!(zmm_reg, a[0], a[1], a[2], a[3], $saved_a);
        last_step!(zmm_reg, b[0], b[1], b[2], b[3], $saved_b);
    }};
}

/// Writes the states of a set's lanes as digests.
#[inline]
#[target_feature(enable = "avx512f")]
fn store_digests(state: [Vector; 4], digests: &mut [[u8; 16]; LANES]) {
    for (r, vector) in transpose(state).into_iter().enumerate() {
        let mut put = |column: usize, digest: __m128i| {
            // SAFETY: an array as long as the vector.
            unsafe { _mm_storeu_si128(digests[4 * column + r].as_mut_ptr().cast(), digest) }
        };
        put(0, _mm512_castsi512_si128(vector));
        put(1, _mm512_extracti32x4_epi32::<1>(vector));
        put(2, _mm512_extracti32x4_epi32::<2>(vector));
        put(3, _mm512_extracti32x4_epi32::<3>(vector));
    }
}

/// The digests of messages.
///
/// # Panics
/// Unless the messages are whole blocks, fill all lanes, and have one digest each.
#[target_feature(enable = "avx512f,avx512vl")]
pub(crate) fn digests(messages: EqualMessages<'_>, digests: &mut [[u8; 16]]) {
    const BLOCK: usize = size_of::<Block>();
    let length = messages.length();
    assert!(length > 0 && length.is_multiple_of(BLOCK), "whole blocks");
    let (batches, rest) = messages.messages().as_chunks::<{ 2 * LANES }>();
    let (places, places_rest) = digests.as_chunks_mut::<{ 2 * LANES }>();
    assert!(rest.is_empty() && places_rest.is_empty() && batches.len() == places.len(), "all lanes full");
    if batches.is_empty() {
        return;
    }
    let count = length / BLOCK;
    let tail = Tail::new(&[], length as u64);
    let constants = STEPS.each_ref().map(|step| step.k.wrapping_add(word(&tail.blocks()[0], step.word)));
    // The block that is `ahead` blocks behind block `block` of batch `batch`, or one of the last.
    let locate = |batch: usize, block: usize, ahead: usize| {
        let (batch, block) = (batch + (block + ahead) / count, (block + ahead) % count);
        (&batches[batch.min(batches.len() - 1)], BLOCK * block)
    };

    let mut scratch = MaybeUninit::<[Rows; 4]>::uninit();
    let rows = scratch.as_mut_ptr().cast::<Rows>();
    let (mut words, mut words_out) = (rows, rows.wrapping_add(1));
    let (mut pieces, mut pieces_out) = (rows.wrapping_add(2), rows.wrapping_add(3));
    // SAFETY: `locate` gives a block of every message of a batch. Each of the four `Rows` is written in full
    // before it is read: the first words and pieces here, later ones beside the steps of the block before.
    unsafe {
        let sources = |batch: &[&[u8]; 2 * LANES], set: usize| {
            core::array::from_fn::<*const u8, LANES, _>(|lane| batch[LANES * set + lane].as_ptr())
        };
        let (second, second_offset) = locate(0, 0, 1);
        for set in 0..2 {
            gather_words(&sources(&batches[0], set), 0, &raw mut (*words)[set]);
            copy_pieces(&sources(second, set), second_offset, &raw mut (*pieces)[set]);
        }
        let mut four = [splat(0); 4];
        for (batch, places) in places.iter_mut().enumerate() {
            let mut saved_a = INITIAL.map(|word| splat(word));
            let mut saved_b = saved_a;
            for block in 0..count {
                let (messages, offset) = locate(batch, block, 2);
                md5_steps!(block_of_both!(
                    saved_a saved_b words copy_and_weave (messages offset pieces_out pieces words_out four)
                ));
                core::mem::swap(&mut words, &mut words_out);
                core::mem::swap(&mut pieces, &mut pieces_out);
            }
            md5_steps!(padding_block!(saved_a saved_b constants));
            let (places_a, places_b) = places.split_at_mut(LANES);
            store_digests(saved_a, places_a.try_into().expect("half of the places"));
            store_digests(saved_b, places_b.try_into().expect("half of the places"));
        }
    }
}
