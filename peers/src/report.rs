//! The tables that people read and the record that programs read.

use crate::cases::{Case, Group, Mode, Shape};
use crate::contestants::Role;
use crate::goals::{self, Base};
use crate::stats::{Spread, paired, spread};
use crate::timing::{Entry, Outcome};
use std::io::{self, Write};
use std::path::Path;

/// The heading of [`line`].
pub fn heading(group: Group) {
    println!(
        "\n{:<22} {:>10} {:>9}  {:<20} {:>7} {:>15}  {:<17} {:<6} {:>6} {:>6}",
        group.name(),
        "ours, ns",
        "GB/s",
        "against",
        "ratio",
        "10..90 %",
        "gate / stretch",
        "",
        "A/A",
        "read"
    );
}

/// One row: ours against the best peer, and against the goal's base where that is another.
pub fn line(outcome: &Outcome<'_>) {
    let case = &outcome.case;
    let Some(best) = best_peer(outcome) else {
        println!("{:<22} no peer in this case", case.name);
        return;
    };
    let Some(ours) = by_role(outcome, Role::Ours) else {
        let median = spread(best.per_call().into_iter()).median;
        println!(
            "{:<22} {:>10} {:>9}  best peer: {} {} ns, {} GB/s",
            case.name,
            "-",
            "-",
            best.contestant.name,
            figure(median),
            figure(rate(case, median))
        );
        return;
    };
    let own = ours.per_call();
    let median = spread(own.iter().copied()).median;
    let against_role = |role| match by_role(outcome, role) {
        Some(entry) => format!("{:.3}", paired(&entry.per_call(), &own).median),
        None => "-".into(),
    };
    let goal = goals::find(case.group, &case.name);
    let base = match goal.map(|goal| goal.base) {
        Some(Base::Peer(name)) => outcome.entries.iter().find(|entry| entry.contestant.name == name),
        _ => None,
    };
    for entry in base.into_iter().chain([best]) {
        let ratio = paired(&entry.per_call(), &own);
        let judged = goal.filter(|goal| match goal.base {
            Base::Best => true,
            Base::Peer(name) => entry.contestant.name == name,
        });
        let (bounds, verdict) = match judged {
            Some(goal) => {
                let stretch = goal.stretch.map_or(String::new(), |stretch| format!(" / {stretch}"));
                (format!("{}{stretch}", goal.gate), goal.verdict(ratio.median))
            }
            None => (String::new(), ""),
        };
        println!(
            "{:<22} {:>10} {:>9}  {:<20} {:>7.3} {:>15}  {:<17} {:<6} {:>6} {:>6}",
            case.name,
            figure(median),
            figure(rate(case, median)),
            entry.contestant.name,
            ratio.median,
            range(ratio),
            bounds,
            verdict,
            against_role(Role::Again),
            against_role(Role::Bound),
        );
        if std::ptr::eq(entry, best) {
            break;
        }
    }
}

/// Everyone in one case, fastest first.
pub fn ranking(outcome: &Outcome<'_>) {
    let best = best_peer(outcome).map(Entry::per_call);
    let mut rows: Vec<_> =
        outcome.entries.iter().map(|entry| (entry, spread(entry.per_call().into_iter()))).collect();
    rows.sort_by(|a, b| a.1.median.total_cmp(&b.1.median));
    for (entry, time) in rows {
        let ratio = best.as_ref().map(|best| paired(best, &entry.per_call()));
        println!(
            "    {:<34} {:>10} ns {:>9} GB/s   {} the best peer {}   {}",
            entry.contestant.name,
            figure(time.median),
            figure(rate(&outcome.case, time.median)),
            ratio.map_or("-".into(), |ratio| format!("{:.3}x", ratio.median)),
            ratio.map_or(String::new(), range),
            match entry.contestant.role {
                Role::Ours | Role::Again | Role::Engine => "ours",
                Role::Peer => "peer",
                Role::Bound => "bound",
            }
        );
    }
}

