"""`readfile` on a real file, as a user of the target would run it, its answers held to Python's own."""

import array
import csv
import fcntl
import hashlib
import io
import os
import random
import subprocess
import tempfile
import termios
import threading
import time
import zlib
from pathlib import Path

from plan import Trouble

# Longer than the blocks, strips and thresholds of the engines, and no multiple of anything.
SIZE = 3 * (1 << 20) + 4099
# Seconds for one run of readfile, emulated.
DEADLINE = 900
METHODS = ["a", "all", "g", "all", "gd", "c", "e1", "e3", "all", "k", "all"]


def check(toolchain, program):
    """Reads the file and maps it. Returns what to record: how many engines were right each way, and what is missing."""
    with tempfile.TemporaryDirectory() as folder:
        # A name that is not ASCII and has a space, as people's files do.
        file = Path(folder) / "a film, größer.mkv"
        file.write_bytes(random.Random(1).randbytes(SIZE))
        expected = answers(file.read_bytes())
        read = checked(toolchain, program, file, [], expected)
        mapped = checked(toolchain, program, file, ["m"], expected)
        if read["way"] != "read":
            raise Trouble(f"readfile without m did not read but {read['way']}")
        if mapped["way"] == "map":
            return {"read": read["engines"], "mapped": mapped["engines"]}
        if toolchain.target.maps:
            raise Trouble(f"readfile m did not map: {mapped['notes']}")
        if not mapped["notes"]:
            raise Trouble("readfile m did not map, and said nothing of it")
        return {"read": read["engines"], "missing": mapped["notes"]}


def answers(data):
    """By zlib and hashlib; CRC-32C, which Python has not, by its table."""
    return {
        "adler32": f"{zlib.adler32(data):08x}",
        "crc32": f"{zlib.crc32(data):08x}",
        "crc32c": f"{crc32c(data):08x}",
        "md5": hashlib.md5(data).hexdigest(),
    }


def crc32c(data):
    """RFC 3720's polynomial, reflected, a byte at a time."""
    table = []
    for value in range(256):
        for _ in range(8):
            value = value >> 1 ^ (0x82F63B78 if value & 1 else 0)
        table.append(value)
    crc = 0xFFFFFFFF
    for byte in data:
        crc = crc >> 8 ^ table[(crc ^ byte) & 0xFF]
    return crc ^ 0xFFFFFFFF


def checked(toolchain, program, file, words, expected):
    """One run over every engine that is there."""
    done = started(toolchain, program, [file, *words, *METHODS, "--format", "csv"])
    if done.returncode != 0:
        raise Trouble(f"readfile {' '.join(words)}: exit {done.returncode}: {said(done)}")
    rows = [row for row in csv.DictReader(io.StringIO(done.stdout.decode())) if row["checksum"]]
    for row in rows:
        right = expected[row["family"]]
        if row["checksum"] != right or int(row["bytes"]) != SIZE:
            raise Trouble(f"readfile {' '.join(words)}: {row['id']} gave {row['checksum']}, not {right}")
    absent = set(expected) - {row["family"] for row in rows}
    if absent:
        raise Trouble(f"readfile {' '.join(words)}: nothing of {' '.join(absent)}")
    return {"engines": len({row["id"] for row in rows}), "way": rows[0]["read_path"], "notes": rows[0]["notes"]}


def started(toolchain, program, arguments):
    """What it prints to a slow reader: to a pipe that holds one page and is left alone until it is full."""
    ours, theirs = os.pipe()
    # Only Linux can make a pipe small.
    room = fcntl.fcntl(theirs, fcntl.F_SETPIPE_SZ, 4096) if hasattr(fcntl, "F_SETPIPE_SZ") else 65536
    with open(ours, "rb") as output, tempfile.TemporaryFile() as errors:
        words = toolchain.words([program, *arguments])
        process = subprocess.Popen(words, env=toolchain.env, stdin=subprocess.DEVNULL, stdout=theirs, stderr=errors)
        os.close(theirs)
        late = threading.Timer(DEADLINE, process.kill)
        late.start()
        # A writer of small pieces leaves a rest that the next does not fit in.
        while process.poll() is None and waiting(output) < room // 2:
            time.sleep(0.05)
        time.sleep(0.2)
        printed = output.read()
        process.wait()
        if not late.is_alive():
            raise Trouble(f"readfile did not end in {DEADLINE} seconds")
        late.cancel()
        errors.seek(0)
        return subprocess.CompletedProcess(words, process.returncode, printed, errors.read())


def waiting(pipe):
    """How many bytes are in it."""
    count = array.array("i", [0])
    fcntl.ioctl(pipe, termios.FIONREAD, count)
    return count[0]


def said(done):
    return (done.stderr or done.stdout).decode(errors="replace").strip()[-500:]
