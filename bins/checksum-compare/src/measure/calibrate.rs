//! How many passes and rounds a cell gets, found once for all processes and engines.
//!
//! A count that differs between engines, or drifts from process to process, is a bias. So the count comes from the cell's
//! fastest engine and holds for all. Beside an engine three hundred times as slow that would take for ever, so slow engines
//! do the same passes in fewer rounds, and those beyond all patience are left out with a word.

use crate::measure::contest::{entered, reference_answer, shown};
use crate::measure::data::Data;
use crate::measure::plan::{Job, Time};
use crate::measure::setup::{CellPlan, Entrant};
use checksum_measure::{Clock, Controls, Iterations, Lineup, MonotonicClock, Plan, run_rounds};

/// A pass is known well enough once a sample of it lasts so long.
const ENOUGH_NS: u64 = 50_000;
/// No count beyond this is tried.
const MOST_PASSES: u32 = 1 << 26;
/// At least so many ticks of the clock make a sample, whatever the plan says.
const MIN_TICKS: u64 = 1000;
/// An engine is slow only if it is so many times as slow as the fastest, too.
const SLOW_FACTOR: f64 = 4.0;
/// What the canary takes: 2^20 cycles.
const CANARY_NS: f64 = 300_000.0;

/// Calibrates a cell over its prepared bytes. `entrants` can all run; the first is the baseline.
///
/// # Errors
/// In words: reading failed, or an engine's answer is wrong.
pub(crate) fn calibrate(
    cell: &mut CellPlan,
    entrants: &[&Entrant],
    data: &Data,
    time: &Time,
) -> Result<(), String> {
    let job = cell.job();
    let expected = reference_answer(&job, data).map_err(|error| error.to_string())?;
    cell.digest = shown(&expected);
    let pass_ns = time_passes(&job, entrants, data, &expected)?;
    let min_sample_ns = (time.sample_us * 1000).max(MonotonicClock::new().resolution().tick_ns() * MIN_TICKS);
    share_out(cell, entrants, &pass_ns, min_sample_ns, time);
    Ok(())
}

/// The time of one pass of each entrant, in ns.
fn time_passes(
    job: &Job,
    entrants: &[&Entrant],
    data: &Data,
    expected: &checksum_measure::Answer,
) -> Result<Vec<f64>, String> {
    let mut pass_ns = vec![f64::INFINITY; entrants.len()];
    let mut left: Vec<usize> = (0..entrants.len()).collect();
    let mut passes = 1;
    while !left.is_empty() {
        let plan = Plan {
            rounds: 3,
            iterations: Iterations::Fixed(passes),
            controls: Controls::NONE,
            ..Plan::new(cell_bytes(data))
        };
        let contestants = left.iter().map(|&index| entered(entrants[index], job, data, expected)).collect();
        let run = run_rounds(&plan, Lineup { contestants, ceiling: None }, &MonotonicClock::new(), &mut ())
            .map_err(|error| error.to_string())?;
        if let Some(found) = run.disagreements().first() {
            return Err(found.to_string());
        }
        let mut shortest = u64::MAX;
        let mut still = Vec::new();
        for (entry, &index) in left.iter().enumerate() {
            let ns = run.sample_ns(entry).into_iter().min().unwrap_or(u64::MAX);
            pass_ns[index] = ns as f64 / f64::from(passes);
            shortest = shortest.min(ns);
            if ns < ENOUGH_NS && passes < MOST_PASSES {
                still.push(index);
            }
        }
        let wanted = f64::from(passes) * 1.2 * ENOUGH_NS as f64 / shortest.max(1) as f64;
        passes = (wanted.min(f64::from(passes) * 32.0).ceil() as u32).clamp(passes + 1, MOST_PASSES);
        left = still;
    }
    Ok(pass_ns)
}

fn cell_bytes(data: &Data) -> u64 {
    match data {
        Data::Memory(placed) => placed.bytes().len() as u64,
        Data::File(file) | Data::Mapped(file, _) => file.size().unwrap_or(0),
    }
}

