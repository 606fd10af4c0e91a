//! One message in 128-bit registers with AVX-512VL, of which one lane of four is of use.
//!
//! What makes it faster than ordinary registers: any function of three words is one instruction,
//! `vpternlogd`, and so is the rotation, `vprold`. The chain from b to the next b is function, addition,
//! rotation, addition: 4 cycles in every round, 4.00 a byte. Message words and constants come as broadcast
//! memory operands. The idea of a single stream in vector registers for the sake of `vpternlogd` is
//! animetosho's (md5-optimisation).

use crate::block::{Block, State, word};
use crate::prefetch::prefetch;
use crate::rounds::{Function, STEPS};
use core::arch::x86_64::{
    __m128i, _mm_add_epi32, _mm_cvtsi32_si128, _mm_rol_epi32, _mm_set1_epi32, _mm_ternarylogic_epi32,
    _mm_unpacklo_epi32, _mm_unpacklo_epi64,
};

/// [`barrier::settled`](crate::barrier::settled) for a vector register.
#[inline]
#[target_feature(enable = "avx512f,avx512vl")]
fn settled(mut value: __m128i) -> __m128i {
    // SAFETY: an empty instruction sequence; the operand is left as it was.
    unsafe {
        core::arch::asm!("/* {0} */", inout(xmm_reg) value, options(pure, nomem, nostack, preserves_flags));
    }
    value
}

macro_rules! unrolled {
    (
        ($block:ident $a:ident $b:ident $c:ident $d:ident)
        $(($f:ident $index:literal $word:literal $shift:literal))*
    ) => {
        $(
            let message = _mm_set1_epi32(word($block, $word).cast_signed());
            let k = _mm_set1_epi32(STEPS[$index].k.cast_signed());
            let early = settled(_mm_add_epi32(_mm_add_epi32($a, message), k));
            let f = _mm_ternarylogic_epi32::<{ Function::$f.ternary() as i32 }>($d, $c, $b);
            let rotated = _mm_rol_epi32::<$shift>(_mm_add_epi32(early, f));
            ($a, $b, $c, $d) = ($d, _mm_add_epi32(rotated, $b), $b, $c);
        )*
    };
}

/// Takes the blocks into the state. `PREFETCH`: ask for the cache line [`AHEAD`](crate::prefetch::AHEAD)
/// bytes further on with each block.
#[target_feature(enable = "avx512f,avx512vl")]
pub(crate) fn compress<const PREFETCH: bool>(state: &mut State, blocks: &[Block]) {
    let mut saved = state.map(|word| _mm_cvtsi32_si128(word.cast_signed()));
    for block in blocks {
        if PREFETCH {
            prefetch(block);
        }
        let [mut a, mut b, mut c, mut d] = saved;
        md5_steps!(unrolled!(block a b c d));
        let [sa, sb, sc, sd] = saved;
        saved = [_mm_add_epi32(sa, a), _mm_add_epi32(sb, b), _mm_add_epi32(sc, c), _mm_add_epi32(sd, d)];
    }
    // Stored as one piece of 16 bytes, because that is how a digest is copied afterwards.
    let [sa, sb, sc, sd] = saved;
    let packed = _mm_unpacklo_epi64(_mm_unpacklo_epi32(sa, sb), _mm_unpacklo_epi32(sc, sd));
    // SAFETY: four words of 32 bits either way.
    *state = unsafe { core::mem::transmute::<__m128i, State>(packed) };
}
