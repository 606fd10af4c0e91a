"""What a target needs before cargo can work for it: packages, a standard library, and for Windows a folder of wine's."""

import functools
import os
import shutil
import subprocess

from plan import HERE, ROOT, Absent, Trouble, cache


def say(line):
    print(f"cross: {line}", flush=True)


def prepare(target):
    """Gets everything that is missing, and says where std comes from: "rustc", "rustup" or "debian"."""
    install(target.packages)
    if target.native:
        return "rustc"
    source = std_source(target)
    if source == "debian":
        say(f"{target.triple}: std from Debian's rust-web-src")
        install(target.debian_std.packages)
        if not (compiler_is_unpacked() or is_available("rustc-web")):
            raise Absent("Debian's package rustc-web is not to be had here, and rustup has no std for this target")
        verb = "check" if target.check_only else "build"
        run([HERE / "std-from-debian", target.triple, cache(), jobs(), verb], f"std for {target.triple}")
    elif target.triple in rustup_targets():
        say(f"{target.triple}: std from rustup, which has it")
    else:
        say(f"{target.triple}: std by 'rustup target add' (a way that was not tested where this script was made)")
        run(["rustup", "target", "add", target.triple], f"rustup target add {target.triple}")
    linker = source == "debian" and target.debian_std.linker or target.linker
    for tool in [linker, *target.runner.split()[:1]]:
        if tool and not shutil.which(tool):
            raise Absent(f"{tool} is missing; Debian has it in one of: {' '.join(target.packages)}")
    if target.runner.endswith("wine64"):
        prepare_wine(target)
    return source


def std_source(target):
    """CROSS_STD decides; else rustup where it has the target already, else Debian's packages where they can be had
    (root on a machine that knows rustc-web), else rustup."""
    chosen = os.environ.get("CROSS_STD", "auto")
    if chosen in ("rustup", "debian"):
        return chosen
    if chosen != "auto":
        raise Trouble(f"CROSS_STD is auto, rustup or debian, not {chosen}")
    if target.triple in rustup_targets():
        return "rustup"
    return "debian" if compiler_is_unpacked() or is_available("rustc-web") else "rustup"


def compiler_is_unpacked():
    return (cache() / "debrust" / ".ok").exists()


def rustup_targets():
    if not shutil.which("rustup"):
        return []
    return output(["rustup", "target", "list", "--installed"]).split()


def install(packages):
    """With apt-get as root. Elsewhere the packages may have other names: there it counts whether the tools run."""
    missing = [name for name in packages if not is_installed(name)]
    if not missing or not can_install():
        return
    absent = [name for name in missing if not is_available(name)]
    if absent:
        raise Absent(f"apt-get knows no package {' '.join(absent)}")
    say(f"apt-get install {' '.join(missing)}")
    command = ["apt-get", "install", "-qq", "-y", "--no-install-recommends", *missing]
    run(command, f"installing {' '.join(missing)}", env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"})


def can_install():
    return shutil.which("apt-get") is not None and hasattr(os, "geteuid") and os.geteuid() == 0


def is_installed(package):
    return "ok installed" in output(["dpkg-query", "-W", "-f=${Status}", package])


def is_available(package):
    """Whether apt-get can install it; asked again with fresh lists before it says no."""
    if not can_install():
        return False
    if not has_candidate(package):
        refresh_lists()
    return has_candidate(package)


@functools.cache
def refresh_lists():
    run(["apt-get", "update", "-qq"], "apt-get update")


def has_candidate(package):
    policy = output(["apt-cache", "policy", package])
    return "Candidate: " in policy and "Candidate: (none)" not in policy


def prepare_wine(target):
    """Starts wine once, so that its folder exists, and puts in the library that Wine 8 lacks."""
    system = cache() / "wine" / "drive_c" / "windows" / "system32"
    library = system / "bcryptprimitives.dll"
    env = {**os.environ, **target.environment}
    if not system.exists():
        run([*target.runner.split(), "cmd", "/c", "ver"], "starting wine", env=env)
    if not library.exists():
        command = [target.linker, "-shared", "-O2", "-o", library, HERE / "wine-random.c", "-ladvapi32"]
        run(command, "bcryptprimitives.dll for wine")


def jobs():
    return os.environ.get("CROSS_JOBS") or str(os.cpu_count() or 1)


def run(command, what, env=None):
    """Silent unless it fails; then the end of what it said, and Trouble."""
    words = [str(word) for word in command]
    try:
        done = subprocess.run(words, cwd=ROOT, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    except OSError as error:
        raise Trouble(f"{what}: {error}") from None
    if done.returncode != 0:
        print((done.stdout + done.stderr)[-3000:], flush=True)
        raise Trouble(f"{what} failed with exit {done.returncode}")


def output(command):
    """What a command prints; nothing where it fails or does not exist."""
    try:
        return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True).stdout
    except OSError:
        return ""
