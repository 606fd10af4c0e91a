//! Charts as SVG. Rates lie on a logarithmic scale: cached and uncached runs differ by powers of ten.

use super::super::figures::Figures;
use super::super::report::{Group, Report};
use checksum_chart::{LogScale, Svg, escaped};
use checksum_measure::quantile;
use jiff::civil::DateTime;
use std::collections::BTreeMap;

/// Points of a group that are drawn; of more, every nth.
const POINTS: usize = 600;
/// Files that have bars: those that took the most time.
const FILES: usize = 12;

const WIDTH: f64 = 960.0;
const LEFT: f64 = 290.0;
const RIGHT: f64 = 60.0;

/// A group's name in a chart.
fn name(group: &Group<'_>) -> String {
    format!("{} {}, {}", group.key.method, group.key.reading(), group.key.version)
}

/// The class that gives a method its colour.
fn colour(method: &str) -> &'static str {
    match method {
        "CRC32" => "a",
        "MD5" => "b",
        "CRC32C" => "c",
        _ => "d",
    }
}

/// A scale from left to right.
fn scale(values: impl Iterator<Item = f64>) -> LogScale {
    LogScale::over(values, LEFT, WIDTH - RIGHT)
}

fn label(svg: &mut Svg, y: f64, text: &str) {
    svg.label(LEFT - 10.0, y, text);
}

/// Both means of every group, one above the other.
pub(super) fn means(report: &Report<'_>) -> String {
    let row = 42.0;
    let height = report.groups.len() as f64 * row + 40.0;
    let all = report.groups.iter().flat_map(|group| [group.figures.mean, group.figures.aggregate]);
    let most = all.fold(f64::MIN_POSITIVE, f64::max);
    let x = |value: f64| value / most * (WIDTH - LEFT - RIGHT);
    let mut svg = Svg::new(WIDTH, height, "mean of rates and bytes over seconds, MB/s");
    for (place, group) in report.groups.iter().enumerate() {
        let y = 8.0 + place as f64 * row;
        label(&mut svg, y + 14.0, &name(group));
        for (offset, value, class, what) in [
            (0.0, group.figures.mean, "faint", "mean of rates"),
            (15.0, group.figures.aggregate, "", "bytes over seconds"),
        ] {
            let (y, width) = (y + offset, x(value));
            svg.put(format_args!(
                    r#"<rect class="{} {class}" x="{LEFT}" y="{y:.1}" width="{width:.1}" height="13"><title>{what}: {value:.1} MB/s</title></rect>"#,
                    colour(&group.key.method)
                ),
            );
            svg.put(format_args!(
                r#"<text class="value" x="{:.1}" y="{:.1}">{value:.1}</text>"#,
                LEFT + width + 5.0,
                y + 11.0
            ));
        }
    }
    svg.element()
}

