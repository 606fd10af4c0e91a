//! What the program says about ordinary files, in each of its forms.

mod support;

use checksum_engine::Family;
use checksum_testkit::vectors::vectors;
use support::{Scratch, code, json, readfile, results, run, stderr, stdout};

/// The proved cases through the map, blocks of both classic sizes, and standard input.
#[test]
fn known_values_by_every_way_of_reading() {
    let scratch = Scratch::new();
    let cases = &vectors().cases;
    let longest = cases.iter().max_by_key(|case| case.rule.len()).expect("cases");
    for case in cases.iter().step_by(97).chain([longest]) {
        let file = scratch.file("input", &case.rule.bytes());
        for words in ["m a c k g gd c e1 e3", "a c k g gd c e1 e3", "--block-size 4096 a c k g"] {
            let report = json(&file, words);
            for result in results(&report) {
                let family =
                    Family::ALL.into_iter().find(|f| f.name() == result["family"]).expect("a family");
                assert_eq!(result["checksum"], case.value(family), "{}: {words}: {}", case.id, result["id"]);
                assert_eq!(result["verified"], true);
            }
        }
        let output = readfile()
            .args(["-", "a", "c", "k", "g", "--format", "json"])
            .stdin(std::fs::File::open(&file).expect("the input"))
            .output()
            .expect("the program starts");
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(results(&report)[3]["checksum"], case.value(Family::Md5), "{}", case.id);
    }
}

