//! The summary: of made-up lines in the layout of the old scripts, and of the archive's own log where it is at hand.

mod support;

use std::collections::HashMap;
use std::path::PathBuf;
use support::{Scratch, code, run, stderr, stdout};

/// A line as the old scripts wrote it.
fn line(file: &str, test: &str, mb: u64, seconds: &str, version: &str) -> String {
    format!("2026-03-01 08:00:00,123\tINFO\t/media/{file}\t {test}\t {mb}\t {seconds}\t {version}\n")
}

fn csv(output: &std::process::Output) -> Vec<HashMap<String, String>> {
    let mut reader = csv::Reader::from_reader(output.stdout.as_slice());
    reader.deserialize().map(|row| row.expect("a row")).collect()
}

fn summary(log: &std::path::Path, more: &[&str]) -> std::process::Output {
    let mut args = vec!["summary".to_owned(), log.to_str().expect("UTF-8").to_owned()];
    args.extend(more.iter().map(|&word| word.to_owned()));
    run(&args)
}

#[test]
fn figures_of_known_lines() {
    let scratch = Scratch::new();
    let text = line("a", "CRC32 4096", 100, "1.0", "Python 3")
        + &line("b", "CRC32 4096", 1000, "20", "Python 3")
        + &line("a", "MD5 4096", 100, "2.0", "Python 3")
        + &line("a", "CRC32 4096", 100, "4", "Python 2");
    let log = scratch.file("log", text.as_bytes());
    let output = summary(&log, &["--format", "csv"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let rows = csv(&output);
    assert_eq!(rows.len(), 3 + 4);
    let python3 = &rows[1];
    for (column, value) in [
        ("method", "CRC32"),
        ("chunk_bytes", "4096"),
        ("version", "Python 3"),
        ("runs", "2"),
        ("mean_of_run_MB_per_s", "75"),
        ("min_MB_per_s", "50"),
        ("median_MB_per_s", "75"),
        ("max_MB_per_s", "100"),
        ("total_MB", "1100"),
        ("total_s", "21"),
        ("aggregate_MB_per_s", "52.38095238095238"),
        ("exact_bytes", ""),
    ] {
        assert_eq!(python3[column], value, "{column}");
    }
    assert!(rows[3..].iter().all(|row| row["scope"] == "file" && row["file"].starts_with("/media/")));
}

#[test]
fn every_format_says_where_the_means_disagree() {
    let scratch = Scratch::new();
    let text = line("small", "MD5 65536", 100, "0.1", "Python 3")
        + &line("large", "MD5 65536", 9000, "90", "Python 3");
    let log = scratch.file("log", text.as_bytes());
    for format in ["text", "markdown", "json", "html"] {
        let output = summary(&log, &["--format", format]);
        assert_eq!(code(&output), 0);
        let text = stdout(&output);
        assert!(text.contains("mean of rates 550.0 MB/s, bytes over seconds 101.0 MB/s"), "{format}: {text}");
    }
    let html = stdout(&summary(&log, &["--format", "html"]));
    assert!(html.starts_with("<!doctype html>") && html.matches("<svg").count() == 4);
    for outside in ["http://", "https://", "<script", "src=", "@import", "url("] {
        assert!(!html.contains(outside), "{outside}");
    }
}

#[test]
fn bad_lines_are_counted_and_good_ones_averaged() {
    let scratch = Scratch::new();
    let good = line("a", "MD5 4096", 10, "0.5", "Python 3");
    let mut text = good.clone().into_bytes();
    text.extend(good.replace('\n', "\r\n").bytes());
    for bad in [
        good.replace("0.5", "0,5"),
        good.replace("0.5", "inf"),
        good.replace("0.5", "1e309"),
        good.replace("\t 10", ""),
        good.replace("/media/a", "/media/a\tb"),
        "\0\0\0\0\n".to_owned(),
        format!("{}\n", "x".repeat(1 << 20)),
        good[..40].to_owned(),
    ] {
        text.extend(bad.bytes());
    }
    let log = scratch.file("log", &text);
    let output = summary(&log, &["--format", "csv"]);
    assert_eq!(code(&output), 0);
    assert_eq!(
        (csv(&output)[0]["runs"].as_str(), csv(&output)[0]["mean_of_run_MB_per_s"].as_str()),
        ("2", "20")
    );
    assert!(stderr(&output).contains("8 of 10 lines"), "{}", stderr(&output));
    for nothing in [b"".as_slice(), b"broken\n"] {
        let output = summary(&scratch.file("empty", nothing), &[]);
        assert_eq!((code(&output), output.stdout.len()), (2, 0));
    }
    assert_eq!(code(&summary(&scratch.path("absent"), &[])), 2);
    let both = run(["summary", log.to_str().unwrap(), scratch.path("absent").to_str().unwrap()]);
    assert_eq!(code(&both), 3);
    assert!(stderr(&both).contains("absent"));
}

#[test]
fn odd_names_cannot_break_a_page_or_a_table() {
    let scratch = Scratch::new();
    let text = line("<script>&\"", "MD5 4096", 10, "0.5", "<b>") + &line("|a|", "MD5 4096", 10, "0.5", "v");
    let log = scratch.file("log", text.as_bytes());
    let html = stdout(&summary(&log, &["--format", "html"]));
    assert!(html.contains("&lt;script&gt;&amp;&quot;") && !html.contains("<script") && !html.contains("<b>"));
}

/// The archive's own log is not part of this project. Where it lies beside it, every figure is compared.
#[test]
fn the_archives_log_gives_the_archives_figures() {
    let shared = std::env::var_os("CHECKSUM_SHARED")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared"), PathBuf::from);
    let expected = shared.join("bfi/expected_summary.tsv");
    let Ok(expected) = std::fs::read_to_string(&expected) else {
        eprintln!("skipped: no bfi/expected_summary.tsv; CHECKSUM_SHARED names the folder that has it");
        return;
    };
    let logs = std::fs::read_dir(shared.join("bfi")).unwrap().map(|entry| entry.unwrap().path());
    let log = logs.filter(|path| path.extension().is_some_and(|end| end == "log")).min().expect("a log");
    let output = summary(&log, &["--format", "csv"]);
    assert_eq!((code(&output), stderr(&output)), (0, String::new()));
    let rows = csv(&output);
    let groups: Vec<_> = rows.iter().filter(|row| row["scope"] == "all").collect();
    let mut lines = expected.lines();
    let columns: Vec<&str> = lines.next().unwrap().split('\t').collect();
    let mut compared = 0;
    for (row, line) in groups.iter().zip(lines.by_ref()) {
        for (column, value) in columns.iter().zip(line.split('\t')) {
            let ours = &row[if *column == "interpreter" { "version" } else { column }];
            match (ours.parse::<f64>(), value.parse::<f64>()) {
                (Ok(ours), Ok(value)) => {
                    assert!((ours - value).abs() <= 1e-9 * value.abs(), "{column}: {ours} {value}");
                }
                _ => assert_eq!(ours, value, "{column}"),
            }
            compared += 1;
        }
    }
    assert_eq!((compared, lines.next()), (8 * 9, None));
    // Of the published table, the means that this log holds, to all their digits.
    for published in [265.358376013364, 546.4826626438, 224.778250340242_f64] {
        let found = groups.iter().any(|row| {
            let mean: f64 = row["mean_of_run_MB_per_s"].parse().unwrap();
            (mean - published).abs() <= 1e-12 * published
        });
        assert!(found, "{published}");
    }
}
