//! Charts as files, for texts that show pictures.

mod bars;
mod ceiling;
mod lengths;
mod series;

pub(super) use bars::bars;
pub(super) use ceiling::ceiling;
pub(super) use lengths::lengths;

use super::markdown::is_own;
use crate::schema::Row;
use checksum_chart::Svg;

const WIDTH: f64 = 960.0;
const LEFT: f64 = 262.0;

/// The class that gives an engine its colour in bars: by others, the choice among the own ones, own.
fn class(row: &Row) -> &'static str {
    match () {
        () if !is_own(row) => "b",
        () if row.engine.ends_with("/auto") => "c",
        () => "a",
    }
}

/// The title and a line below it; returns the height that they take.
fn heading(svg: &mut Svg, title: &str, notes: &[String]) -> f64 {
    let text = checksum_chart::escaped;
    svg.put(format_args!(r#"<text class="title" x="16" y="26">{}</text>"#, text(title)));
    for (line, note) in notes.iter().enumerate() {
        let y = 46.0 + 16.0 * line as f64;
        svg.put(format_args!(r#"<text class="value" x="16" y="{y}">{}</text>"#, text(note)));
    }
    42.0 + 16.0 * notes.len() as f64
}

/// Colours and what they stand for, from right to left.
fn legend(svg: &mut Svg, y: f64) {
    let entries = [("a", "this workspace's"), ("c", "its own choice (auto)"), ("b", "a crate by others")];
    for (place, (class, words)) in entries.into_iter().enumerate() {
        let x = WIDTH - 450.0 + place as f64 * 150.0;
        svg.put(format_args!(
            r#"<rect class="{class}" x="{x}" y="{:.1}" width="12" height="12"/>"#,
            y - 10.0
        ));
        svg.put(format_args!(r#"<text class="value" x="{:.1}" y="{y:.1}">{words}</text>"#, x + 17.0));
    }
}
