//! Trees from cron: silent when all is well, and every kind of trouble named without stopping the rest.

mod support;

#[cfg(unix)]
use checksum_testkit::program::is_emulated;
use std::path::Path;
use std::process::Output;
use support::{Scratch, code, columns, program, stderr};

fn tree(scratch: &Scratch, args: &[&str]) -> Output {
    let mut command = program();
    command.args(["tree", "--log", "log", "--methods", "c@4096"]).args(args);
    command.current_dir(scratch.path("")).output().expect("the program starts")
}

fn log_of(scratch: &Scratch) -> Vec<Vec<String>> {
    columns(&std::fs::read(scratch.path("log")).expect("a log"))
}

/// The files of the log, with the separator of these tests.
fn names(scratch: &Scratch) -> Vec<String> {
    log_of(scratch).iter().map(|columns| columns[2].replace(std::path::MAIN_SEPARATOR, "/")).collect()
}

fn some_files(scratch: &Scratch, names: &[&str]) {
    for name in names {
        let path = Path::new("tree").join(name);
        std::fs::create_dir_all(scratch.path(path.parent().unwrap())).unwrap();
        scratch.file(path, b"123456789");
    }
}

#[test]
fn silent_sorted_and_complete() {
    let scratch = Scratch::new();
    some_files(&scratch, &["b", "a/2", "a/10", "a/1", "Z", "c.tmp"]);
    let output = tree(&scratch, &[]);
    assert_eq!((code(&output), stderr(&output), output.stdout.len()), (0, String::new(), 0));
    let all = ["tree/Z", "tree/a/1", "tree/a/10", "tree/a/2", "tree/b", "tree/c.tmp"];
    assert_eq!(names(&scratch), all);
}

#[test]
fn filters() {
    let scratch = Scratch::new();
    some_files(&scratch, &["a/1", "a/b/2", "x.tmp", "cache/3", "y"]);
    std::fs::write(scratch.path("tree/large"), vec![0; 10_000]).unwrap();
    for (args, wanted) in [
        (
            &["--exclude", "*.tmp", "--exclude", "cache"][..],
            &["tree/a/1", "tree/a/b/2", "tree/large", "tree/y"][..],
        ),
        (&["--exclude", "a/b"], &["tree/a/1", "tree/cache/3", "tree/large", "tree/x.tmp", "tree/y"]),
        (&["--max-size", "9"], &["tree/a/1", "tree/a/b/2", "tree/cache/3", "tree/x.tmp", "tree/y"]),
        (&["--min-size", "10"], &["tree/large"]),
        (&["--max-bytes", "20"], &["tree/a/1", "tree/a/b/2"]),
        (&["--min-age", "1h"], &[]),
    ] {
        let _ = std::fs::remove_file(scratch.path("log"));
        assert_eq!(code(&tree(&scratch, args)), 0, "{args:?}");
        assert_eq!(names(&scratch), wanted, "{args:?}");
    }
    let _ = std::fs::remove_file(scratch.path("log"));
    assert_eq!(code(&tree(&scratch, &["--sample", "2"])), 0);
    assert_eq!(names(&scratch).len(), 2);
    assert_eq!(code(&tree(&scratch, &["--exclude", "["])), 2);
}

#[test]
fn the_file_of_options() {
    let scratch = Scratch::new();
    some_files(&scratch, &["a", "b.tmp"]);
    scratch.file("c.toml", b"paths = ['tree']\nlog = 'log'\nmethods = ['g@map', 'c@64K']\nexclude = ['*.tmp']\norder = 'fixed'\n");
    let output = program().args(["--config", "c.toml"]).current_dir(scratch.path("")).output().unwrap();
    assert_eq!((code(&output), stderr(&output)), (0, String::new()));
    let tests: Vec<String> = log_of(&scratch).iter().map(|columns| columns[3].clone()).collect();
    assert_eq!(tests, [" MD5 map", " CRC32 65536"]);
}

#[test]
fn what_the_program_writes_itself_is_not_tested() {
    let scratch = Scratch::new();
    some_files(&scratch, &["a"]);
    let output = program()
        .args([".", "--log", "log", "--records", "records", "--methods", "c@4096"])
        .current_dir(scratch.path(""))
        .output()
        .unwrap();
    assert_eq!((code(&output), stderr(&output)), (0, String::new()));
    assert_eq!(names(&scratch), ["./tree/a"]);
}

