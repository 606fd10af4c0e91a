//! From the command line to a run that is ready to be carried out.

use crate::measure::data;
use crate::measure::plan::{Input, InputSpec, Job, Plan};
use crate::measure::setup::{CellPlan, Entrant, Setup};
use crate::schema::METHOD;
use checksum_catalog::{Choice, auto, engines, known_answers, select};
use checksum_console::Failure;
use checksum_engine::{CpuFeatures, Family};
use checksum_input::shown;
use checksum_measure::{KnownAnswer, Machine, MonotonicClock, affinity, emulation, self_check};
use globset::Glob;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// What `measure` is told.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct MeasureArgs {
    /// The plan: default, quick, headline, memory, builds, or a TOML file
    #[arg(default_value = "default", conflicts_with = "quick")]
    pub(crate) plan: String,

    /// The plan quick: a first look within a minute, with wider spreads
    #[arg(long)]
    pub(crate) quick: bool,

    /// Engines: ids, globs, or classic words such as 'c e1 e3' [default: all]
    #[arg(long, value_name = "ENGINES", num_args = 1..)]
    pub(crate) engines: Vec<String>,

    /// Only inputs whose names match one of these globs, such as 'buffer-*'
    #[arg(long, value_name = "GLOB", num_args = 1..)]
    pub(crate) inputs: Vec<String>,

    /// A file as one more input: mapped, and read in blocks of 4 KiB and 64 KiB
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Vec<PathBuf>,

    /// The engine that its family's ratios refer to [default: the family's auto engine if it is measured, else the first]
    #[arg(long, value_name = "ID")]
    pub(crate) baseline: Vec<String>,

    /// Below this folder the results are laid down
    #[arg(long, value_name = "DIR", default_value = "results")]
    pub(crate) out: PathBuf,

    /// The name of this machine in the results [default: made from the CPU's]
    #[arg(long, value_name = "NAME")]
    pub(crate) machine: Option<String>,

    /// What tells this build from others, such as x86-64-v3
    #[arg(long, value_name = "WORD")]
    pub(crate) label: Option<String>,

    /// The core to stay on, or 'any' [default: the last of the fastest ones]
    #[arg(long, value_name = "CORE")]
    pub(crate) core: Option<String>,

    /// Child processes, instead of the plan's number
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=999))]
    pub(crate) processes: Option<u32>,

    /// What draws orders and places [default: 1]
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub(crate) seed: u32,

    /// Go on with the interrupted run in this folder
    #[arg(long, value_name = "DIR", conflicts_with_all = ["plan", "quick", "engines", "inputs", "file", "baseline", "out",
        "machine", "label", "core", "processes", "seed", "slower"])]
    pub(crate) resume: Option<PathBuf>,

    /// Stop after so many processes; --resume goes on. To run several builds in turn
    #[arg(long, value_name = "N")]
    pub(crate) stop_after: Option<u32>,

    /// Enter every engine once more, made to do so many percent more work: a known truth to be found
    #[arg(long, value_name = "PERCENT", hide = true)]
    pub(crate) slower: Vec<u32>,
}

/// The run, not yet calibrated.
///
/// # Errors
/// Nothing to measure, something that cannot be, an emulator, or an engine that is wrong.
pub(crate) fn prepare(args: &MeasureArgs, run: String, started: String) -> Result<Setup, Failure> {
    refuse_emulation()?;
    let cpu = CpuFeatures::from_env().map_err(Failure::usage)?;
    let machine = Machine::gather(&MonotonicClock::new());
    let mut plan = Plan::load(if args.quick { "quick" } else { &args.plan })?;
    plan.processes = args.processes.unwrap_or(plan.processes);
    add_files(&mut plan, &args.file)?;
    let chosen = chosen(&args.engines)?;
    let mut entrants: Vec<Entrant> = chosen.iter().map(|choice| Entrant::new(choice.engine, cpu)).collect();
    check_answers(&chosen, cpu)?;
    let baselines = baselines(&entrants, &args.baseline)?;
    for &percent in &args.slower {
        let slower: Vec<Entrant> =
            entrants.iter().filter(|e| e.handicap == 0).map(|e| e.handicapped(percent)).collect();
        entrants.extend(slower);
    }
    let cells = cells(&plan, &entrants, &args.inputs)?;
    Ok(Setup {
        method: METHOD,
        run,
        name: machine_name(args.machine.as_deref(), &machine)?,
        label: args.label.clone(),
        started,
        command: command(),
        seed: args.seed.into(),
        core: core(args.core.as_deref())?,
        plan,
        machine,
        engines: entrants,
        baselines,
        cells,
    })
}

