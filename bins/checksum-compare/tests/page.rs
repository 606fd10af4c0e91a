//! The page in a real browser: it filters, and what it then shows is what the CSV holds.

mod support;

use checksum_testkit::program::{Scratch, code, stderr};
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use support::browser::{Browser, program};
use support::{compare, made, rows};

/// The browser, or words about why there is no test.
fn browser() -> Option<Browser> {
    if checksum_testkit::program::is_emulated() {
        eprintln!("skipped: the browser is not run beside an emulator");
        return None;
    }
    let Some(program) = program() else {
        eprintln!("skipped: no Chromium; install it, or name it in CHROMIUM");
        return None;
    };
    Some(Browser::start(&program))
}

/// Engine to the text of a column, as the page shows it now.
fn shown(browser: &mut Browser, column: &str) -> BTreeMap<String, String> {
    let script = format!(
        "Object.fromEntries([...document.querySelectorAll('#results tr.row')].map((row) => [row.dataset.engine, \
         row.querySelector('td[data-column={column}]').textContent]))"
    );
    serde_json::from_value(browser.eval(&script)).expect("texts")
}

/// Engine to speed in MB/s, from the CSV.
fn speeds(rows: &[HashMap<String, String>], wanted: &[(&str, &str)]) -> BTreeMap<String, String> {
    rows.iter()
        .filter(|row| wanted.iter().all(|(column, value)| row[*column] == *value))
        .filter(|row| row["err"].is_empty())
        .map(|row| {
            let value: f64 = row["bytes_per_second"].parse::<f64>().unwrap() / 1e6;
            let digits = if value >= 100.0 { 0 } else { 1 + usize::from(value < 10.0) };
            (row["engine"].clone(), format!("{value:.digits$}"))
        })
        .collect()
}

/// Numbers that a page and a test may round differently at a tie.
fn assert_same(shown: &BTreeMap<String, String>, wanted: &BTreeMap<String, String>) {
    assert_eq!(shown.keys().collect::<Vec<_>>(), wanted.keys().collect::<Vec<_>>());
    for (engine, text) in shown {
        let (shown, wanted): (f64, f64) = (text.parse().unwrap(), wanted[engine].parse().unwrap());
        let digit = if wanted >= 100.0 { 1.0 } else { 0.1 };
        assert!((shown - wanted).abs() <= digit, "{engine}: {shown}, but the CSV has {wanted}");
    }
}

/// Sets a control as a reader does: by its value and the events that follow.
fn choose(browser: &mut Browser, name: &str, value: &str) {
    browser.eval(&format!(
        "(() => {{ const e = document.getElementById('filters').elements[{name:?}]; e.value = {value:?}; \
         e.dispatchEvent(new Event('input', {{ bubbles: true }})); }})()"
    ));
}

#[test]
fn a_reader_filters_and_reads() {
    let Some(mut browser) = browser() else { return };
    let scratch = Scratch::new();
    let root = scratch.path("");
    let fast = made::run(&root, "box", "2026-11-30-0123456789ab", "x86_64-unknown-linux-gnu", 1.0);
    let slow = made::run(&root, "board", "2026-11-29-0123456789ab", "i686-unknown-linux-gnu", 3.0);
    let done = compare(&root, &["report"]);
    assert_eq!(code(&done), 0, "{}", stderr(&done));
    let page = root.join("results/report.html");
    let (fast, slow) = (rows(&fast), rows(&slow));
    let cell =
        |family, input, mode, align| [("family", family), ("input", input), ("mode", mode), ("align", align)];

    browser.open(&page, "run=results/box/2026-11-30-0123456789ab&family=crc32&input=buffer-256k");
    let wanted = speeds(&fast, &cell("crc32", "buffer-256k", "whole", "0"));
    assert_eq!(wanted.len(), 7);
    assert_same(&shown(&mut browser, "median"), &wanted);
    let idle = browser.eval("document.querySelector('tr.idle').textContent");
    assert!(idle.as_str().unwrap().contains("lacks pmull, <b>"), "said, and as text: {idle}");

    choose(&mut browser, "family", "md5");
    assert_same(&shown(&mut browser, "median"), &speeds(&fast, &cell("md5", "buffer-256k", "whole", "0")));
    choose(&mut browser, "mode", "chunk-4096");
    assert_same(&shown(&mut browser, "median"), &speeds(&fast, &cell("md5", "buffer-256k", "chunk", "0")));
    choose(&mut browser, "mode", "whole");
    choose(&mut browser, "align", "1");
    assert_same(&shown(&mut browser, "median"), &speeds(&fast, &cell("md5", "buffer-256k", "whole", "1")));
    choose(&mut browser, "name", "asm");
    assert_eq!(shown(&mut browser, "median").keys().collect::<Vec<_>>(), ["md5/scalar-g-add/asm"]);
    choose(&mut browser, "name", "");
    choose(&mut browser, "align", "0");
    choose(&mut browser, "target", "i686-unknown-linux-gnu");
    assert_same(&shown(&mut browser, "median"), &speeds(&slow, &cell("md5", "buffer-256k", "whole", "0")));
    choose(&mut browser, "family", "crc32");
    choose(&mut browser, "from", "others");
    assert_eq!(shown(&mut browser, "median").keys().collect::<Vec<_>>(), ["crc32/x/crc32fast"]);

    // What was chosen stands in the address, and a link brings it back.
    let fragment = browser.eval("location.hash.slice(1)").as_str().unwrap().to_owned();
    let before = shown(&mut browser, "median");
    browser.open(&page, &fragment);
    assert_eq!(shown(&mut browser, "median"), before);

    choose(&mut browser, "target", "all");
    choose(&mut browser, "run", "all");
    choose(&mut browser, "from", "all");
    let both = browser.eval("document.querySelectorAll('#results tr.row').length");
    assert_eq!(both, 14, "both runs side by side");

    assert_eq!(browser.errors, Vec::<String>::new());
    assert!(browser.requests.iter().all(|url| url.starts_with("file:") || url == "about:blank"));
}

