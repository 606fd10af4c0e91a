use checksum_engine::{Engine, Source};

/// Holds the version that every third-party row states to the workspace's lock file.
///
/// # Panics
/// When a row names a version that is not the locked one.
pub fn check_versions(engines: &[Engine]) {
    let lock = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../Cargo.lock"))
        .expect("the workspace's Cargo.lock");
    for engine in engines {
        if let Source::ThirdParty { name, version, author, licence } = engine.source {
            let row = format!("name = \"{name}\"\nversion = \"{version}\"\n");
            assert!(lock.contains(&row), "{}: Cargo.lock has no {name} {version}", engine.id);
            assert!(!author.is_empty() && !licence.is_empty(), "{}: author and licence", engine.id);
        }
    }
}
