//! A storage of a set speed, and whether the verdict on it is right.

use super::jobs::{self, BLOCK, Budget};
use super::judge::{Bottleneck, Kind, agree, judge};
use super::measure::{Plan, measure};
use super::storage::{Special, State, Storage};
use checksum_engine::CpuFeatures;
use checksum_input::{Buffer, Pace};
use std::io::{self, Read};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A device that serves all readers one after the other, at so many bytes per second in total.
struct Throttled {
    device: Device,
}

#[derive(Clone)]
enum Device {
    Paced(Arc<Mutex<Pace<io::Repeat>>>),
    /// As fast as memory is copied.
    Unlimited(Arc<Vec<u8>>),
}

impl Throttled {
    fn new(mb_per_s: Option<f64>) -> Throttled {
        let device = match mb_per_s {
            Some(rate) => Device::Paced(Arc::new(Mutex::new(Pace::new(io::repeat(1), rate * 1e6, 0)))),
            None => Device::Unlimited(Arc::new(vec![1; 64 << 20])),
        };
        Throttled { device }
    }
}

struct Handle(Device, usize);

impl Read for Handle {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match &self.0 {
            Device::Paced(pace) => pace.lock().expect("no reader panics").read(buffer),
            Device::Unlimited(memory) => {
                let from = self.1 % (memory.len() - BLOCK);
                let count = buffer.len().min(BLOCK);
                buffer[..count].copy_from_slice(&memory[from..from + count]);
                self.1 += count;
                Ok(count)
            }
        }
    }
}

impl Storage for Throttled {
    fn prepare(&self, _: State) -> Option<f64> {
        Some(0.0)
    }

    fn open(&self, part: usize, _: usize) -> io::Result<Box<dyn Read + Send + '_>> {
        Ok(Box::new(Handle(self.device.clone(), part * 7 * BLOCK)))
    }

    fn special(&self, how: Special, _: &mut dyn FnMut(&[u8]) -> bool) -> Result<(), String> {
        Err(format!("not {how}"))
    }
}

fn plan(seconds: f64) -> Plan {
    let cpu = CpuFeatures::detect();
    let wanted = ["md5", "crc32"].map(|name| super::wanted(name, cpu).expect("runs everywhere"));
    Plan { wanted: wanted.to_vec(), time: Duration::from_secs_f64(seconds), warm: false }
}

/// What needs no exact time: every step is announced, every figure is there, and the time is kept.
#[test]
fn all_figures_are_there() {
    let storage = Throttled::new(Some(200.0));
    let mut steps = Vec::new();
    let figures =
        measure(&storage, &plan(1.0), &mut |what, share| steps.push((what.to_owned(), share))).unwrap();
    assert!(steps.len() == 5 * 16 && steps.iter().all(|(_, share)| (0.0..1.0).contains(share)), "{steps:?}");
    let state = figures.cold.as_ref().unwrap();
    assert_eq!((state.together.len(), state.reading.chunks.len(), figures.notes.len()), (2, 3, 2));
    for judgement in judge(&figures, state) {
        assert!(judgement.now > 0.0 && judgement.changes.len() == 6 && !judgement.advice.is_empty());
    }
}

/// Every byte that the readers give is hashed once, whatever the number of readers and where the budget ends.
#[test]
fn several_at_once_hashes_all() {
    let storage = Throttled::new(None);
    let bytes = 10 * BLOCK as u64 + 77;
    let budget = Budget { time: Duration::from_secs(60), bytes };
    for wanted in plan(1.0).wanted {
        for parts in [1, 3, 8] {
            let rate = jobs::several(&storage, parts, wanted.engine, budget).unwrap();
            assert_eq!(rate.bytes, bytes.div_ceil(parts as u64) * parts as u64);
        }
    }
}

