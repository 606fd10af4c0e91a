//! A bar for each engine of a cell.

use super::{LEFT, WIDTH, class, heading, legend};
use crate::report::numbers::{mb_per_s, speed};
use crate::report::place::ranked;
use crate::schema::{Row, Stored};
use checksum_chart::{Svg, escaped};
use checksum_measure::quantile;

const ROW: f64 = 21.0;
const RIGHT: f64 = 96.0;

/// The chart, with its title. Bars start at nothing, so that their lengths are the speeds.
pub(in crate::report) fn bars(run: &Stored, rows: &[&Row]) -> (String, Svg) {
    let ranked = ranked(rows.iter().copied());
    let timed: Vec<&Row> = ranked.iter().copied().filter(|row| row.is_timed()).collect();
    let idle = ranked.len() - timed.len();
    let family = rows.first().map_or("", |row| row.family.as_str());
    let title =
        format!("{}, {}", title_of(family), rows.first().map_or_else(String::new, |row| row.cell().job()));
    let ceiling = ceiling(&timed);
    let rate = |row: &Row, ns: Option<f64>| ns.map_or(0.0, |ns| mb_per_s(row.bytes, ns));
    let most = timed.iter().map(|row| rate(row, row.p05_ns)).fold(f64::MIN_POSITIVE, f64::max);
    // The ceiling has a place only if it does not press everything else flat.
    let ceiling_drawn = ceiling.filter(|ceiling| *ceiling < most * 1.3);
    let most = ceiling_drawn.map_or(most, |ceiling| most.max(ceiling));
    let x = |value: f64| LEFT + value / most * (WIDTH - LEFT - RIGHT);

    let mut notes = vec![format!(
        "MB/s (10^6 bytes per second) by the median of all samples; line: 5 to 95 % of samples. {}",
        run.title()
    )];
    match (ceiling, ceiling_drawn) {
        (Some(ceiling), Some(_)) => {
            notes.push(format!("dashed: only reading the bytes, {} MB/s", speed(ceiling)))
        }
        (Some(ceiling), None) => {
            notes.push(format!("only reading the bytes: {} MB/s, beyond the edge", speed(ceiling)))
        }
        (None, _) => {}
    }
    if idle > 0 {
        notes.push(format!("{idle} engines have no figures here; the table says why"));
    }
    let head = 42.0 + 16.0 * notes.len() as f64 + 8.0;
    let height = head + timed.len() as f64 * ROW + 38.0;
    let mut svg = Svg::new(WIDTH, height, &format!("{title}: MB/s of {} engines", timed.len()));
    heading(&mut svg, &title, &notes);
    for (place, row) in timed.iter().enumerate() {
        let y = head + place as f64 * ROW;
        bar(&mut svg, row, y, &x);
    }
    let bottom = head + timed.len() as f64 * ROW;
    if let Some(ceiling) = ceiling_drawn {
        let x = x(ceiling);
        svg.put(format_args!(
            r#"<line class="mark" x1="{x:.1}" y1="{:.1}" x2="{x:.1}" y2="{bottom:.1}"/>"#,
            head - 4.0
        ));
    }
    legend(&mut svg, bottom + 22.0);
    (title, svg)
}

fn bar(svg: &mut Svg, row: &Row, y: f64, x: &impl Fn(f64) -> f64) {
    let rate = |ns: Option<f64>| ns.map_or(0.0, |ns| mb_per_s(row.bytes, ns));
    let (low, middle, high) = (rate(row.p95_ns), rate(row.median_ns), rate(row.p05_ns));
    let code = row.code.as_ref().map_or_else(String::new, |code| format!(" ({code})"));
    svg.label(LEFT - 10.0, y + 7.0, &format!("{}{code}", row.engine));
    svg.put(format_args!(
        r#"<rect class="{}" x="{LEFT}" y="{y:.1}" width="{:.1}" height="14"><title>{}: {} MB/s, {} to {}</title></rect>"#,
        class(row),
        (x(middle) - LEFT).max(0.5),
        escaped(&row.engine),
        speed(middle),
        speed(low),
        speed(high)
    ));
    let (from, to, middle_y) = (x(low), x(high), y + 7.0);
    svg.put(format_args!(
        r#"<path class="whisker" d="M{from:.1} {middle_y:.1}H{to:.1}M{from:.1} {y1:.1}v6M{to:.1} {y1:.1}v6"/>"#,
        y1 = middle_y - 3.0
    ));
    svg.put(format_args!(
        r#"<text class="value" x="{:.1}" y="{:.1}">{}</text>"#,
        x(middle).max(to) + 6.0,
        y + 11.0,
        speed(middle)
    ));
}

/// The speed of only reading, in MB/s: the median over the rows that were held to it.
pub(super) fn ceiling(rows: &[&Row]) -> Option<f64> {
    let mut of_each: Vec<f64> = rows
        .iter()
        .filter_map(|row| Some(row.mb_per_s()? / row.ceiling_share.filter(|share| *share > 0.0)?))
        .collect();
    of_each.sort_unstable_by(f64::total_cmp);
    quantile(&of_each, 0.5)
}

/// The family's name as standards write it.
pub(super) fn title_of(family: &str) -> &str {
    use checksum_engine::Family;
    Family::ALL.into_iter().find(|known| known.name() == family).map_or(family, |known| known.title())
}
