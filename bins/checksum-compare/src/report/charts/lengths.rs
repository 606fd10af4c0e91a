//! Speed against length.

use super::bars::title_of;
use super::series::{Series, chosen};
use super::{WIDTH, heading};
use crate::report::numbers::{length, mb_per_s, speed};
use crate::schema::{Row, Stored};
use checksum_chart::{LogScale, Svg, escaped};
use checksum_console::Failure;
use checksum_engine::Family;
use std::fmt::Write;

const LEFT: f64 = 66.0;
const RIGHT: f64 = 236.0;
const HEIGHT: f64 = 520.0;
const BOTTOM: f64 = HEIGHT - 52.0;
const CLASSES: [&str; 8] = ["a", "b", "c", "d", "e", "f", "g", "h"];
/// Lines differ in more than colour.
const DASHES: [&str; 8] = ["", "7 3", "2 3", "9 3 2 3", "", "5 2", "1 2", "12 4"];
/// Room that a name needs.
const NAME: f64 = 15.0;

/// The chart, with its title: both axes logarithmic, short messages and buffers in one.
pub(in crate::report) fn lengths(
    run: &Stored,
    family: Family,
    dependent: bool,
) -> Result<(String, Svg), Failure> {
    let kind = if dependent { "-dependent" } else { "-independent" };
    let rows: Vec<&Row> = run
        .rows
        .iter()
        .filter(|row| row.family == family.name())
        .filter(|row| (row.mode.as_str(), row.chunk, row.align) == ("whole", 0, 0))
        .filter(|row| row.input.ends_with(kind) || (row.input.starts_with("buffer-") && !dependent))
        .collect();
    let series = chosen(&rows);
    if series.is_empty() {
        return Err(Failure::failed(format!(
            "{} has no rows for {} over lengths",
            run.title(),
            family.title()
        )));
    }
    let title = format!(
        "{}, speed against length{}",
        title_of(family.name()),
        if dependent { ", each message waiting for the one before" } else { "" }
    );
    let notes = [format!("MB/s by the median, both axes logarithmic; one call a message. {}", run.title())];
    let mut svg = Svg::new(WIDTH, HEIGHT, &title);
    let top = heading(&mut svg, &title, &notes) + 20.0;
    let all = || series.iter().flat_map(|(_, rows)| rows.iter());
    let x = LogScale::over(all().map(|row| row.bytes as f64), LEFT, WIDTH - RIGHT);
    let y = LogScale::over(all().map(|row| rate(row)), BOTTOM, top);
    axes(&mut svg, &x, &y, top);
    for (place, (engine, rows)) in series.iter().enumerate() {
        curve(&mut svg, place, engine, rows, &x, &y);
    }
    names(&mut svg, &series, &x, &y, top);
    Ok((title, svg))
}

fn rate(row: &Row) -> f64 {
    row.median_ns.map_or(0.0, |ns| mb_per_s(row.bytes, ns))
}

fn axes(svg: &mut Svg, x: &LogScale, y: &LogScale, top: f64) {
    for tick in x.binary_ticks(15) {
        svg.tick(x.at(tick), top, BOTTOM, &length(tick));
    }
    for tick in y.ticks() {
        let (right, at) = (WIDTH - RIGHT, y.at(tick));
        svg.put(format_args!(r#"<line class="grid" x1="{LEFT}" y1="{at:.1}" x2="{right}" y2="{at:.1}"/>"#));
        svg.put(format_args!(
            r#"<text class="tick" x="{:.1}" y="{:.1}" text-anchor="end">{tick}</text>"#,
            LEFT - 6.0,
            at + 4.0
        ));
    }
    let middle = f64::midpoint(LEFT, WIDTH - RIGHT);
    svg.put(format_args!(
        r#"<text class="tick" x="{middle}" y="{}" text-anchor="middle">bytes of a message</text>"#,
        BOTTOM + 36.0
    ));
    svg.put(format_args!(r#"<text class="tick" x="16" y="{:.1}">MB/s</text>"#, top - 4.0));
}

fn curve(svg: &mut Svg, place: usize, engine: &str, rows: &[&Row], x: &LogScale, y: &LogScale) {
    let mut path = String::new();
    for (number, row) in rows.iter().enumerate() {
        let step = if number == 0 { 'M' } else { 'L' };
        let _ = write!(path, "{step}{:.1} {:.1}", x.at(row.bytes as f64), y.at(rate(row)));
    }
    let class = CLASSES[place % CLASSES.len()];
    let dash = DASHES[place % DASHES.len()];
    let engine = escaped(engine);
    svg.put(format_args!(
        r#"<path class="curve {class}" stroke-dasharray="{dash}" d="{path}"><title>{engine}</title></path>"#
    ));
    for row in rows {
        svg.put(format_args!(
            r#"<circle class="{class}" cx="{:.1}" cy="{:.1}" r="2.6"><title>{engine}, {} bytes: {} MB/s</title></circle>"#,
            x.at(row.bytes as f64),
            y.at(rate(row)),
            row.bytes,
            speed(rate(row))
        ));
    }
}

/// Names at the ends of the curves, pushed apart where they would overlap.
fn names(svg: &mut Svg, series: &[Series<'_>], x: &LogScale, y: &LogScale, top: f64) {
    let mut ends: Vec<(f64, usize)> = series
        .iter()
        .enumerate()
        .filter_map(|(place, (_, rows))| Some((y.at(rate(rows.last()?)), place)))
        .collect();
    ends.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut heights: Vec<f64> = ends.iter().map(|(end, _)| *end).collect();
    let mut least = top + 6.0;
    for height in &mut heights {
        *height = height.max(least);
        least = *height + NAME;
    }
    let mut most = BOTTOM;
    for height in heights.iter_mut().rev() {
        *height = height.min(most);
        most = *height - NAME;
    }
    for ((end, place), height) in ends.into_iter().zip(heights) {
        let (engine, rows) = &series[place];
        let class = CLASSES[place % CLASSES.len()];
        let from = x.at(rows.last().map_or(0.0, |row| row.bytes as f64)) + 4.0;
        let to = WIDTH - RIGHT + 14.0;
        svg.put(format_args!(
            r#"<path class="curve {class}" style="stroke-width:1;opacity:.6" d="M{from:.1} {end:.1}L{to:.1} {height:.1}"/>"#
        ));
        svg.put(format_args!(
            r#"<text class="{class}" style="fill:var(--{class})" x="{:.1}" y="{:.1}">{}</text>"#,
            to + 4.0,
            height + 4.0,
            escaped(engine)
        ));
    }
}
