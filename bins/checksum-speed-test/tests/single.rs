//! One file, as the old scripts had it: four tests, printed and appended to a log in the working directory.

mod support;

#[cfg(unix)]
use checksum_testkit::program::is_emulated;
use std::path::Path;
use std::process::Output;
use support::{Scratch, code, columns, program, run, stderr, stdout};

const LOG: &str = "checksum_speed_test.log";

fn in_folder(scratch: &Scratch, args: &[&str]) -> Output {
    program().args(args).current_dir(scratch.path("")).output().expect("the program starts")
}

fn log_of(scratch: &Scratch) -> Vec<Vec<String>> {
    columns(&std::fs::read(scratch.path(LOG)).expect("a log"))
}

#[test]
fn four_tests_in_the_layout_of_the_old_scripts() {
    let scratch = Scratch::new();
    scratch.file("a.mkv", &vec![7; (3 << 20) + 5]);
    let output = in_folder(&scratch, &["a.mkv", "--order", "fixed"]);
    assert_eq!((code(&output), stderr(&output)), (0, String::new()));
    let lines = log_of(&scratch);
    let tests: Vec<&str> = lines.iter().map(|columns| columns[3].as_str()).collect();
    assert_eq!(tests, [" CRC32 4096", " MD5 4096", " CRC32 65536", " MD5 65536"]);
    for columns in &lines {
        assert!(columns[0].len() == 23 && columns[0].as_bytes()[19] == b',', "{columns:?}");
        assert_eq!((columns[1].as_str(), columns[2].as_str(), columns[4].as_str()), ("INFO", "a.mkv", " 3"));
        assert!(columns[5].strip_prefix(' ').unwrap().parse::<f64>().unwrap() > 0.0);
        assert!(columns[6].starts_with(" checksum-speed-test "));
        assert!(columns[7..].contains(&" bytes=3145733".to_owned()));
        let digest = columns[8].strip_prefix(" digest=").unwrap();
        assert!(stdout(&output).contains(digest));
    }
    assert_eq!((&lines[0][8], &lines[1][8]), (&lines[2][8], &lines[3][8]));
    in_folder(&scratch, &["a.mkv"]);
    assert_eq!(log_of(&scratch).len(), 8);
}

