//! Notes how the crate was built, as environment variables for `src/machine/build.rs`.
//!
//! Everything here may be absent: a source archive has no git, a cross build has its own flags. Nothing fails.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    let compiler = env::var("RUSTC").ok().and_then(|rustc| output(Command::new(rustc).arg("-vV")));
    note("RUSTC", compiler.map(|text| text.lines().collect::<Vec<_>>().join("; ")));
    note("TARGET", env::var("TARGET").ok());
    note("PROFILE", env::var("PROFILE").ok());
    note("OPT_LEVEL", env::var("OPT_LEVEL").ok());
    note("RUSTFLAGS", env::var("CARGO_ENCODED_RUSTFLAGS").ok().map(|flags| without_folders(&flags)));
    note("TARGET_FEATURES", env::var("CARGO_CFG_TARGET_FEATURE").ok());
    match workspace() {
        Some(root) => {
            watch(&root);
            note("REVISION", git(&root, &["rev-parse", "HEAD"]));
            note("DIRTY", git(&root, &[&["status", "--porcelain", "--"], SOURCES].concat()).map(is_dirty));
        }
        None => println!("cargo::rerun-if-changed=build.rs"),
    }
}

/// The flags, and of each path in them its last part: records are published, and folders say nothing about a build.
fn without_folders(encoded: &str) -> String {
    let shortened = encoded.split('\x1f').map(|flag| match (flag.find('/'), flag.rfind('/')) {
        (Some(first), Some(last)) => format!("{}…{}", &flag[..first], &flag[last..]),
        _ => flag.to_owned(),
    });
    shortened.collect::<Vec<_>>().join(" ")
}

/// What a binary is made of. Results and documents do not make a tree dirty.
const SOURCES: &[&str] = &["crates", "bins", "Cargo.toml", "Cargo.lock"];

fn is_dirty(status: String) -> String {
    (!status.is_empty()).to_string()
}

/// The workspace's root, if it is the root of a git repository: a source archive that was unpacked somewhere
/// inside another repository must not get that one's revision.
fn workspace() -> Option<PathBuf> {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR")?);
    let root = here.parent()?.parent()?.canonicalize().ok()?;
    let top = git(&root, &["rev-parse", "--show-toplevel"])?;
    (Path::new(&top).canonicalize().ok()? == root).then_some(root)
}

/// Asks cargo to run this again when the revision or any source changes.
fn watch(root: &Path) {
    for source in SOURCES {
        println!("cargo::rerun-if-changed={}", root.join(source).display());
    }
    // `HEAD` moves with a checkout, the log of `HEAD` with a commit.
    for file in ["HEAD", "logs/HEAD"] {
        let path = git(root, &["rev-parse", "--path-format=absolute", "--git-path", file]);
        if let Some(path) = path.filter(|path| Path::new(path).exists()) {
            println!("cargo::rerun-if-changed={path}");
        }
    }
}

fn git(root: &Path, arguments: &[&str]) -> Option<String> {
    output(Command::new("git").arg("-C").arg(root).args(arguments))
}

fn output(command: &mut Command) -> Option<String> {
    let output = command.output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}

fn note(name: &str, value: Option<String>) {
    // A value with a line break would end the directive.
    if let Some(value) = value.filter(|value| !value.contains('\n')) {
        println!("cargo::rustc-env=CHECKSUM_BUILD_{name}={value}");
    }
}
