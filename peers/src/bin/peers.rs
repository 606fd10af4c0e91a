//! `peers`: measures this workspace's checksums against everybody else's. See the README beside it.

use checksum_peers::cases::{self, Buffer, Case, Group, Mode, Shape};
use checksum_peers::contestants::{Contestant, Field, Role};
use checksum_peers::lesser_cpu::{self, Level};
use checksum_peers::timing::{Options, Outcome};
use checksum_peers::{report, timing, verify};
use clap::Parser;
use globset::{Glob, GlobSet, GlobSetBuilder};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Measure our checksums against everybody else's, in one process, interleaved burst by burst.
///
/// Ratios are times of a peer over times of ours: above 1 ours is faster. Exit status: 0 all done, 1 somebody's
/// checksum was wrong or nothing could be measured, 2 wrong usage.
#[derive(Parser)]
struct Arguments {
    /// Groups to measure (all by default)
    #[arg(long, short, value_delimiter = ',', alias = "group")]
    family: Vec<Group>,
    /// Sizes of the single messages, as 64,4K,1M (all ten by default, up to 64M with --quick)
    #[arg(long, short, value_delimiter = ',', value_parser = cases::parse_size)]
    sizes: Vec<usize>,
    /// Only cases whose name matches (`64K`, `*latency`, `16 x*`)
    #[arg(long, short, value_name = "GLOB")]
    cases: Vec<Glob>,
    /// Only peers and engines whose name matches; ours always takes part
    #[arg(long, short, value_name = "GLOB")]
    only: Vec<Glob>,
    /// Only aligned, independent cases; less time for each
    #[arg(long, short)]
    quick: bool,
    /// Measure each engine of our registries too, and rank everyone
    #[arg(long, short)]
    engines: bool,
    /// Rank everyone in each case
    #[arg(long, short)]
    ranking: bool,
    /// Seconds for each case (1.5; 0.4 with --quick)
    #[arg(long)]
    seconds: Option<f64>,
    /// Rounds for each case, even if that takes longer
    #[arg(long, default_value_t = 5)]
    min_rounds: usize,
    /// Microseconds that a burst lasts at least
    #[arg(long, default_value_t = 200)]
    burst: u64,
    /// CPU to run on (the last one by default)
    #[arg(long)]
    cpu: Option<usize>,
    /// Put the data on huge pages instead of what an ordinary allocation gets
    #[arg(long)]
    huge_pages: bool,
    /// Bytes between one message's end and the next one's start in the multi-buffer cases
    #[arg(long, default_value_t = 192)]
    gap: usize,
    /// Write the raw nanoseconds as CSV into this directory
    #[arg(long, value_name = "DIR")]
    record: Option<PathBuf>,
    /// Hide features of the CPU from everybody: no AVX-512, or no AVX at all
    #[arg(long, value_enum, value_name = "LEVEL")]
    cpu_level: Option<Level>,
    /// Say who takes part, and stop
    #[arg(long)]
    list: bool,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match run(&arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("peers: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<bool, Box<dyn std::error::Error>> {
    if let Some(level) = arguments.cpu_level {
        lesser_cpu::pretend(level)
            .map_err(|error| format!("this CPU or system cannot hide features: {error}"))?;
        println!("everybody sees a CPU with {level:?} at most");
    }
    let groups = if arguments.family.is_empty() { Group::ALL.to_vec() } else { arguments.family.clone() };
    let only = glob_set(&arguments.only)?;
    let mut field = Field::gather(&groups, arguments.engines);
    let chosen = |contestant: &Contestant| match contestant.role {
        Role::Peer | Role::Engine => only.as_ref().is_none_or(|set| set.is_match(&contestant.name)),
        Role::Ours | Role::Again | Role::Bound => true,
    };
    field.contestants.retain(chosen);
    for (name, reason) in &field.absent {
        if groups.iter().any(|group| name.starts_with(group.name())) {
            println!("not here: {name}: {reason}");
        }
    }
    if arguments.list {
        for contestant in &field.contestants {
            let Contestant { group, name, origin, role, .. } = contestant;
            println!("{:<8} {role:<8?} {name:<34} {origin}", group.name());
        }
        return Ok(true);
    }
    checksum_peers::pin(arguments.cpu)?;
    let cases = plan(arguments, &groups)?;
    if cases.is_empty() {
        return Err("no such case".into());
    }
    let reach = cases.iter().map(Case::reach).max().unwrap_or(0).max(verify::REACH);
    let buffer = Buffer::new(reach, arguments.huge_pages)?;
    let mut right = true;
    field.contestants.retain(|contestant| match verify::check(contestant, &buffer) {
        Ok(()) => true,
        Err(error) => {
            println!("WRONG, excluded: {} {}: {error}", contestant.group.name(), contestant.name);
            right = false;
            false
        }
    });
    let outcomes = measure(arguments, &groups, &cases, &field, &buffer);
    for outcome in &outcomes {
        right &= outcome.wrong.is_empty();
    }
    for &group in &groups {
        report::matrix(group, &outcomes);
        if let Some(dir) = &arguments.record
            && outcomes.iter().any(|outcome| outcome.case.group == group)
        {
            report::record(dir, group, &outcomes)?;
            checksum_peers::record_machine(dir, group.name())?;
        }
    }
    Ok(right)
}

fn measure<'a>(
    arguments: &Arguments,
    groups: &[Group],
    cases: &[Case],
    field: &'a Field,
    buffer: &Buffer,
) -> Vec<Outcome<'a>> {
    let seconds = arguments.seconds.unwrap_or(if arguments.quick { 0.4 } else { 1.5 });
    let options = Options {
        burst: Duration::from_micros(arguments.burst),
        budget: Duration::from_secs_f64(seconds.clamp(0.001, 3600.0)),
        min_rounds: arguments.min_rounds.max(1),
        max_rounds: 201,
    };
    println!("a call that does nothing: {:.2} ns", timing::empty_call(buffer, options.burst));
    let mut outcomes = Vec::new();
    for &group in groups {
        let entrants: Vec<_> = field.contestants.iter().filter(|entrant| entrant.group == group).collect();
        let mut cases = cases.iter().filter(|case| case.group == group).peekable();
        if cases.peek().is_some() {
            report::heading(group);
        }
        for case in cases {
            let outcome = timing::run(case, &entrants, buffer, options);
            report::line(&outcome);
            if arguments.engines || arguments.ranking {
                report::ranking(&outcome);
            }
            for name in &outcome.wrong {
                println!("    WRONG, excluded: {name}");
            }
            if outcome.disturbed > 0 {
                let kept = if outcome.noisy { "; still noisy" } else { "" };
                println!("    {} rounds thrown away: the CPU was shared{kept}", outcome.disturbed);
            }
            for (name, reason) in &outcome.left_out {
                println!("    left out: {name}: {reason}");
            }
            outcomes.push(outcome);
        }
    }
    outcomes
}

fn plan(arguments: &Arguments, groups: &[Group]) -> Result<Vec<Case>, globset::Error> {
    let only = glob_set(&arguments.cases)?;
    let sizes = match &arguments.sizes[..] {
        [] if arguments.quick => &cases::SIZES[..cases::SIZES.len() - 1],
        [] => &cases::SIZES[..],
        given => given,
    };
    let mut plan = Vec::new();
    for &group in groups {
        if group == Group::Lanes {
            plan.extend(cases::lanes(arguments.gap));
        } else {
            plan.extend(cases::single(group, sizes));
        }
    }
    plan.retain(|case| match &only {
        Some(set) => set.is_match(&case.name),
        None => {
            let plain = match case.shape {
                Shape::One { offset, mode, .. } => offset == 0 && mode == Mode::Independent,
                Shape::Lanes(_) => true,
            };
            !arguments.quick || plain
        }
    });
    Ok(plan)
}

fn glob_set(globs: &[Glob]) -> Result<Option<GlobSet>, globset::Error> {
    if globs.is_empty() {
        return Ok(None);
    }
    let mut set = GlobSetBuilder::new();
    for glob in globs {
        set.add(glob.clone());
    }
    set.build().map(Some)
}
