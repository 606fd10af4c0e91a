//! Small runs from the command line to the data, interrupted, resumed, compared. No test says how fast anything is.

use checksum_testkit::program::{Scratch, code, command, is_emulated, stderr, stdout};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const PLAN: &str = "about = 'small'
processes = 3
[time]
sample_us = 20
cell_ms = 1
rounds = [1, 3]
slow_ms = 1
slow_rounds = 1
longest_ms = 50
[[input]]
buffer = ['1k']
modes = ['whole', 'chunk', 'map']
chunk = [100]
align = [0, 63]
[[input]]
short = [5]
dependent = true
[[input]]
families = ['md5']
buffer = ['64']
modes = ['many']
";

fn compare() -> Command {
    command(env!("CARGO_BIN_EXE_checksum-compare"))
}

/// `measure` with the small plan in a scratch folder.
fn measure(scratch: &Scratch, words: &[&str]) -> Output {
    let plan = scratch.file("plan.toml", PLAN.as_bytes());
    compare()
        .arg("measure")
        .arg(plan)
        .args(["--machine", "test", "--core", "any", "--out"])
        .arg(scratch.path("results"))
        .args(words)
        .output()
        .unwrap()
}

/// The folder that a run printed.
fn folder(output: &Output) -> PathBuf {
    assert_eq!(code(output), 0, "{}", stderr(output));
    PathBuf::from(stdout(output).trim())
}

fn resume(folder: &Path) -> Output {
    compare().args(["measure", "--resume"]).arg(folder).output().unwrap()
}

fn lines_of(folder: &Path, name: &str) -> Vec<String> {
    fs::read_to_string(folder.join(name)).unwrap().lines().map(str::to_owned).collect()
}

/// Under an emulator there is nothing to test but the refusal.
fn refused(scratch: &Scratch) -> bool {
    if !is_emulated() {
        return false;
    }
    let output = measure(scratch, &["--engines", "crc32/slice8"]);
    assert!(code(&output) == 1 && stderr(&output).contains("emulator"), "{}", stderr(&output));
    true
}

#[test]
fn a_run_becomes_data_that_everything_else_reads() {
    let scratch = Scratch::new();
    if refused(&scratch) {
        return;
    }
    let run = folder(&measure(&scratch, &["--engines", "crc32/slice8", "c e1", "md5/*"]));
    let rows = lines_of(&run, "summary.csv");
    assert!(rows.iter().any(|row| row.contains("crc32/slice8") && row.contains("chunk,100,63")), "{rows:#?}");
    assert!(rows.iter().any(|row| row.contains("short-5-dependent")));
    assert!(rows.iter().any(|row| row.contains("md5/lanes") && row.contains("many")));
    assert!(
        rows.iter().all(|row| !row.contains("md5/lanes") || row.contains("many")),
        "lanes are for many messages"
    );
    assert!(!run.join("unfinished").exists());
    let plan = fs::read_to_string(run.join("plan.toml")).unwrap();
    assert!(plan.contains("[[cell]]") && plan.contains("digest"), "{plan}");

    let rank = compare().arg("rank").arg(&run).output().unwrap();
    assert!(code(&rank) == 0 && stdout(&rank).contains("crc32/slice8"), "{}", stderr(&rank));
    let cmp = cmp_of_two(&rows).arg(scratch.path("results")).output().unwrap();
    assert_eq!(code(&cmp), 0, "{}", stderr(&cmp));
    // Three processes are too few to tell anything apart.
    assert!(stdout(&cmp).contains("not separated"), "{}", stdout(&cmp));

    // The next run of the day stands beside the first.
    let other = folder(&measure(&scratch, &["--engines", "crc32/slice8"]));
    assert_ne!(run, other);
    let between = compare().arg("cmp").args([&run, &other]).output().unwrap();
    assert!(code(&between) == 0 && stdout(&between).contains("only in A: "), "{}", stderr(&between));

    // A run of another method is not compared with.
    let machine = other.join("machine.json");
    let text = fs::read_to_string(&machine).unwrap();
    fs::write(&machine, text.replacen("\"method\": 1", "\"method\": 999", 1)).unwrap();
    let between = compare().arg("cmp").args([&run, &other]).output().unwrap();
    assert!(code(&between) == 2 && stderr(&between).contains("not compared"), "{}", stderr(&between));
}

/// `cmp` of the two engines of crc32 that are in the rows.
fn cmp_of_two(rows: &[String]) -> Command {
    let mut ids: Vec<&str> = rows.iter().filter_map(|row| row.split(',').nth(2)).collect();
    ids.retain(|id| id.starts_with("crc32/"));
    ids.dedup();
    let mut cmp = compare();
    cmp.args(["cmp", ids[0], ids[1], "--results"]);
    cmp
}

#[test]
fn what_was_interrupted_goes_on_at_the_first_missing_process() {
    let scratch = Scratch::new();
    if refused(&scratch) {
        return;
    }
    let run = folder(&measure(&scratch, &["--engines", "crc32/slice8", "--stop-after", "1"]));
    let first = run.join("unfinished/process-001.csv");
    let before = fs::read(&first).unwrap();
    assert!(!run.join("unfinished/process-002.csv").exists() && !run.join("summary.csv").exists());
    let unfinished = compare().arg("rank").arg(&run).output().unwrap();
    assert_eq!(code(&unfinished), 1, "an unfinished run is no run");

    let step = compare().args(["measure", "--stop-after", "1", "--resume"]).arg(&run).output().unwrap();
    assert_eq!(code(&step), 0, "{}", stderr(&step));
    assert_eq!(fs::read(&first).unwrap(), before, "what was measured is not measured again");
    assert!(run.join("unfinished/process-002.csv").exists());

    assert_eq!(folder(&resume(&run)), run);
    assert!(lines_of(&run, "summary.csv").len() > 1);
    let again = resume(&run);
    assert!(code(&again) == 2 && stderr(&again).contains("no unfinished run"), "{}", stderr(&again));
}

