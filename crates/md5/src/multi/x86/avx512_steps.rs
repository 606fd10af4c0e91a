//! The steps of one set of lanes with AVX-512, for every register width.
//!
//! Any Boolean function is one `vpternlogd` and any rotation one `vprold`, so a step is a chain of four
//! instructions (function, add, rotate, add), and 256 cycles a block is the limit whatever the width. The
//! ports have room beside the chain: there the next block's message words are made.
//!
//! Each step is one `asm!` block. The compiler assigns the registers; what is gained over intrinsics is that
//! nobody re-associates the additions, which would make the chain longer, and that what runs beside the steps
//! stays spread out.

use crate::rounds::K;

/// A table in memory for the constants, where the instructions read them.
pub(crate) static CONSTANTS: [u32; 64] = K;

/// Step `$i` and the sum for the next one. `$sum` is the part of the step's sum that needs no result of the
/// step before: a + word + k.
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
    ($class:ident, $sum:expr, $b:expr, $c:expr, $d:expr, $saved:ident) => {{
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
        last_step!($class, $sum, $b, $c, $d, $saved)
    };
    (@ $i:tt $form:tt $sum:ident $b:ident $c:ident $d:ident, $words:ident, $saved:ident) => {
        step!($form $i, $sum $b $c $d, $words)
    };
}

/// Beside a step of a message's last block: nothing.
macro_rules! nothing {
    ($i:tt $context:tt) => {};
}
