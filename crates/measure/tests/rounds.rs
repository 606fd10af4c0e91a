//! The timing loop under a clock that moves only when a contestant moves it.

use checksum_measure::{
    Answer, Clock, Contestant, Controls, FakeClock, Iterations, Lineup, Observer, Plan, Progress, Resolution,
    Role, Run, RunError, Sample, Verdict, run_rounds, separated,
};
use std::cell::Cell;
use std::convert::Infallible;
use std::ops::ControlFlow;

/// A contestant whose pass takes `ns` and answers `answer`.
fn steady<'a, E>(clock: &'a FakeClock, label: &'a str, ns: u64, answer: u32) -> Contestant<'a, E> {
    Contestant::new(label, "sum", move |iterations| {
        clock.note(label);
        clock.advance(ns * u64::from(iterations));
        Ok(answer.into())
    })
}

fn plan(rounds: u32) -> Plan {
    Plan { rounds, iterations: Iterations::Fixed(1), controls: Controls::NONE, ..Plan::new(1_000_000) }
}

fn lineup<'a, E>(contestants: Vec<Contestant<'a, E>>) -> Lineup<'a, E> {
    Lineup { contestants, ceiling: None }
}

fn run(plan: &Plan, lineup: Lineup<'_, Infallible>, clock: &FakeClock) -> Run {
    run_rounds(plan, lineup, clock, &mut ()).unwrap()
}

#[test]
fn the_first_round_is_apart_and_in_the_order_typed() {
    let clock = FakeClock::new();
    let cold = Cell::new(true);
    let loading = Contestant::new("loads", "sum", |_| {
        clock.advance(if cold.replace(false) { 9_000_000 } else { 1_000_000 });
        Ok(Answer::from(1))
    });
    let lineup = lineup(vec![loading, steady(&clock, "b", 2_000_000, 1), steady(&clock, "c", 3_000_000, 1)]);
    let run = run(&plan(6), lineup, &clock);
    let first: Vec<_> = run.samples.iter().take(3).map(|s| (s.entry, s.round, s.place)).collect();
    assert_eq!(first, [(0, 0, 0), (1, 0, 1), (2, 0, 2)]);
    assert_eq!(run.first_ns(0), Some(9_000_000));
    assert_eq!(run.sample_ns(0), [1_000_000; 6], "the loading pass is in no timed round");
    assert_eq!(run.complete_rounds(), 6);
    assert_eq!(run.summary(0).unwrap().median_ns, 1_000_000.0);
}

#[test]
fn orders_are_recorded_and_form_latin_squares() {
    let clock = FakeClock::new();
    let labels = ["a", "b", "c", "d"];
    let contestants = labels.map(|label| steady(&clock, label, 10, 1)).into();
    let run = run(&plan(12), lineup(contestants), &clock);
    let order = |round| -> Vec<usize> {
        let mut samples: Vec<&Sample> = run.samples.iter().filter(|s| s.round == round).collect();
        samples.sort_by_key(|s| s.place);
        samples.iter().map(|s| s.entry).collect()
    };
    let orders: Vec<Vec<usize>> = (1..=12).map(order).collect();
    assert_eq!(orders, checksum_measure::orders(4, 12, run.plan.seed), "the seed gives the recorded orders");
    for block in orders.chunks(4) {
        for place in 0..4 {
            let mut seen: Vec<usize> = block.iter().map(|order| order[place]).collect();
            seen.sort_unstable();
            assert_eq!(seen, [0, 1, 2, 3]);
        }
    }
    assert!(orders[..4] != orders[4..8] || orders[4..8] != orders[8..], "blocks are shuffled");
}

/// Notes what it is told, and wastes time.
struct Nosy<'a>(&'a FakeClock);

impl Observer<Infallible> for Nosy<'_> {
    fn before_sample(&mut self, _: &Progress<'_>) -> Result<(), Infallible> {
        self.0.note("before");
        self.0.advance(1_000_000_000);
        Ok(())
    }

    fn after_sample(&mut self, _: &Progress<'_>, sample: &Sample) -> ControlFlow<()> {
        self.0.note(if sample.ok { "verified" } else { "wrong" });
        self.0.advance(1_000_000_000);
        ControlFlow::Continue(())
    }
}

#[test]
fn only_the_pass_is_inside_the_timed_span() {
    let clock = FakeClock::new();
    let lineup = lineup(vec![steady(&clock, "pass", 5_000, 1)]);
    let run = run_rounds(&plan(2), lineup, &clock, &mut Nosy(&clock)).unwrap();
    let sample = ["before", "clock", "pass", "clock", "verified"];
    assert_eq!(clock.take_events(), [sample, sample, sample].concat());
    assert_eq!(run.sample_ns(0), [5_000, 5_000]);
}

