use comfy_table::{ContentArrangement, Table, presets};

/// A table of aligned columns with no lines: it reads well on a terminal and cuts well with `awk`.
pub(crate) fn plain(header: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(header);
    table
}
