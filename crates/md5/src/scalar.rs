//! The fastest form in ordinary registers: the steps unrolled as in [`openssl`](crate::openssl), but with the
//! order of additions held fast ([`settled`]), so that only what depends on the newest b is on the chain.
//!
//! Counted from one b to the next, F and I cost 5 cycles (two operations, addition, rotation, addition), H
//! costs 4. G costs 5 as a choice by exclusive or. But its two halves (b and d) and (c and not d) have no bit
//! in common, so their OR is a sum: the half without b is added early, and 4 cycles remain. With that the
//! four rounds take 16 * (5 + 4 + 4 + 5) cycles, 4.5 a byte. G by addition is known from
//! animetosho/md5-optimisation and used by the crates fast-md5 and md-5 and by newer OpenSSL.

use crate::barrier::settled;
use crate::block::{Block, State, word};
use crate::prefetch::prefetch;
use crate::rounds::K;

/// The step's sum before the rotation; `$early` is a + k + word, which is known before b.
macro_rules! sum {
    (F $g_add:ident $early:ident $b:ident $c:ident $d:ident) => {
        $early.wrapping_add((($c ^ $d) & $b) ^ $d)
    };
    (G $g_add:ident $early:ident $b:ident $c:ident $d:ident) => {
        if $g_add {
            settled($early.wrapping_add($c & !$d)).wrapping_add($b & $d)
        } else {
            $early.wrapping_add((($b ^ $c) & $d) ^ $c)
        }
    };
    (H $g_add:ident $early:ident $b:ident $c:ident $d:ident) => {
        $early.wrapping_add(($c ^ $d) ^ $b)
    };
    (I $g_add:ident $early:ident $b:ident $c:ident $d:ident) => {
        $early.wrapping_add((!$d | $b) ^ $c)
    };
}

macro_rules! unrolled {
    (
        ($g_add:ident $block:ident $a:ident $b:ident $c:ident $d:ident)
        $(($f:ident $index:literal $word:literal $shift:literal))*
    ) => {
        $(
            let early = settled($a.wrapping_add(word($block, $word)).wrapping_add(K[$index]));
            let sum = sum!($f $g_add early $b $c $d);
            ($a, $b, $c, $d) = ($d, sum.rotate_left($shift).wrapping_add($b), $b, $c);
        )*
    };
}

/// Takes the blocks into the state. `G_ADD`: the function G as two additions; `PREFETCH`: ask for the cache
/// line [`AHEAD`](crate::prefetch::AHEAD) bytes further on with each block.
pub(crate) fn compress<const G_ADD: bool, const PREFETCH: bool>(state: &mut State, blocks: &[Block]) {
    for block in blocks {
        if PREFETCH {
            prefetch(block);
        }
        let [mut a, mut b, mut c, mut d] = *state;
        md5_steps!(unrolled!(G_ADD block a b c d));
        for (word, addend) in state.iter_mut().zip([a, b, c, d]) {
            *word = word.wrapping_add(addend);
        }
    }
}
