"""The tests of a target: run, counted, and none of them silently absent."""

import re
import subprocess
import time

from plan import ROOT, Trouble

FAMILIES = ["adler32", "crc32", "crc32c", "md5"]


def whole_workspace(toolchain, log):
    """`cargo test --workspace` for a target. Returns what was counted; raises Trouble if anything is wrong."""
    runs = [["--workspace"]]
    if not toolchain.target.processes:
        # Without processes, the tests that start the programs are left out: of bins/, only the unit tests are run.
        runs = [without_programs(toolchain), ["--bins", *repeated("-p", toolchain.program_packages())]]
    return tested(toolchain, runs, log)


def tested(toolchain, runs, log):
    skips = [skip["test"] for skip in toolchain.target.skip]
    commands = [toolchain.cargo("test", "--no-fail-fast", *which, "--", *repeated("--skip", skips)) for which in runs]
    return tried(toolchain, commands, toolchain.target.must_run, [], skips, log)


def without_programs(toolchain):
    return ["--workspace", *repeated("--exclude", toolchain.program_packages())]


def repeated(option, values):
    return [word for value in values for word in (option, value)]


def families(toolchain, must_run, must_miss, log):
    """The conformance loop of every family, and nothing else."""
    packages = repeated("-p", [f"checksum-{family}" for family in FAMILIES])
    command = toolchain.cargo("test", "--no-fail-fast", "--test", "conformance", *packages)
    return tried(toolchain, [command], must_run, must_miss, [], log)


def tried(toolchain, commands, must_run, must_miss, skips, log):
    env = {**toolchain.env, "CHECKSUM_MUST_RUN": ",".join(must_run)}
    start, status = time.monotonic(), 0
    log.parent.mkdir(parents=True, exist_ok=True)
    with open(log, "w") as file:
        for command in commands:
            code = subprocess.call(
                command, cwd=ROOT, env=env, stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT
            )
            status = status or code
    text = log.read_text(errors="replace")
    found = counted(text)
    found["seconds"] = round(time.monotonic() - start)
    wrong = judged(found, status, must_miss, skips)
    if wrong:
        print(excerpt(text), flush=True)
        raise Trouble(f"{wrong}; the whole output is in {log}")
    return found


def counted(text):
    """Sums over all test programs, and the engines by what the conformance loop said of them."""
    results = re.findall(r"test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored; \d+ measured; (\d+) filtered", text)
    sums = [sum(map(int, column)) for column in zip(*results)] or [0, 0, 0, 0]
    # Where there are no threads, what a test prints begins behind its name.
    start = r"^(?:test \S+ \.\.\. )?"
    engines = {family: int(ran) for family, ran in re.findall(start + r"(\w+): (\d+) engines passed", text, re.MULTILINE)}
    missed = re.findall(start + r"skipped (\S+): ", text, re.MULTILINE)
    return {
        "passed": sums[0],
        "failed": sums[1],
        "ignored": sums[2],
        "left_out": sums[3],
        "engines": engines,
        "missed": sorted(set(missed)),
    }


def judged(found, status, must_miss, skips):
    """What is wrong with a run, in words; nothing if nothing is."""
    if status != 0 or found["failed"]:
        return f"tests failed: {found['failed']} (cargo's exit {status})"
    silent = [family for family in FAMILIES if not found["engines"].get(family)]
    if silent:
        return f"the conformance loop of {' and '.join(silent)} tested no engine"
    if found["passed"] == 0:
        return "no test was executed"
    if len(skips) > found["left_out"]:
        return "a skip of targets.toml matches no test"
    ran = [engine for engine in must_miss if engine not in found["missed"]]
    if ran:
        return f"not found missing on this CPU: {' '.join(ran)}"
    return ""


def excerpt(text):
    """The lines that say what went wrong, else the last ones."""
    lines = text.splitlines()
    telling = re.compile(r"panicked|FAILED|failed|^error|signal|assertion|must run|^\s+left:|^\s+right:")
    chosen = [line for line in lines if telling.search(line)]
    return "\n".join((chosen or lines)[-40:])
