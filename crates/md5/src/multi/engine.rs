//! Multi-buffer engines of kernels, for the registry.

use super::one_shot::digest_into;
use super::widths;

/// Makes an engine of one kernel alone, which hashes everything, however few the messages that are left:
/// `lanes_engine!("md5/lanes/avx512-x32", AVX512_X32)` with a constant of `widths`.
#[allow(unused_macros, reason = "targets without vector kernels")]
macro_rules! lanes_engine {
    ($id:expr, $width:ident) => {{
        const WIDTH: $crate::multi::ladder::Width = $crate::multi::widths::$width;
        const ID: &str = $id;
        fn entry(messages: &[&[u8]], digests: &mut [[u8; 16]]) {
            static WIDTHS: [$crate::multi::ladder::Width; 1] = [WIDTH];
            // SAFETY: the engine needs what the kernel needs, so its caller has found it.
            let ladder = unsafe { $crate::multi::ladder::Ladder::of(&WIDTHS, None) };
            $crate::multi::one_shot::digest_into(&ladder, messages, digests);
        }
        // SAFETY: `entry` runs where the kernel's features are, and they are `needs`.
        unsafe {
            ::checksum_engine::Engine::with_features(
                ::checksum_engine::Family::Md5,
                ID,
                WIDTH.needs,
                ::checksum_engine::Kernel::Many(entry),
                None,
            )
        }
        .lanes(WIDTH.lanes as u16)
    }};
}

/// What `multi::digest_many` runs, as an engine's kernel.
pub(crate) fn auto(messages: &[&[u8]], digests: &mut [[u8; 16]]) {
    digest_into(&widths::ladder(), messages, digests);
}
