//! Does the timing loop add anything? The speed that the harness reports for crc32fast over a mapped file, against a bare
//! loop over the same bytes, in turns: `cargo run --release -p readfile --example bare_loop -- FILE`.

use checksum_engine::CpuFeatures;
use checksum_measure::{Contestant, Controls, Iterations, Lineup, MonotonicClock, Plan, Ratio, run_rounds};
use std::convert::Infallible;
use std::hint::black_box;
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args_os().nth(1).ok_or("name a file")?;
    let file = checksum_input::InputFile::open(path)?;
    let mapping = file.map().map_err(|refused| refused.to_string())?;
    mapping.populate();
    let bytes = mapping.bytes();
    let runnable = checksum_catalog::find("crc32/x/crc32fast")
        .ok_or("built without the crates of others")?
        .resolve(CpuFeatures::detect())?;
    let clock = MonotonicClock::new();
    // One timed round each time; its controls would come between the two that are compared.
    let mut plan = Plan::new(bytes.len() as u64);
    (plan.rounds, plan.controls, plan.iterations) = (1, Controls::NONE, Iterations::Fixed(1));
    let (mut bare, mut harness) = (Vec::new(), Vec::new());
    for turn in 0..101 {
        let mut bare_pass = || {
            black_box(crc32fast::hash(black_box(bytes)));
            let start = Instant::now();
            black_box(crc32fast::hash(black_box(bytes)));
            bare.push(start.elapsed().as_nanos() as f64);
        };
        if turn % 2 == 0 {
            bare_pass();
        }
        let lineup: Lineup<'_, Infallible> =
            Lineup { contestants: vec![Contestant::whole(runnable, bytes)], ceiling: None };
        harness.extend(run_rounds(&plan, lineup, &clock, &mut ())?.pass_ns(0));
        if turn % 2 != 0 {
            bare_pass();
        }
    }
    let ratio = Ratio::of_pairs(&bare, &harness).ok_or("nothing timed")?;
    let fastest =
        |times: &[f64]| bytes.len() as f64 * 1e3 / times.iter().copied().fold(f64::INFINITY, f64::min);
    println!("bare loop {:.0} MB/s, harness {:.0} MB/s (shortest times)", fastest(&bare), fastest(&harness));
    println!(
        "harness / bare: {:.4} (median of {} pairs; {:.4} to {:.4})",
        ratio.value,
        bare.len(),
        ratio.low,
        ratio.high
    );
    Ok(())
}
