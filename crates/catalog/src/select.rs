//! The grammar of the classic command line: family letters, `e` codes bound to the family before them, ids and globs.

use crate::{auto, engines, engines_of};
use checksum_engine::{Engine, Family};
use globset::GlobBuilder;
use std::fmt;

/// Why words do not choose engines. Printed, it names the word and the remedy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SelectError {
    /// A word that is no letter, code or id.
    Unknown(String),
    /// An `e` word, `all` or `auto` with no family letter before it.
    NoFamily(String),
    /// A code that the family does not have.
    NoSuchCode(Family, String),
    /// An id or glob that no engine matches.
    NoMatch(String),
    /// A glob that cannot be parsed.
    BadGlob(String),
}

impl fmt::Display for SelectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SelectError::Unknown(word) => write!(
                f,
                "unknown method '{}'; the letters are {}, an id such as crc32/slice8 also works (--list shows all)",
                shown(word),
                classic_letters().join(" "),
            ),
            SelectError::NoFamily(word) => {
                let word = shown(word);
                write!(f, "'{word}' needs a family letter before it, for example 'c {word}'")
            }
            SelectError::NoSuchCode(family, word) => {
                let codes: Vec<_> = codes_of(*family).collect();
                write!(
                    f,
                    "'{}' is no code of {}; its codes are {}, or e:ID with an id or glob",
                    shown(word),
                    family.title(),
                    codes.join(" "),
                )
            }
            SelectError::NoMatch(word) => {
                write!(f, "no engine matches '{}'; --list shows all ids", shown(word))
            }
            SelectError::BadGlob(word) => {
                write!(f, "'{}' is not a valid id or glob; --list shows all ids", shown(word))
            }
        }
    }
}

impl std::error::Error for SelectError {}

/// Longer than any id. A glob beyond it means nothing, and its matcher could need any amount of memory.
const LONGEST_WORD: usize = 200;

/// A word as a message can hold it: control characters escaped, cut where nobody reads on.
fn shown(word: &str) -> String {
    let shown: String = word.chars().take(LONGEST_WORD / 2).collect();
    let cut = if shown.len() < word.len() { "…" } else { "" };
    format!("{}{cut}", shown.escape_debug())
}

/// An engine that was chosen.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// The engine.
    pub engine: &'static Engine,
    /// Whether it came along with `all` or a glob, so that it is no failure if it cannot run here.
    pub optional: bool,
}

impl Choice {
    fn named(engine: &'static Engine) -> Choice {
        Choice { engine, optional: false }
    }
}

/// The engines that `words` name, in the order typed.
///
/// - `a`, `g`, `gd`: the classic implementation with that letter; `c`, `k` alone: the fastest of the family here.
/// - after a family letter (`a c k g`, or `gd`): `e1` and the like, `e:GLOB` over the family's ids (with or without
///   the family's name), `all` (every one-lane engine of the family not named before), `auto` (the fastest here).
///   What `all` and globs bring along is [optional](Choice::optional)
/// - anywhere: a full id, or a glob with a `/` in it.
///
/// Upper case is the same as lower case. Naming an engine twice gives it twice: that is an A/A test.
///
/// # Errors
/// A word that names nothing is an error, never ignored.
pub fn select<S: AsRef<str>>(words: &[S]) -> Result<Vec<Choice>, SelectError> {
    let mut chosen: Vec<Choice> = Vec::new();
    let mut family = None;
    let mut words = words.iter().map(|word| word.as_ref().to_ascii_lowercase()).peekable();
    while let Some(word) = words.next() {
        if let Some((letter_family, classic)) = letter(&word) {
            family = Some(letter_family);
            // A family letter that is followed by its own selection only opens the family.
            let opens = word.len() == 1 && words.peek().is_some_and(|next| is_selection(next));
            if !opens {
                chosen.push(Choice::named(classic));
            }
        } else if is_selection(&word) {
            let family = family.ok_or_else(|| SelectError::NoFamily(word.clone()))?;
            select_within(family, &word, &mut chosen)?;
        } else if word.contains('/') {
            chosen.extend(matching(engines(), &word, &word)?);
        } else {
            return Err(SelectError::Unknown(word));
        }
    }
    Ok(chosen)
}

/// The words that choose within the family named before them.
fn is_selection(word: &str) -> bool {
    word == "all"
        || word == "auto"
        || (word.starts_with('e') && !word.contains('/'))
        || word.starts_with("e:")
}

fn select_within(family: Family, word: &str, chosen: &mut Vec<Choice>) -> Result<(), SelectError> {
    let of_family = || engines_of(family).iter();
    if word == "auto" {
        chosen.push(Choice::named(auto(family)));
    } else if word == "all" {
        for engine in of_family().filter(|engine| engine.lanes == 1) {
            if chosen.iter().all(|named| named.engine.id != engine.id) {
                chosen.push(Choice { engine, optional: true });
            }
        }
    } else if let Some(glob) = word.strip_prefix("e:") {
        let prefix = format!("{family}/");
        let full = if glob.starts_with(&prefix) { glob.to_owned() } else { prefix + glob };
        chosen.extend(matching(of_family(), &full, word)?);
    } else {
        let engine = of_family().find(|engine| engine.code == Some(word));
        let engine = engine.ok_or_else(|| SelectError::NoSuchCode(family, word.to_owned()))?;
        chosen.push(Choice::named(engine));
    }
    Ok(())
}

