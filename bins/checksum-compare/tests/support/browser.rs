//! A headless Chromium that a test talks to: the DevTools protocol over a pipe, messages of JSON ending with a zero byte.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// A running browser with one page.
pub(crate) struct Browser {
    process: Child,
    commands: ChildStdin,
    answers: BufReader<ChildStdout>,
    session: Option<String>,
    number: u64,
    /// Addresses that the page asked for.
    pub(crate) requests: Vec<String>,
    /// What the page's script threw or logged as an error.
    pub(crate) errors: Vec<String>,
    _profile: tempfile::TempDir,
}

/// The browser's program: `CHROMIUM` in the environment, or `chromium` on the search path.
pub(crate) fn program() -> Option<String> {
    let named = std::env::var("CHROMIUM").ok().filter(|name| !name.is_empty());
    if named.is_some() {
        return named;
    }
    ["chromium", "chromium-browser", "google-chrome"]
        .into_iter()
        .find(|name| {
            Command::new(name)
                .arg("--version")
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .status()
                .is_ok_and(|status| status.success())
        })
        .map(str::to_owned)
}

impl Browser {
    /// Starts it with an empty page.
    pub(crate) fn start(program: &str) -> Browser {
        let profile = tempfile::tempdir().expect("a profile");
        let mut data = std::ffi::OsString::from("--user-data-dir=");
        data.push(profile.path());
        // The browser reads commands from descriptor 3 and answers on 4; a shell puts our pipes there.
        let mut process = Command::new("sh")
            .args(["-c", r#"exec "$0" "$@" 3<&0 4>&1 </dev/null >/dev/null 2>&1"#, program])
            .args([
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-first-run",
            ])
            .args(["--disable-background-networking", "--remote-debugging-pipe"])
            .arg(data)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the browser starts");
        let (commands, answers) = (process.stdin.take().unwrap(), process.stdout.take().unwrap());
        let mut browser = Browser {
            process,
            commands,
            answers: BufReader::new(answers),
            session: None,
            number: 0,
            requests: Vec::new(),
            errors: Vec::new(),
            _profile: profile,
        };
        let target = browser.send("Target.createTarget", json!({"url": "about:blank"}));
        let attached =
            browser.send("Target.attachToTarget", json!({"targetId": target["targetId"], "flatten": true}));
        browser.session = attached["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page.enable", "Runtime.enable", "Network.enable", "Log.enable"] {
            browser.send(domain, json!({}));
        }
        browser
    }

    /// Sends a command and waits for its answer; what happens meanwhile is noted.
    pub(crate) fn send(&mut self, method: &str, parameters: Value) -> Value {
        self.number += 1;
        let mut command = json!({"id": self.number, "method": method, "params": parameters});
        if let Some(session) = &self.session {
            command["sessionId"] = json!(session);
        }
        let mut bytes = serde_json::to_vec(&command).unwrap();
        bytes.push(0);
        self.commands.write_all(&bytes).expect("the browser takes commands");
        loop {
            let mut bytes = Vec::new();
            self.answers.read_until(0, &mut bytes).expect("the browser answers");
            assert_eq!(bytes.pop(), Some(0), "the browser went away during {method}");
            let message: Value = serde_json::from_slice(&bytes).expect("JSON");
            if message["id"] == json!(self.number) {
                assert!(message["error"].is_null(), "{method}: {}", message["error"]);
                return message["result"].clone();
            }
            match message["method"].as_str() {
                Some("Network.requestWillBeSent") => {
                    let url = message["params"]["request"]["url"].as_str().unwrap_or_default();
                    self.requests.push(url.to_owned());
                }
                Some("Runtime.exceptionThrown") => {
                    self.errors.push(message["params"]["exceptionDetails"].to_string());
                }
                Some("Log.entryAdded") if message["params"]["entry"]["level"] == "error" => {
                    self.errors.push(message["params"]["entry"]["text"].to_string());
                }
                _ => {}
            }
        }
    }

    /// Opens a file, with a fragment, and waits until its script is done.
    pub(crate) fn open(&mut self, file: &Path, fragment: &str) {
        // A new fragment alone would not load the page anew.
        self.send("Page.navigate", json!({"url": "about:blank"}));
        let file = file.canonicalize().expect("the page");
        self.send("Page.navigate", json!({"url": format!("file://{}#{fragment}", file.display())}));
        let since = Instant::now();
        while self.eval("document.documentElement?.dataset.ready ?? ''") != "true" {
            assert!(since.elapsed() < Duration::from_secs(60), "the page never got ready: {:?}", self.errors);
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// The value of an expression in the page.
    pub(crate) fn eval(&mut self, expression: &str) -> Value {
        let answer = self.send("Runtime.evaluate", json!({"expression": expression, "returnByValue": true}));
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {}", answer["exceptionDetails"]);
        answer["result"]["value"].clone()
    }

    /// Presses and lets go of a key.
    pub(crate) fn key(&mut self, key: &str, code: u32) {
        for kind in ["keyDown", "keyUp"] {
            let text = match (kind, key) {
                ("keyDown", "Enter") => json!("\r"),
                _ => Value::Null,
            };
            let mut event = json!({"type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code});
            if !text.is_null() {
                event["text"] = text;
            }
            self.send("Input.dispatchKeyEvent", event);
        }
    }

    /// Moves the pointer onto the first element that a selector finds.
    pub(crate) fn hover(&mut self, selector: &str) {
        let place = self.eval(&format!(
            "(() => {{ const e = document.querySelector({selector:?}); e.scrollIntoView({{block: 'center'}}); \
             const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; }})()"
        ));
        // Scrolling hides the tip; its event must be over before the pointer comes.
        std::thread::sleep(Duration::from_millis(150));
        for step in [0.0, 1.0] {
            let (x, y) = (place[0].as_f64().unwrap() + step, place[1].as_f64().unwrap());
            self.send("Input.dispatchMouseEvent", json!({"type": "mouseMoved", "x": x, "y": y}));
        }
    }

    /// Sets the window's size in pixels.
    pub(crate) fn size(&mut self, width: u32, height: u32) {
        let size = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false});
        self.send("Emulation.setDeviceMetricsOverride", size);
    }

    /// Light or dark, screen or print.
    pub(crate) fn media(&mut self, media: &str, scheme: &str) {
        let features = json!([{"name": "prefers-color-scheme", "value": scheme}]);
        self.send("Emulation.setEmulatedMedia", json!({"media": media, "features": features}));
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
