//! Shows what the harness itself says here: the machine's facts, the clock, the read ceiling at several sizes, the
//! A/A noise floor, whether two passes take twice as long as one, and what the timing loop adds to a bare loop.
//!
//! `cargo run --release -p checksum-measure --example harness`

use checksum_measure::{
    Clock, Contestant, Controls, Lineup, Machine, MonotonicClock, Plan, Run, ceiling, megabytes_per_second,
    run_rounds,
};
use std::convert::Infallible;
use std::hint::black_box;

fn main() {
    let clock = MonotonicClock::new();
    let machine = Machine::gather(&clock);
    println!("{}", serde_json::to_string_pretty(&machine).expect("facts are plain data"));
    println!("{}\n{}", machine.headline(), machine.build.headline());
    println!("{:>12} {:>12} {:>8} {:>8} {:>8} {:>8}", "bytes", "MB/s", "A/A %", "twice", "GHz", "bare");
    for bytes in [16, 256, 4 << 10, 32 << 10, 1 << 20, 8 << 20, 64 << 20, 256 << 20] {
        let data = vec![0x5a; bytes];
        let run = run(&data, &clock);
        let best = run.summary(0).map(|summary| summary.min_ns).unwrap_or_default();
        println!(
            "{bytes:>12} {:>12.0} {:>8.2} {:>8.4} {:>8.3} {:>8.4}",
            megabytes_per_second(bytes as u64, best).unwrap_or_default(),
            run.noise_floor().map_or(f64::NAN, |floor| floor.width() * 100.0),
            run.twice_ratio().map_or(f64::NAN, |ratio| ratio.value),
            run.effective_ghz().map_or(f64::NAN, |ghz| ghz.median),
            bare(&data, &clock, run.iterations, run.plan.rounds) / best,
        );
    }
}

fn run(data: &[u8], clock: &MonotonicClock) -> Run {
    let contestants: Vec<Contestant<'_, Infallible>> = vec![ceiling::over(data)];
    let controls = Controls { twin: true, clock: true, twice: true };
    let plan = Plan { rounds: 24, controls, ..Plan::new(data.len() as u64) };
    run_rounds(&plan, Lineup { contestants, ceiling: None }, clock, &mut ()).expect("nothing here fails")
}

/// The shortest time of a pass, in ns, in a loop without any harness.
fn bare(data: &[u8], clock: &MonotonicClock, iterations: u32, rounds: u32) -> f64 {
    let mut best = u64::MAX;
    for _ in 0..rounds {
        let start = clock.now_ns();
        for _ in 0..iterations {
            black_box(ceiling::read_every_byte(black_box(data)));
        }
        best = best.min(clock.now_ns() - start);
    }
    best as f64 / f64::from(iterations)
}
