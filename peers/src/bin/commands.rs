//! `commands`: whole commands on warm files, ours against others, run in turns. See the README beside it.

use checksum_peers::cases::{Group, Random};
use checksum_peers::contestants::{reference_md5, reference_sum};
use checksum_peers::files::hex;
use checksum_peers::stats::{paired, spread};
use clap::Parser;
use globset::Glob;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

/// Run whole commands on warm files in turns, and compare their times.
///
/// Ratios are times of a command over times of ours: above 1 ours is faster. Exit status: 0 all done, 1 somebody's
/// checksum was wrong, 2 wrong usage.
#[derive(Parser)]
struct Arguments {
    /// Where the files are made; they are kept and found again
    #[arg(long, default_value = "target/peers-data", value_name = "DIR")]
    dir: PathBuf,
    /// Rounds for the fast commands; slow ones run in the first three only
    #[arg(long, default_value_t = 9)]
    rounds: usize,
    /// Bytes of the large file, as a power of two
    #[arg(long, default_value_t = 30, value_name = "N")]
    log2: u32,
    /// Leave the files in the cache as they were written, not as they were read back
    #[arg(long)]
    as_written: bool,
    /// Only sections whose name matches: sums, md5, md5-files
    #[arg(long, value_name = "GLOB")]
    section: Option<Glob>,
    /// CPU to run on (the last one by default)
    #[arg(long)]
    cpu: Option<usize>,
    /// Write the raw nanoseconds as CSV into this directory
    #[arg(long, value_name = "DIR")]
    record: Option<PathBuf>,
}

/// Commands that take longer than this many times ours …
const SLOW: f64 = 4.0;
/// … run in this many rounds.
const SLOW_ROUNDS: usize = 3;
/// The many files: this many, each a 64th of the large one.
const FILES: usize = 64;

/// What a command must print.
#[derive(Clone, PartialEq, Eq)]
enum Expect {
    /// Each of these, in any case, somewhere in the output.
    Words(Vec<String>),
    /// Another checksum than ours, or none: only success counts.
    Anything,
}

struct Job {
    name: &'static str,
    ours: bool,
    program: PathBuf,
    arguments: Vec<std::ffi::OsString>,
    expect: Expect,
    ns: Vec<f64>,
}

struct Section {
    name: &'static str,
    title: &'static str,
    jobs: Vec<Job>,
    goals: &'static [Target],
}

/// A ratio to reach: ours of this name against that command.
struct Target {
    ours: &'static str,
    base: &'static str,
    gate: f64,
    stretch: Option<f64>,
}

const MD5_FILE: &[Target] = &[
    Target { ours: "ours, md5 read", base: "openssl dgst -md5", gate: 1.17, stretch: None },
    Target { ours: "ours, md5 map", base: "openssl dgst -md5", gate: 1.24, stretch: Some(1.3) },
];
const MD5_FILES: &[Target] = &[
    Target { ours: "ours, md5 read", base: "openssl dgst -md5", gate: 6.0, stretch: None },
    Target { ours: "ours, md5 map", base: "openssl dgst -md5", gate: 13.0, stretch: Some(16.0) },
];

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("commands: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<bool, Box<dyn std::error::Error>> {
    std::fs::create_dir_all(&arguments.dir)?;
    let large = arguments.dir.join(format!("large-{}.bin", arguments.log2));
    let length = 1usize << arguments.log2;
    let small: Vec<PathBuf> =
        (0..FILES).map(|i| arguments.dir.join(format!("part-{}-{i:02}.bin", arguments.log2))).collect();
    let known = prepare(&large, &small, length, arguments.as_written)?;
    println!(
        "{} bytes in one file, and as {FILES} files; {}",
        length,
        if arguments.as_written {
            "in the cache as written"
        } else {
            "dropped from the cache, then read back"
        }
    );
    checksum_peers::pin(arguments.cpu)?;
    let sections = [sums(&large, &known), md5_one(&large, &known), md5_many(&small, &known)];
    let mut right = true;
    for mut section in sections {
        if arguments.section.as_ref().is_some_and(|glob| !glob.compile_matcher().is_match(section.name)) {
            continue;
        }
        right &= measure(&mut section, arguments.rounds.max(1));
        print(&section, length);
        if let Some(dir) = &arguments.record {
            record(dir, &section)?;
            checksum_peers::record_machine(dir, "commands")?;
        }
    }
    Ok(right)
}

