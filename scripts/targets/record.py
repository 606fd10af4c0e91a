"""What the last whole run saw (results/targets.json), and the tables that are made from it."""

import datetime
import json
import platform

import prepare
from plan import ROOT, Trouble

DATA = ROOT / "results" / "targets.json"
PAGE = ROOT / "results" / "targets.md"
README = ROOT / "README.md"
BEGIN, END = "<!-- targets: made by scripts/cross table -->", "<!-- targets: end -->"


def load():
    return json.loads(DATA.read_text()) if DATA.exists() else {"tests": {}, "cpus": {}, "archives": {}}


def save(data):
    DATA.parent.mkdir(exist_ok=True)
    DATA.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n")


def add(section, name, found):
    """Puts one outcome beside the others, which another run may be adding to meanwhile."""
    data = load()
    data[section][name] = found
    save(data)


def circumstances():
    """Date, commit and machine of a run."""
    commit = prepare.output(["git", "-C", str(ROOT), "rev-parse", "--short=12", "HEAD"]).strip() or "no commit"
    # The tables themselves are renewed by every run.
    sources = [".", ":!results", ":!README.md"]
    if prepare.output(["git", "-C", str(ROOT), "status", "--porcelain", "--untracked-files=no", "--", *sources]).strip():
        commit += " with changes"
    cpuinfo = prepare.output(["cat", "/proc/cpuinfo"]).splitlines()
    model = next((line.split(":")[1].strip() for line in cpuinfo if line.startswith("model name")), platform.machine())
    return {"date": datetime.datetime.now(datetime.UTC).date().isoformat(), "commit": commit, "machine": model}


def write_tables(targets, cpus):
    data = load()
    PAGE.write_text(page(targets, cpus, data))
    README.write_text(readme(targets, data))


def check_tables(targets, cpus):
    """Trouble if a table is not what the data and targets.toml make."""
    data = load()
    stale = [
        path.relative_to(ROOT)
        for path, right in [(PAGE, page(targets, cpus, data)), (README, readme(targets, data))]
        if not path.exists() or path.read_text() != right
    ]
    if stale:
        raise Trouble(f"stale: {' '.join(map(str, stale))}; run scripts/cross table")


def readme(targets, data):
    """README.md with its table renewed."""
    text = README.read_text()
    if text.count(BEGIN) != 1 or text.count(END) != 1:
        raise Trouble("README.md has not its two marks around the targets' table")
    before, rest = text.split(BEGIN)
    _, after = rest.split(END)
    rows = []
    for target in targets:
        tests, archive = data["tests"].get(target.triple, {}), data["archives"].get(target.triple, {})
        rows.append([f"`{target.triple}`", target.about, how(tests), tests_passed(tests), kib(archive, "readfile"),
                     kib(archive, "small")])
    heads = ["target", "", "tests run by", "tests passed", "`readfile`, KiB", "small `readfile`, KiB"]
    return before + BEGIN + "\n" + table(heads, rows) + END + after


def page(targets, cpus, data):
    """results/targets.md, whole."""
    out = ["# Targets\n", "Made by `scripts/cross` from its last recorded runs; what each target needs, must run and "
           "leaves out stands in [scripts/targets.toml](../scripts/targets.toml).\n"]
    out += ["## Tests\n", ran(data["tests"]), table(
        ["target", "outcome", "tests passed", "ignored", "left out", "engines run", "engines missing", "readfile on a file",
         "std", "rustc", "run by", "s", "commit"],
        [test_row(target.triple, data["tests"].get(target.triple, {})) for target in targets])]
    out += [
        "Tests passed are those of `cargo test --workspace`; ignored ones take minutes or gigabytes "
        "(`scripts/check-large`). Engines are those of the conformance loop; missing means that the CPU has not the "
        "instructions. *readfile on a file*: engines whose answer for a file of 3 MiB was that of Python's zlib and "
        "hashlib, once by reading and once by mapping.\n",
    ]
    out += notes(targets, data)
    out += ["## Lesser CPUs\n", "The conformance loop and `readfile` on a file, on older CPUs that are emulated and in builds for less: lower engines are "
            "chosen, and their answers are right.\n", table(
        ["CPU", "", "outcome", "engines run", "engines missing", "readfile on a file", "emulator", "s", "commit"],
        [cpu_row(cpu, data["cpus"].get(cpu.name, {})) for cpu in cpus])]
    out += ["## Archives\n", ran(data["archives"]), table(
        ["target", "archive, KiB", *[f"`{name}`, KiB" for name in programs(data)], "small `readfile`, KiB",
         "rustc", "unpacked and run", "commit"],
        [archive_row(target.triple, data) for target in targets if not target.check_only])]
    out += ["Sizes of stripped programs, 1 KiB = 1024 bytes; the small `readfile` has the profile `small` and no engines from other crates (`--no-default-features`), and without LTO and with unwinding where std is from Debian; it is not in the archives. They hold the programs, the licences, manual pages, "
            "completions and SHA-256 sums.\n"]
    return "\n".join(out)