#[test]
fn a_run_that_another_process_works_on_is_left_to_it() {
    let scratch = Scratch::new();
    if refused(&scratch) {
        return;
    }
    let run = folder(&measure(&scratch, &["--engines", "crc32/slice8", "--stop-after", "1"]));
    let held = fs::File::create(run.join("unfinished/lock")).unwrap();
    held.lock().unwrap();
    let refused = resume(&run);
    assert!(
        code(&refused) == 1 && stderr(&refused).contains("another process works"),
        "{}",
        stderr(&refused)
    );
    drop(held);
    assert_eq!(folder(&resume(&run)), run);
}

#[test]
fn a_run_that_another_build_began_is_not_resumed() {
    let scratch = Scratch::new();
    if refused(&scratch) {
        return;
    }
    let run = folder(&measure(&scratch, &["--engines", "crc32/slice8", "--stop-after", "1"]));
    let setup = run.join("unfinished/setup.json");
    let text = fs::read_to_string(&setup).unwrap();
    fs::write(&setup, text.replacen("\"opt_level\": \"", "\"opt_level\": \"9", 1)).unwrap();
    let refused = resume(&run);
    assert!(code(&refused) == 1 && stderr(&refused).contains("another build"), "{}", stderr(&refused));
}

#[cfg(unix)]
#[test]
fn a_signal_ends_it_with_the_words_that_resume_it() {
    use std::io::Read;
    use std::process::Stdio;
    let scratch = Scratch::new();
    if refused(&scratch) {
        return;
    }
    let plan = PLAN.replace("processes = 3", "processes = 900");
    let plan = scratch.file("long.toml", plan.as_bytes());
    let results = scratch.path("results");
    let mut child = compare()
        .arg("measure")
        .arg(plan)
        .args(["--engines", "crc32/slice8", "--machine", "test", "--out"])
        .arg(&results)
        .stderr(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let run = loop {
        let mut runs = fs::read_dir(results.join("test")).into_iter().flatten().flatten();
        if let Some(run) = runs.next().map(|run| run.path())
            && run.join("unfinished/process-002.csv").exists()
        {
            break run;
        }
        assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
        std::thread::sleep(std::time::Duration::from_millis(5));
    };
    let killed = Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(1), "{said}");
    assert!(said.contains("interrupted; go on with: checksum-compare measure --resume"), "{said}");
    let step = compare().args(["measure", "--stop-after", "1", "--resume"]).arg(&run).output().unwrap();
    assert_eq!(code(&step), 0, "{}", stderr(&step));
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[test]
fn what_cannot_run_is_named_and_has_a_row() {
    let scratch = Scratch::new();
    if refused(&scratch) {
        return;
    }
    let plan = scratch.file("plan.toml", PLAN.as_bytes());
    let output = compare()
        .arg("measure")
        .arg(plan)
        .args([
            "--engines",
            "crc32/slice8",
            "crc32/clmul/*",
            "--inputs",
            "buffer-*",
            "--machine",
            "test",
            "--out",
        ])
        .arg(scratch.path("results"))
        .env("CHECKSUM_DISABLE", "pclmulqdq")
        .output()
        .unwrap();
    let run = folder(&output);
    assert!(stderr(&output).contains("crc32/clmul/x86-128 needs CPU features"), "{}", stderr(&output));
    let rows = lines_of(&run, "summary.csv");
    let missing = rows.iter().find(|row| row.contains("crc32/clmul/x86-128")).unwrap();
    assert!(missing.contains("needs CPU features that are missing or masked"), "{missing}");
}

#[test]
fn a_users_file_is_an_input() {
    let scratch = Scratch::new();
    if refused(&scratch) {
        return;
    }
    let file = scratch.file("some file, with %.bin", &vec![7; 100_000]);
    let file = file.to_str().unwrap();
    let run =
        folder(&measure(&scratch, &["--engines", "adler32/auto", "--inputs", "file:*", "--file", file]));
    let rows = lines_of(&run, "summary.csv");
    for mode in ["map,0", "read,4096", "read,65536"] {
        let row = rows.iter().find(|row| row.contains(mode)).unwrap();
        assert!(row.contains("\"file:some file, with %25.bin\",page-cache,100000"), "{row}");
    }
}

#[test]
fn what_cannot_be_is_refused_before_anything_is_made() {
    let scratch = Scratch::new();
    if refused(&scratch) {
        return;
    }
    for (words, part) in [
        (&["--engines", "crc32/nobody"][..], "crc32/nobody"),
        (&["--inputs", "buffer-9g"], "buffer-1k"),
        (&["--baseline", "md5/auto", "--engines", "crc32/*"], "baseline"),
        (&["--file", "/nowhere/at/all"], "nowhere"),
        (&["--core", "99999"], "core"),
    ] {
        let output = measure(&scratch, words);
        assert!(code(&output) == 2 && stderr(&output).contains(part), "{words:?}: {}", stderr(&output));
    }
    let output = compare().args(["measure", "no-such-plan"]).output().unwrap();
    assert!(code(&output) == 2 && stderr(&output).contains("headline"), "{}", stderr(&output));
    assert!(!scratch.path("results").exists());
}
