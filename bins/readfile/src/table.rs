//! Tables for people.

use checksum_engine::Family;
use comfy_table::{ContentArrangement, Table, presets};

/// A table of aligned columns with no lines: it reads well on a terminal and cuts well with `awk`.
pub(crate) fn plain(header: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(header);
    table
}

/// How an engine is typed on the command line, where there is a shorter way than its id: `gd`, `c e3`, `k`.
pub(crate) fn typed(id: &str) -> Option<String> {
    let engine = checksum_catalog::find(id)?;
    let letter = engine.family.letter();
    match engine.code {
        Some(code) if code.starts_with('e') => Some(format!("{letter} {code}")),
        Some(code) => Some(code.to_owned()),
        None if engine.id == format!("{}/auto", engine.family) => Some(match engine.family {
            Family::Crc32 | Family::Crc32c => letter.to_string(),
            Family::Adler32 | Family::Md5 => format!("{letter} auto"),
        }),
        None => None,
    }
}
