//! A source of a set speed, to test what is said about storage without storage of that speed.

use std::io::{self, Read};
use std::thread;
use std::time::{Duration, Instant};

/// Lets another source through at a set rate, as a device would: a request takes its size divided by the rate, and
/// one request follows the other. With read-ahead the device goes on by itself while nobody asks, up to so many bytes.
///
/// The rate holds over the whole, not for each request: the system's sleep is too coarse for requests of some
/// microseconds, so small debts are carried along and repaid, and a sleep that lasted too long is made good.
#[derive(Debug)]
pub struct Pace<R> {
    source: R,
    schedule: Schedule,
    started: Instant,
}

impl<R: Read> Pace<R> {
    /// `source` at `bytes_per_second`, with a device that reads up to `read_ahead` bytes before it is asked (0: it
    /// works only when asked, as with plain direct reads).
    ///
    /// # Panics
    /// If the rate is not positive.
    pub fn new(source: R, bytes_per_second: f64, read_ahead: u64) -> Self {
        Self { source, schedule: Schedule::new(bytes_per_second, read_ahead), started: Instant::now() }
    }
}

impl<R: Read> Read for Pace<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let asked = self.started.elapsed();
        let read = self.source.read(buffer)?;
        let due = self.schedule.due(asked, read);
        let mut now = self.started.elapsed();
        if due > now + Schedule::FINE {
            thread::sleep(due - now);
            now = self.started.elapsed();
        }
        self.schedule.returned(now);
        Ok(read)
    }
}

/// When requests are due. Times are measured from the start.
#[derive(Debug)]
struct Schedule {
    seconds_per_byte: f64,
    ahead: Duration,
    /// When the device was done with what it was asked so far.
    device_done: Duration,
    /// When the last request should have come back, and when it did.
    ideal_return: Duration,
    real_return: Duration,
}

impl Schedule {
    /// Debts below this are carried along instead of slept.
    const FINE: Duration = Duration::from_micros(200);

    fn new(bytes_per_second: f64, read_ahead: u64) -> Self {
        assert!(bytes_per_second > 0.0, "a source without speed never comes to an end");
        let seconds_per_byte = 1.0 / bytes_per_second;
        Self {
            seconds_per_byte,
            ahead: Duration::from_secs_f64(seconds_per_byte * read_ahead as f64),
            device_done: Duration::ZERO,
            ideal_return: Duration::ZERO,
            real_return: Duration::ZERO,
        }
    }

    /// When a request for `bytes` bytes, asked at `asked`, should come back.
    fn due(&mut self, asked: Duration, bytes: usize) -> Duration {
        // What the caller did since the last return is his own time; what the last sleep missed is not.
        let ideal_asked = self.ideal_return + asked.saturating_sub(self.real_return);
        let begin = self.device_done.max(ideal_asked.saturating_sub(self.ahead));
        self.device_done = begin + Duration::from_secs_f64(self.seconds_per_byte * bytes as f64);
        self.ideal_return = ideal_asked.max(self.device_done);
        self.ideal_return
    }

    fn returned(&mut self, now: Duration) {
        self.real_return = now;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    /// Asks `requests` times for 1000 bytes at 1 MB/s (1 ms each), works `work` in between, and each return is late
    /// by `late`; gives the time of the last return.
    fn run(read_ahead: u64, requests: u32, work: Duration, late: Duration) -> Duration {
        let mut schedule = Schedule::new(1e6, read_ahead);
        let mut now = Duration::ZERO;
        for _ in 0..requests {
            let due = schedule.due(now, 1000);
            if due > now {
                now = due + late;
            }
            schedule.returned(now);
            now += work;
        }
        now
    }

    #[test]
    fn without_read_ahead_reading_and_working_add_up() {
        assert_eq!(run(0, 100, Duration::ZERO, Duration::ZERO), 100 * MS);
        assert_eq!(run(0, 100, 2 * MS, Duration::ZERO), 300 * MS);
    }

    #[test]
    fn with_read_ahead_the_slower_one_counts() {
        assert_eq!(run(10_000, 100, MS / 2, Duration::ZERO), 100 * MS + MS / 2);
        assert_eq!(run(10_000, 100, 2 * MS, Duration::ZERO), 201 * MS);
    }

    #[test]
    fn late_returns_are_made_good() {
        let total = run(0, 1000, Duration::ZERO, MS / 3);
        assert!(total >= 1000 * MS && total <= 1001 * MS, "{total:?}");
    }

    #[test]
    fn a_real_source_keeps_its_rate_at_least_from_below() {
        let mut source = Pace::new(io::repeat(1).take(2_000_000), 50e6, 0);
        let started = Instant::now();
        let total = crate::blocks::for_each(&mut source, &mut [0; 4096], |_| {}).unwrap();
        assert_eq!(total, 2_000_000);
        assert!(started.elapsed() >= Duration::from_millis(39), "{:?}", started.elapsed());
    }
}
