"""What scripts/targets.toml says, checked: an unknown key or a missing one is an error, never ignored."""

import os
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent


class Trouble(Exception):
    """Something that stops the work on a target, in one line."""


def cache():
    """Where prepared things stay: standard libraries, the compiler from Debian, wine's folder."""
    default = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "readfile-cross"
    return Path(os.environ.get("CROSS_HOME") or default)


class Absent(Trouble):
    """A tool that is not to be had on this machine: nothing was found out about the target."""


@dataclass
class DebianStd:
    """What a target needs besides when its std is built from Debian's sources."""

    packages: list = field(default_factory=list)
    linker: str = ""
    rustflags: str = ""


@dataclass
class Target:
    """One row of the file's [[target]]."""

    triple: str
    about: str
    must_run: list = field(default_factory=list)
    packages: list = field(default_factory=list)
    linker: str = ""
    runner: str = ""
    features: str = ""
    environment: dict = field(default_factory=dict)
    spawn: bool = True
    maps: bool = True
    processes: bool = True
    native: bool = False
    check_only: bool = False
    fast: bool = False
    skip: list = field(default_factory=list)
    debian_std: DebianStd = field(default_factory=DebianStd)

    @property
    def name(self):
        return self.triple

    @property
    def cargo_name(self):
        """The triple as cargo's environment variables spell it."""
        return self.triple.upper().replace("-", "_")

    @property
    def program_suffix(self):
        if "windows" in self.triple:
            return ".exe"
        return ".wasm" if self.triple.startswith("wasm") else ""


@dataclass
class Cpu:
    """One row of the file's [[cpu]]: a lesser CPU of a target, emulated."""

    name: str
    about: str
    target: str
    runner: str
    must_run: list
    must_miss: list
    features: str | None = None
    packages: list = field(default_factory=lambda: ["qemu-user"])
    fast: bool = False


def read():
    """The targets and the CPUs, in the file's order."""
    with open(ROOT / "scripts" / "targets.toml", "rb") as file:
        plan = tomllib.load(file)
    targets = [make(Target, row) for row in plan.pop("target")]
    cpus = [make(Cpu, row) for row in plan.pop("cpu")]
    if plan:
        raise Trouble(f"targets.toml: unknown tables: {', '.join(plan)}")
    triples = [target.triple for target in targets]
    for cpu in cpus:
        if cpu.target not in triples:
            raise Trouble(f"targets.toml: the CPU {cpu.name} is of an unknown target {cpu.target}")
    for target in targets:
        if not target.must_run and not target.check_only:
            raise Trouble(f"targets.toml: {target.triple}: no engine must run")
        for skip in target.skip:
            if set(skip) != {"test", "why"}:
                raise Trouble(f"targets.toml: {target.triple}: a skip has a test and a why, not {skip}")
    return targets, cpus


def make(kind, row):
    """A row of TOML as an object of that kind."""
    row = {key.replace("-", "_"): filled(value) for key, value in row.items()}
    if "debian_std" in row:
        row["debian_std"] = make(DebianStd, row["debian_std"])
    try:
        return kind(**row)
    except TypeError as error:
        raise Trouble(f"targets.toml: {row.get('triple') or row.get('name')}: {error}") from None


def filled(value):
    """With {cache} and {here} put in."""
    if isinstance(value, str):
        return value.replace("{cache}", str(cache())).replace("{here}", str(HERE))
    if isinstance(value, dict):
        return {key: filled(inner) for key, inner in value.items()}
    return value
