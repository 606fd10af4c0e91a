//! The verdict for people.

use super::jobs::BLOCK;
use super::judge::{Bottleneck, Change, Judgement, hours_per_tb, rates};
use super::measure::{Figures, InState};
use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use std::io::{self, Write};

/// Writes what was measured in a state and what follows from it.
pub(super) fn state(
    out: &mut dyn Write,
    title: &str,
    figures: &Figures,
    state: &InState,
    judgements: &[Judgement],
) -> io::Result<()> {
    writeln!(out, "\n{title}\n")?;
    let mut table = table(&["reading alone", "MB/s"], 1);
    for (chunk, rate) in &state.reading.chunks {
        table.add_row([format!("reads of {chunk} bytes"), speed(rate.per_s())]);
    }
    for (what, rate) in
        [("mapped, every byte touched", state.reading.mapped), ("past the page cache", state.reading.direct)]
    {
        if let Some(rate) = rate {
            table.add_row([what.to_owned(), speed(rate.per_s())]);
        }
    }
    table.add_row(["ahead, in a thread of its own".to_owned(), speed(state.reading.ahead.per_s())]);
    table.add_row([format!("{} files at once", figures.parts), speed(state.reading.several.per_s())]);
    writeln!(out, "{}", table.trim_fmt())?;
    for (judgement, together) in judgements.iter().zip(&state.together) {
        writeln!(out, "\n{}", headline(judgement))?;
        let measured = rates(together).map(|(what, rate)| format!("{what} {}", speed(rate)));
        writeln!(out, "Measured together, MB/s: {}.", measured.join(", "))?;
        changes(out, judgement)?;
        writeln!(out, "{}", judgement.advice)?;
    }
    Ok(())
}

fn headline(judgement: &Judgement) -> String {
    let Judgement { checksum, bottleneck, factor, storage, compute, now, .. } = judgement;
    let what = match bottleneck {
        Bottleneck::Storage => format!(
            "{checksum} is storage-bound: reading gives {} MB/s, {checksum} alone could take {} MB/s, {factor:.1} times as much.",
            speed(*storage),
            speed(*compute)
        ),
        Bottleneck::Checksum => format!(
            "{checksum} is checksum-bound: it takes {} MB/s, reading gives {} MB/s, {factor:.1} times as much.",
            speed(*compute),
            speed(*storage)
        ),
        Bottleneck::Even => format!(
            "{checksum} and the storage are about even: reading gives {} MB/s, {checksum} alone takes {} MB/s.",
            speed(*storage),
            speed(*compute)
        ),
    };
    format!(
        "{what} The loop of the old scripts (read 65536 bytes, hash them, read on) runs at {} MB/s, {:.2} hours per TB.",
        speed(*now),
        hours_per_tb(*now)
    )
}

fn changes(out: &mut dyn Write, judgement: &Judgement) -> io::Result<()> {
    let mut table = table(&["change", "from", "predicted", "measured", "gain", "hours per TB saved"], 1);
    for change in &judgement.changes {
        table.add_row(row(change));
    }
    writeln!(out, "{}", table.trim_fmt())
}

fn row(change: &Change) -> [String; 6] {
    let rate = |rate: Option<f64>| rate.map_or("-".to_owned(), speed);
    [
        change.what.clone(),
        speed(change.from),
        rate(change.predicted),
        rate(change.measured),
        format!("{:+.0} %", change.gain_percent()),
        format!("{:+.2}", change.hours_saved_per_tb()),
    ]
}

/// The ceilings of the checksums, from memory.
pub(super) fn computing(out: &mut dyn Write, figures: &Figures) -> io::Result<()> {
    let parts = format!("{} side by side", figures.parts);
    let mut table =
        table(&["from memory, MB/s", "engine", "one stream", &parts, "usual engine", "its rate"], 2);
    for one in &figures.computing {
        let (usual, rate) = &one.usual;
        table.add_row([
            one.name.to_owned(),
            one.engine.to_owned(),
            speed(one.single.per_s()),
            one.side_by_side.map_or("-".to_owned(), |rate| speed(rate.per_s())),
            (*usual).to_owned(),
            speed(rate.per_s()),
        ]);
    }
    writeln!(
        out,
        "{}\nMB/s is 10^6 bytes per second, a TB 10^12 bytes. Blocks of {BLOCK} bytes where nothing else is said; {} cores.",
        table.trim_fmt(),
        figures.cores
    )
}

fn table(heads: &[&str], words: usize) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(heads);
    for place in words..heads.len() {
        if let Some(column) = table.column_mut(place) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

/// MB/s with as many digits as mean something.
fn speed(bytes_per_s: f64) -> String {
    let mb_per_s = bytes_per_s / 1e6;
    match () {
        () if !mb_per_s.is_finite() => "-".to_owned(),
        () if mb_per_s < 100.0 => format!("{mb_per_s:.1}"),
        () => format!("{mb_per_s:.0}"),
    }
}
