//! The command line: the classic words, and ordinary options beside them.

use checksum_engine::Family;
use clap::{CommandFactory, Parser, ValueEnum};
use clap_complete::Shell;
use std::ffi::OsString;
use std::fmt::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// Checksums of one file by many implementations, and the speed of each.
///
/// Every method runs over FILE and prints its checksum beside its speed. MB/s is 10^6 bytes per second.
#[derive(Debug, Parser)]
#[command(name = "readfile", version, max_term_width = 100, after_help = letter_table())]
pub(crate) struct Cli {
    /// The file; '-' is standard input
    #[arg(required_unless_present_any = ["list", "completions", "man"])]
    pub(crate) file: Option<PathBuf>,

    /// b, m, z and the methods, in any order and case (table below)
    #[arg(value_name = "WORD")]
    pub(crate) words: Vec<OsString>,

    /// Timed rounds after the first one, which is ignored; asks for b by itself [default: 5]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(crate) rounds: Option<u32>,

    /// Bytes a read, without m; K, M and G are powers of 1024
    #[arg(long, value_name = "BYTES", default_value = "64K", value_parser = block_size)]
    pub(crate) block_size: NonZeroUsize,

    /// How the result is printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,

    /// List every engine: id, code, source, CPU features, and whether it runs here (in any --format)
    #[arg(long, conflicts_with_all = ["file", "words"])]
    pub(crate) list: bool,

    /// Print a completion script for a shell
    #[arg(long, value_name = "SHELL", value_enum, exclusive = true)]
    pub(crate) completions: Option<Shell>,

    /// Print the manual page (roff)
    #[arg(long, exclusive = true)]
    pub(crate) man: bool,
}

/// How results are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// A table for people
    Text,
    /// One row a method
    Csv,
    /// One object with everything, raw nanoseconds included
    Json,
}

/// 4096, 64K, 1M.
fn block_size(text: &str) -> Result<NonZeroUsize, String> {
    let (digits, unit) = match text.as_bytes().last().map(u8::to_ascii_uppercase) {
        Some(b'K') => (&text[..text.len() - 1], 1 << 10),
        Some(b'M') => (&text[..text.len() - 1], 1 << 20),
        Some(b'G') => (&text[..text.len() - 1], 1 << 30),
        _ => (text, 1),
    };
    let size = digits.parse::<usize>().ok().and_then(|count| count.checked_mul(unit));
    match size.and_then(NonZeroUsize::new) {
        Some(size) if size.get() <= 1 << 30 => Ok(size),
        _ => Err("give bytes from 1 to 1G, for example 4096 or 64K".to_owned()),
    }
}

/// The letters, written from the registry so that the table cannot go stale.
fn letter_table() -> String {
    let mut table = String::from(
        "Words:\n  \
         b      benchmark: a first round that is ignored, then --rounds timed ones; without b, one pass\n  \
         m      map the file; without m it is read in blocks, and reading is inside the clock\n  \
         z      warm first: fill the page cache, and with m map every page, before the first pass\n\n\
         Methods (upper case is the same):\n",
    );
    let mut line =
        |word: &str, what: &str| writeln!(table, "  {word:<6} {what}").expect("a string takes all");
    for family in [Family::Adler32, Family::Md5] {
        let mut codes: Vec<_> =
            checksum_catalog::engines_of(family).iter().filter(|e| e.code.is_some()).collect();
        codes.sort_by_key(|engine| engine.code);
        for engine in codes {
            line(engine.code.unwrap_or_default(), &format!("{}: {}", family.title(), engine.about));
        }
        line(&format!("{} auto", family.letter()), &format!("{}: the fastest here", family.title()));
    }
    for family in [Family::Crc32, Family::Crc32c] {
        line(&family.letter().to_string(), &format!("{}: the fastest here", family.title()));
        for engine in checksum_catalog::engines_of(family) {
            if let Some(code) = engine.code {
                line(
                    &format!("{} {code}", family.letter()),
                    &format!("{}: {}", family.title(), engine.about),
                );
            }
        }
    }
    table.push_str(
        "\nAfter a letter: all (every engine of the family that was not named before, but for multi-buffer\n\
         ones), auto (the fastest here), e:ID or e:GLOB ('c e:clmul/*', quoted from the shell). A full id\n\
         such as crc32/slice8 works anywhere. A method named twice is run twice. Multi-buffer MD5 engines\n\
         ('g e:lanes/*') need m, and get the whole file once for each lane.\n\n\
         CHECKSUM_DISABLE=avx2,... in the environment switches CPU features off.\n\
         Exit: 0 all done and matched, 1 something failed or disagreed, 2 usage.\n\n\
         Example: readfile video.mkv b m z a g gd c e1 e3",
    );
    table
}

/// The manual page: clap's own sections, then the words as a table that is not filled.
pub(crate) fn man() -> std::io::Result<Vec<u8>> {
    let mut page = Vec::new();
    let man = clap_mangen::Man::new(Cli::command());
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    page.extend_from_slice(b".SH WORDS\n.nf\n");
    for line in letter_table().lines() {
        // A line that starts with a dot or a quote would be a request.
        page.extend_from_slice(b"\\&");
        page.extend_from_slice(line.replace('\\', "\\e").replace('-', "\\-").as_bytes());
        page.push(b'\n');
    }
    page.extend_from_slice(b".fi\n");
    man.render_version_section(&mut page)?;
    Ok(page)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn block_sizes() {
        assert_eq!(block_size("4096").unwrap().get(), 4096);
        assert_eq!(block_size("64k").unwrap().get(), 65536);
        assert_eq!(block_size("1G").unwrap().get(), 1 << 30);
        for bad in ["0", "", "K", "-1", "2G", "1.5M", "99999999999999999999"] {
            assert!(block_size(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn help_names_every_classic_letter() {
        let help = Cli::command().render_long_help().to_string();
        for word in ["  b ", "  m ", "  z ", "  a ", "  g ", "  gd ", "  c ", "  c e1 ", "  c e3 ", "  k "] {
            assert!(help.contains(word), "{word}");
        }
    }
}