/// The right answers for the files.
struct Known {
    crc32: String,
    crc32c: String,
    adler32: String,
    md5: String,
    md5_parts: Vec<String>,
}

/// Makes the files where they are missing, computes their checksums with the reference packages, and brings them
/// into the cache.
fn prepare(large: &Path, small: &[PathBuf], length: usize, as_written: bool) -> io::Result<Known> {
    let mut bytes = vec![0u8; length];
    let mut random = Random::new(0x5eed_f11e);
    for word in bytes.as_chunks_mut::<8>().0 {
        *word = random.next().to_le_bytes();
    }
    let part = length / FILES;
    let wanted = || {
        std::iter::once((large, &bytes[..])).chain(small.iter().map(PathBuf::as_path).zip(bytes.chunks(part)))
    };
    for (path, content) in wanted() {
        let there = std::fs::read(path).is_ok_and(|found| found == content);
        if !there || as_written {
            let mut file = File::create(path)?;
            file.write_all(content)?;
            file.sync_all()?;
        }
    }
    if !as_written {
        for (path, _) in wanted() {
            let file = File::open(path)?;
            rustix::fs::fadvise(&file, 0, None, rustix::fs::Advice::DontNeed)?;
            // The reading copies nothing anywhere: it is for the page cache.
            io::copy(&mut file.try_clone()?, &mut io::sink())?;
        }
    }
    let sum = |group: Group| format!("{:08x}", reference_sum(group, group.initial(), &bytes));
    Ok(Known {
        crc32: sum(Group::Crc32),
        crc32c: sum(Group::Crc32c),
        adler32: sum(Group::Adler32),
        md5: hex(&reference_md5(&bytes)),
        md5_parts: bytes.chunks(part).map(|part| hex(&reference_md5(part))).collect(),
    })
}

const PYTHON_ZLIB: &str = "import sys, zlib
f = open(sys.argv[2], 'rb', buffering=0)
b = bytearray(1 << 20); m = memoryview(b)
function = getattr(zlib, sys.argv[1]); c = function(b'')
while n := f.readinto(b): c = function(m[:n], c)
print('%08x' % c)";
const PYTHON_MD5: &str = "import sys, hashlib
for name in sys.argv[1:]:
    h = hashlib.md5(); b = bytearray(1 << 20); m = memoryview(b)
    f = open(name, 'rb', buffering=0)
    while n := f.readinto(b): h.update(m[:n])
    print(h.hexdigest(), name)";

/// A command line: `{}` stands for the files.
fn job(name: &'static str, words: &[&str], files: &[&Path], expect: Expect) -> Job {
    let program = match words[0] {
        "sum" => beside("sum"),
        // Installed from the crate registry, beside the directory of the release build.
        tool if tool.starts_with("tools/") => beside("..").join(tool),
        command => PathBuf::from(command),
    };
    let ours = words[0] == "sum" && words[1] != "none";
    let mut arguments = Vec::new();
    for word in &words[1..] {
        match *word {
            "{}" => arguments.extend(files.iter().map(|file| file.as_os_str().to_owned())),
            word => arguments.push(OsStr::new(word).to_owned()),
        }
    }
    Job { name, ours, program, arguments, expect, ns: Vec::new() }
}

/// Debian's Python where it is, rather than a wrapper script that takes longer to start than some of the sums.
fn python() -> &'static str {
    const DEBIAN: &str = "/usr/bin/python3";
    if Path::new(DEBIAN).exists() { DEBIAN } else { "python3" }
}

/// A file beside this program.
fn beside(name: &str) -> PathBuf {
    let here = std::env::current_exe().ok();
    here.as_deref().and_then(Path::parent).map_or_else(|| PathBuf::from(name), |dir| dir.join(name))
}