#[test]
fn a_reader_sees_the_raw_spread() {
    let Some(mut browser) = browser() else { return };
    let scratch = Scratch::new();
    let root = scratch.path("");
    let folder = made::run(&root, "box", "2026-11-30-0123456789ab", "x86_64-unknown-linux-gnu", 1.0);
    assert_eq!(code(&compare(&root, &["report"])), 0);
    let page = root.join("results/report.html");
    let rows = rows(&folder);
    let row = rows
        .iter()
        .find(|row| row["engine"] == "crc32/slice8" && row["input"] == "buffer-16k" && row["mode"] == "whole")
        .unwrap();

    browser.size(1200, 900);
    browser.open(&page, "family=crc32");
    assert_eq!(browser.eval("document.getElementById('tip').hidden"), true);
    browser.hover("tr[data-engine='crc32/slice8'] td");
    assert_eq!(browser.eval("document.getElementById('tip').hidden"), false);
    let tip = browser.eval("document.getElementById('tip').textContent").as_str().unwrap().to_owned();
    assert_spread(&tip, row);
    browser.key("Escape", 27);
    assert_eq!(browser.eval("document.getElementById('tip').hidden"), true);

    // The same by keyboard: the row opens, and says that it is open.
    browser.eval("document.querySelector(\"tr[data-engine='crc32/slice8'] button\").focus()");
    browser.key("Enter", 13);
    let opened = "document.querySelector(\"tr[data-engine='crc32/slice8']\").nextSibling";
    assert_eq!(browser.eval(&format!("{opened}.hidden")), false);
    assert_spread(browser.eval(&format!("{opened}.textContent")).as_str().unwrap(), row);
    let said = browser.eval("document.activeElement.getAttribute('aria-expanded')");
    assert_eq!(said, "true");

    // Tab from the top reaches every control, and nothing is without a name.
    browser.eval("document.activeElement.blur()");
    let mut reached = Vec::new();
    for _ in 0..40 {
        browser.key("Tab", 9);
        reached.push(browser.eval("document.activeElement.name || document.activeElement.tagName"));
    }
    for control in ["family", "target", "run", "input", "mode", "align", "from", "name", "bars", "columns"] {
        assert!(reached.contains(&Value::from(control)), "{control} is not reached: {reached:?}");
    }
    let nameless = "[...document.querySelectorAll('select, input, button, [tabindex]')].filter((e) => !(e.labels?.length \
                    || e.textContent.trim() || e.getAttribute('aria-label') || e.getAttribute('aria-labelledby'))).length";
    assert_eq!(browser.eval(nameless), 0);
    assert_eq!(browser.errors, Vec::<String>::new());
}