/// Times under an emulator say nothing about the machine.
///
/// # Errors
/// There is an emulator.
pub(crate) fn refuse_emulation() -> Result<(), Failure> {
    match emulation() {
        Some(why) => {
            Err(Failure::failed(format!("running under an emulator ({why}): nothing is timed here")))
        }
        None => Ok(()),
    }
}

fn add_files(plan: &mut Plan, files: &[PathBuf]) -> Result<(), Failure> {
    use crate::measure::plan::{Mode, Size};
    for file in files {
        data::bytes_of(&Input::File(file.clone()), Mode::Map).map_err(Failure::usage)?;
        if file.to_str().is_none() {
            let name = shown(file);
            return Err(Failure::usage(format!("'{name}': a plan can hold only names in UTF-8; link to it")));
        }
        let spec = |modes: Vec<Mode>, chunk: Vec<Size>| InputSpec {
            families: Vec::new(),
            buffer: Vec::new(),
            short: Vec::new(),
            dependent: false,
            file: vec![file.clone()],
            modes,
            chunk,
            align: Vec::new(),
        };
        plan.input.push(spec(vec![Mode::Map], Vec::new()));
        plan.input.push(spec(vec![Mode::Read], vec![Size(4096), Size(65536)]));
    }
    Ok(())
}

/// The engines, in the order of the catalogue, each once.
fn chosen(words: &[String]) -> Result<Vec<Choice>, Failure> {
    let all = || engines().map(|engine| Choice { engine, optional: true });
    if words.is_empty() {
        return Ok(all().collect());
    }
    let words: Vec<&str> = words.iter().flat_map(|words| words.split_whitespace()).collect();
    let named = select(&words).map_err(Failure::usage)?;
    Ok(all().filter(|choice| named.iter().any(|named| named.engine.id == choice.engine.id)).collect())
}

/// Every engine answers for messages with known checksums before it is timed.
fn check_answers(chosen: &[Choice], cpu: CpuFeatures) -> Result<(), Failure> {
    for family in Family::ALL {
        let mut of_family = chosen.iter().filter(|choice| choice.engine.family == family).peekable();
        if of_family.peek().is_none() {
            continue;
        }
        let answers = known_answers(family, u64::MAX).map_err(Failure::failed)?;
        let known: Vec<_> =
            answers.iter().map(|(message, digest)| KnownAnswer { message, digest: *digest }).collect();
        for runnable in of_family.filter_map(|choice| choice.engine.resolve(cpu).ok()) {
            self_check(runnable, &known).map_err(Failure::failed)?;
        }
    }
    Ok(())
}

/// The baseline of each family that has somebody who can run.
fn baselines(entrants: &[Entrant], wanted: &[String]) -> Result<BTreeMap<String, String>, Failure> {
    let can_run = |e: &&Entrant| e.missing.is_none() && e.lanes == 1;
    let mut baselines = BTreeMap::new();
    for family in Family::ALL {
        let here: Vec<&Entrant> =
            entrants.iter().filter(|e| e.family == family.name()).filter(can_run).collect();
        let usual = here.iter().find(|e| e.id == auto(family).id).or(here.first());
        if let Some(entrant) = usual {
            baselines.insert(entrant.family.clone(), entrant.name.clone());
        }
    }
    for id in wanted {
        let entrant = entrants.iter().filter(can_run).find(|e| e.id == *id).ok_or_else(|| {
            let id = id.escape_debug();
            Failure::usage(format!("baseline '{id}' is none of the engines that are measured and run here"))
        })?;
        baselines.insert(entrant.family.clone(), entrant.name.clone());
    }
    if baselines.is_empty() {
        return Err(Failure::usage("none of these engines can run here; readfile --list shows what can"));
    }
    Ok(baselines)
}