#[test]
fn two_runs_do_not_overlap() {
    let scratch = Scratch::new();
    some_files(&scratch, &["a"]);
    let held = std::fs::File::create(scratch.path("log.lock")).unwrap();
    held.lock().unwrap();
    let output = tree(&scratch, &[]);
    assert_eq!(code(&output), 4);
    assert!(stderr(&output).contains("another run") && !scratch.path("log").exists());
    drop(held);
    assert_eq!(code(&tree(&scratch, &[])), 0);
}

#[test]
fn the_stop_file() {
    let scratch = Scratch::new();
    some_files(&scratch, &["a", "b"]);
    assert_eq!(code(&tree(&scratch, &["--stop-file", "stop"])), 0);
    scratch.file("stop", b"");
    let output = tree(&scratch, &["--stop-file", "stop"]);
    assert_eq!((code(&output), log_of(&scratch).len()), (5, 2));
    assert!(stderr(&output).contains("stop file"));
}

#[test]
fn a_missing_root_does_not_hide_the_others() {
    let scratch = Scratch::new();
    some_files(&scratch, &["a"]);
    let output = tree(&scratch, &["absent"]);
    assert_eq!(code(&output), 3);
    let lines = log_of(&scratch);
    assert_eq!(
        (lines[0][1].as_str(), lines[1][1].as_str(), lines[1][2].as_str()),
        ("INFO", "ERROR", "absent")
    );
    assert!(stderr(&output).contains("absent"));
}

