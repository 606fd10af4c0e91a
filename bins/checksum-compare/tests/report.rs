//! `report` and `check`: what is made from data, and that nothing else passes for it.

mod support;

use checksum_testkit::program::{Scratch, code, stderr, stdout};
use std::fs;
use std::path::{Path, PathBuf};
use support::{compare, made};

const RUN: &str = "results/box/2026-11-30-0123456789ab";
/// The same, twice as slow and built for 32 bits.
const OTHER: &str = "results/box/2026-11-30-0123456789ab-2";

/// A folder with a run, old figures, a lock file, and a text with markers.
fn place() -> (Scratch, PathBuf) {
    let scratch = Scratch::new();
    let root = scratch.path("");
    let workspace = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    made::run(&root, "box", "2026-11-30-0123456789ab", "x86_64-unknown-linux-gnu", 1.0);
    made::run(&root, "box", "2026-11-30-0123456789ab-2", "i686-unknown-linux-gnu", 2.0);
    fs::create_dir_all(root.join("results/seed")).unwrap();
    for file in ["Cargo.lock", "results/seed/readfile-2005.csv"] {
        fs::copy(workspace.join(file), root.join(file)).unwrap();
    }
    let marker = |words: &str| {
        format!("<!-- checksum-compare report {words} -->\n<!-- end of checksum-compare report -->\n")
    };
    let text = [
        "Before.\n".to_owned(),
        marker(&format!("seed {RUN} --input buffer-256m")),
        "Between.\n".to_owned(),
        marker(&format!("table {RUN} --family crc32")),
        marker(&format!("sizes {RUN} --family md5 --inputs buffer-16k,buffer-256m")),
        marker(&format!("bars {RUN} --family crc32 --out results/charts/crc32.svg")),
        marker(&format!("lengths {RUN} --family crc32 --out results/charts/crc32-lengths.svg")),
        marker(&format!("ceiling {RUN} --out results/charts/ceiling.svg")),
        marker(&format!("run {RUN}")),
        marker(&format!("builds {RUN} {OTHER}")),
        "After.\n".to_owned(),
    ];
    fs::write(root.join("README.md"), text.concat()).unwrap();
    let done = compare(&root, &["report"]);
    assert_eq!(code(&done), 0, "{}", stderr(&done));
    (scratch, root)
}

fn read(root: &Path, name: &str) -> String {
    fs::read_to_string(root.join(name)).unwrap()
}

/// What `check` finds, a line each.
fn check(root: &Path) -> Vec<String> {
    let done = compare(root, &["check"]);
    let lines: Vec<String> = stderr(&done).lines().map(str::to_owned).collect();
    assert_eq!(code(&done), i32::from(!lines.is_empty()), "{lines:?}");
    lines
}

#[test]
fn texts_are_filled_and_the_rest_is_kept() {
    let (_scratch, root) = place();
    let text = read(&root, "README.md");
    assert!(text.starts_with("Before.\n") && text.contains("\nBetween.\n") && text.ends_with("\nAfter.\n"));
    // 2600 ns for a KiB, and 400 000 for the call.
    let mb = 268_435_456.0 * 1e3 / (2600.0 * 262_144.0 + 400_000.0);
    let row = text.lines().find(|line| line.starts_with("| `c e1`")).unwrap();
    assert!(row.contains(" 290 / 290 / 304 |") && row.contains(&format!("{mb:.0}")), "{row}");
    let ratio = text.lines().find(|line| line.starts_with("| e3 / e1")).unwrap();
    assert!(ratio.contains("2.24 / 2.26 / 1.89") && ratio.contains("2.08"), "{ratio}");
    let asm = text.lines().find(|line| line.starts_with("| g asm / g ")).unwrap();
    assert!(asm.contains("1.67 / 1.33 / 1.37"), "{asm}");
    let (_, builds) = text.split_once("report builds").unwrap();
    assert!(builds.contains("x86_64-unknown-linux-gnu | i686-unknown-linux-gnu |"), "{builds}");
    let row = builds.lines().find(|line| line.starts_with("| `crc32/auto`")).unwrap();
    assert!(row.contains(" (0.50) |"), "{row}");
    assert!(builds.contains("`crc32/slice8`") && !builds.contains("`md5/scalar-g-add`"), "{builds}");
    assert!(text.contains("![CRC-32, buffer-16k, whole](results/charts/crc32.svg)"));
    assert!(text.contains("Without figures: `crc32/clmul/arm-pmull` (not here: the CPU lacks pmull"));
    for chart in ["crc32", "crc32-lengths", "ceiling"] {
        let svg = read(&root, &format!("results/charts/{chart}.svg"));
        assert!(
            svg.starts_with("<svg xmlns=")
                && svg.contains("prefers-color-scheme: dark")
                && !svg.contains("NaN")
        );
    }
    let again = compare(&root, &["report"]);
    assert_eq!((code(&again), stdout(&again)), (0, String::new()), "nothing to do twice");
}

