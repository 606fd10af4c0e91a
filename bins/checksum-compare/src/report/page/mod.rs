//! One page that needs nothing else: the data of runs, and a script that lets a reader choose among them.

mod data;

use super::place::Place;
use checksum_chart::page_head;
use checksum_console::Failure;
use std::path::PathBuf;

/// The page's title.
pub(crate) const TITLE: &str = "Checksum engines compared";

/// The script's parts, in the order in which each needs those before it.
const SCRIPT: [&str; 5] = [
    include_str!("data.js"),
    include_str!("tip.js"),
    include_str!("table.js"),
    include_str!("curves.js"),
    include_str!("main.js"),
];

/// The page of some runs.
///
/// # Errors
/// One of them cannot be read.
pub(super) fn page(place: &Place, runs: &[PathBuf]) -> Result<String, Failure> {
    let mut read = Vec::new();
    for folder in runs {
        read.push((place.name_of(folder), place.run(folder)?));
    }
    let data = data::gather(&read);
    let json = serde_json::to_string(&data).map_err(Failure::failed)?;
    // Within a script element only "</" and "<!--" could end it early; JSON has another way to write "<".
    let json = json.replace('<', "\\u003c");
    // One line a row, so that a change of the data is a readable change of the file.
    let json = json.replace("],[", "],\n[");
    let script = SCRIPT.join("\n");
    Ok(format!(
        "{}{}<script type=\"application/json\" id=\"data\">\n{json}\n</script>\n\
         <script>\n\"use strict\";\n(() => {{\n{script}}})();\n</script>\n</html>\n",
        page_head(TITLE, include_str!("page.css")),
        include_str!("page.html"),
    ))
}