#[cfg(unix)]
#[test]
fn links_pipes_and_sockets() {
    use std::os::unix::fs::symlink;
    let scratch = Scratch::new();
    some_files(&scratch, &["d/file"]);
    for (target, name) in
        [(".", "a"), ("../..", "d/b"), ("/", "root"), ("d/file", "to-file"), ("absent", "dangling")]
    {
        symlink(target, scratch.path(Path::new("tree").join(name))).unwrap();
    }
    let pipe = scratch.path("tree/pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    let _socket = std::os::unix::net::UnixListener::bind(scratch.path("tree/socket")).unwrap();
    let output = tree(&scratch, &[]);
    assert_eq!((code(&output), stderr(&output)), (0, String::new()));
    let lines = log_of(&scratch);
    let found: Vec<(&str, &str)> =
        lines.iter().map(|columns| (columns[1].as_str(), columns[2].as_str())).collect();
    assert_eq!(found, [("INFO", "tree/d/file"), ("WARNING", "tree/pipe"), ("WARNING", "tree/socket")]);
    // A link that is named itself is followed, to a file or to a directory.
    symlink("tree", scratch.path("link")).unwrap();
    let output = program()
        .args(["link", "tree/to-file", "--log", "log2", "--methods", "c@4096"])
        .current_dir(scratch.path(""))
        .output()
        .unwrap();
    assert_eq!(code(&output), 0);
    let names: Vec<String> = columns(&std::fs::read(scratch.path("log2")).unwrap())
        .iter()
        .map(|columns| columns[2].clone())
        .collect();
    assert_eq!(names, ["link/d/file", "link/pipe", "link/socket", "tree/to-file"]);
}

/// As an ordinary user: an unreadable file and an unreadable directory are named once each, the rest is done.
#[cfg(unix)]
#[test]
fn unreadable_files_and_directories() {
    use std::os::unix::fs::PermissionsExt;
    let scratch = Scratch::new();
    some_files(&scratch, &["a", "d/inside", "f", "z"]);
    for name in ["tree/d", "tree/f"] {
        std::fs::set_permissions(scratch.path(name), std::fs::Permissions::from_mode(0o0)).unwrap();
    }
    let privileged = std::fs::File::open(scratch.path("tree/f")).is_ok();
    let output = if privileged {
        std::fs::set_permissions(scratch.path(""), std::fs::Permissions::from_mode(0o777)).unwrap();
        let program = scratch.path("program");
        std::fs::copy(env!("CARGO_BIN_EXE_checksum-speed-test"), &program).unwrap();
        let output = std::process::Command::new("setpriv")
            .args(["--reuid=65534", "--regid=65534", "--clear-groups"])
            .arg(&program)
            .args(["tree", "--log", "log", "--methods", "c@4096"])
            .current_dir(scratch.path(""))
            .output();
        match output {
            Ok(output) if !is_emulated() => output,
            _ => {
                eprintln!("skipped: run by root, and no setpriv to become another user");
                return;
            }
        }
    } else {
        tree(&scratch, &[])
    };
    std::fs::set_permissions(scratch.path("tree/d"), std::fs::Permissions::from_mode(0o755)).unwrap();
    assert_eq!(code(&output), 3, "{}", stderr(&output));
    let lines = log_of(&scratch);
    let found: Vec<(&str, &str)> =
        lines.iter().map(|columns| (columns[1].as_str(), columns[2].as_str())).collect();
    assert_eq!(found, [("INFO", "tree/a"), ("ERROR", "tree/d"), ("ERROR", "tree/f"), ("INFO", "tree/z")]);
    assert!(stderr(&output).contains("2 files or directories"), "{}", stderr(&output));
}

/// A file below so many folders: deeper than any path that the system takes, so it is made from folder to folder.
#[cfg(unix)]
fn make_deep(top: &Path, levels: u32) {
    use rustix::fs::{Mode, OFlags, mkdirat, open, openat};
    let folder = OFlags::DIRECTORY | OFlags::RDONLY;
    let mut at = open(top, folder, Mode::empty()).unwrap();
    for _ in 0..levels {
        mkdirat(&at, "d", Mode::RWXU).unwrap();
        at = openat(&at, "d", folder, Mode::empty()).unwrap();
    }
    openat(&at, "f", OFlags::CREATE | OFlags::WRONLY, Mode::RWXU).unwrap();
}

#[cfg(unix)]
#[test]
fn very_deep_trees() {
    if is_emulated() {
        eprintln!("skipped: the limits would bind the emulator");
        return;
    }
    let scratch = Scratch::new();
    some_files(&scratch, &["a"]);
    make_deep(&scratch.path("tree"), 3000);
    let output = std::process::Command::new("bash")
        .args(["-c", "ulimit -s 256; ulimit -n 32; exec \"$0\" tree --log log --methods c@4096"])
        .arg(env!("CARGO_BIN_EXE_checksum-speed-test"))
        .current_dir(scratch.path(""))
        .output()
        .unwrap();
    // Paths beyond the system's longest cannot be opened: named once, and the rest is done.
    assert_eq!(code(&output), 3, "{}", stderr(&output));
    let lines = log_of(&scratch);
    assert_eq!((lines[0][2].as_str(), lines[1][1].as_str(), lines.len()), ("tree/a", "ERROR", 2));
    let removed = std::process::Command::new("rm").arg("-rf").arg(scratch.path("tree")).status();
    assert!(removed.expect("rm").success());
}

#[test]
fn files_that_vanish_during_the_walk() {
    let scratch = Scratch::new();
    some_files(&scratch, &["stays"]);
    let folder = scratch.path("tree");
    let done = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(std::sync::atomic::Ordering::Relaxed) {
                for number in 0..50 {
                    let _ = std::fs::write(folder.join(format!("v{number}")), b"123456789");
                }
                for number in 0..50 {
                    let _ = std::fs::remove_file(folder.join(format!("v{number}")));
                }
            }
        });
        for _ in 0..20 {
            let output = tree(&scratch, &[]);
            // A file that was caught while it was being written counts as unreadable; one that is gone does not.
            assert!([0, 3].contains(&code(&output)), "{}", stderr(&output));
        }
        done.store(true, std::sync::atomic::Ordering::Relaxed);
    });
    assert_eq!(names(&scratch).iter().filter(|name| name.ends_with("stays")).count(), 20);
}

#[cfg(target_os = "linux")]
#[test]
fn cold_and_warm_are_verified() {
    let scratch = Scratch::new();
    some_files(&scratch, &["a"]);
    std::fs::write(scratch.path("tree/a"), vec![1; 1 << 20]).unwrap();
    let output = tree(&scratch, &["--warm", "--records", "records"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(log_of(&scratch)[0].contains(&" cached=1.0000".to_owned()));
    // A file system in memory cannot drop its files; then the run says so and fails.
    let output = tree(&scratch, &["--cold", "--records", "records"]);
    let lines = log_of(&scratch);
    let cold = lines[1].contains(&" cached=0.0000".to_owned());
    assert_eq!(code(&output), if cold { 0 } else { 1 }, "{}", stderr(&output));
    assert_eq!(stderr(&output).contains("page cache"), !cold);
    let records = std::fs::read_to_string(scratch.path("records")).unwrap();
    let wanted: Vec<serde_json::Value> = records
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["cache_wanted"].clone())
        .collect();
    assert_eq!(wanted, ["warm", "cold"]);
}
