//! `--list`: every engine of this build, whether it runs on this machine, and what is missing where it does not.

use crate::cli::Format;
use checksum_engine::{CpuFeatures, Dispatch, Engine, Source};
use serde::Serialize;
use std::io::{self, Write};

/// One engine, as all three formats print it.
#[derive(Serialize)]
struct Row {
    id: &'static str,
    /// As it is typed: `gd`, `c e3`.
    code: Option<String>,
    family: &'static str,
    lanes: u16,
    dispatch: &'static str,
    source: String,
    licence: &'static str,
    needs: String,
    available: bool,
    missing: Option<String>,
    about: &'static str,
    note: Option<String>,
}

impl Row {
    fn new(engine: &'static Engine, cpu: CpuFeatures) -> Row {
        let missing = engine.resolve(cpu).err().map(|missing| missing.features.to_string());
        let (source, licence) = match engine.source {
            Source::Own => ("this workspace".to_owned(), "MIT OR Apache-2.0"),
            Source::ThirdParty { name, version, author, licence } => {
                (format!("crate {name} {version} ({author})"), licence)
            }
        };
        Row {
            id: engine.id,
            code: crate::table::typed(engine.id),
            family: engine.family.name(),
            lanes: engine.lanes,
            dispatch: match engine.dispatch {
                Dispatch::Fixed => "fixed",
                Dispatch::Auto => "auto",
                Dispatch::Opaque => "opaque",
            },
            source,
            licence,
            needs: engine.needs.to_string(),
            available: missing.is_none(),
            missing,
            about: engine.about,
            note: engine.small.map(|small| format!("below {} bytes: {}", small.below, small.runs)),
        }
    }
}

/// Prints the list.
pub(crate) fn print(out: &mut dyn Write, format: Format, cpu: CpuFeatures) -> io::Result<()> {
    let rows: Vec<Row> = checksum_catalog::engines().map(|engine| Row::new(engine, cpu)).collect();
    match format {
        Format::Text => text(out, &rows),
        Format::Csv => {
            let mut writer = csv::Writer::from_writer(out);
            for row in &rows {
                writer.serialize(row).map_err(io::Error::other)?;
            }
            writer.flush()
        }
        Format::Json => {
            serde_json::to_writer_pretty(&mut *out, &rows)?;
            writeln!(out)
        }
    }
}

fn text(out: &mut dyn Write, rows: &[Row]) -> io::Result<()> {
    let mut table = crate::table::plain(&["id", "code", "here", "CPU features", "source", "what it is"]);
    for row in rows {
        let here = match &row.missing {
            None => "yes".to_owned(),
            Some(missing) => format!("no: lacks {missing}"),
        };
        let about = match &row.note {
            Some(note) => format!("{} ({note})", row.about),
            None => row.about.to_owned(),
        };
        let code = row.code.clone().unwrap_or_default();
        table.add_row([row.id, &code, &here, &row.needs, &row.source, &about]);
    }
    writeln!(out, "{}", table.trim_fmt())?;
    let here = rows.iter().filter(|row| row.available).count();
    writeln!(out, "{} engines in this build, {here} run here", rows.len())
}
