use serde::{Deserialize, Serialize};

/// How the program was built. Filled in by the crate's build script, so it is about this crate's compilation;
/// in a workspace build all crates share it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Build {
    /// `rustc -vV`, its lines joined by semicolons.
    pub rustc: Option<String>,
    /// The target triple.
    pub target: Option<String>,
    /// Cargo's base profile: `debug` or `release`.
    pub profile: Option<String>,
    /// The optimisation level: `0` to `3`, `s` or `z`.
    pub opt_level: Option<String>,
    /// Whether debug assertions were compiled in.
    pub debug_assertions: bool,
    /// Flags given to the compiler besides cargo's own.
    pub rustflags: Option<String>,
    /// CPU features that the compiler could take for granted, between commas.
    pub target_features: Option<String>,
    /// The git revision; `None` for a build from a source archive.
    pub revision: Option<String>,
    /// Whether sources differed from that revision.
    pub dirty: Option<bool>,
    /// The workspace's version.
    pub version: String,
}

impl Build {
    /// The facts of this build.
    pub fn facts() -> Build {
        let owned = |value: Option<&str>| value.filter(|value| !value.is_empty()).map(str::to_owned);
        Build {
            rustc: owned(option_env!("CHECKSUM_BUILD_RUSTC")),
            target: owned(option_env!("CHECKSUM_BUILD_TARGET")),
            profile: owned(option_env!("CHECKSUM_BUILD_PROFILE")),
            opt_level: owned(option_env!("CHECKSUM_BUILD_OPT_LEVEL")),
            debug_assertions: cfg!(debug_assertions),
            rustflags: owned(option_env!("CHECKSUM_BUILD_RUSTFLAGS")),
            target_features: owned(option_env!("CHECKSUM_BUILD_TARGET_FEATURES")),
            revision: owned(option_env!("CHECKSUM_BUILD_REVISION")),
            dirty: option_env!("CHECKSUM_BUILD_DIRTY").and_then(|dirty| dirty.parse().ok()),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }

    /// Whether speeds from this build mean anything: it was optimised and holds no debug assertions.
    pub fn is_optimised(&self) -> bool {
        !self.debug_assertions && !matches!(self.opt_level.as_deref(), Some("0" | "1"))
    }

    /// One line for a person: version, revision, target, level of optimisation.
    pub fn headline(&self) -> String {
        let revision = self.revision.as_deref().map(|revision| {
            let changed = if self.dirty == Some(true) { " with changes" } else { "" };
            format!(" ({}{changed})", revision.get(..12).unwrap_or(revision))
        });
        let target = self.target.as_deref().unwrap_or("unknown target");
        let level = self.opt_level.as_deref().unwrap_or("?");
        let compiler =
            self.rustc.as_deref().and_then(|text| text.split(" (").next()).unwrap_or("unknown rustc");
        let debug = if self.debug_assertions { ", debug assertions" } else { "" };
        let revision = revision.unwrap_or_default();
        format!("{}{revision}, {target}, opt-level {level}{debug}, {compiler}", self.version)
    }
}