fn sums(file: &Path, known: &Known) -> Section {
    let word = |text: &String| Expect::Words(vec![text.clone()]);
    let one = |name, words: &[&str], expect| job(name, words, &[file], expect);
    let (crc32, crc32c, adler32) = (word(&known.crc32), word(&known.crc32c), word(&known.adler32));
    Section {
        name: "sums",
        title: "CRC-32, CRC-32C and Adler-32 of one file",
        goals: &[],
        jobs: vec![
            one("ours, crc32 map", &["sum", "crc32", "map", "{}"], crc32.clone()),
            one("ours, crc32 read", &["sum", "crc32", "read", "{}"], crc32.clone()),
            one("ours, crc32c map", &["sum", "crc32c", "map", "{}"], crc32c.clone()),
            one("ours, adler32 map", &["sum", "adler32", "map", "{}"], adler32.clone()),
            one("only reading, map", &["sum", "none", "map", "{}"], Expect::Anything),
            one("only reading, read", &["sum", "none", "read", "{}"], Expect::Anything),
            one("cat", &["cat", "{}"], Expect::Anything),
            one("cksum (POSIX CRC)", &["cksum", "{}"], Expect::Anything),
            one("rhash --crc32", &["rhash", "--crc32", "{}"], crc32.clone()),
            one("rhash --crc32c", &["rhash", "--crc32c", "{}"], crc32c),
            one("python zlib.crc32", &[python(), "-c", PYTHON_ZLIB, "crc32", "{}"], crc32.clone()),
            one("python zlib.adler32", &[python(), "-c", PYTHON_ZLIB, "adler32", "{}"], adler32),
            one("7zz h, CRC32, 1 thread", &["7zz", "h", "-scrcCRC32", "-mmt1", "{}"], crc32.clone()),
            one("crc32 (perl)", &["crc32", "{}"], crc32.clone()),
            one("cksfv", &["cksfv", "{}"], crc32),
            one(
                "crc-fast's checksum",
                &["tools/bin/checksum", "-a", "CRC-32/ISO-HDLC", "-f", "{}"],
                word(&format!("{:#x}", u32::from_str_radix(&known.crc32, 16).unwrap_or_default())),
            ),
            one("xxhsum -H3", &["xxhsum", "-H3", "{}"], Expect::Anything),
            one("b3sum, 1 thread", &["b3sum", "--num-threads", "1", "{}"], Expect::Anything),
        ],
    }
}

fn md5_one(file: &Path, known: &Known) -> Section {
    let one = |name, words: &[&str]| job(name, words, &[file], Expect::Words(vec![known.md5.clone()]));
    Section {
        name: "md5",
        title: "MD5 of one file",
        goals: MD5_FILE,
        jobs: vec![
            one("ours, md5 map", &["sum", "md5", "map", "{}"]),
            one("ours, md5 read", &["sum", "md5", "read", "{}"]),
            one("openssl dgst -md5", &["openssl", "dgst", "-md5", "{}"]),
            one("md5sum", &["md5sum", "{}"]),
            one("python hashlib.md5", &[python(), "-c", PYTHON_MD5, "{}"]),
            one("rhash --md5", &["rhash", "--md5", "{}"]),
        ],
    }
}

fn md5_many(files: &[PathBuf], known: &Known) -> Section {
    let files: Vec<&Path> = files.iter().map(PathBuf::as_path).collect();
    let all = |name, words: &[&str]| job(name, words, &files, Expect::Words(known.md5_parts.clone()));
    Section {
        name: "md5-files",
        title: "MD5 of 64 files",
        goals: MD5_FILES,
        jobs: vec![
            all("ours, md5 map", &["sum", "md5", "map", "{}"]),
            all("ours, md5 read", &["sum", "md5", "read", "{}"]),
            all("openssl dgst -md5", &["openssl", "dgst", "-md5", "{}"]),
            all("md5sum", &["md5sum", "{}"]),
            all("python hashlib.md5", &[python(), "-c", PYTHON_MD5, "{}"]),
            all("rhash --md5", &["rhash", "--md5", "{}"]),
        ],
    }
}

