//! Who is called faster when it is known who is: passes of known length under made-up, lop-sided noise.

use checksum_measure::{
    Contestant, Controls, FakeClock, Iterations, Lineup, Plan, Role, Run, Verdict, run_rounds, separated,
};
use std::cell::Cell;
use std::convert::Infallible;

const RUNS: u64 = 200;

/// Noise as timings have it: a jitter of about 1 %, one sample in eight up to a third longer, and a core that
/// slows down and speeds up over some rounds.
fn noisy(state: &Cell<u64>, ns: f64) -> u64 {
    let uniform = || {
        state
            .set(state.get().wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407));
        (state.get() >> 11) as f64 / (1_u64 << 53) as f64
    };
    let jitter = 0.02 * uniform();
    let interruption = if uniform() < 0.125 { 0.33 * uniform() } else { 0.0 };
    (ns * (1.0 + jitter + interruption)) as u64
}

/// A run of two contestants, the second of which does `work` times as much.
fn run(seed: u64, work: f64, rounds: u32) -> Run {
    let clock = FakeClock::new();
    let state = Cell::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let samples = Cell::new(0_u32);
    let contestant = |label, ns: f64| {
        Contestant::<Infallible>::new(label, "sum", {
            let (clock, state, samples) = (&clock, &state, &samples);
            move |_| {
                samples.set(samples.get() + 1);
                let drift = 1.0 + 0.1 * (f64::from(samples.get()) / 40.0).sin();
                clock.advance(noisy(state, ns * drift));
                Ok(1.into())
            }
        })
    };
    let lineup =
        Lineup { contestants: vec![contestant("a", 1e6), contestant("b", 1e6 * work)], ceiling: None };
    let plan = Plan {
        rounds,
        seed,
        iterations: Iterations::Fixed(1),
        controls: Controls { twin: true, clock: false, twice: false },
        ..Plan::new(1 << 20)
    };
    run_rounds(&plan, lineup, &clock, &mut ()).unwrap()
}

fn verdicts(work: f64, rounds: u32) -> [u64; 3] {
    let mut counts = [0; 3];
    for seed in 1..=RUNS {
        let run = run(seed, work, rounds);
        let ratio = run.speed_ratio(1, 0).expect("long enough");
        counts[match separated(ratio, run.noise_floor()) {
            Verdict::Faster => 0,
            Verdict::Slower => 1,
            Verdict::NotSeparated => 2,
        }] += 1;
    }
    counts
}

#[test]
fn the_same_work_is_hardly_ever_separated() {
    for rounds in [7, 24] {
        let [faster, slower, _] = verdicts(1.0, rounds);
        assert!((faster + slower) * 20 <= RUNS, "{rounds} rounds: {faster} faster, {slower} slower");
    }
}

#[test]
fn five_percent_more_work_is_nearly_always_seen() {
    let [faster, slower, unseen] = verdicts(1.05, 24);
    assert_eq!(faster, 0);
    assert!(slower * 20 >= RUNS * 19, "{slower} slower, {unseen} not separated");
}

#[test]
fn too_few_rounds_separate_nothing() {
    assert_eq!(verdicts(3.0, 5), [0, 0, RUNS]);
    assert_eq!(verdicts(3.0, 7), [0, RUNS, 0]);
}

#[test]
fn the_ratio_is_without_bias() {
    let mut logs: Vec<f64> =
        (1..=RUNS).map(|seed| run(seed, 1.02, 24).speed_ratio(0, 1).unwrap().value).collect();
    logs.sort_unstable_by(f64::total_cmp);
    let median = logs[logs.len() / 2];
    assert!((median - 1.02).abs() < 0.001, "{median}");
    let twin = run(1, 1.0, 24);
    assert!(twin.noise_floor().is_some() && twin.find(Role::Twin) == Some(2));
}