/// The cells of the plan that have somebody to run and whose inputs were asked for.
fn cells(plan: &Plan, entrants: &[Entrant], globs: &[String]) -> Result<Vec<CellPlan>, Failure> {
    let mut matchers = Vec::new();
    for glob in globs {
        let bad = |_| Failure::usage(format!("'{}' is no valid glob", glob.escape_debug()));
        matchers.push(Glob::new(glob).map_err(bad)?.compile_matcher());
    }
    let asked = |job: &Job| matchers.is_empty() || matchers.iter().any(|m| m.is_match(job.input.name()));
    let somebody = |job: &Job| entrants.iter().any(|e| e.takes_part(job.family, job.mode));
    let jobs: Vec<Job> = plan.jobs().into_iter().filter(|job| asked(job) && somebody(job)).collect();
    if jobs.is_empty() {
        let mut names: Vec<String> = plan.jobs().iter().map(|job| job.input.name()).collect();
        names.dedup();
        return Err(Failure::usage(format!(
            "nothing to measure; this plan's inputs are {}",
            names.join(" ")
        )));
    }
    let cell = |job: Job| {
        Ok(CellPlan {
            family: job.family.name().to_owned(),
            bytes: data::bytes_of(&job.input, job.mode).map_err(Failure::usage)?,
            input: job.input,
            mode: job.mode,
            chunk: job.chunk,
            align: job.align,
            iters: 0,
            rounds: 0,
            slow_rounds: 0,
            slow: Vec::new(),
            left_out: Vec::new(),
            digest: String::new(),
            expected_ns: 0,
        })
    };
    jobs.into_iter().map(cell).collect()
}

/// The words of the command line, without the folder that the program stands in.
fn command() -> Vec<String> {
    let words = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
    std::iter::once("checksum-compare".to_owned()).chain(words).collect()
}

/// A name for folders: what was given, or the CPU's name in lower case without its empty words.
fn machine_name(given: Option<&str>, machine: &Machine) -> Result<String, Failure> {
    if let Some(name) = given {
        let good = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_.".contains(c);
        if name.is_empty() || name.starts_with('.') || !name.chars().all(good) {
            return Err(Failure::usage("a machine's name is made of a-z, 0-9, - _ and ."));
        }
        return Ok(name.to_owned());
    }
    let model = machine.cpu.model.as_deref().unwrap_or(std::env::consts::ARCH).to_lowercase();
    let model = model.replace("(r)", " ").replace("(tm)", " ");
    let model = model.split('@').next().unwrap_or_default();
    let mut words: Vec<String> = model
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty() && !["cpu", "processor", "core"].contains(word))
        .map(str::to_owned)
        .collect();
    if machine.cpu.hypervisor.is_some() {
        words.push("vm".to_owned());
    }
    Ok(if words.is_empty() { "machine".to_owned() } else { words.join("-") })
}

/// The core to stay on: interrupts and other people's work gather on the first ones, and of cores of different speed
/// the fast ones are meant.
fn core(given: Option<&str>) -> Result<Option<usize>, Failure> {
    let allowed = affinity::allowed();
    match given {
        Some("any") => Ok(None),
        Some(text) => match text.parse().ok().filter(|core| allowed.contains(core)) {
            Some(core) => Ok(Some(core)),
            None => Err(Failure::usage(format!(
                "no core '{}' here; 'any' leaves it to the system",
                text.escape_debug()
            ))),
        },
        None => Ok(allowed.into_iter().max_by_key(|&core| (top_frequency(core), core))),
    }
}

/// What the system says a core can reach, in kHz; the same for all where it does not say.
fn top_frequency(core: usize) -> u64 {
    let file = format!("/sys/devices/system/cpu/cpu{core}/cpufreq/cpuinfo_max_freq");
    std::fs::read_to_string(file).ok().and_then(|text| text.trim().parse().ok()).unwrap_or(0)
}
