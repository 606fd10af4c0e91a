//! CPU features by name: what an engine needs, what this CPU has, what the user masked.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// One row a feature: its name as rustc spells it, and the features that rustc switches on with it.
/// Masking a feature masks every feature that implies it, so a mask always describes a CPU that could exist.
struct Row {
    name: &'static str,
    implies: &'static [&'static str],
}

const fn row(name: &'static str, implies: &'static [&'static str]) -> Row {
    Row { name, implies }
}

/// Every feature that an engine may name, on any architecture. The position is the bit in a [`FeatureSet`].
const TABLE: &[Row] = &[
    // x86 and x86-64
    row("sse2", &[]),
    row("sse3", &["sse2"]),
    row("ssse3", &["sse3"]),
    row("sse4.1", &["ssse3"]),
    row("sse4.2", &["sse4.1"]),
    row("pclmulqdq", &["sse2"]),
    row("avx", &["sse4.2"]),
    row("avx2", &["avx"]),
    row("bmi1", &[]),
    row("bmi2", &[]),
    row("vpclmulqdq", &["avx", "pclmulqdq"]),
    row("avxvnni", &["avx2"]),
    row("avx512f", &["avx2"]),
    row("avx512bw", &["avx512f"]),
    row("avx512dq", &["avx512f"]),
    row("avx512vl", &["avx512f"]),
    row("avx512vbmi", &["avx512bw"]),
    row("avx512vnni", &["avx512f"]),
    // aarch64
    row("neon", &[]),
    row("aes", &["neon"]), // PMULL on aarch64 comes with it
    row("crc", &[]),
    row("sha3", &["neon"]), // EOR3
    row("dotprod", &["neon"]),
    // wasm32
    row("simd128", &[]),
];

/// A set of CPU features.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct FeatureSet(u64);

impl FeatureSet {
    /// No feature at all.
    pub const NONE: FeatureSet = FeatureSet(0);

    /// The set of the given names.
    ///
    /// # Panics
    /// On a name that is not in this crate's table. In a `static` or `const` that is a compile error, so a
    /// misspelt feature in a registry row cannot become an engine that is silently never tested.
    pub const fn of(names: &[&str]) -> FeatureSet {
        let mut bits = 0;
        let mut i = 0;
        while i < names.len() {
            match position(names[i].as_bytes()) {
                Some(bit) => bits |= 1 << bit,
                None => panic!("unknown CPU feature name"),
            }
            i += 1;
        }
        FeatureSet(bits)
    }

    /// Whether there is no feature in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether every feature of `other` is in this set.
    pub const fn contains(self, other: FeatureSet) -> bool {
        other.0 & !self.0 == 0
    }

    /// The features of this set that are not in `other`.
    pub const fn without(self, other: FeatureSet) -> FeatureSet {
        FeatureSet(self.0 & !other.0)
    }

    /// The features' names, in the table's order.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        TABLE.iter().enumerate().filter(move |(bit, _)| self.0 >> bit & 1 == 1).map(|(_, row)| row.name)
    }

    /// This set and every feature that implies one of it.
    fn with_dependents(self) -> FeatureSet {
        let mut all = self;
        loop {
            let before = all;
            for (bit, row) in TABLE.iter().enumerate() {
                if row.implies.iter().any(|name| all.contains(FeatureSet::of(&[name]))) {
                    all.0 |= 1 << bit;
                }
            }
            if all == before {
                return all;
            }
        }
    }
}

impl fmt::Display for FeatureSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.names().collect::<Vec<_>>().join(" "))
    }
}

impl fmt::Debug for FeatureSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

const fn position(name: &[u8]) -> Option<usize> {
    let mut i = 0;
    while i < TABLE.len() {
        let candidate = TABLE[i].name.as_bytes();
        if candidate.len() == name.len() {
            let mut same = 0;
            while same < name.len() && candidate[same] == name[same] {
                same += 1;
            }
            if same == name.len() {
                return Some(i);
            }
        }
        i += 1;
    }
    None
}

/// Features that this CPU and operating system were found to have, less those that were masked.
///
/// There is no way to make one that claims a feature the CPU lacks: [`Engine::resolve`](crate::Engine::resolve)
/// rests on that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CpuFeatures {
    usable: FeatureSet,
    masked: FeatureSet,
}

/// A name in `CHECKSUM_DISABLE` (or given to [`CpuFeatures::disable`]) that is no CPU feature known here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownFeature {
    /// The name as it was given.
    pub name: String,
}

impl fmt::Display for UnknownFeature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known: Vec<_> = TABLE.iter().map(|row| row.name).collect();
        write!(
            f,
            "CHECKSUM_DISABLE: unknown CPU feature '{}'; known are: {}",
            self.name.escape_debug(),
            known.join(", ")
        )
    }
}

impl core::error::Error for UnknownFeature {}

impl CpuFeatures {
    /// What the hardware and the operating system offer, nothing masked.
    pub fn detect() -> CpuFeatures {
        CpuFeatures { usable: detected(), masked: FeatureSet::NONE }
    }

