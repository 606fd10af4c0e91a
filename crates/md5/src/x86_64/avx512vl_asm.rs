//! The form of [`avx512vl`](super::avx512vl) as assembly: what the compiler may still do better or worse
//! with the same steps is the difference between the two rows of a table.
//!
//! The text is put together from the one description of the steps. Names in braces are operands, for which
//! the compiler picks registers.

use crate::block::{Block, State};
use crate::prefetch::AHEAD;
use crate::rounds::{Function, K};
use core::arch::asm;

/// One step's instructions.
macro_rules! step {
    // The last step of a block. The next block starts from saved_b + (b + rotated): with b added to saved_b
    // before `rotated` is there, one addition instead of two is on the chain between blocks.
    (($f:ident 63 $word:literal $shift:literal) $a:literal $b:literal $c:literal $d:literal) => {
        concat!(
            step!(@sum $f 63 $word $a $b $c $d),
            "vpaddd {saved_b}, {saved_b}, ", $b, "\n",
            "vprold ", $a, ", ", $a, ", ", $shift, "\n",
            "vpaddd {saved_b}, {saved_b}, ", $a, "\n",
        )
    };
    (($f:ident $index:literal $word:literal $shift:literal) $a:literal $b:literal $c:literal $d:literal) => {
        concat!(
            step!(@sum $f $index $word $a $b $c $d),
            "vprold ", $a, ", ", $a, ", ", $shift, "\n",
            "vpaddd ", $a, ", ", $a, ", ", $b, "\n",
        )
    };
    // a += word + k, both broadcast from memory, then a += f(b, c, d)
    (@sum $f:ident $index:literal $word:literal $a:literal $b:literal $c:literal $d:literal) => {
        concat!(
            "vpaddd ", $a, ", ", $a, ", dword ptr [{block} + 4*", $word, "]{{1to4}}\n",
            "vpaddd ", $a, ", ", $a, ", dword ptr [{k} + 4*", $index, "]{{1to4}}\n",
            "vmovdqa {f}, ", $d, "\n",
            "vpternlogd {f}, ", $c, ", ", $b, ", {", stringify!($f), "}\n",
            "vpaddd ", $a, ", ", $a, ", {f}\n",
        )
    };
}

/// All steps, four at a time: after four the state's words have their first roles again.
macro_rules! steps {
    (() $($first:tt $second:tt $third:tt $fourth:tt)*) => {
        concat!($(
            step!($first "{a}" "{b}" "{c}" "{d}"),
            step!($second "{d}" "{a}" "{b}" "{c}"),
            step!($third "{c}" "{d}" "{a}" "{b}"),
            step!($fourth "{b}" "{c}" "{d}" "{a}"),
        )*)
    };
}

/// The loop over the blocks, with a line of text and its operands to run once a block.
macro_rules! blocks {
    ($state:ident, $blocks:ident, $hint:literal $($operands:tt)*) => {
        // SAFETY: `count` blocks of 64 bytes are read from `block` on, the sixteen bytes of `state` are read
        // and written, and the 64 words of `k` are read; nothing else in memory is touched. The caller saw to
        // count > 0.
        unsafe {
            asm!(
                "vmovd {saved_a}, dword ptr [{state}]",
                "vmovd {saved_b}, dword ptr [{state} + 4]",
                "vmovd {saved_c}, dword ptr [{state} + 8]",
                "vmovd {saved_d}, dword ptr [{state} + 12]",
                ".p2align 6",
                "2:",
                $hint,
                "vmovdqa {a}, {saved_a}",
                "vmovdqa {b}, {saved_b}",
                "vmovdqa {c}, {saved_c}",
                "vmovdqa {d}, {saved_d}",
                md5_steps!(steps!()),
                "vpaddd {saved_a}, {saved_a}, {a}",
                "vpaddd {saved_c}, {saved_c}, {c}",
                "vpaddd {saved_d}, {saved_d}, {d}",
                "add {block}, 64",
                "dec {count}",
                "jnz 2b",
                // one store of 16 bytes, because that is how a digest is copied afterwards
                "vpunpckldq {a}, {saved_a}, {saved_b}",
                "vpunpckldq {c}, {saved_c}, {saved_d}",
                "vpunpcklqdq {a}, {a}, {c}",
                "vmovdqu xmmword ptr [{state}], {a}",
                state = in(reg) $state.as_mut_ptr(),
                block = inout(reg) $blocks.as_ptr() => _,
                count = inout(reg) $blocks.len() => _,
                k = in(reg) CONSTANTS.as_ptr(),
                F = const Function::F.ternary(),
                G = const Function::G.ternary(),
                H = const Function::H.ternary(),
                I = const Function::I.ternary(),
                a = out(xmm_reg) _,
                b = out(xmm_reg) _,
                c = out(xmm_reg) _,
                d = out(xmm_reg) _,
                f = out(xmm_reg) _,
                saved_a = out(xmm_reg) _,
                saved_b = out(xmm_reg) _,
                saved_c = out(xmm_reg) _,
                saved_d = out(xmm_reg) _,
                $($operands)*
                options(nostack),
            );
        }
    };
}

/// Takes the blocks into the state. `PREFETCH`: ask for the cache line [`AHEAD`] bytes further on with each
/// block.
#[target_feature(enable = "avx512f,avx512vl")]
pub(crate) fn compress<const PREFETCH: bool>(state: &mut State, blocks: &[Block]) {
    /// K with an address.
    static CONSTANTS: [u32; 64] = K;
    if blocks.is_empty() {
    } else if PREFETCH {
        blocks!(state, blocks, "prefetcht0 [{block} + {ahead}]" ahead = const AHEAD,);
    } else {
        blocks!(state, blocks, "");
    }
}
