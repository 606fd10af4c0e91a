/// Makes an [`Engine`](crate::Engine) of Adler-32 or a CRC whose kernel needs CPU features.
///
/// `fold_engine!(Family::Crc32, "crc32/clmul/x86-128", ["pclmulqdq", "sse4.1"], x86::clmul128::fold)`:
/// the kernel is a safe `#[target_feature]` function `fn(u32, &[u8]) -> u32`. The list becomes the attribute of
/// the entry that calls it and the engine's run-time requirement. A feature missing from the list does not
/// compile, because the entry then no longer covers the kernel.
#[macro_export]
macro_rules! fold_engine {
    ($family:expr, $id:expr, [$($feature:tt),+ $(,)?], $($kernel:tt)+) => {{
        $(#[target_feature(enable = $feature)])+
        fn entry(start: u32, data: &[u8]) -> u32 {
            $($kernel)+(start, data)
        }
        const FAMILY: $crate::Family = $family;
        const ID: &str = $id;
        const NEEDS: $crate::FeatureSet = $crate::FeatureSet::of(&[$($feature),+]);
        // SAFETY: `entry` is a safe function but for the features in its attributes, and the same list is `needs`.
        unsafe { $crate::Engine::with_features(FAMILY, ID, NEEDS, $crate::Kernel::Fold(entry), None) }
    }};
}