    /// The same without the features in `list` (names between commas; spaces and empty items are ignored)
    /// and without all features that imply one of them.
    ///
    /// # Errors
    /// A name that is in no row of the feature table.
    pub fn disable(self, list: &str) -> Result<CpuFeatures, UnknownFeature> {
        let mut named = FeatureSet::NONE;
        for name in list.split(',').map(str::trim).filter(|name| !name.is_empty()) {
            let bit = position(name.as_bytes()).ok_or_else(|| UnknownFeature { name: String::from(name) })?;
            named.0 |= 1 << bit;
        }
        let gone = named.with_dependents();
        Ok(CpuFeatures {
            usable: self.usable.without(gone),
            masked: FeatureSet(self.masked.0 | (self.usable.0 & gone.0)),
        })
    }

    /// Detection less the environment variable `CHECKSUM_DISABLE`, read once in a process.
    /// A program calls this first, to report a misspelt name in its own way.
    ///
    /// # Errors
    /// An unknown name in the variable.
    #[cfg(feature = "std")]
    pub fn from_env() -> Result<CpuFeatures, UnknownFeature> {
        static CACHE: std::sync::OnceLock<Result<CpuFeatures, UnknownFeature>> = std::sync::OnceLock::new();
        CACHE
            .get_or_init(|| match std::env::var_os("CHECKSUM_DISABLE") {
                Some(list) => CpuFeatures::detect().disable(&list.to_string_lossy()),
                None => Ok(CpuFeatures::detect()),
            })
            .clone()
    }

    /// What engines may use in this process: [`from_env`](CpuFeatures::from_env) with the `std` feature,
    /// else only what was fixed at compile time.
    ///
    /// # Panics
    /// When `CHECKSUM_DISABLE` holds an unknown name: going on would test or time the wrong code.
    pub fn current() -> CpuFeatures {
        #[cfg(feature = "std")]
        return match CpuFeatures::from_env() {
            Ok(cpu) => cpu,
            Err(error) => panic!("{error}"),
        };
        #[cfg(not(feature = "std"))]
        CpuFeatures::detect()
    }

    /// Whether all of `needs` may be used.
    pub const fn has(self, needs: FeatureSet) -> bool {
        self.usable.contains(needs)
    }

    /// The features that may be used.
    pub const fn usable(self) -> FeatureSet {
        self.usable
    }

    /// The features that the CPU has but that were masked.
    pub const fn masked(self) -> FeatureSet {
        self.masked
    }
}

/// Asks std's detection (which checks the operating system's support for wide registers too) for each name.
#[cfg(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! detect {
    ($set:ident, $is_detected:ident, $($name:tt)*) => {
        $(
            #[cfg(feature = "std")]
            let found = std::arch::$is_detected!($name);
            #[cfg(not(feature = "std"))]
            let found = cfg!(target_feature = $name);
            if found {
                $set.0 |= FeatureSet::of(&[$name]).0;
            }
        )*
    };
}

fn detected() -> FeatureSet {
    #[allow(unused_mut, reason = "architectures without a list below")]
    let mut set = FeatureSet::NONE;
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    detect!(set, is_x86_feature_detected,
        "sse2" "sse3" "ssse3" "sse4.1" "sse4.2" "pclmulqdq" "avx" "avx2" "bmi1" "bmi2" "vpclmulqdq" "avxvnni"
        "avx512f" "avx512bw" "avx512dq" "avx512vl" "avx512vbmi" "avx512vnni");
    #[cfg(target_arch = "aarch64")]
    detect!(set, is_aarch64_feature_detected, "neon" "aes" "crc" "sha3" "dotprod");
    // WebAssembly has no detection: a module that uses simd128 does not load without it.
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    {
        set.0 |= FeatureSet::of(&["simd128"]).0;
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn names_round_trip() {
        let set = FeatureSet::of(&["sse4.2", "pclmulqdq"]);
        assert_eq!(set.to_string(), "sse4.2 pclmulqdq");
        assert!(set.contains(FeatureSet::of(&["pclmulqdq"])));
        assert!(!set.contains(FeatureSet::of(&["pclmulqdq", "avx2"])));
    }

    #[test]
    fn every_implied_name_is_known_and_names_are_unique() {
        for (i, row) in TABLE.iter().enumerate() {
            assert_eq!(position(row.name.as_bytes()), Some(i), "{} stands twice", row.name);
            FeatureSet::of(row.implies);
        }
        assert!(TABLE.len() <= 64);
    }

    #[test]
    fn masking_takes_dependents_along() {
        let all = CpuFeatures { usable: FeatureSet((1 << TABLE.len()) - 1), masked: FeatureSet::NONE };
        let cpu = all.disable(" avx ,").unwrap();
        for gone in ["avx", "avx2", "vpclmulqdq", "avx512f", "avx512vbmi", "avxvnni"] {
            assert!(!cpu.has(FeatureSet::of(&[gone])), "{gone}");
            assert!(cpu.masked().contains(FeatureSet::of(&[gone])), "{gone}");
        }
        for kept in ["sse4.2", "pclmulqdq", "neon"] {
            assert!(cpu.has(FeatureSet::of(&[kept])), "{kept}");
        }
    }

    #[test]
    fn masking_never_adds() {
        let cpu = CpuFeatures::detect();
        assert!(cpu.usable().contains(cpu.disable("sse2,neon").unwrap().usable()));
        assert_eq!(cpu.disable("").unwrap(), cpu);
    }

    #[test]
    fn unknown_name_is_an_error_that_names_it() {
        let error = CpuFeatures::detect().disable("avx2,avx1024").unwrap_err();
        assert_eq!(error.name, "avx1024");
        assert!(error.to_string().contains("'avx1024'"));
    }
}