def ran(section):
    """Where and when a section's rows were made."""
    if not section:
        return "Not recorded yet.\n"
    dates, machines = ({found[key] for found in section.values()} for key in ("date", "machine"))
    minutes = sum(found["total_seconds"] for found in section.values()) / 60
    return f"{' and '.join(sorted(dates))}, {' and '.join(sorted(machines))}, {minutes:.0f} minutes in all.\n"


def test_row(triple, found):
    return [f"`{triple}`", outcome(found), tests_passed(found), found.get("ignored", ""), found.get("left_out", ""),
            engines(found), len(found["missed"]) if "missed" in found else "", readfile(found), found.get("std", ""),
            found.get("rustc", ""), how(found), found.get("total_seconds", ""), found.get("commit", "")]


def cpu_row(cpu, found):
    return [cpu.name, cpu.about, outcome(found), engines(found), len(found["missed"]) if "missed" in found else "",
            readfile(found), found.get("runner", ""), found.get("total_seconds", ""), found.get("commit", "")]


def archive_row(triple, data):
    found = data["archives"].get(triple, {})
    return [f"`{triple}`", kib(found, "archive"), *[kib(found, name) for name in programs(data)], kib(found, "small"),
            found.get("rustc", ""), found.get("run", ""), found.get("commit", "")]


def programs(data):
    names = {name for found in data["archives"].values() for name in found.get("sizes", {})}
    return sorted(names - {"archive", "small"})


def notes(targets, data):
    """What was left out and what is missing, with the reasons."""
    lines = [f"- `{target.triple}`: `{skip['test']}` is left out: {skip['why']}" for target in targets for skip in target.skip]
    lines += [f"- `{target.triple}`: no processes there, so the tests that start the programs are left out; the unit tests "
              "in the programs are run" for target in targets if not target.processes]
    for triple, found in data["tests"].items():
        missing = found.get("end_to_end", {}).get("missing")
        if missing:
            lines.append(f"- `{triple}`: `readfile FILE m` says: {missing}")
        if found.get("trouble"):
            lines.append(f"- `{triple}` failed: {found['trouble']}")
    return ["\n".join(lines) + "\n"] if lines else []


def outcome(found):
    if not found:
        return "not run"
    if found.get("trouble"):
        return "failed"
    return "checked" if found.get("checked") else "passed"


def how(found):
    """What executed the tests, in short."""
    return "cargo check only" if found.get("checked") else found.get("runner", "")


def tests_passed(found):
    return found.get("passed", "")


def engines(found):
    return sum(found["engines"].values()) if found.get("engines") else ""


def readfile(found):
    done = found.get("end_to_end")
    if not done:
        return ""
    return f"read {done['read']}, " + (f"mapped {done['mapped']}" if "mapped" in done else "not mapped")


def kib(found, name):
    size = found.get("sizes", {}).get(name)
    return f"{size / 1024:.0f}" if size else ""


def table(heads, rows):
    """A Markdown table."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join("| " + " | ".join(str(cell) for cell in line) + " |\n" for line in lines)
