//! Every engine of every family in one list, and the choice among them by the words that people type.
//!
//! ```
//! let chosen = checksum_catalog::select(&["a", "c", "e1", "e3"]).unwrap();
//! let ids: Vec<_> = chosen.iter().map(|choice| choice.engine.id).collect();
//! assert_eq!(ids.len(), 3);
//! assert!(ids[0].starts_with("adler32/") && ids[2].starts_with("crc32/"));
//! ```

mod known;
mod select;

pub use known::{BrokenReference, LONGEST_USEFUL, known_answers};
pub use select::{Choice, SelectError, select};

use checksum_engine::{Engine, Family};

/// The engines of one family; the first is the plain reference.
pub fn engines_of(family: Family) -> &'static [Engine] {
    match family {
        Family::Adler32 => checksum_adler32::ENGINES,
        Family::Crc32 => checksum_crc32::ENGINES,
        Family::Crc32c => checksum_crc32c::ENGINES,
        Family::Md5 => checksum_md5::ENGINES,
    }
}

/// All engines, family by family.
pub fn engines() -> impl Iterator<Item = &'static Engine> {
    Family::ALL.into_iter().flat_map(engines_of)
}

/// The engine with this id.
pub fn find(id: &str) -> Option<&'static Engine> {
    engines().find(|engine| engine.id == id)
}

/// The slow, obviously right engine that a family's other engines are held to.
pub fn reference(family: Family) -> &'static Engine {
    &engines_of(family)[0]
}

/// The engine that chooses the fastest of its family for this CPU and length, as the library functions do.
pub fn auto(family: Family) -> &'static Engine {
    engines_of(family)
        .iter()
        .find(|engine| engine.id.ends_with("/auto"))
        .expect("every family has an auto row")
}

#[cfg(test)]
mod tests {
    use super::*;
    use checksum_engine::Dispatch;

    #[test]
    fn ids_are_unique_and_belong_to_their_family() {
        let all: Vec<_> = engines().collect();
        for (i, engine) in all.iter().enumerate() {
            assert!(all[..i].iter().all(|other| other.id != engine.id), "{} stands twice", engine.id);
            assert!(engine.id.starts_with(&format!("{}/", engine.family)), "{}", engine.id);
        }
    }

    #[test]
    fn every_family_has_a_reference_and_an_auto_row() {
        for family in Family::ALL {
            assert!(reference(family).needs.is_empty());
            assert_eq!(auto(family).dispatch, Dispatch::Auto);
            assert_eq!(find(auto(family).id).unwrap().id, auto(family).id);
        }
    }

    #[test]
    fn the_seeds_letters_are_there() {
        for (family, code) in [
            (Family::Adler32, "a"),
            (Family::Crc32, "e1"),
            (Family::Crc32, "e3"),
            (Family::Md5, "gd"),
            (Family::Md5, "g"),
        ] {
            assert!(engines_of(family).iter().any(|engine| engine.code == Some(code)), "{family} {code}");
        }
    }
}
