//! Speed as a share of only reading the bytes.

use super::bars::{ceiling as reading, title_of};
use super::{LEFT, WIDTH, class, heading, legend};
use crate::report::numbers::{percent, speed};
use crate::report::place::ranked;
use crate::schema::{Row, Stored};
use checksum_chart::{Svg, escaped};
use checksum_console::Failure;
use checksum_engine::Family;

const ROW: f64 = 21.0;
const RIGHT: f64 = 80.0;

/// The chart, with its title: of every family the engines that say most.
pub(in crate::report) fn ceiling(run: &Stored, input: &str) -> Result<(String, Svg), Failure> {
    let rows: Vec<&Row> = run
        .rows
        .iter()
        .filter(|row| row.input == input && row.is_timed() && row.ceiling_share.is_some())
        .filter(|row| (row.mode.as_str(), row.chunk, row.align) == ("whole", 0, 0))
        .collect();
    if rows.is_empty() {
        return Err(Failure::failed(format!("{} has no rows for {input} with a ceiling", run.title())));
    }
    let families: Vec<(Family, Vec<&Row>)> = Family::ALL
        .into_iter()
        .map(|family| (family, chosen(rows.iter().copied().filter(|row| row.family == family.name()))))
        .filter(|(_, rows)| !rows.is_empty())
        .collect();
    let title = format!("Share of the read ceiling, {input}");
    let read = reading(&rows).map_or_else(String::new, |value| format!(" ({} MB/s)", speed(value)));
    let notes = [
        format!("100 % is only reading the same bytes in the same rounds{read}. {}", run.title()),
        "of each family: the classic codes, auto, and the fastest, own and by others".to_owned(),
    ];
    let count = families.iter().map(|(_, rows)| rows.len()).sum::<usize>() as f64;
    let head = 42.0 + 16.0 * notes.len() as f64 + 8.0;
    let height = head + count * ROW + families.len() as f64 * 26.0 + 52.0;
    let most = rows.iter().filter_map(|row| row.ceiling_share).fold(1.0, f64::max);
    let x = |share: f64| LEFT + share / most * (WIDTH - LEFT - RIGHT);
    let mut svg = Svg::new(WIDTH, height, &title);
    heading(&mut svg, &title, &notes);
    let bottom = height - 52.0;
    for tick in [0.0, 0.25, 0.5, 0.75, 1.0] {
        svg.tick(x(tick), head, bottom, &format!("{:.0} %", tick * 100.0));
    }
    let mut y = head;
    for (family, rows) in &families {
        svg.put(format_args!(
            r#"<text class="value" style="font-weight:600" x="16" y="{:.1}">{}</text>"#,
            y + 17.0,
            title_of(family.name())
        ));
        y += 26.0;
        for row in rows {
            bar(&mut svg, row, y, &x);
            y += ROW;
        }
    }
    legend(&mut svg, height - 12.0);
    Ok((title, svg))
}

fn bar(svg: &mut Svg, row: &Row, y: f64, x: &impl Fn(f64) -> f64) {
    let share = row.ceiling_share.unwrap_or_default();
    let code = row.code.as_ref().map_or_else(String::new, |code| format!(" ({code})"));
    svg.label(LEFT - 10.0, y + 7.0, &format!("{}{code}", row.engine));
    svg.put(format_args!(
        r#"<rect class="{}" x="{LEFT}" y="{y:.1}" width="{:.1}" height="14"><title>{}: {}</title></rect>"#,
        class(row),
        (x(share) - LEFT).max(0.5),
        escaped(&row.engine),
        percent(share)
    ));
    svg.put(format_args!(
        r#"<text class="value" x="{:.1}" y="{:.1}">{}</text>"#,
        x(share) + 6.0,
        y + 11.0,
        percent(share)
    ));
}

/// The classic codes, `auto`, the fastest own and the fastest by others; fastest first.
fn chosen<'a>(rows: impl Iterator<Item = &'a Row>) -> Vec<&'a Row> {
    let (mut own, mut other) = (true, true);
    let mut kept = ranked(rows);
    kept.retain(|row| {
        let first = if row.source == "own" { &mut own } else { &mut other };
        std::mem::take(first) || row.code.is_some() || row.engine.ends_with("/auto")
    });
    // By what the bars show: it is made from pairs, and may order close ones otherwise than the medians do.
    kept.sort_by(|a, b| b.ceiling_share.unwrap_or_default().total_cmp(&a.ceiling_share.unwrap_or_default()));
    kept
}