/// Ours against every peer: a row a case, a column a peer.
pub fn matrix(group: Group, outcomes: &[Outcome<'_>]) {
    let rows: Vec<_> = outcomes.iter().filter(|outcome| outcome.case.group == group).collect();
    let mut peers: Vec<&str> = Vec::new();
    for entry in rows.iter().flat_map(|outcome| &outcome.entries) {
        if entry.contestant.role == Role::Peer && !peers.contains(&entry.contestant.name.as_str()) {
            peers.push(&entry.contestant.name);
        }
    }
    if peers.is_empty() || rows.iter().all(|outcome| by_role(outcome, Role::Ours).is_none()) {
        return;
    }
    println!("\n{}: how many times faster ours is than each peer, medians of paired ratios", group.name());
    print!("{:<22}", "");
    for peer in &peers {
        print!(" {:>11}", shortened(peer, 11));
    }
    println!();
    for outcome in rows {
        let Some(ours) = by_role(outcome, Role::Ours).map(Entry::per_call) else { continue };
        print!("{:<22}", outcome.case.name);
        for peer in &peers {
            match outcome.entries.iter().find(|entry| entry.contestant.name == *peer) {
                Some(entry) => print!(" {:>11.2}", paired(&entry.per_call(), &ours).median),
                None => print!(" {:>11}", "-"),
            }
        }
        println!();
    }
}

const COLUMNS: &str = "group,case,bytes,offset,mode,contestant,origin,role,calls_per_burst,rounds,min_ns,p10_ns,median_ns,\
                       p90_ns,burst_ns";

/// Writes into `dir/<group>.csv`: a row for each contestant in each case, raw nanoseconds of every burst last. Cases
/// measured now replace their rows of earlier runs; other rows stay.
///
/// # Errors
/// What the file system says.
pub fn record(dir: &Path, group: Group, outcomes: &[Outcome<'_>]) -> io::Result<()> {
    std::fs::create_dir_all(dir)?;
    let path = dir.join(format!("{}.csv", group.name()));
    let mut rows = match std::fs::read_to_string(&path) {
        Ok(text) => text.lines().skip(1).map(String::from).collect(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(error),
    };
    for outcome in outcomes.iter().filter(|outcome| outcome.case.group == group) {
        let start = format!("{},{},", group.name(), outcome.case.name);
        rows.retain(|row: &String| !row.starts_with(&start));
        rows.extend(outcome.entries.iter().map(|entry| start.clone() + &row(&outcome.case, entry)));
    }
    let mut file = io::BufWriter::new(std::fs::File::create(path)?);
    writeln!(file, "{COLUMNS}")?;
    for row in rows {
        writeln!(file, "{row}")?;
    }
    file.flush()
}

/// The columns after group and case.
fn row(case: &Case, entry: &Entry<'_>) -> String {
    let (offset, mode) = match case.shape {
        Shape::One { offset, mode: Mode::Dependent, .. } => (offset, "dependent"),
        Shape::One { offset, .. } => (offset, "independent"),
        Shape::Lanes(_) => (0, "independent"),
    };
    let contestant = entry.contestant;
    let time = spread(entry.per_call().into_iter());
    let least = entry.per_call().into_iter().fold(f64::INFINITY, f64::min);
    let bursts: Vec<String> = entry.bursts.iter().map(u64::to_string).collect();
    format!(
        "{},{offset},{mode},{},\"{}\",{:?},{},{},{least:.3},{:.3},{:.3},{:.3},{}",
        case.bytes(),
        contestant.name,
        contestant.origin,
        contestant.role,
        entry.calls,
        entry.bursts.len(),
        time.low,
        time.median,
        time.high,
        bursts.join(" ")
    )
}

fn by_role<'o, 'a>(outcome: &'o Outcome<'a>, role: Role) -> Option<&'o Entry<'a>> {
    outcome.entries.iter().find(|entry| entry.contestant.role == role)
}

/// The peer with the least median time.
fn best_peer<'o, 'a>(outcome: &'o Outcome<'a>) -> Option<&'o Entry<'a>> {
    let median = |entry: &&Entry<'_>| spread(entry.per_call().into_iter()).median;
    outcome
        .entries
        .iter()
        .filter(|entry| entry.contestant.role == Role::Peer)
        .min_by(|a, b| median(a).total_cmp(&median(b)))
}

/// Bytes per nanosecond, which are 10^9 bytes per second.
fn rate(case: &Case, ns: f64) -> f64 {
    case.bytes() as f64 / ns
}

fn figure(value: f64) -> String {
    match value {
        _ if value >= 1000.0 => format!("{value:.0}"),
        _ if value >= 10.0 => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    }
}

fn range(ratio: Spread) -> String {
    format!("[{:.2}..{:.2}]", ratio.low, ratio.high)
}

fn shortened(name: &str, width: usize) -> String {
    name.replace(" (Debian)", "/deb").replace("libdeflate-sys", "libdeflate").chars().take(width).collect()
}
