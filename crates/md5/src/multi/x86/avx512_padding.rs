//! AVX-512, 32 lanes: a block that is the same in every lane, as the last one of messages of one length is when nothing is
//! left over for it. The message words go into the constants, so there is nothing to load, and a step has one addition fewer.

use super::vectors::zmm::*;
use crate::multi::lanes::LaneStates;
use crate::rounds::STEPS;
use core::arch::asm;

/// Step `$i` of both sets and the sums for the next one.
macro_rules! step_of_both {
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

/// The steps but for the last.
macro_rules! steps_of_both {
    (($a:ident $b:ident $constants:ident) $(($f:ident $i:tt $w:tt $s:tt))*) => {
        $(step_of_both!($i, $a, $b, $constants);)*
    };
}

/// Takes one block into the states of 32 lanes: `constants[i]` is the sum of step i's constant and message word.
#[target_feature(enable = "avx512f,avx512vl")]
pub(crate) fn block(states: &mut LaneStates, constants: &[u32; 64]) {
    let mut saved_a = load_states(states, 0);
    let mut saved_b = load_states(states, LANES);
    let first = splat(constants[0]);
    let (mut a, mut b) = (saved_a, saved_b);
    (a[0], b[0]) = (add(a[0], first), add(b[0], first));
    // SAFETY: the steps read `constants` alone, each its own element.
    unsafe {
        md5_steps!(steps_of_both!(a b constants));
        last_step!(zmm_reg, a[0], a[1], a[2], a[3], saved_a);
        last_step!(zmm_reg, b[0], b[1], b[2], b[3], saved_b);
    }
    store_states(states, 0, saved_a);
    store_states(states, LANES, saved_b);
}
