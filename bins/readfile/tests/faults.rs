//! What the program does when something is wrong: with its arguments, its file, its output.

mod support;

#[cfg(unix)]
use checksum_testkit::program::is_emulated;
#[cfg(unix)]
use std::process::Stdio;
use support::{Scratch, code, json, readfile, results, run, stderr, stdout};

#[test]
fn bad_arguments_are_one_clear_line_and_exit_2() {
    let scratch = Scratch::new();
    let file = scratch.file("input", b"123456789");
    let file = file.to_str().expect("UTF-8");
    let long: Vec<String> = std::iter::repeat_n("a".to_owned(), 10_000).chain(["q".to_owned()]).collect();
    let stars = format!("e:{}", "*".repeat(100_000));
    let mut with_long = vec![file];
    with_long.extend(long.iter().map(String::as_str));
    for args in [
        vec![],
        vec![file],
        vec![file, "b", "m", "z"],
        vec![file, "q"],
        vec![file, "e3"],
        vec![file, "e"],
        vec![file, "c", "e2"],
        vec![file, "c", "e"],
        vec![file, "gdd"],
        vec![file, "a", ""],
        vec![file, "c", "e:no-such-engine"],
        vec![file, "a", "--rounds", "0"],
        vec![file, "a", "--block-size", "0"],
        vec![file, "a", "--format", "xml"],
        vec![file, "a", "--no-such-option"],
        vec![file, "a", "--format", "\x1b[31mRED\x07"],
        vec![file, "a", "--list"],
        vec![file, "\u{212a}"],
        vec![file, "c", &stars],
        vec!["no-such-file", "a"],
        vec![".", "a"],
        with_long,
    ] {
        let output = run(&args);
        let short: Vec<_> = args.iter().take(4).collect();
        assert_eq!(code(&output), 2, "{short:?}");
        assert!(output.stdout.is_empty(), "{short:?}: {}", stdout(&output));
        let message = stderr(&output);
        assert!(!message.is_empty() && !message.contains("panicked"), "{short:?}");
        assert!(!message.contains(['\x1b', '\x07']), "{short:?}");
    }
}

#[test]
fn ten_thousand_methods_and_upper_case_are_fine() {
    let scratch = Scratch::new();
    let file = scratch.file("input", b"123456789");
    let words = "A ".repeat(5000) + "C E3 GD";
    let report = json(&file, &words);
    assert_eq!(results(&report).len(), 5002);
    assert_eq!(results(&report)[5000]["checksum"], "cbf43926");
}

#[test]
fn an_unknown_feature_in_the_mask_is_an_error() {
    let scratch = Scratch::new();
    let file = scratch.file("input", b"123456789");
    for (mask, shown) in [("avx1024", "'avx1024'"), ("\x1b[31m", r"'\u{1b}[31m'")] {
        let output =
            readfile().arg(&file).arg("a").env("CHECKSUM_DISABLE", mask).output().expect("it starts");
        assert_eq!(code(&output), 2);
        assert!(stderr(&output).contains(shown), "{}", stderr(&output));
    }
}

/// Names are bytes.
#[cfg(unix)]
#[test]
fn any_name_works_and_the_terminal_is_safe_from_it() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let scratch = Scratch::new();
    for name in [b"a\xffb".as_slice(), b"new\nline", b"\x1b[31mred", b" lead", b"q'uote", b"-n"] {
        let file = scratch.file(OsStr::from_bytes(name), b"123456789");
        let output = readfile().arg(&file).args(["m", "c"]).output().expect("it starts");
        assert_eq!(code(&output), 0);
        let text = stdout(&output);
        assert!(text.contains("cbf43926") && !text.contains('\x1b'), "{text:?}");
        let report = json(&file, "c");
        let hex: String = file.as_os_str().as_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
        match report["file_hex"].as_str() {
            Some(bytes) => assert_eq!(bytes, hex),
            None => assert_eq!(report["file"], file.to_str().expect("UTF-8")),
        }
    }
}

