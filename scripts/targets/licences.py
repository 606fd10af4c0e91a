"""The licences of the crates that the programs of a target are linked with, as those ask for in copies of the programs."""

import json
import subprocess
from pathlib import Path

from plan import ROOT

HEAD = """The programs hold code of these packages from crates.io. Where a package offers several licences and MIT is among them, MIT is the
one taken. They also hold Rust's standard library (MIT OR Apache-2.0, https://www.rust-lang.org), and a static program holds
its system's C library.
"""
LICENCE_NAMES = ("licen", "copying", "notice", "unlicense")


def text(toolchain):
    """The list of the packages, and every licence once with the packages that come under it."""
    packages = linked(metadata(toolchain))
    licences = {}
    for package in packages:
        for words in texts(package):
            licences.setdefault(words, []).append(named(package))
    parts = [HEAD, "".join(f"{named(package)}: {package['license']}, {package['repository']}\n" for package in packages)]
    parts += [f"{', '.join(names)}:\n\n{words}\n" for words, names in licences.items()]
    return ("\n" + "-" * 80 + "\n\n").join(parts)


def metadata(toolchain):
    command = toolchain.cargo("metadata", "--format-version", "1", "--filter-platform", toolchain.target.triple)
    return json.loads(subprocess.check_output(command, cwd=ROOT, env=toolchain.env))


def linked(metadata):
    """The packages of others that are in the programs: neither build scripts' nor tests' nor the compiler's own."""
    packages = {package["id"]: package for package in metadata["packages"]}
    edges = {node["id"]: node["deps"] for node in metadata["resolve"]["nodes"]}
    todo = [id for id, package in packages.items() if Path(package["manifest_path"]).is_relative_to(ROOT / "bins")]
    seen = set()
    while todo:
        id = todo.pop()
        if id in seen or any("proc-macro" in target["kind"] for target in packages[id]["targets"]):
            continue
        seen.add(id)
        todo += [edge["pkg"] for edge in edges[id] if any(kind["kind"] is None for kind in edge["dep_kinds"])]
    others = [packages[id] for id in seen if packages[id]["source"]]
    return sorted(others, key=lambda package: (package["name"], package["version"]))


def texts(package):
    """The package's own files: that of the MIT licence, else all that it has."""
    folder = Path(package["manifest_path"]).parent
    files = [path for path in folder.rglob("*") if path.is_file() and is_licence(path.relative_to(folder))]
    mit = [path for path in files if "MIT" in path.name]
    words = [path.read_text("utf-8", "replace").strip() for path in sorted(mit or files)]
    return words or [f"No text came with the package; its licence is {package['license']}."]


def is_licence(path):
    """At the top, or in a folder for licences there."""
    return len(path.parts) <= 2 and path.parts[0].lower().startswith(LICENCE_NAMES)


def named(package):
    return f"{package['name']} {package['version']}"