#[test]
fn a_disagreement_is_found_with_all_values() {
    let clock = FakeClock::new();
    let passes = Cell::new(0);
    let flaky = Contestant::new("flaky", "sum", |_| {
        clock.advance(10);
        passes.set(passes.get() + 1);
        Ok(Answer::from(if passes.get() == 3 { 8 } else { 7 }))
    });
    let lineup = lineup(vec![steady(&clock, "good", 10, 7), flaky]);
    let run = run(&plan(4), lineup, &clock);
    assert!(!run.verified(0) && !run.verified(1));
    let found = run.disagreements();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].group, "sum");
    let wrong: Vec<_> = found[0].values.iter().filter(|v| v.answer == "00000008").collect();
    assert_eq!((wrong.len(), &wrong[0].label[..], &wrong[0].rounds[..]), (1, "flaky", &[2][..]));
    assert_eq!(run.samples.iter().filter(|sample| !sample.ok).count(), 1);
}

#[test]
fn groups_do_not_have_to_agree_and_an_expected_answer_convicts() {
    let clock = FakeClock::new();
    let other = Contestant::new("other", "xor", |_| Ok(Answer::from(1)));
    let wrong = steady(&clock, "wrong", 10, 6).expect(7);
    let run = run(&plan(1), lineup(vec![steady(&clock, "a", 10, 7).expect(7), other, wrong]), &clock);
    assert!(run.verified(0) && run.verified(1) && !run.verified(2));
    assert_eq!(run.disagreements().len(), 1);
}

#[test]
fn ratios_and_speeds_are_right() {
    let clock = FakeClock::new();
    let contestants = vec![steady(&clock, "slow", 3_000_000, 1), steady(&clock, "fast", 2_000_000, 1)];
    let ceiling = Some(Contestant::new("null/read", "null/read", |_| {
        clock.advance(500_000);
        Ok(Answer::from(9))
    }));
    let controls = Controls { twin: true, clock: false, twice: true };
    let plan = Plan { controls, ..plan(9) };
    let run = run(&plan, Lineup { contestants, ceiling }, &clock);
    let roles: Vec<Role> = run.entries.iter().map(|entry| entry.role).collect();
    assert_eq!(roles, [Role::Contestant, Role::Contestant, Role::Twin, Role::Twice, Role::Ceiling]);
    let ratio = run.speed_ratio(1, 0).unwrap();
    assert!((ratio.value - 1.5).abs() < 1e-9);
    assert!((run.share_of_ceiling(1).unwrap().value - 0.25).abs() < 1e-9);
    assert!((run.twice_ratio().unwrap().value - 2.0).abs() < 1e-9);
    assert!(run.noise_floor().unwrap().width().abs() < 1e-9);
    assert_eq!(separated(ratio, run.noise_floor()), Verdict::Faster);
    assert!((run.speed_ratio(run.find(Role::Twice).unwrap(), 0).unwrap().value - 1.0).abs() < 1e-9);
    assert!(run.verified(4));
}

#[test]
fn one_count_for_everybody_long_enough_for_the_fastest() {
    let clock = FakeClock::with_resolution(Resolution { step_ns: 100, read_ns: 30 });
    let counts = std::cell::RefCell::new(Vec::new());
    let counted = Contestant::new("fast", "sum", |iterations| {
        counts.borrow_mut().push(iterations);
        clock.advance(40 * u64::from(iterations));
        Ok(Answer::from(1))
    });
    let lineup = lineup(vec![counted, steady(&clock, "slow", 900, 1)]);
    let plan = Plan { bytes: 64, iterations: Iterations::default(), ..plan(5) };
    let run = run(&plan, lineup, &clock);
    assert_eq!(counts.borrow()[0], 1, "the first round does one pass");
    assert!(run.samples.iter().filter(|s| s.round > 0).all(|s| s.iterations == run.iterations));
    assert!(
        run.sample_ns(0).iter().all(|&ns| (1_000_000..3_000_000).contains(&ns)),
        "{:?}",
        run.sample_ns(0)
    );
    assert_eq!(run.pass_ns(0), [40.0; 5]);
    assert!((run.speed_ratio(0, 1).unwrap().value - 22.5).abs() < 1e-9);
}

#[test]
fn a_thousand_ticks_of_a_coarse_clock() {
    let clock = FakeClock::with_resolution(Resolution { step_ns: 15_000, read_ns: 30 });
    let plan = Plan { bytes: 64, iterations: Iterations::default(), ..plan(3) };
    let run = run(&plan, lineup(vec![steady(&clock, "a", 40, 1)]), &clock);
    assert!(run.sample_ns(0).iter().all(|&ns| ns >= 15_000_000));
}

#[test]
fn the_slowest_bounds_the_count() {
    let clock = FakeClock::new();
    let contestants = vec![steady(&clock, "fast", 10, 1), steady(&clock, "reference", 1_000_000, 1)];
    let plan = Plan { bytes: 4096, iterations: Iterations::default(), ..plan(3) };
    let run = run(&plan, lineup(contestants), &clock);
    assert_eq!(run.iterations, 200);
}

