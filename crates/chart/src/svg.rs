use crate::{CHART_CSS, LogScale, escaped};
use std::fmt::{Arguments, Write};

/// A chart that grows element by element.
#[derive(Debug)]
pub struct Svg {
    size: (f64, f64),
    title: String,
    body: String,
}

impl Svg {
    /// An empty chart; `title` is what a screen reader says of it.
    pub fn new(width: f64, height: f64, title: &str) -> Svg {
        Svg { size: (width, height), title: escaped(title), body: String::new() }
    }

    /// Adds an element, written out.
    pub fn put(&mut self, element: Arguments<'_>) {
        self.body.write_fmt(element).expect("a string takes all");
        self.body.push('\n');
    }

    /// Adds a label that ends at `x`, its middle at the height of `y`.
    pub fn label(&mut self, x: f64, y: f64, text: &str) {
        let (y, text) = (y + 4.0, escaped(text));
        self.put(format_args!(r#"<text x="{x:.1}" y="{y:.1}" text-anchor="end">{text}</text>"#));
    }

    /// Adds lines from `top` to `bottom` at the scale's ticks, and their values below.
    pub fn axis(&mut self, scale: &LogScale, top: f64, bottom: f64) {
        for tick in scale.ticks() {
            self.tick(scale.at(tick), top, bottom, &tick.to_string());
        }
    }

    /// Adds one upright line with its value below.
    pub fn tick(&mut self, x: f64, top: f64, bottom: f64, text: &str) {
        self.put(format_args!(
            r#"<line class="grid" x1="{x:.1}" y1="{top:.1}" x2="{x:.1}" y2="{bottom:.1}"/>"#
        ));
        let (y, text) = (bottom + 16.0, escaped(text));
        self.put(format_args!(
            r#"<text class="tick" x="{x:.1}" y="{y:.1}" text-anchor="middle">{text}</text>"#
        ));
    }

    /// The element, for a page that has [`CHART_CSS`] itself.
    pub fn element(&self) -> String {
        let Svg { size: (width, height), title, body } = self;
        format!("<svg viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{title}\">\n{body}</svg>\n")
    }

    /// A file of its own, on its own paper: whoever shows it may have other colours behind it.
    pub fn file(&self) -> String {
        let Svg { size: (width, height), title, body } = self;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
             aria-label=\"{title}\">\n<title>{title}</title>\n<style>\n{CHART_CSS}</style>\n\
             <rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\n{body}</svg>\n"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped() {
        let mut svg = Svg::new(10.0, 10.0, "a \"b\" <c>");
        svg.label(1.0, 2.0, "<script>&");
        for text in [svg.element(), svg.file()] {
            assert!(text.contains("&lt;script&gt;&amp;") && text.contains("a &quot;b&quot; &lt;c&gt;"));
            assert!(!text.contains("<script"));
        }
    }
}
