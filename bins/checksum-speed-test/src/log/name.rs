//! File names in a line of text: any bytes go in, the same bytes come out, and ordinary names stay as they are.
//!
//! The old scripts wrote the name as it was, so a tab or a newline in it broke the line. Here a name that could do harm
//! is written behind the two characters `\:`, with `\t`, `\n`, `\r`, `\\` and `\xHH` (one byte in hex) in it. All others
//! stand as they are, backslashes included. Harm do control characters, the two line separators of Unicode, bytes that are
//! no UTF-8, and a name that begins with `\:` itself.

use std::fmt::Write;

/// What stands before a name that was changed. No Windows path begins with it, as a colon can only follow a letter.
const MARK: &str = r"\:";

/// The bytes of a name as they stand in a line: UTF-8 without tabs, line ends or other control characters.
pub(crate) fn escape(name: &[u8]) -> String {
    if let Ok(text) = std::str::from_utf8(name)
        && !text.starts_with(MARK)
        && !text.contains(is_harmful)
    {
        return text.to_owned();
    }
    let mut line = String::from(MARK);
    for chunk in name.utf8_chunks() {
        for character in chunk.valid().chars() {
            match character {
                '\t' => line.push_str(r"\t"),
                '\n' => line.push_str(r"\n"),
                '\r' => line.push_str(r"\r"),
                '\\' => line.push_str(r"\\"),
                harmful if is_harmful(harmful) => {
                    escape_bytes(&mut line, harmful.encode_utf8(&mut [0; 4]).as_bytes());
                }
                ordinary => line.push(ordinary),
            }
        }
        escape_bytes(&mut line, chunk.invalid());
    }
    line
}

/// The name behind what [`escape`] wrote. What is no such text was written by another program and is taken as it is.
pub(super) fn unescape(field: &[u8]) -> Vec<u8> {
    let Some(escaped) = field.strip_prefix(MARK.as_bytes()) else { return field.to_vec() };
    decode(escaped).unwrap_or_else(|| field.to_vec())
}

fn is_harmful(character: char) -> bool {
    character.is_control() || matches!(character, '\u{2028}' | '\u{2029}')
}

fn escape_bytes(line: &mut String, bytes: &[u8]) {
    for byte in bytes {
        write!(line, "\\x{byte:02x}").expect("a string takes all");
    }
}

fn decode(escaped: &[u8]) -> Option<Vec<u8>> {
    let mut name = Vec::with_capacity(escaped.len());
    let mut rest = escaped.iter().copied();
    while let Some(byte) = rest.next() {
        if byte != b'\\' {
            name.push(byte);
            continue;
        }
        name.push(match rest.next()? {
            b't' => b'\t',
            b'n' => b'\n',
            b'r' => b'\r',
            b'\\' => b'\\',
            b'x' => {
                let mut digit = || char::from(rest.next()?).to_digit(16);
                (digit()? * 16 + digit()?) as u8
            }
            _ => return None,
        });
    }
    Some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_names_stay_as_the_old_scripts_wrote_them() {
        let ordinary = [
            "/mnt/a b/ü.mkv",
            " lead and trail ",
            r"C:\media\new",
            r"\\nas\temp\x41",
            "-n",
            "it's \"q\"",
            "",
        ];
        for name in ordinary {
            assert_eq!(escape(name.as_bytes()), name);
            assert_eq!(unescape(name.as_bytes()), name.as_bytes());
        }
    }

    #[test]
    fn all_names_come_back() {
        let odd: [&[u8]; 9] = [
            b"tab\tnewline\nreturn\r",
            b"\\:mark",
            b"\xff\xfe",
            b"a\\b\n",
            b"\x1b[31mred\x07",
            b"half \xc3",
            "\u{85}\u{2028}".as_bytes(),
            b"\0",
            &[b'\n'; 255],
        ];
        for name in odd {
            let line = escape(name);
            assert!(line.starts_with(MARK) && !line.contains(is_harmful), "{line:?}");
            assert_eq!(unescape(line.as_bytes()), name, "{line:?}");
        }
        let every: Vec<u8> = (0..=255).collect();
        assert_eq!(unescape(escape(&every).as_bytes()), every);
    }

    #[test]
    fn what_another_program_wrote_is_taken_as_it_is() {
        for name in [r"\:\q", r"\:\x4", r"\:\", r"\:\xgg"] {
            assert_eq!(unescape(name.as_bytes()), name.as_bytes());
        }
    }
}
