//! File names in messages. A name is bytes, and a terminal obeys some of them: here they are shown,
//! not obeyed.

use std::ffi::OsStr;
use std::fmt::{self, Display, Formatter, Write};

/// A file name as it may appear in a message; see [`shown`].
#[derive(Debug, Clone, Copy)]
pub struct ShownName<'a>(&'a OsStr);

/// `name` for a person's eyes: ordinary characters stay as they are, control codes and characters that
/// turn the writing direction become `\n`, `\t`, `\u{..}` escapes, bytes that are no UTF-8 become `\xff`.
/// Not reversible (a backslash stays a backslash): for messages, not for records.
pub fn shown<N: AsRef<OsStr> + ?Sized>(name: &N) -> ShownName<'_> {
    ShownName(name.as_ref())
}

impl Display for ShownName<'_> {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        for chunk in self.0.as_encoded_bytes().utf8_chunks() {
            for character in chunk.valid().chars() {
                if character.is_control() || turns_text(character) {
                    write!(out, "{}", character.escape_default())?;
                } else {
                    out.write_char(character)?;
                }
            }
            for byte in chunk.invalid() {
                write!(out, "\\x{byte:02x}")?;
            }
        }
        Ok(())
    }
}

/// Unicode's line separators and its marks, embeddings, overrides and isolates of direction (UAX 9).
fn turns_text(character: char) -> bool {
    matches!(character, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_names_stay() {
        for name in ["a", "Grüße 𝄞.bin", r"C:\x", " lead", "-n", "it's"] {
            assert_eq!(shown(name).to_string(), name);
        }
    }

    #[test]
    fn control_codes_are_escaped() {
        assert_eq!(shown("a\nb\tc\x1b[31m\u{202e}d\u{9b}").to_string(), r"a\nb\tc\u{1b}[31m\u{202e}d\u{9b}");
    }

    #[cfg(unix)]
    #[test]
    fn bytes_that_are_no_text() {
        use std::os::unix::ffi::OsStrExt;
        assert_eq!(shown(OsStr::from_bytes(b"a\xff\xc3(")).to_string(), r"a\xff\xc3(");
    }
}