/// A family letter, or a classic letter of one implementation, and the engine that it means on its own.
fn letter(word: &str) -> Option<(Family, &'static Engine)> {
    let classic = engines().find(|engine| engine.code == Some(word) && !word.starts_with('e'));
    if let Some(engine) = classic {
        return Some((engine.family, engine));
    }
    let family = Family::ALL.into_iter().find(|family| word == family.letter().to_string())?;
    Some((family, auto(family)))
}

/// All words that `letter` knows, for messages.
fn classic_letters() -> Vec<String> {
    let mut letters: Vec<String> = Family::ALL.iter().map(|family| family.letter().to_string()).collect();
    let codes = engines().filter_map(|engine| engine.code).filter(|code| !code.starts_with('e'));
    letters.extend(codes.map(str::to_owned));
    letters.sort();
    letters.dedup();
    letters
}

fn codes_of(family: Family) -> impl Iterator<Item = &'static str> {
    engines_of(family).iter().filter_map(|engine| engine.code)
}

fn matching(
    engines: impl Iterator<Item = &'static Engine>,
    glob: &str,
    word: &str,
) -> Result<Vec<Choice>, SelectError> {
    let bad = || SelectError::BadGlob(word.to_owned());
    if glob.len() > LONGEST_WORD {
        return Err(bad());
    }
    let glob = GlobBuilder::new(glob).build().map_err(|_| bad())?;
    let matcher = glob.compile_matcher();
    let found: Vec<_> = engines
        .filter(|engine| matcher.is_match(engine.id))
        .map(|engine| Choice { engine, optional: engine.id != glob.glob() })
        .collect();
    if found.is_empty() { Err(SelectError::NoMatch(word.to_owned())) } else { Ok(found) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(words: &str) -> Vec<&'static str> {
        let words: Vec<_> = words.split_whitespace().collect();
        select(&words).unwrap().iter().map(|choice| choice.engine.id).collect()
    }

    fn error(word: &str) -> SelectError {
        select(&word.split(' ').collect::<Vec<_>>()).unwrap_err()
    }

    #[test]
    fn the_seeds_own_line() {
        let chosen = select(&["a", "g", "gd", "c", "e1", "e3"]).unwrap();
        let codes: Vec<_> = chosen.iter().map(|choice| choice.engine.code.unwrap()).collect();
        assert_eq!(codes, ["a", "g", "gd", "e1", "e3"]);
        assert_eq!(ids("A G GD C E1 E3"), ids("a g gd c e1 e3"));
    }

    #[test]
    fn a_code_binds_to_the_family_before_it() {
        assert_eq!(ids("c e8 k e8"), ["crc32/slice8", "crc32c/slice8"]);
        assert_eq!(ids("c k"), ["crc32/auto", "crc32c/auto"]);
        assert_eq!(ids("a auto g auto"), ["adler32/auto", "md5/auto"]);
    }

    #[test]
    fn all_adds_what_was_not_named_and_repeats_are_kept() {
        let all = ids("c e1 e3 all");
        assert_eq!(all.len(), engines_of(Family::Crc32).len());
        assert_eq!(all[..2], ids("c e1 e3")[..]);
        assert_eq!(ids("c e3 e3").len(), 2);
        assert_eq!(ids("k all").len(), engines_of(Family::Crc32c).len());
    }

    #[test]
    fn only_what_all_and_globs_bring_along_is_optional() {
        let optional =
            |words: &[&str]| select(words).unwrap().iter().map(|choice| choice.optional).collect::<Vec<_>>();
        assert_eq!(optional(&["a", "c", "e3", "auto", "crc32/slice8", "e:slice8"]), [false; 5]);
        assert!(optional(&["c", "e:slice*"]).iter().all(|&optional| optional));
        assert!(optional(&["k", "all"]).iter().all(|&optional| optional));
    }

    #[test]
    fn ids_and_globs() {
        assert_eq!(ids("c e:slice8"), ["crc32/slice8"]);
        assert_eq!(ids("c e:crc32/slice8"), ["crc32/slice8"]);
        assert_eq!(ids("crc32/slice8"), ["crc32/slice8"]);
        assert_eq!(ids("c e:slice*").len(), ids("crc32/slice*").len());
        assert!(ids("*/x/*").len() >= 4);
    }

    #[test]
    fn every_word_counts() {
        assert!(matches!(error("q"), SelectError::Unknown(_)));
        assert!(matches!(error("gdd"), SelectError::Unknown(_)));
        assert!(matches!(error(""), SelectError::Unknown(_)));
        assert!(matches!(error("e3"), SelectError::NoFamily(_)));
        assert!(matches!(error("all"), SelectError::NoFamily(_)));
        assert!(matches!(error("c e2"), SelectError::NoSuchCode(Family::Crc32, _)));
        assert!(matches!(error("c e"), SelectError::NoSuchCode(Family::Crc32, _)));
        assert!(matches!(error("c e:nothing*"), SelectError::NoMatch(_)));
        assert!(matches!(error("c e:[x"), SelectError::BadGlob(_)));
        assert!(matches!(error(&format!("c e:{}", "*".repeat(100_000))), SelectError::BadGlob(_)));
        assert!(matches!(error("\u{212a}"), SelectError::Unknown(_)), "the Kelvin sign is no k");
        assert!(error(&"x".repeat(100_000)).to_string().len() < 1000);
        assert!(error("q").to_string().contains("'q'"));
        assert!(error("c e2").to_string().contains("e1 e3"));
    }
}
