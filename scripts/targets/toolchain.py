"""How cargo is called for a target: compiler, linker, runner, and where it puts what it builds."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import prepare
from plan import ROOT, Trouble, cache


# The checksum crates of others, which the tests call for billions of bytes.
CHECKSUM_CRATES = ["adler", "adler2", "adler32", "simd-adler32", "zlib-rs", "crc", "crc32fast", "crc-fast", "crc32c", "md-5", "md5"]
# Not optimised, time zones take 256 KiB of stack, which is all that a test leaves the program.
TIME_ZONES = ["jiff", "jiff-core"]


def hasty_dependencies():
    """Ten targets' worth of dependencies are built to be tested once: what runs little is not optimised."""
    levels = {'"*"': 0, **dict.fromkeys(CHECKSUM_CRATES + TIME_ZONES, 1)}
    return [word for name, level in levels.items() for word in ("--config", f"profile.dev.package.{name}.opt-level={level}")]


class Toolchain:
    """A prepared target. `runner` and `features` stand in place of the target's own, for a lesser CPU that needs `packages`."""

    def __init__(self, target, runner=None, features=None, packages=()):
        self.target = target
        prepare.install(packages)
        self.std = prepare.prepare(target)
        self.runner = target.runner if runner is None else runner
        self.features = target.features if features is None else features
        self.env = self._environment()

    def _environment(self):
        target = self.target
        env = {**os.environ, **target.environment, "CARGO_TARGET_DIR": str(self.folder)}
        linker, flags = target.linker, ""
        if self.std == "debian":
            rust = cache() / "debrust"
            env |= {"RUSTC": str(rust / "bin" / "rustc"), "RUSTDOC": str(rust / "bin" / "rustdoc")}
            env.pop("RUSTUP_TOOLCHAIN", None)
            # A panic names its line without debug information, and building goes faster.
            env["CARGO_PROFILE_DEV_DEBUG"] = "0"
            linker = target.debian_std.linker or linker
            flags = target.debian_std.rustflags
        if self.features:
            flags = f"{flags} -Ctarget-feature={self.features}".strip()
        for name, value in [("LINKER", linker), ("RUNNER", self.runner), ("RUSTFLAGS", flags), ("RUSTDOCFLAGS", flags)]:
            # Documentation tests are linked with RUSTDOCFLAGS.
            if value:
                env[f"CARGO_TARGET_{target.cargo_name}_{name}"] = value
        # Tests that start a program put this in front of it (checksum_testkit::program).
        env["TEST_RUNNER"] = self.runner if target.spawn else ""
        return env

    @property
    def folder(self):
        """Two compilers cannot share a folder of host programs."""
        folder = Path(os.environ.get("CARGO_TARGET_DIR") or ROOT / "target")
        folder = folder if folder.is_absolute() else ROOT / folder
        return folder / "cross" if self.std == "debian" else folder

    def cargo(self, *words):
        """The command; `--target` is left out for the native one, which then shares its builds with everybody's."""
        cargo = prepare.output(["rustup", "which", "cargo"]).strip() or shutil.which("cargo")
        if not cargo:
            raise Trouble("cargo is not to be found")
        command, *rest = words
        if command == "metadata":
            return [cargo, command, "--locked", *rest]
        if self.target.native:
            return [cargo, command, "--locked", *rest]
        hasty = hasty_dependencies() if self.std == "debian" else []
        return [cargo, command, "--locked", *hasty, "--target", self.target.triple, *rest]

    def programs(self):
        """The workspace's packages below bins/, as cargo describes them."""
        command = self.cargo("metadata", "--no-deps", "--format-version", "1")
        packages = json.loads(subprocess.check_output(command, cwd=ROOT))["packages"]
        return [package for package in packages if Path(package["manifest_path"]).is_relative_to(ROOT / "bins")]

    def program_packages(self):
        """Their names."""
        return [package["name"] for package in self.programs()]

    def built(self, profile):
        """The folder of the built programs of a profile."""
        folder = "debug" if profile == "dev" else profile
        return self.folder / folder if self.target.native else self.folder / self.target.triple / folder

    def run(self, command, **options):
        """A program of the target as a user would run it: behind the runner, where there is one."""
        return subprocess.run(
            self.words(command), env=self.env, stdin=subprocess.DEVNULL, capture_output=True, **options
        )

    def words(self, command):
        """The command line of a program of the target."""
        return [*self.runner.split(), *map(str, command)]

    def versions(self):
        """The compiler and what runs the programs, for the record."""
        rustc = prepare.output([self.env.get("RUSTC", "rustc"), "--version"]).split()
        runner = self.runner.split()
        version = "native"
        if runner:
            words = prepare.output([runner[0], "--version"]).splitlines()
            version = words[0].split(" (")[0] if words else runner[0]
            version = f"node {version}" if runner[0] == "node" else version
        return {"rustc": " ".join(rustc[1:2]), "runner": version}
