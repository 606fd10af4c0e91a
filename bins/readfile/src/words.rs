//! The classic words: three switches and the methods.

use checksum_catalog::Choice;
use checksum_console::Failure;
use std::ffi::OsString;

/// What the words ask for.
#[derive(Debug)]
pub(crate) struct Request {
    /// `b`: several rounds, the first ignored.
    pub(crate) benchmark: bool,
    /// `m`: map the file instead of reading it in blocks.
    pub(crate) map: bool,
    /// `z`: fill the page cache (and map every page) before the first pass.
    pub(crate) warm: bool,
    /// The methods, in the order typed.
    pub(crate) methods: Vec<Choice>,
}

impl Request {
    /// Multi-buffer engines run over the file as a whole: refuses them where there is only a stream of blocks.
    ///
    /// # Errors
    /// Which engine, and `why`.
    pub(crate) fn refuse_lanes(&self, why: &str) -> Result<(), String> {
        match self.methods.iter().find(|choice| choice.engine.lanes > 1) {
            Some(Choice { engine, .. }) => {
                Err(format!("{} hashes {} streams at once, but {why}", engine.id, engine.lanes))
            }
            None => Ok(()),
        }
    }
}

/// Takes the words apart.
///
/// # Errors
/// Any word that means nothing, and no method at all.
pub(crate) fn parse(words: &[OsString]) -> Result<Request, Failure> {
    let mut request = Request { benchmark: false, map: false, warm: false, methods: Vec::new() };
    let mut methods = Vec::new();
    for word in words {
        let word = word.to_string_lossy();
        match word.to_ascii_lowercase().as_str() {
            "b" => request.benchmark = true,
            "m" => request.map = true,
            "z" => request.warm = true,
            _ => methods.push(word.into_owned()),
        }
    }
    if methods.is_empty() {
        return Err(Failure::usage(
            "no method given; name one or several, for example: readfile FILE b m z a g c e3",
        ));
    }
    request.methods = checksum_catalog::select(&methods).map_err(Failure::usage)?;
    if !request.map {
        request.refuse_lanes("the file is not mapped; add the letter m").map_err(Failure::usage)?;
    }
    Ok(request)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(words: &str) -> Result<Request, Failure> {
        parse(&words.split_whitespace().map(OsString::from).collect::<Vec<_>>())
    }

    #[test]
    fn switches_stand_anywhere_in_any_case() {
        let classic = request("b m z a g gd c e1 e3").unwrap();
        assert!(classic.benchmark && classic.map && classic.warm);
        let mixed = request("A g M gd C e1 Z e3 B").unwrap();
        assert!(mixed.benchmark && mixed.map && mixed.warm);
        let ids =
            |request: &Request| request.methods.iter().map(|choice| choice.engine.id).collect::<Vec<_>>();
        assert_eq!(ids(&classic), ids(&mixed));
        assert!(!request("a").unwrap().benchmark);
    }

    #[test]
    fn words_that_mean_nothing_are_usage_errors() {
        for bad in ["", "b m z", "q", "b q", "e3", "gdd", "c e2", "a -"] {
            assert_eq!(request(bad).unwrap_err().exit, checksum_console::Exit::Usage, "{bad}");
        }
    }
}