#[cfg(unix)]
#[test]
fn an_output_that_goes_away_ends_quietly_and_a_full_one_is_an_error() {
    let scratch = Scratch::new();
    let file = scratch.file("input", &vec![1; 100_000]);
    let words = || {
        let mut command = readfile();
        command.arg(&file).args(["m", "c", "all", "k", "all"]).stderr(Stdio::piped());
        command
    };
    let mut child = words().stdout(Stdio::piped()).spawn().expect("it starts");
    drop(child.stdout.take());
    let gone = child.wait_with_output().expect("it ends");
    assert_eq!((code(&gone), stderr(&gone).as_str()), (0, ""));
    if let Ok(full) = std::fs::OpenOptions::new().write(true).open("/dev/full") {
        let output = words().stdout(full).output().expect("it starts");
        assert_eq!(code(&output), 1);
        assert!(stderr(&output).starts_with("readfile: standard output:"), "{}", stderr(&output));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_closed_output_is_an_error_before_any_work() {
    if is_emulated() {
        eprintln!("skipped: an emulator has opened its own standard output");
        return;
    }
    let scratch = Scratch::new();
    let file = scratch.file("input", b"123456789");
    let shell = |redirection: &str| {
        let script = format!("exec \"$0\" \"$1\" c {redirection}");
        std::process::Command::new("sh")
            .args(["-c", &script, env!("CARGO_BIN_EXE_readfile")])
            .arg(&file)
            .output()
            .expect("a shell")
    };
    for redirection in [">&-", "1< /dev/null", "1< \"$1\""] {
        let unusable = shell(redirection);
        assert_eq!(code(&unusable), 1, "{redirection}");
        assert!(stderr(&unusable).contains("standard output"), "{}", stderr(&unusable));
    }
    for words in ["--help", "--version", "--list", "--man"] {
        let script = format!("exec \"$0\" {words} >&-");
        let mut command = std::process::Command::new("sh");
        let output = command.args(["-c", &script, env!("CARGO_BIN_EXE_readfile")]).output().expect("a shell");
        assert_eq!(code(&output), 1, "{words}");
    }
    let script = "exec \"$0\" - c <&-";
    let mut command = std::process::Command::new("sh");
    let output = command.args(["-c", script, env!("CARGO_BIN_EXE_readfile")]).output().expect("a shell");
    assert_eq!((code(&output), output.stdout.len()), (1, 0), "the digest of nothing is no answer");
    assert!(stderr(&output).contains("standard input is closed"));
    assert_eq!(code(&shell("> /dev/null")), 0);
    assert_eq!(code(&shell("2>&-")), 0);
}

/// Files of the kernel's: the size says nothing about the content.
#[cfg(target_os = "linux")]
#[test]
fn files_whose_size_lies_are_hashed_by_their_content() {
    let scratch = Scratch::new();
    for name in ["/proc/version", "/sys/kernel/mm/transparent_hugepage/enabled"] {
        let Ok(content) = std::fs::read(name) else { continue };
        let copy = scratch.file("copy", &content);
        let right = json(&copy, "c g");
        for words in ["c g", "b m z c g"] {
            let report = json(name.as_ref(), words);
            assert_eq!(report["bytes"], content.len(), "{name}");
            for (line, right) in results(&report).iter().zip(results(&right)) {
                assert_eq!(line["checksum"], right["checksum"], "{name}");
            }
        }
    }
}

/// Address space for the program but not for the file: it reads instead, and says so.
#[cfg(target_os = "linux")]
#[test]
fn a_refused_map_falls_back_to_reading() {
    if is_emulated() {
        eprintln!("skipped: the limit would be the emulator's");
        return;
    }
    let scratch = Scratch::new();
    let file = scratch.path("sparse");
    std::fs::File::create(&file).and_then(|file| file.set_len(600 << 20)).expect("a sparse file");
    let script = "ulimit -v 400000; exec \"$0\" \"$1\" m c --format json";
    let output = std::process::Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_readfile")])
        .arg(&file)
        .output()
        .expect("a shell");
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(report["read_path"], "read");
    assert!(
        report["notes"].to_string().contains("not mapped, read in blocks instead"),
        "{}",
        report["notes"]
    );
    assert_eq!(results(&report)[0]["checksum"], results(&json(&file, "c"))[0]["checksum"]);
}

/// Writers that are at the file while it is hashed: never a checksum, never a death by a signal.
#[cfg(unix)]
mod changes {
    use super::*;
    use std::fs::{File, OpenOptions};
    use std::io::{Seek, SeekFrom, Write};
    use std::path::Path;
    use std::time::Duration;

    /// Starts a run that takes long, does `change` after `delay`, and expects the refusal.
    fn refused(words: &str, delay: Duration, change: impl FnOnce(&Path)) {
        let scratch = Scratch::new();
        let file = scratch.path("input");
        File::create(&file).and_then(|file| file.set_len(64 << 20)).expect("a sparse file");
        let child = readfile()
            .arg(&file)
            .args(words.split(' '))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        wait_until_open(child.id(), &file);
        std::thread::sleep(delay);
        change(&file);
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(code(&output), 1, "{words} {delay:?}: {}", stdout(&output));
        assert!(output.stdout.is_empty(), "{}", stdout(&output));
        let message = stderr(&output);
        assert!(message.contains("changed while it was read") && message.contains("input"), "{message}");
    }

    /// On a loaded machine a process may take long to start; a change before it opens the file is none. Where
    /// processes cannot be looked into, a second has to do.
    fn wait_until_open(process: u32, file: &Path) {
        let Ok(_) = std::fs::read_dir(format!("/proc/{process}/fd")) else {
            return std::thread::sleep(Duration::from_secs(1));
        };
        for _ in 0..3000 {
            let opened = std::fs::read_dir(format!("/proc/{process}/fd")).into_iter().flatten().flatten();
            let mut targets = opened.filter_map(|entry| std::fs::read_link(entry.path()).ok());
            if targets.any(|target| target.file_name() == file.file_name()) {
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("the program never opened {}", file.display());
    }

    fn cut(file: &Path, len: u64) {
        OpenOptions::new().write(true).open(file).and_then(|file| file.set_len(len)).expect("a cut");
    }

    /// Bitwise over 64 MiB for many rounds takes seconds; the change comes well within them.
    const SLOW: [&str; 2] = ["b m z c e:bitwise --rounds 20", "b c e:bitwise --rounds 20"];

    #[test]
    fn cut_to_nothing_at_many_moments() {
        for words in SLOW {
            for tenth in 2..8 {
                refused(words, Duration::from_millis(100 * tenth), |file| cut(file, 0));
            }
        }
    }

    #[test]
    fn cut_inside_the_last_page() {
        for words in SLOW {
            refused(words, Duration::from_millis(300), |file| cut(file, (64 << 20) - 1000));
        }
    }

    #[test]
    fn grown_and_rewritten() {
        for words in SLOW {
            refused(words, Duration::from_millis(300), |file| {
                OpenOptions::new()
                    .append(true)
                    .open(file)
                    .and_then(|mut file| file.write_all(b"x"))
                    .expect("grows");
            });
            refused(words, Duration::from_millis(300), |file| {
                let mut file = OpenOptions::new().write(true).open(file).expect("opens");
                file.seek(SeekFrom::Start(1000)).and_then(|_| file.write_all(b"x")).expect("rewrites");
            });
        }
    }
}

/// Whether this process was started with the signal ignored, as a shell does for its background jobs.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

/// Ctrl-C and SIGTERM end a long run at once, in the way that a shell shows as 130 and 143.
#[cfg(unix)]
#[test]
fn signals_end_it_at_once() {
    use std::os::unix::process::ExitStatusExt;
    use std::time::{Duration, Instant};
    let scratch = Scratch::new();
    let file = scratch.path("input");
    std::fs::File::create(&file).and_then(|file| file.set_len(1 << 30)).expect("a sparse file");
    for (name, number) in [("INT", 2), ("TERM", 15)] {
        if is_ignored(number) {
            eprintln!(
                "skipped: SIG{name} was ignored when these tests were started, and children inherit that"
            );
            continue;
        }
        let child = readfile()
            .arg(&file)
            .args(["b", "m", "c", "e:bitwise"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        std::thread::sleep(Duration::from_millis(300));
        let sent = Instant::now();
        let kill =
            std::process::Command::new("kill").args([format!("-{name}"), child.id().to_string()]).status();
        assert!(kill.expect("kill runs").success());
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.signal(), Some(number));
        assert!(output.stdout.is_empty());
        assert!(sent.elapsed() < Duration::from_secs(5), "ends at once, allowing for a loaded machine");
    }
}
