//! The kernels in intrinsics, for instruction sets that have no rotation and no ternary logic: one
//! description for all of them, over the operations of a module such as `x86::vectors::ymm`.

/// One step of every set, in sets' order: `step!((sets) words F 0 0 7)`.
///
/// a + word + k is pinned: left alone, the compiler re-associates the step's additions into a longer chain.
macro_rules! vector_step {
    (($($state:ident $words:ident)+) $f:ident $i:literal $word:literal $shift:literal) => {
        let k = splat(STEPS[$i].k);
        $(
            let [a, b, c, d] = $state;
            let sum = pin(add(add(a, $words[$word]), k));
            let sum = vector_step!(@ $f sum, b, c, d);
            $state = [d, add(b, rotate::<$shift, { 32 - $shift }>(sum)), b, c];
        )+
    };
    (@ F $sum:ident, $b:ident, $c:ident, $d:ident) => { add($sum, select($b, $c, $d)) };
    (@ G $sum:ident, $b:ident, $c:ident, $d:ident) => { add_g($sum, $b, $c, $d) };
    (@ H $sum:ident, $b:ident, $c:ident, $d:ident) => { add($sum, xor($b, xor($c, $d))) };
    (@ I $sum:ident, $b:ident, $c:ident, $d:ident) => { add($sum, xor($c, or_not($b, $d))) };
}

/// The 64 steps of a block of every set.
macro_rules! vector_steps {
    ($sets:tt $(($f:ident $i:literal $word:literal $shift:literal))*) => {
        $(vector_step!($sets $f $i $word $shift);)*
    };
}

/// A kernel: name, features, module of operations, number of sets, and for each set its number and names for
/// its state, its words and its state before the block.
///
/// Each set gathers the block's words, then the steps of all sets run interleaved: the chain of one set alone
/// leaves most ports idle.
macro_rules! vector_kernel {
    ($(#[$doc:meta])* $name:ident, [$($feature:tt),+], $vectors:path, $sets:literal, $(($set:literal $state:ident $words:ident $saved:ident))+) => {
        $(#[$doc])*
        $(#[target_feature(enable = $feature)])+
        pub(crate) fn $name(states: &mut $crate::multi::lanes::LaneStates, lanes: &$crate::multi::lanes::LaneBlocks<'_>) {
            use $vectors::*;
            use $crate::rounds::STEPS;

            let count = $crate::multi::lanes::same_count(lanes, $sets * LANES);
            let sources: [[*const u8; LANES]; $sets] = core::array::from_fn(|set| {
                core::array::from_fn(|lane| lanes[LANES * set + lane].as_ptr().cast())
            });
            $(let mut $saved = load_states(states, LANES * $set);)+
            for block in 0..count {
                // SAFETY: every lane has `count` blocks.
                $(let $words = unsafe { gather(&sources[$set], size_of::<$crate::block::Block>() * block) };)+
                $(let mut $state = $saved;)+
                md5_steps!(vector_steps!($($state $words)+));
                $(
                    for (word, addend) in $saved.iter_mut().zip($state) {
                        *word = add(*word, addend);
                    }
                )+
            }
            $(store_states(states, LANES * $set, $saved);)+
        }
    };
}