#[test]
fn large_inputs_need_no_calibrating_pass() {
    let clock = FakeClock::new();
    let passes = Cell::new(0);
    let counted = Contestant::new("a", "sum", |_| {
        passes.set(passes.get() + 1);
        clock.advance(100_000_000);
        Ok(Answer::from(1))
    });
    let plan = Plan { bytes: 1 << 31, iterations: Iterations::default(), ..plan(3) };
    assert_eq!(run(&plan, lineup(vec![counted]), &clock).iterations, 1);
    assert_eq!(passes.get(), 4);
}

#[test]
fn too_short_a_time_gives_no_ratio_and_no_infinity() {
    let clock = FakeClock::with_resolution(Resolution { step_ns: 100, read_ns: 30 });
    let contestants = vec![steady(&clock, "a", 0, 1), steady(&clock, "b", 5_000, 1)];
    let run = run(&plan(5), lineup(contestants), &clock);
    assert!(!run.can_time(0) && !run.can_time(1));
    assert_eq!(run.speed_ratio(0, 1), None);
    assert_eq!(run.noise_floor(), None);
    assert_eq!(run.summary(0).unwrap().min_ns, 0.0);
}

#[test]
fn outliers_stay_and_are_flagged() {
    let clock = FakeClock::new();
    let pass = Cell::new(0_u64);
    let bumpy = Contestant::new("a", "sum", |_| {
        pass.set(pass.get() + 1);
        clock.advance(if pass.get() == 5 { 90_000 } else { 10_000 + pass.get() });
        Ok(Answer::from(1))
    });
    let run = run(&plan(9), lineup(vec![bumpy]), &clock);
    let summary = run.summary(0).unwrap();
    assert_eq!((summary.count, &summary.outliers[..]), (9, &[3][..]), "pass 5 is timed round 4");
    assert_eq!(run.sample_ns(0)[3], 90_000);
}

#[test]
fn errors_end_the_run_and_name_who_failed() {
    let clock = FakeClock::new();
    let passes = Cell::new(0);
    let failing = Contestant::new("broken", "sum", |_| {
        passes.set(passes.get() + 1);
        if passes.get() == 3 { Err("the file was cut") } else { Ok(Answer::from(1)) }
    });
    let error = run_rounds(&plan(5), lineup(vec![failing]), &clock, &mut ()).unwrap_err();
    assert_eq!(error.to_string(), "broken, round 2: the file was cut");
    let nobody = run_rounds::<Infallible>(&plan(1), lineup(vec![]), &clock, &mut ());
    assert!(matches!(nobody, Err(RunError::Nobody)));
}

/// Stops after some samples.
struct Impatient(u64);

impl Observer<Infallible> for Impatient {
    fn after_sample(&mut self, progress: &Progress<'_>, _: &Sample) -> ControlFlow<()> {
        if progress.done == self.0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[test]
fn an_interrupted_run_keeps_its_complete_rounds() {
    let clock = FakeClock::new();
    let contestants = || vec![steady(&clock, "a", 10_000, 1), steady(&clock, "b", 20_000, 1)];
    let run = |samples| run_rounds(&plan(9), lineup(contestants()), &clock, &mut Impatient(samples)).unwrap();
    let stopped = run(2 + 2 * 3 + 1);
    assert_eq!(stopped.complete_rounds(), 3);
    assert_eq!((stopped.sample_ns(0).len(), stopped.sample_ns(1).len()), (3, 3));
    assert!((stopped.speed_ratio(0, 1).unwrap().value - 2.0).abs() < 1e-9);
    assert_eq!(stopped.samples.len(), 9, "the odd sample is kept too");
    let at_once = run(1);
    assert_eq!((at_once.complete_rounds(), at_once.summary(0), at_once.speed_ratio(0, 1)), (0, None, None));
    assert_eq!(at_once.first_ns(1), None);
}

#[test]
fn time_left_is_foreseen() {
    struct Last(Option<u64>);
    impl Observer<Infallible> for Last {
        fn after_sample(&mut self, progress: &Progress<'_>, _: &Sample) -> ControlFlow<()> {
            if progress.round == 1 && progress.done == progress.total - 2 {
                self.0 = progress.left_ns;
            }
            ControlFlow::Continue(())
        }
    }
    let clock = FakeClock::new();
    let contestants = (0..4).map(|_| steady(&clock, "a", 10_000, 1)).collect();
    let mut last = Last(None);
    run_rounds(&plan(1), lineup(contestants), &clock, &mut last).unwrap();
    assert_eq!(last.0, Some(20_000));
}

#[test]
fn the_canary_runs_in_every_round() {
    let clock = FakeClock::new();
    let plan = Plan { controls: Controls { clock: true, ..Controls::NONE }, ..plan(3) };
    let run = run(&plan, lineup(vec![steady(&clock, "a", 10_000, 1)]), &clock);
    let canary = run.find(Role::Clock).unwrap();
    assert_eq!(run.timed(canary).count(), 3);
    assert!(run.verified(canary));
    assert_eq!(run.effective_ghz(), None, "no time passed");
    assert_eq!(clock.now_ns(), 40_000);
}