fn assert_spread(text: &str, row: &HashMap<String, String>) {
    let number = |column: &str| row[column].parse::<f64>().unwrap();
    let four_digits = |value: f64, unit: &str| {
        let digits = 3 - value.log10().floor() as usize;
        format!("{value:.digits$} {unit}")
    };
    let micro = |column: &str| four_digits(number(column) / 1e3, "µs");
    let ns = |column: &str| four_digits(number(column), "ns");
    assert!((number("median_ns") > 1e3) && (number("mad_ns") < 1e3), "the test's own numbers");
    for wanted in [micro("median_ns"), micro("min_ns"), micro("p05_ns"), micro("p95_ns"), ns("mad_ns")] {
        assert!(text.contains(&wanted), "{wanted} in {text}");
    }
    let four = |column: &str| four_digits(number(column), "").trim_end().to_owned();
    let ratio = format!("{} ({} to {})", four("ratio"), four("ratio_low"), four("ratio_high"));
    assert!(text.contains(&ratio), "{ratio} in {text}");
    if !row["flags"].is_empty() {
        assert!(text.contains(&row["flags"]), "{} in {text}", row["flags"]);
    }
}

#[test]
fn light_dark_narrow_and_print_are_legible() {
    let Some(mut browser) = browser() else { return };
    let scratch = Scratch::new();
    let root = scratch.path("");
    made::run(&root, "box", "2026-11-30-0123456789ab", "x86_64-unknown-linux-gnu", 1.0);
    assert_eq!(code(&compare(&root, &["report"])), 0);
    let page = root.join("results/report.html");
    for scheme in ["light", "dark"] {
        browser.media("screen", scheme);
        browser.size(1200, 900);
        browser.open(&page, "");
        let low = browser.eval(CONTRAST);
        assert_eq!(low, serde_json::json!([]), "{scheme}: text with too little contrast");
    }
    browser.size(360, 740);
    browser.open(&page, "");
    let wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
    assert_eq!(browser.eval(wide), 0, "the page itself never scrolls sideways");
    browser.media("print", "dark");
    browser.size(1000, 700);
    let paper = browser.eval("getComputedStyle(document.body).backgroundColor");
    assert_eq!(paper, "rgb(255, 255, 255)", "paper is white, whatever the screen is");
    assert_eq!(browser.eval("getComputedStyle(document.getElementById('filters')).display"), "none");
    let pdf = browser.send("Page.printToPDF", serde_json::json!({"preferCSSPageSize": true}));
    assert!(pdf["data"].as_str().unwrap().len() > 10_000);
}

/// Texts whose contrast with what is behind them is below 4.5 to 1 (WCAG 2.2, 1.4.3).
const CONTRAST: &str = r"(() => {
    const numbers = (colour) => colour.match(/[\d.]+/g).map(Number);
    const light = (colour) => {
        const [r, g, b] = numbers(colour).slice(0, 3).map((v) => v / 255).map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const behind = (e) => {
        for (; e; e = e.parentElement) {
            const colour = getComputedStyle(e).backgroundColor;
            if (numbers(colour)[3] !== 0) return colour;
        }
        return 'rgb(255, 255, 255)';
    };
    const bad = new Set();
    for (const e of document.querySelectorAll('body *')) {
        const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
        if (!own || ['SCRIPT', 'NOSCRIPT', 'OPTION', 'STYLE'].includes(e.tagName) || e.closest('script, noscript')) continue;
        const style = getComputedStyle(e);
        const [a, b] = [light(e.namespaceURI.endsWith('svg') ? style.fill : style.color), light(behind(e))].sort((x, y) => y - x);
        const ratio = (a + 0.05) / (b + 0.05);
        if (ratio < 4.5) bad.add(`${e.tagName} ${e.className.baseVal ?? e.className} ${ratio.toFixed(2)}`);
    }
    return [...bad];
})()";

/// The committed page, too, says what the committed data say.
#[test]
fn the_committed_page_agrees_with_the_committed_csv() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let page = root.join("results/report.html");
    if !page.is_file() {
        eprintln!("skipped: there is no results/report.html");
        return;
    }
    let Some(mut browser) = browser() else { return };
    browser.open(&page, "");
    let run =
        browser.eval("document.getElementById('filters').elements.run.value").as_str().unwrap().to_owned();
    let data = rows(&root.join(&run));
    let mut cells: Vec<(String, String, String)> = Vec::new();
    for row in data.iter().filter(|row| row["mode"] == "whole" && row["align"] == "0") {
        let cell = (row["family"].clone(), row["input"].clone(), row["mode"].clone());
        if !cells.contains(&cell) {
            cells.push(cell);
        }
    }
    assert!(!cells.is_empty());
    for (family, input, mode) in cells {
        choose(&mut browser, "family", &family);
        choose(&mut browser, "input", &input);
        choose(&mut browser, "mode", &mode);
        choose(&mut browser, "align", "0");
        let wanted = [("family", &*family), ("input", &*input), ("mode", &*mode), ("align", "0")];
        assert_same(&shown(&mut browser, "median"), &speeds(&data, &wanted));
    }
    assert_eq!(browser.errors, Vec::<String>::new());
}