#[test]
fn a_command_prints_what_its_marker_holds() {
    let (_scratch, root) = place();
    let text = read(&root, "README.md");
    for words in ["seed", "table", "sizes", "run"] {
        let open = text
            .lines()
            .find(|line| line.starts_with(&format!("<!-- checksum-compare report {words} ")))
            .unwrap();
        let command: Vec<&str> = open.split_whitespace().skip(2).take_while(|word| *word != "-->").collect();
        let done = compare(&root, &command);
        assert!(text.contains(&format!("{open}\n{}<!-- end", stdout(&done))), "{words}");
    }
    let svg = compare(&root, &["report", "bars", RUN, "--family", "crc32"]);
    assert_eq!(stdout(&svg), read(&root, "results/charts/crc32.svg"));
}

#[test]
fn check_is_content_with_what_report_made() {
    let (_scratch, root) = place();
    assert_eq!(check(&root), Vec::<String>::new());
}

#[test]
fn a_table_a_chart_or_the_page_that_was_changed_is_found() {
    for (file, old, new) in [
        ("README.md", "2.24 / 2.26", "2.24 / 2.27"),
        ("results/charts/crc32.svg", "<rect", "<rect "),
        ("results/report.html", "crc32/slice8", "crc32/slice9"),
    ] {
        let (_scratch, root) = place();
        let text = read(&root, file);
        assert!(text.contains(old), "{file} has {old}");
        fs::write(root.join(file), text.replacen(old, new, 1)).unwrap();
        let lines = check(&root);
        assert!(lines.len() == 1 && lines[0].contains(file) && lines[0].contains("line "), "{lines:?}");
        assert_eq!(code(&compare(&root, &["report"])), 0);
        assert_eq!(check(&root), Vec::<String>::new());
    }
}

#[test]
fn files_that_are_missing_or_nobodys_are_found() {
    let (_scratch, root) = place();
    fs::remove_file(root.join("results/charts/ceiling.svg")).unwrap();
    fs::write(root.join("results/charts/old.svg"), "").unwrap();
    let lines = check(&root);
    assert!(
        lines.len() == 2 && lines[0].contains("ceiling.svg") && lines[1].contains("old.svg"),
        "{lines:?}"
    );
}

#[test]
fn another_version_in_the_lock_file_is_found() {
    let (_scratch, root) = place();
    let lock = read(&root, "Cargo.lock");
    let old = "name = \"crc32fast\"\nversion = \"1.5.5\"";
    assert!(lock.contains(old));
    fs::write(root.join("Cargo.lock"), lock.replace(old, "name = \"crc32fast\"\nversion = \"1.5.6\""))
        .unwrap();
    let lines = check(&root);
    assert!(
        lines.iter().all(|line| line.contains("crc32fast 1.5.5") && line.contains("Cargo.lock")),
        "{lines:?}"
    );
    assert!(lines.iter().any(|line| line.contains(RUN)), "the run that the text shows: {lines:?}");
    assert!(lines.len() >= 2, "and the registry: {lines:?}");
}

#[test]
fn data_that_break_the_schema_are_found() {
    let text = |root: &Path| read(root, &format!("{RUN}/summary.csv"));
    let broken: [(&str, &dyn Fn(String) -> String); 4] = [
        ("column", &|csv| csv.replacen("median_ns", "middle_ns", 1)),
        ("stands twice", &|csv| {
            let row = csv.lines().nth(5).unwrap().to_owned();
            format!("{csv}{row}\n")
        }),
        ("not a number", &|csv| csv.replacen(",sse2,buffer-16k,l1,16384,", ",sse2,buffer-16k,l1,many,", 1)),
        ("another method", &|csv| csv.replacen("\n1,", "\n2,", 1)),
    ];
    for (what, breach) in broken {
        let (_scratch, root) = place();
        let csv = text(&root);
        let changed = breach(csv.clone());
        assert_ne!(csv, changed, "{what}");
        fs::write(root.join(RUN).join("summary.csv"), changed).unwrap();
        let lines = check(&root);
        assert!(lines.iter().any(|line| line.contains(RUN)), "{what}: {lines:?}");
    }
}

#[test]
fn what_makes_no_sense_is_one_clear_line() {
    let (_scratch, root) = place();
    fs::create_dir_all(root.join("results/box/begun/unfinished")).unwrap();
    for (words, exit, said) in [
        (
            vec!["report", "table", "results/none", "--family", "crc32"],
            1,
            "results/none: no such folder; name a run's",
        ),
        (vec!["rank", "results/none"], 1, "results/none: no such folder; name a run's"),
        (vec!["rank", "results/box"], 1, "results/box: no run's folder"),
        (vec!["cmp", "results/box/begun", RUN], 1, "results/box/begun: an interrupted run; end it with"),
        (vec!["report", "table", RUN, "--family", "crc33"], 2, "crc32c"),
        (vec!["report", "table", RUN, "--family", "crc32", "--input", "none"], 1, "none"),
        (vec!["report", "--root", "results/box"], 2, "results/box"),
    ] {
        let done = compare(&root, &words);
        assert_eq!(code(&done), exit, "{words:?}");
        assert!(stderr(&done).contains(said), "{words:?}: {}", stderr(&done));
    }
    fs::remove_dir_all(root.join("results/box/begun")).unwrap();
    fs::write(
        root.join("README.md"),
        "<!-- checksum-compare report tabel x -->\n<!-- end of checksum-compare report -->\n",
    )
    .unwrap();
    let done = compare(&root, &["report"]);
    assert_eq!(code(&done), 1);
    assert!(
        stderr(&done).contains("README.md:1:") && stderr(&done).lines().count() == 1,
        "{}",
        stderr(&done)
    );
}
