//! The look that the programs' charts and pages share: one style sheet for light, dark and print, a logarithmic scale,
//! and SVG written as plain text. SVG is short enough to write by hand, and by hand it can follow the reader's colours,
//! carry titles for those who hear it read, and stay the same to the byte from run to run.

mod scale;
mod svg;

pub use scale::LogScale;
pub use svg::Svg;

/// Colours and the classes of everything inside a chart. Every page and every chart file needs it.
pub const CHART_CSS: &str = include_str!("chart.css");

/// The text, tables and figures of a page; comes after [`CHART_CSS`].
pub const PAGE_CSS: &str = include_str!("page.css");

/// Text as it may stand in a page, in an attribute too.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The beginning of an HTML page: its title and its style, which needs nothing from elsewhere.
pub fn page_head(title: &str, more_css: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{}</title>\n<style>\n{CHART_CSS}{PAGE_CSS}{more_css}</style>\n",
        escaped(title)
    )
}