#[test]
fn a_pipe_is_read_once_in_the_pieces_in_which_it_comes() {
    use std::io::Write;
    use std::process::Stdio;
    let mut child = readfile()
        .args(["-", "b", "m", "z", "c", "g", "--format", "json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut pipe = child.stdin.take().expect("a pipe");
    for piece in [b"1234".as_slice(), b"5", b"6789"] {
        pipe.write_all(piece).expect("the program reads");
        pipe.flush().expect("the program reads");
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    drop(pipe);
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(code(&output), 0);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(report["read_path"], "stream");
    assert_eq!(results(&report)[0]["checksum"], "cbf43926");
    assert_eq!(results(&report)[1]["checksum"], "25f9e794323b453885f5181f1b624d0b");
}

#[test]
fn the_json_has_what_its_schema_promises() {
    let scratch = Scratch::new();
    let file = scratch.file("input", &vec![0x5a; 300_000]);
    let report = json(&file, "b m z a g gd c e1 e3 --rounds 3");
    assert_eq!(report["file"], file.to_str().expect("UTF-8"));
    assert_eq!(report["bytes"], 300_000);
    assert_eq!(report["rounds"], 3);
    assert_eq!(report["warm"], true);
    assert!(report["machine"].is_object());
    assert_eq!(report["disagreements"].as_array().expect("a list").len(), 0);
    let lines = results(&report);
    let codes: Vec<_> = lines.iter().map(|line| line["code"].as_str().expect("a code")).collect();
    assert_eq!(codes, ["a", "g", "gd", "e1", "e3"]);
    for line in lines {
        assert_eq!(line["available"], true);
        assert_eq!(line["missing"].as_array().expect("a list").len(), 0);
        assert_eq!(line["verified"], true);
        let rounds = line["rounds_ns"].as_array().expect("a list");
        assert_eq!(rounds.len(), 3);
        let min = line["min_ns"].as_f64().expect("a number");
        assert!(rounds.iter().all(|ns| ns.as_f64().expect("a number") >= min));
        assert!(line["median_ns"].as_f64().expect("a number") >= min);
        let speed = line["mb_per_s"].as_f64().expect("a number");
        assert!((speed - 300_000.0 * 1000.0 / min).abs() < 1e-6 * speed);
        assert!(line["first_ns"].as_u64().expect("a number") > 0);
        assert!(line["share_of_ceiling"].is_number() && line["ratio"].is_number());
    }
}

#[test]
fn an_engine_that_cannot_run_is_shown_with_what_it_lacks() {
    let Some(engine) = checksum_catalog::engines().find(|engine| !engine.needs.is_empty()) else { return };
    let lacking = engine.needs.names().next().expect("a feature");
    let scratch = Scratch::new();
    let file = scratch.file("input", b"123456789");
    let run = |format: &str| {
        let words = ["m", engine.id, "c", "--format", format];
        readfile()
            .arg(&file)
            .args(words)
            .env("CHECKSUM_DISABLE", lacking)
            .output()
            .expect("the program starts")
    };
    let report: serde_json::Value = serde_json::from_slice(&run("json").stdout).expect("JSON");
    assert_eq!(code(&run("json")), 1, "a method that was named was not run");
    assert!(stderr(&run("json")).contains(engine.id));
    let line = &results(&report)[0];
    assert_eq!(line["available"], false);
    assert!(line["missing"].as_array().expect("a list").iter().any(|name| name == lacking));
    assert!(line["checksum"].is_null());
    assert!(
        stdout(&run("text")).contains(&format!("lacks {}", line["missing"][0].as_str().expect("a name")))
    );
}

#[test]
fn one_pass_is_one_pass() {
    let scratch = Scratch::new();
    let report = json(&scratch.file("input", b"123456789"), "m a c");
    for line in results(&report) {
        assert_eq!((&line["iterations"], &line["verified"]), (&1.into(), &true.into()));
        assert_eq!(line["rounds_ns"].as_array().expect("a list").len(), 0);
        assert_ne!(line["timing"], "not-run");
    }
    let rounds = json(&scratch.file("input", b"123456789"), "m a --rounds 3");
    assert_eq!(results(&rounds)[0]["rounds_ns"].as_array().expect("a list").len(), 3);
}

#[test]
fn text_and_csv_carry_checksum_and_speed_of_every_method() {
    let scratch = Scratch::new();
    let file = scratch.file("input", &vec![7; 1 << 20]);
    let args = |format| {
        [file.to_str().expect("UTF-8"), "b", "m", "z", "a", "g", "gd", "c", "e1", "e3", "--format", format]
    };
    let text = run(args("text"));
    assert_eq!(code(&text), 0);
    let text = stdout(&text);
    for id in
        ["adler32/unroll16", "md5/openssl", "md5/deutsch", "crc32/byte/zlib-1.1.4", "crc32/slice4/zlib-1.2.1"]
    {
        let line = text.lines().find(|line| line.contains(id)).unwrap_or_else(|| panic!("{id} in\n{text}"));
        assert!(line.trim_end().ends_with("ok") && line.contains("ignored"), "{line}");
    }
    let csv = run(args("csv"));
    let mut reader = csv::Reader::from_reader(csv.stdout.as_slice());
    let headers = reader.headers().expect("a header").clone();
    let column = |name: &str| headers.iter().position(|header| header == name).expect(name);
    let rows: Vec<_> = reader.records().map(|row| row.expect("a row")).collect();
    assert_eq!(rows.len(), 5);
    for row in &rows {
        assert_eq!(row[column("rounds_ns")].split(' ').count(), 5);
        assert!(row[column("mb_per_s")].parse::<f64>().expect("a number") > 0.0);
        assert_eq!(&row[column("verified")], "true");
    }
}

#[test]
fn empty_and_tiny_files_have_checksums_and_no_infinite_speed() {
    let scratch = Scratch::new();
    let empty = scratch.file("empty", b"");
    let tiny = scratch.file("tiny", b"x");
    for words in ["a c k g", "m a c k g", "b a c k g", "b m z a c k g"] {
        let report = json(&empty, words);
        let values: Vec<_> =
            results(&report).iter().map(|line| line["checksum"].as_str().expect("hex")).collect();
        assert_eq!(values, ["00000001", "00000000", "00000000", "d41d8cd98f00b204e9800998ecf8427e"]);
        assert!(results(&report).iter().all(|line| line["mb_per_s"].is_null()));
        for file in [&empty, &tiny] {
            let output = readfile().arg(file).args(words.split(' ')).output().expect("the program starts");
            let text = stdout(&output).to_lowercase();
            assert_eq!(code(&output), 0);
            assert!(!text.contains("inf") && !text.contains("nan"), "{text}");
        }
    }
}

#[test]
fn lanes_hash_the_whole_file_each_and_need_a_mapping() {
    let Some(engine) = checksum_catalog::engines().find(|engine| engine.lanes > 1) else { return };
    let scratch = Scratch::new();
    let file = scratch.file("input", &vec![3; 100_000]);
    let report = json(&file, &format!("b m z g {}", engine.id));
    let [single, many] = results(&report) else { panic!("two lines") };
    assert_eq!(single["checksum"], many["checksum"]);
    assert_eq!(many["lanes"], engine.lanes);
    assert!(many["ratio"].is_null(), "never ranked with a single stream");
    let refused = readfile().arg(&file).arg(engine.id).output().expect("the program starts");
    assert_eq!(code(&refused), 2);
    assert!(stderr(&refused).contains("add the letter m"));
}

#[test]
fn list_names_every_engine_in_every_form() {
    for format in ["text", "csv", "json"] {
        let output = run(["--list", "--format", format]);
        assert_eq!(code(&output), 0);
        let text = stdout(&output);
        for engine in checksum_catalog::engines() {
            assert!(text.contains(engine.id), "{format}: {}", engine.id);
        }
    }
}

#[test]
fn completions_and_manual_come_from_the_definition() {
    assert!(stdout(&run(["--completions", "bash"])).contains("--block-size"));
    assert!(stdout(&run(["--man"])).contains(".TH readfile"));
    assert!(stdout(&run(["--version"])).starts_with("readfile "));
}
