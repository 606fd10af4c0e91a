"""An archive for each target: the programs, licences, manual pages, completions and SHA-256 sums; unpacked and tried."""

import hashlib
import shutil
import tarfile
import tempfile
import zipfile
from pathlib import Path

import end_to_end
import licences
import prepare
from plan import ROOT, Trouble

SHELLS = {"bash": "{}.bash", "zsh": "_{}", "fish": "{}.fish", "powershell": "{}.ps1"}


def make(toolchain):
    """Builds, packs, unpacks elsewhere and runs what was unpacked. Returns what to record."""
    programs, version = discover(toolchain)
    build(toolchain, "dist", [])
    build(toolchain, "small", ["-p", "readfile", "--no-default-features", *unlike_small(toolchain)])
    suffix = toolchain.target.program_suffix
    folder = toolchain.folder / "archives" / f"readfile-{version}-{toolchain.target.triple}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name in programs:
        shutil.copy(toolchain.built("dist") / (name + suffix), folder)
        documents(toolchain, folder, name)
    for name in ["LICENSE-MIT", "LICENSE-APACHE", "README.md"]:
        shutil.copy(ROOT / name, folder)
    (folder / "LICENCES-OF-CRATES.txt").write_text(licences.text(toolchain), "utf-8")
    sums(folder)
    archive = packed(folder, zipped="windows" in toolchain.target.triple)
    tried(toolchain, archive, folder.name, programs)
    sizes = {name: (folder / (name + suffix)).stat().st_size for name in programs}
    small = toolchain.built("small") / ("readfile" + suffix)
    end_to_end.check(toolchain, small)
    sizes["small"] = small.stat().st_size
    sizes["archive"] = archive.stat().st_size
    prepare.say(f"{archive}: " + ", ".join(f"{name} {size} bytes" for name, size in sizes.items()))
    return {"sizes": sizes, "sha256": digest(archive), "run": "yes", "std": toolchain.std, **toolchain.versions()}


def discover(toolchain):
    """The names of the workspace's programs below bins/, and the version."""
    packages = toolchain.programs()
    names = [target["name"] for package in packages for target in package["targets"] if "bin" in target["kind"]]
    return sorted(names), packages[0]["version"]


def unlike_small(toolchain):
    """The std that is made from Debian's sources has neither the other way to panic nor what LTO reads."""
    words = ['profile.small.panic="unwind"', "profile.small.lto=false"] if toolchain.std == "debian" else []
    return [word for one in words for word in ("--config", one)]


def build(toolchain, profile, packages):
    command = toolchain.cargo("build", "--quiet", "--profile", profile, *(packages or ["--workspace", "--bins"]))
    prepare.run(command, f"building with profile {profile}", env=toolchain.env)


def documents(toolchain, folder, name):
    """The manual page and the completions, from the program itself."""
    program = folder / (name + toolchain.target.program_suffix)
    pages = {folder / "man" / f"{name}.1": ["--man"]}
    pages |= {folder / "completions" / file.format(name): ["--completions", shell] for shell, file in SHELLS.items()}
    for path, arguments in pages.items():
        done = toolchain.run([program, *arguments], timeout=120)
        if done.returncode != 0 or not done.stdout:
            raise Trouble(f"{name} {' '.join(arguments)}: exit {done.returncode}: {end_to_end.said(done)}")
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(done.stdout)


def sums(folder):
    """SHA256SUMS as `sha256sum --check` reads it."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    lines = [f"{digest(path)}  {path.relative_to(folder).as_posix()}\n" for path in files]
    (folder / "SHA256SUMS").write_text("".join(lines))


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def packed(folder, zipped):
    kind = "zip" if zipped else "gztar"
    archive = Path(shutil.make_archive(str(folder), kind, folder.parent, folder.name))
    archive.with_name(archive.name + ".sha256").write_text(f"{digest(archive)}  {archive.name}\n")
    return archive


def tried(toolchain, archive, name, programs):
    """As a user would: unpack, check the sums, run."""
    with tempfile.TemporaryDirectory() as place:
        if archive.suffix == ".zip":
            zipfile.ZipFile(archive).extractall(place)
        else:
            tarfile.open(archive).extractall(place, filter="data")
        folder = Path(place) / name
        for line in (folder / "SHA256SUMS").read_text().splitlines():
            right, file = line.split("  ", 1)
            if digest(folder / file) != right:
                raise Trouble(f"{archive.name}: {file} is not what SHA256SUMS says")
        for program in programs:
            path = folder / (program + toolchain.target.program_suffix)
            done = toolchain.run([path, "--version"], timeout=120)
            if done.returncode != 0 or not done.stdout.startswith(program.encode()):
                raise Trouble(f"{program} --version, unpacked: exit {done.returncode}: {end_to_end.said(done)}")
        end_to_end.check(toolchain, folder / ("readfile" + toolchain.target.program_suffix))