#[test]
fn known_values_in_every_way() {
    let scratch = Scratch::new();
    scratch.file("check", b"123456789");
    let methods = "a@1,c@4,c e3@4096,k@map,g@map,gd@1G,crc32/slice8@5";
    let output = in_folder(&scratch, &["check", "--methods", methods, "--order", "fixed", "--repeat", "2"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let digests: Vec<String> =
        log_of(&scratch).iter().map(|columns| columns[8].replace(" digest=", "")).collect();
    let crc = "cbf43926";
    let md5 = "25f9e794323b453885f5181f1b624d0b";
    let once = ["091e01de", crc, crc, "e3069283", md5, md5, crc];
    assert_eq!(digests, [once, once].concat());
}

#[test]
fn empty_and_tiny_files() {
    let scratch = Scratch::new();
    scratch.file("empty", b"");
    scratch.file("one", b"x");
    let output = in_folder(&scratch, &["empty", "one"]);
    assert_eq!(code(&output), 0);
    for columns in log_of(&scratch) {
        let seconds: f64 = columns[5].trim().parse().unwrap();
        assert!(seconds > 0.0 && seconds < 10.0 && columns[4] == " 0");
    }
    for word in ["inf", "NaN"] {
        assert!(!stdout(&output).contains(word));
    }
    assert!(stdout(&output).contains("d41d8cd98f00b204e9800998ecf8427e"));
}

#[test]
fn a_time_zone_and_a_locale_change_no_layout() {
    let scratch = Scratch::new();
    scratch.file("a", b"123456789");
    for (zone, locale) in
        [("Asia/Kathmandu", "de_DE.UTF-8"), ("No/Such_Zone", "tr_TR.UTF-8"), ("UTC-14", "C")]
    {
        let output = program()
            .arg("a")
            .current_dir(scratch.path(""))
            .env("TZ", zone)
            .env("LC_ALL", locale)
            .output()
            .expect("it starts");
        assert_eq!(code(&output), 0, "{zone}");
    }
    for columns in log_of(&scratch) {
        assert!(
            columns[0].len() == 23 && columns[5].contains('.') && !columns[5].contains(','),
            "{columns:?}"
        );
    }
}

#[test]
fn mistakes_are_one_line_and_exit_2_and_leave_no_log() {
    let scratch = Scratch::new();
    scratch.file("a", b"123456789");
    std::fs::create_dir(scratch.path("folder")).unwrap();
    for args in [
        &[][..],
        &[""],
        &["absent"],
        &["folder"],
        &["a", "absent"],
        &["a", "--methods", "q"],
        &["a", "--methods", "c@0"],
        &["a", "--methods", "e3"],
        &["a", "--repeat", "0"],
        &["a", "--cold", "--warm"],
        &["a", "--order", "best"],
        &["a", "--min-age", "soon"],
        &["a", "--no-such-option"],
        &["a", "--config", "absent.toml"],
        &["a", "--log", "no/such/folder/log"],
        &["a", "--log", "folder"],
        &["a", "--records", "folder"],
        &["summary"],
    ] {
        let output = in_folder(&scratch, args);
        assert_eq!(code(&output), 2, "{args:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty(), "{args:?}");
        assert!(!stderr(&output).contains("panicked"), "{args:?}");
        assert!(
            !scratch.path(LOG).exists() || std::fs::read(scratch.path(LOG)).unwrap().is_empty(),
            "{args:?}"
        );
    }
}

#[test]
fn a_broken_last_line_is_closed_by_the_next_start() {
    let scratch = Scratch::new();
    scratch.file("a", b"123456789");
    scratch.file(LOG, b"2026-01-01 00:00:00,000\tINFO\t/brok");
    assert_eq!(code(&in_folder(&scratch, &["a"])), 0);
    let lines = log_of(&scratch);
    assert_eq!((lines.len(), lines[0].len(), lines[1].len() > 7), (5, 3, true));
    let summary = in_folder(&scratch, &["summary", LOG]);
    assert_eq!(code(&summary), 0);
    assert!(stderr(&summary).contains("1 of 5 lines"));
}

/// A full device takes no line; the message says so and nothing pretends to be done.
#[cfg(target_os = "linux")]
#[test]
fn full_devices() {
    let scratch = Scratch::new();
    scratch.file("a", b"123456789");
    let output = in_folder(&scratch, &["a", "--log", "/dev/full"]);
    assert_eq!(code(&output), 1);
    assert!(
        stderr(&output).contains("/dev/full") && stderr(&output).lines().count() == 1,
        "{}",
        stderr(&output)
    );
    let full = || std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = program().arg("a").current_dir(scratch.path("")).stdout(full()).output().unwrap();
    assert_eq!(code(&output), 1);
    // The first result was in the log before it could not be printed.
    log_of(&scratch);
}

/// The limit on a file's size stands in for a disk that fills up in the middle of a line.
#[cfg(unix)]
#[test]
fn a_log_that_cannot_grow_keeps_its_earlier_lines() {
    if is_emulated() {
        eprintln!("skipped: the limit would bind the emulator");
        return;
    }
    let scratch = Scratch::new();
    scratch.file("a", b"123456789");
    let command = "trap '' XFSZ; ulimit -f 1; exec \"$0\" a --repeat 100 --log log";
    let output = std::process::Command::new("sh")
        .args(["-c", command, env!("CARGO_BIN_EXE_checksum-speed-test")])
        .current_dir(scratch.path(""))
        .output()
        .expect("sh");
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    assert!(stderr(&output).contains("could not be written"));
    let before = std::fs::read(scratch.path("log")).unwrap();
    assert!(before.len() <= 1024);
    assert_eq!(code(&in_folder(&scratch, &["a", "--log", "log"])), 0);
    let after = std::fs::read(scratch.path("log")).unwrap();
    assert!(after.starts_with(&before));
    assert!(columns(&after).iter().filter(|columns| columns.len() < 7).count() <= 1);
    assert_eq!(code(&in_folder(&scratch, &["summary", "log"])), 0);
}

#[cfg(unix)]
#[test]
fn names_of_any_bytes_come_back() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let scratch = Scratch::new();
    let long = [b'n'; 255];
    let names: [&[u8]; 13] = [
        b"plain.mkv",
        b"new\nline",
        b"car\rret",
        b"tab\there",
        b"back\\slash",
        b"quote'\"",
        b" lead and trail ",
        b"-n",
        b"*x",
        b"\xff",
        &long,
        b"esc\x1b[31m",
        "ü ü = )".as_bytes(),
    ];
    for name in names {
        let path = scratch.file(OsStr::from_bytes(name), b"123456789");
        let output = program()
            .args(["--log", "log", "--records", "records", "--methods", "c@4096", "--"])
            .arg(path.strip_prefix(scratch.path("")).unwrap())
            .current_dir(scratch.path(""))
            .output()
            .unwrap();
        assert_eq!((code(&output), stderr(&output)), (0, String::new()), "{name:?}");
    }
    let lines = columns(&std::fs::read(scratch.path("log")).unwrap());
    assert_eq!(lines.len(), names.len());
    for ordinary in [0, 4, 5, 6, 7, 8, 10, 12] {
        assert_eq!(lines[ordinary][2].as_bytes(), names[ordinary]);
    }
    let summary = in_folder(&scratch, &["summary", "--format", "json", "log"]);
    let summary: serde_json::Value = serde_json::from_slice(&summary.stdout).unwrap();
    assert_eq!(summary["files"].as_array().unwrap().len(), names.len());
    assert_eq!(summary["bad_lines"], 0);
    assert!(!stdout(&in_folder(&scratch, &["summary", "--per-file", "log"])).contains('\x1b'));
    let records = std::fs::read_to_string(scratch.path("records")).unwrap();
    assert_eq!(records.lines().count(), names.len());
    for line in records.lines() {
        let record: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!((record["digest"].as_str(), record["bytes"].as_u64()), (Some("cbf43926"), Some(9)));
    }
}

#[test]
fn a_file_named_twice_is_tested_twice() {
    let scratch = Scratch::new();
    scratch.file("f", b"123456789");
    assert_eq!(code(&in_folder(&scratch, &["f", "./f", "f", "--methods", "c@4096"])), 0);
    assert_eq!(log_of(&scratch).len(), 3);
}

/// Eight writers at once: one `write` a line keeps them apart.
#[test]
fn many_writers_one_log() {
    let scratch = Scratch::new();
    let name = "n".repeat(200);
    scratch.file(&name, b"123456789");
    let log = scratch.path("log");
    let start = || {
        program()
            .arg(scratch.path(&name))
            .args(["--repeat", "200", "--methods", "c@4096", "--log"])
            .arg(&log)
            .spawn()
            .expect("it starts")
    };
    let children: Vec<_> = (0..8).map(|_| start()).collect();
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    let lines = columns(&std::fs::read(&log).unwrap());
    assert_eq!(lines.len(), 1600);
    let count = lines[0].len();
    assert!(lines.iter().all(|columns| columns.len() == count));
}

#[test]
fn a_reader_that_goes_away_does_not_end_the_tests() {
    let scratch = Scratch::new();
    scratch.file("a", b"123456789");
    let mut child = program()
        .args(["a", "--repeat", "50"])
        .current_dir(scratch.path(""))
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((code(&output), stderr(&output)), (0, String::new()));
    assert_eq!(log_of(&scratch).len(), 200);
}

#[test]
fn no_name_is_an_option_or_standard_input() {
    let scratch = Scratch::new();
    scratch.file("-", b"123456789");
    assert_eq!(code(&in_folder(&scratch, &["-"])), 0);
    assert_eq!(log_of(&scratch)[0][2], "-");
    assert!(Path::new(LOG).file_name().is_some());
    assert_eq!(code(&run(["--help"])), 0);
}

#[test]
fn a_mistake_on_the_command_line_reaches_the_terminal_without_control_characters() {
    let scratch = Scratch::new();
    let output = in_folder(&scratch, &["--no\u{7}such", "a"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("such"), "{}", stderr(&output));
    assert!(!stderr(&output).contains(|c: char| c.is_control() && c != '\n'), "{:?}", stderr(&output));
}
