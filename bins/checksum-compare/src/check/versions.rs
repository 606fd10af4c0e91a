//! Whether engines carry the versions of `Cargo.lock`: those of this program, and those in the runs that texts show.

use super::line;
use crate::report::{Place, runs_shown};
use checksum_engine::Source;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::fs;

const LOCK: &str = "Cargo.lock";

#[derive(Deserialize)]
struct Lock {
    package: Vec<Package>,
}

#[derive(Deserialize, PartialEq, Eq, PartialOrd, Ord)]
struct Package {
    name: String,
    version: String,
}

/// How many engines this program has, and what is wrong. A run that no text shows is history, and may have other
/// versions.
pub(super) fn check(place: &Place) -> (usize, Vec<String>) {
    let engines: Vec<_> = checksum_catalog::engines().collect();
    let lock = fs::read_to_string(place.path(LOCK)).map_err(|error| error.to_string());
    let lock =
        lock.and_then(|text| toml::from_str::<Lock>(&text).map_err(|error| error.message().to_owned()));
    let locked: BTreeSet<Package> = match lock {
        Ok(lock) => lock.package.into_iter().collect(),
        Err(error) => return (engines.len(), vec![line(format!("{LOCK}: {error}"))]),
    };
    let holds = |name: &str, version: &str| {
        locked.contains(&Package { name: name.to_owned(), version: version.to_owned() })
    };
    let mut found = BTreeSet::new();
    for engine in &engines {
        if let Source::ThirdParty { name, version, .. } = engine.source
            && !holds(name, version)
        {
            found.insert(format!("{}: {LOCK} has no {name} {version}", engine.id));
        }
    }
    // A marker that cannot be understood is the texts' problem, and is told there.
    for folder in runs_shown(place).unwrap_or_default() {
        let Ok(run) = place.run(&folder) else { continue };
        for row in &run.rows {
            let package = match row.source.as_str() {
                "own" => format!("checksum-{}", row.family),
                source => source.to_owned(),
            };
            if !holds(&package, &row.version) {
                found.insert(format!(
                    "{}: {} was measured as {package} {}, which {LOCK} does not have; measure again",
                    place.name_of(&run.folder),
                    row.engine,
                    row.version
                ));
            }
        }
    }
    (engines.len(), found.into_iter().map(line).collect())
}