/// An error of one reader ends it, with that error.
#[test]
fn several_at_once_ends_with_an_error() {
    struct Broken;
    impl Storage for Broken {
        fn prepare(&self, _: State) -> Option<f64> {
            None
        }
        fn open(&self, part: usize, _: usize) -> io::Result<Box<dyn Read + Send + '_>> {
            struct Fails(usize);
            impl Read for Fails {
                fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                    if self.0 == 2 { Err(io::Error::other("broken")) } else { Ok(buffer.len()) }
                }
            }
            Ok(Box::new(Fails(part)))
        }
        fn special(&self, _: Special, _: &mut dyn FnMut(&[u8]) -> bool) -> Result<(), String> {
            Err(String::new())
        }
    }
    let budget = Budget { time: Duration::from_secs(1), bytes: 1 << 40 };
    for wanted in plan(1.0).wanted {
        let error = jobs::several(&Broken, 4, wanted.engine, budget).unwrap_err();
        assert_eq!(error.to_string(), "broken");
    }
}

/// The whole claim, on a quiet machine: `cargo test --release -p checksum-speed-test throttled -- --ignored --nocapture`.
#[test]
#[ignore = "times real jobs: needs an optimised build and a quiet machine"]
fn the_verdict_is_right_at_known_speeds() {
    let mut wrong = Vec::new();
    println!(
        "MB/s    checksum  bottleneck  storage  compute  serial  change          predicted  measured  differ  of min"
    );
    for limit in [Some(50.0), Some(200.0), Some(1000.0), None] {
        let storage = Throttled::new(limit);
        let figures = measure(&storage, &plan(14.0), &mut |_, _| {}).unwrap();
        let label = limit.map_or("unlimited".to_owned(), |limit| limit.to_string());
        for judgement in judge(&figures, figures.cold.as_ref().unwrap()) {
            let expected = match limit {
                Some(limit) => {
                    let ratio = limit * 1e6 / judgement.compute;
                    if ratio < 0.9 {
                        Some(Bottleneck::Storage)
                    } else {
                        (ratio > 1.12).then_some(Bottleneck::Checksum)
                    }
                }
                // Copying memory is faster than MD5; beside CRC-32 it is not known beforehand.
                None => (judgement.checksum == "MD5").then_some(Bottleneck::Checksum),
            };
            if expected.is_some_and(|expected| expected != judgement.bottleneck) {
                wrong.push(format!("{label} {}: {:?}", judgement.checksum, judgement.bottleneck));
            }
            for change in
                judgement.changes.iter().filter(|c| matches!(c.kind, Kind::Overlap | Kind::SeveralFiles))
            {
                let (predicted, measured) = (change.predicted.unwrap(), change.measured.unwrap());
                let least = judgement.storage.min(judgement.compute);
                println!(
                    "{label:<9} {:<7} {:<10} {:>8.0} {:>8.0} {:>7.0}  {:<14} {:>10.0} {:>9.0} {:>6.1}% {:>6.1}%",
                    judgement.checksum,
                    format!("{:?}", judgement.bottleneck),
                    judgement.storage / 1e6,
                    judgement.compute / 1e6,
                    judgement.now / 1e6,
                    format!("{:?}", change.kind),
                    predicted / 1e6,
                    measured / 1e6,
                    (predicted / measured - 1.0) * 100.0,
                    measured / least * 100.0
                );
                if !agree(change, 0.15) {
                    wrong.push(format!(
                        "{label} {} {:?}: {predicted:.0} against {measured:.0}",
                        judgement.checksum, change.kind
                    ));
                }
                if limit.is_some() && change.kind == Kind::Overlap && measured < 0.95 * least {
                    wrong.push(format!(
                        "{label} {}: overlapped {:.1} %",
                        judgement.checksum,
                        measured / least * 100.0
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_throttled_reader_keeps_its_rate() {
    let storage = Throttled::new(Some(100.0));
    let mut reader = storage.open(0, 1).unwrap().take(4_000_000);
    let started = std::time::Instant::now();
    checksum_input::blocks::for_each(&mut reader, &mut Buffer::new(65536), |_| {}).unwrap();
    assert!(started.elapsed() >= Duration::from_millis(35));
}