/// Runs everyone in turns. False if somebody printed a wrong checksum.
fn measure(section: &mut Section, rounds: usize) -> bool {
    let mut right = true;
    // Once for the check and for the programs' own pages; commands that are not installed go.
    section.jobs.retain(|job| match once(job) {
        Ok((_, output)) if fits(&job.expect, &output) => true,
        Ok((_, output)) => {
            println!("WRONG, excluded: {}: {}", job.name, output.lines().next().unwrap_or_default());
            right = false;
            false
        }
        Err(error) => {
            println!("not here: {}: {error}", job.name);
            false
        }
    });
    let count = section.jobs.len();
    for round in 0..rounds {
        let fastest = section
            .jobs
            .iter()
            .filter(|job| job.ours)
            .filter_map(|job| job.ns.first().copied())
            .fold(f64::INFINITY, f64::min);
        for turn in 0..count {
            let job = &mut section.jobs[(round + turn) % count];
            let slow = job.ns.first().is_some_and(|ns| *ns > SLOW * fastest);
            if slow && !job.ours && round >= SLOW_ROUNDS {
                continue;
            }
            match once(job) {
                Ok((ns, output)) if fits(&job.expect, &output) => job.ns.push(ns),
                _ => {
                    println!("WRONG in round {round}: {}", job.name);
                    right = false;
                    job.ns.push(f64::NAN);
                }
            }
        }
    }
    right
}

fn once(job: &Job) -> io::Result<(f64, String)> {
    let mut command = Command::new(&job.program);
    command.args(&job.arguments).stdin(Stdio::null()).stderr(Stdio::null());
    if job.name == "cat" {
        command.stdout(Stdio::null());
    }
    let start = Instant::now();
    let output = if job.name == "cat" {
        let status = command.status()?;
        std::process::Output { status, stdout: Vec::new(), stderr: Vec::new() }
    } else {
        command.output()?
    };
    let ns = start.elapsed().as_nanos() as f64;
    if !output.status.success() {
        return Err(io::Error::other(format!("{}", output.status)));
    }
    Ok((ns, String::from_utf8_lossy(&output.stdout).to_lowercase()))
}

fn fits(expect: &Expect, output: &str) -> bool {
    match expect {
        Expect::Words(words) => words.iter().all(|word| output.contains(word.as_str())),
        Expect::Anything => true,
    }
}

fn print(section: &Section, length: usize) {
    let ours: Vec<&Job> = section.jobs.iter().filter(|job| job.ours).collect();
    println!("\n{}: median ms, GB/s, and how many times faster each of ours is [10..90 %]", section.title);
    print!("{:<24} {:>9} {:>7} {:>3}", "", "ms", "GB/s", "n");
    for own in &ours {
        print!("  {:<24}", own.name);
    }
    println!();
    for job in &section.jobs {
        let ns = spread(job.ns.iter().copied()).median;
        print!("{:<24} {:>9.1} {:>7.2} {:>3}", job.name, ns / 1e6, length as f64 / ns, job.ns.len());
        for own in &ours {
            let ratio = paired(&job.ns, &own.ns);
            print!("  {:<24}", format!("{:.2} [{:.2}..{:.2}]", ratio.median, ratio.low, ratio.high));
        }
        println!();
    }
    for target in section.goals {
        let find = |name| section.jobs.iter().find(|job| job.name == name);
        let (Some(own), Some(base)) = (find(target.ours), find(target.base)) else { continue };
        let ratio = paired(&base.ns, &own.ns).median;
        let verdict = match target.stretch {
            Some(stretch) if ratio >= stretch => "pass+",
            _ if ratio >= target.gate => "pass",
            _ => "MISS",
        };
        let stretch = target.stretch.map_or(String::new(), |stretch| format!(" / {stretch}"));
        println!(
            "{} against {}: {ratio:.2}, gate {}{stretch}: {verdict}",
            target.ours, target.base, target.gate
        );
    }
}

fn record(dir: &Path, section: &Section) -> io::Result<()> {
    std::fs::create_dir_all(dir)?;
    let mut file = io::BufWriter::new(File::create(dir.join(format!("commands-{}.csv", section.name)))?);
    writeln!(file, "section,command,rounds,min_ns,p10_ns,median_ns,p90_ns,round_ns")?;
    for job in &section.jobs {
        let time = spread(job.ns.iter().copied());
        let least = job.ns.iter().copied().fold(f64::INFINITY, f64::min);
        let all: Vec<String> = job.ns.iter().map(|ns| format!("{ns:.0}")).collect();
        writeln!(
            file,
            "{},\"{}\",{},{least:.0},{:.0},{:.0},{:.0},{}",
            section.name,
            job.name,
            job.ns.len(),
            time.low,
            time.median,
            time.high,
            all.join(" ")
        )?;
    }
    file.flush()
}