/// The rates of every group: points, a box over the middle half, a line at the median.
pub(super) fn distribution(report: &Report<'_>) -> String {
    let row = 46.0;
    let height = report.groups.len() as f64 * row + 34.0;
    let scale = scale(report.groups.iter().flat_map(rates));
    let mut svg = Svg::new(WIDTH, height, "distribution of rates, MB/s");
    svg.axis(&scale, 4.0, height - 30.0);
    for (place, group) in report.groups.iter().enumerate() {
        let middle = 4.0 + (place as f64 + 0.5) * row;
        label(&mut svg, middle, &name(group));
        let class = colour(&group.key.method);
        let mut sorted: Vec<f64> = rates(group).collect();
        for (number, rate) in sorted.iter().step_by(sorted.len().div_ceil(POINTS).max(1)).enumerate() {
            // Spread by the golden ratio: even, without a pattern, and the same at every run.
            let spread = (number as f64 * 0.618_033_988_75).fract() - 0.5;
            let (x, y) = (scale.at(*rate), middle + spread * 30.0);
            svg.put(format_args!(r#"<circle class="{class} point" cx="{x:.1}" cy="{y:.1}" r="2"/>"#));
        }
        sorted.sort_unstable_by(f64::total_cmp);
        if let (Some(low), Some(median), Some(high)) =
            (quantile(&sorted, 0.25), quantile(&sorted, 0.5), quantile(&sorted, 0.75))
        {
            let (x, end, line) = (scale.at(low), scale.at(high), scale.at(median));
            svg.put(format_args!(
                    r#"<rect class="box" x="{x:.1}" y="{:.1}" width="{:.1}" height="26"><title>half of the runs: {low:.1} to {high:.1} MB/s, median {median:.1}</title></rect>"#,
                    middle - 13.0,
                    (end - x).max(1.0)
                ),
            );
            svg.put(format_args!(
                r#"<line class="median" x1="{line:.1}" y1="{:.1}" x2="{line:.1}" y2="{:.1}"/>"#,
                middle - 16.0,
                middle + 16.0
            ));
        }
    }
    svg.element()
}

fn rates<'a>(group: &'a Group<'_>) -> impl Iterator<Item = f64> + 'a {
    group.runs.iter().filter(|run| run.seconds > 0.0).map(|run| run.rate())
}

/// A method, its figures for a file, and its full name.
type Bar<'a> = (&'a str, &'a Figures, String);

/// Bytes over seconds of each file, a bar a group; and how many files have none here.
pub(super) fn files(report: &Report<'_>) -> (String, usize) {
    let mut by_file: BTreeMap<&str, Vec<Bar<'_>>> = BTreeMap::new();
    for entry in &report.files {
        let what = format!("{} {}, {}", entry.key.method, entry.key.reading(), entry.key.version);
        by_file.entry(&entry.file).or_default().push((&entry.key.method, &entry.figures, what));
    }
    let mut chosen: Vec<(&str, Vec<Bar<'_>>)> = by_file.into_iter().collect();
    let time = |bars: &[Bar<'_>]| bars.iter().map(|(_, figures, _)| figures.total_s).sum::<f64>();
    chosen.sort_by(|a, b| time(&b.1).total_cmp(&time(&a.1)));
    let left_out = chosen.len().saturating_sub(FILES);
    chosen.truncate(FILES);
    let (bar, gap) = (9.0, 14.0);
    let height = chosen.iter().map(|(_, bars)| bars.len() as f64 * bar + gap).sum::<f64>() + 30.0;
    let scale =
        scale(chosen.iter().flat_map(|(_, bars)| bars.iter().map(|(_, figures, _)| figures.aggregate)));
    let mut svg = Svg::new(WIDTH, height, "bytes over seconds per file, MB/s");
    svg.axis(&scale, 0.0, height - 26.0);
    let mut y = 4.0;
    for (file, bars) in &chosen {
        label(&mut svg, y + bars.len() as f64 * bar / 2.0 - 2.0, &tail(file, 40));
        for (method, figures, what) in bars {
            let width = (scale.at(figures.aggregate) - LEFT).max(0.5);
            svg.put(format_args!(
                    r#"<rect class="{}" x="{LEFT}" y="{y:.1}" width="{width:.1}" height="{}"><title>{}: {:.1} MB/s in {} runs</title></rect>"#,
                    colour(method),
                    bar - 1.5,
                    escaped(what),
                    figures.aggregate,
                    figures.runs
                ),
            );
            y += bar;
        }
        y += gap;
    }
    (svg.element(), left_out)
}

/// The end of a path, which tells more than its beginning.
fn tail(text: &str, most: usize) -> String {
    let count = text.chars().count();
    if count <= most {
        return text.to_owned();
    }
    format!("…{}", text.chars().skip(count - most + 1).collect::<String>())
}

/// Every run over time, one strip a group, all on the same scale from bottom to top.
pub(super) fn over_time(report: &Report<'_>) -> String {
    let (strip, gap) = (64.0, 12.0);
    let height = report.groups.len() as f64 * (strip + gap) + 30.0;
    let scale = scale(report.groups.iter().flat_map(rates));
    let (first, last) = (report.span.0, report.span.1);
    let length = seconds_between(first, last).max(1.0);
    let mut svg = Svg::new(WIDTH, height, "rates over time, MB/s");
    for (place, group) in report.groups.iter().enumerate() {
        let top = 4.0 + place as f64 * (strip + gap);
        label(&mut svg, top + strip / 2.0, &name(group));
        svg.put(format_args!(
            r#"<rect class="strip" x="{LEFT}" y="{top:.1}" width="{:.1}" height="{strip}"/>"#,
            WIDTH - LEFT - RIGHT
        ));
        for (text, y) in [(scale.high(), top + 9.0), (scale.low(), top + strip)] {
            svg.put(format_args!(
                r#"<text class="tick" x="{:.1}" y="{y:.1}">{text:.0}</text>"#,
                WIDTH - RIGHT + 5.0
            ));
        }
        let class = colour(&group.key.method);
        for run in group
            .runs
            .iter()
            .step_by(group.runs.len().div_ceil(POINTS).max(1))
            .filter(|run| run.seconds > 0.0)
        {
            let x = LEFT + seconds_between(first, run.time) / length * (WIDTH - LEFT - RIGHT);
            let share = scale.share(run.rate());
            let y = top + strip * (1.0 - share);
            svg.put(format_args!(r#"<circle class="{class} point" cx="{x:.1}" cy="{y:.1}" r="1.8"/>"#));
        }
    }
    let y = height - 8.0;
    for (time, x, anchor) in [(first, LEFT, "start"), (last, WIDTH - RIGHT, "end")] {
        let time = time.strftime("%Y-%m-%d %H:%M");
        svg.put(format_args!(r#"<text class="tick" x="{x}" y="{y}" text-anchor="{anchor}">{time}</text>"#));
    }
    svg.element()
}

fn seconds_between(from: DateTime, to: DateTime) -> f64 {
    to.duration_since(from).as_secs_f64()
}