/// The rules, given the time of a pass of each entrant.
fn share_out(cell: &mut CellPlan, entrants: &[&Entrant], pass_ns: &[f64], min_sample_ns: u64, time: &Time) {
    let fastest = pass_ns.iter().copied().fold(f64::INFINITY, f64::min).max(0.01);
    cell.iters = (min_sample_ns as f64 / fastest).ceil().clamp(1.0, f64::from(u32::MAX / 4)) as u32;
    let sample = |pass: f64| pass * f64::from(cell.iters);
    let slow_ns = (time.slow_ms as f64 * 1e6).max(SLOW_FACTOR * sample(fastest));
    let longest_ns = (time.longest_ms as f64 * 1e6).max(slow_ns);
    // The baseline is in every round, its twin too, and once more with twice the passes; reading is at most as long.
    let controls = 4.0 * sample(pass_ns[0]) + CANARY_NS;
    let (mut round_ns, mut slow_round_ns) = (sample(pass_ns[0]) + controls, sample(pass_ns[0]) + controls);
    for (entrant, &pass) in entrants.iter().zip(pass_ns).skip(1) {
        if sample(pass) > longest_ns {
            let why = format!(
                "not timed here: a sample would take {:.1} s, more than the plan's {:.1} s",
                sample(pass) / 1e9,
                longest_ns / 1e9
            );
            cell.left_out.push((entrant.name.clone(), why));
        } else if sample(pass) > slow_ns {
            cell.slow.push(entrant.name.clone());
            slow_round_ns += sample(pass);
        } else {
            round_ns += sample(pass);
        }
    }
    let fitting = (time.cell_ms as f64 * 1e6 / round_ns) as u32;
    cell.rounds = fitting.clamp(time.rounds[0], time.rounds[1]);
    cell.slow_rounds = if cell.slow.is_empty() { 0 } else { time.slow_rounds };
    let expected = round_ns * f64::from(cell.rounds) + slow_round_ns * f64::from(cell.slow_rounds);
    cell.expected_ns = expected as u64;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::plan::{Input, Mode};
    use checksum_engine::CpuFeatures;

    fn cell() -> CellPlan {
        CellPlan {
            family: "crc32".to_owned(),
            input: Input::Buffer(16384),
            mode: Mode::Whole,
            chunk: 0,
            align: 0,
            bytes: 16384,
            iters: 0,
            rounds: 0,
            slow_rounds: 0,
            slow: Vec::new(),
            left_out: Vec::new(),
            digest: String::new(),
            expected_ns: 0,
        }
    }

    fn entrants(count: u32) -> Vec<Entrant> {
        let reference = checksum_catalog::reference(checksum_engine::Family::Crc32);
        let base = Entrant::new(reference, CpuFeatures::detect());
        (0..count).map(|percent| base.handicapped(percent)).collect()
    }

    const TIME: Time =
        Time { sample_us: 100, cell_ms: 10, rounds: [3, 9], slow_ms: 5, slow_rounds: 1, longest_ms: 100 };

    #[test]
    fn the_fastest_decides_the_count_and_the_slow_run_less_often() {
        let entrants = entrants(4);
        let entrants: Vec<&Entrant> = entrants.iter().collect();
        let mut cell = cell();
        // The third needs 10 ms for the passes that the fastest does in 0.1 ms, the fourth a second.
        share_out(&mut cell, &entrants, &[2000.0, 1000.0, 100_000.0, 10_000_000.0], 100_000, &TIME);
        assert_eq!(cell.iters, 100);
        assert_eq!(cell.slow, [entrants[2].name.clone()]);
        assert_eq!(cell.slow_rounds, 1);
        assert_eq!(cell.left_out.len(), 1);
        assert!(cell.left_out[0].1.contains("1.0 s"), "{:?}", cell.left_out);
        assert_eq!(cell.rounds, 7, "10 ms over 1.1 ms for two engines and controls, and 0.3 ms canary");
        assert!(cell.expected_ns > 7_000_000);
    }

    #[test]
    fn nobody_is_slow_only_because_the_input_is_large() {
        let entrants = entrants(3);
        let entrants: Vec<&Entrant> = entrants.iter().collect();
        let mut cell = cell();
        share_out(&mut cell, &entrants, &[20e6, 10e6, 39e6], 100_000, &TIME);
        assert_eq!((cell.iters, cell.rounds), (1, 3));
        assert!(cell.slow.is_empty() && cell.left_out.is_empty());
    }

    #[test]
    fn the_baseline_is_always_there() {
        let entrants = entrants(2);
        let entrants: Vec<&Entrant> = entrants.iter().collect();
        let mut cell = cell();
        share_out(&mut cell, &entrants, &[1e9, 1000.0], 100_000, &TIME);
        assert!(cell.slow.is_empty() && cell.left_out.is_empty());
    }
}
