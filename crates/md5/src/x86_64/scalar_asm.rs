//! The form of [`scalar`](crate::scalar) with G as two additions, as assembly.
//!
//! The text is put together from the one description of the steps. Names in braces are operands, for which
//! the compiler picks registers; `{0}` to `{63}` are the constants of the steps.

use crate::block::{Block, State};
use crate::prefetch::AHEAD;
use crate::rounds::K;
use core::arch::asm;

/// One step's instructions: `x` gets the function, or for G the half of it that does not wait for b and `y`
/// the half that does.
macro_rules! step {
    // The last step of a block. The next block starts from saved_b + (b + rotated): with b added to saved_b
    // before `rotated` is there, one addition instead of two is on the chain between blocks.
    (($f:ident 63 $word:literal $shift:literal) $a:literal $b:literal $c:literal $d:literal) => {
        concat!(
            step!(@sum $f 63 $word $a $b $c $d),
            "mov {x:e}, ", $b, "\n",
            "add {x:e}, dword ptr [{state} + 4]\n",
            "rol ", $a, ", ", $shift, "\n",
            "add ", $a, ", {x:e}\n",
        )
    };
    (($f:ident $index:literal $word:literal $shift:literal) $a:literal $b:literal $c:literal $d:literal) => {
        concat!(
            step!(@sum $f $index $word $a $b $c $d),
            "rol ", $a, ", ", $shift, "\n",
            "add ", $a, ", ", $b, "\n",
        )
    };
    // a += word + k, then a += f(b, c, d)
    (@sum $f:ident $index:literal $word:literal $a:literal $b:literal $c:literal $d:literal) => {
        concat!(
            "add ", $a, ", dword ptr [{block} + 4*", $word, "]\n",
            "add ", $a, ", {", $index, "}\n",
            step!(@function $f $b $c $d),
            "add ", $a, ", {x:e}\n",
            step!(@second_half $f $a $b $d),
        )
    };
    (@function F $b:literal $c:literal $d:literal) => {
        concat!(
            "mov {x:e}, ", $c, "\n",
            "xor {x:e}, ", $d, "\n",
            "and {x:e}, ", $b, "\n",
            "xor {x:e}, ", $d, "\n",
        )
    };
    (@function G $b:literal $c:literal $d:literal) => {
        concat!(
            "mov {x:e}, ", $d, "\n",
            "not {x:e}\n",
            "and {x:e}, ", $c, "\n",
        )
    };
    (@function H $b:literal $c:literal $d:literal) => {
        concat!(
            "mov {x:e}, ", $c, "\n",
            "xor {x:e}, ", $d, "\n",
            "xor {x:e}, ", $b, "\n",
        )
    };
    (@function I $b:literal $c:literal $d:literal) => {
        concat!(
            "mov {x:e}, ", $d, "\n",
            "not {x:e}\n",
            "or {x:e}, ", $b, "\n",
            "xor {x:e}, ", $c, "\n",
        )
    };
    (@second_half G $a:literal $b:literal $d:literal) => {
        concat!(
            "mov {y:e}, ", $d, "\n",
            "and {y:e}, ", $b, "\n",
            "add ", $a, ", {y:e}\n",
        )
    };
    (@second_half $f:ident $a:literal $b:literal $d:literal) => {
        ""
    };
}

/// All steps, four at a time: after four the state's words have their first roles again.
macro_rules! steps {
    (() $($first:tt $second:tt $third:tt $fourth:tt)*) => {
        concat!($(
            step!($first "{a:e}" "{b:e}" "{c:e}" "{d:e}"),
            step!($second "{d:e}" "{a:e}" "{b:e}" "{c:e}"),
            step!($third "{c:e}" "{d:e}" "{a:e}" "{b:e}"),
            step!($fourth "{b:e}" "{c:e}" "{d:e}" "{a:e}"),
        )*)
    };
}

/// The loop over the blocks, with a line of text and its operands to run once a block. The steps come as
/// tokens once more, for the constants among the operands.
macro_rules! blocks {
    (
        ($state:ident, $blocks:ident, $hint:literal $($operands:tt)*)
        $(($f:ident $index:literal $word:literal $shift:literal))*
    ) => {
        // SAFETY: `count` blocks of 64 bytes are read from `block` on, the sixteen bytes of `state` are read
        // and written; nothing else in memory is touched. The caller saw to count > 0.
        unsafe {
            asm!(
                "mov {a:e}, dword ptr [{state}]",
                "mov {b:e}, dword ptr [{state} + 4]",
                "mov {c:e}, dword ptr [{state} + 8]",
                "mov {d:e}, dword ptr [{state} + 12]",
                ".p2align 6",
                "2:",
                $hint,
                md5_steps!(steps!()),
                "add {a:e}, dword ptr [{state}]",
                "add {c:e}, dword ptr [{state} + 8]",
                "add {d:e}, dword ptr [{state} + 12]",
                "mov dword ptr [{state}], {a:e}",
                "mov dword ptr [{state} + 4], {b:e}",
                "mov dword ptr [{state} + 8], {c:e}",
                "mov dword ptr [{state} + 12], {d:e}",
                "add {block}, 64",
                "dec {count}",
                "jnz 2b",
                $(const K[$index].cast_signed(),)*
                state = in(reg) $state.as_mut_ptr(),
                block = inout(reg) $blocks.as_ptr() => _,
                count = inout(reg) $blocks.len() => _,
                a = out(reg) _,
                b = out(reg) _,
                c = out(reg) _,
                d = out(reg) _,
                x = out(reg) _,
                y = out(reg) _,
                $($operands)*
                options(nostack),
            );
        }
    };
}

/// Takes the blocks into the state. `PREFETCH`: ask for the cache line [`AHEAD`] bytes further on with each
/// block.
pub(crate) fn compress<const PREFETCH: bool>(state: &mut State, blocks: &[Block]) {
    if blocks.is_empty() {
    } else if PREFETCH {
        md5_steps!(blocks!(state, blocks, "prefetcht0 [{block} + {ahead}]" ahead = const AHEAD,));
    } else {
        md5_steps!(blocks!(state, blocks, ""));
    }
}
