"""Tests of scripts/cross itself: python3 -B -m unittest discover -s scripts/targets."""

import os
import sys
import unittest
from pathlib import Path
from unittest import mock

import end_to_end
import licences
import plan
import record
import trial

GOOD = "".join(
    f"skipped {family}/fancy: needs CPU features that are missing or masked: avx2\n"
    f"{family}: 3 engines passed, 1 skipped\n"
    "test result: ok. 2 passed; 0 failed; 1 ignored; 0 measured; 1 filtered out; finished in 0.10s\n"
    for family in trial.FAMILIES
)


class Judging(unittest.TestCase):
    def judged(self, text, status=0, must_miss=(), skips=()):
        return trial.judged(trial.counted(text), status, must_miss, skips)

    def test_a_good_run_is_counted(self):
        found = trial.counted(GOOD)
        self.assertEqual((found["passed"], found["ignored"], found["left_out"]), (8, 4, 4))
        self.assertEqual(found["engines"], dict.fromkeys(trial.FAMILIES, 3))
        self.assertEqual(self.judged(GOOD, must_miss=["crc32/fancy"], skips=["one"]), "")

    def test_lines_behind_a_test_s_name_are_counted(self):
        one_thread = "test every_engine ... " + GOOD.replace("skipped md5", "test every_engine ... skipped md5")
        self.assertEqual(trial.counted(one_thread), trial.counted(GOOD))
        start = GOOD.replace("adler32: 3", "test every_engine ... adler32: 3")
        self.assertEqual(trial.counted(start), trial.counted(GOOD))

    def test_what_is_wrong_is_said(self):
        self.assertIn("exit 101", self.judged(GOOD, status=101))
        self.assertIn("failed: 1", self.judged(GOOD.replace("0 failed", "1 failed", 1)))
        self.assertIn("md5 tested no engine", self.judged(GOOD.replace("md5: 3", "other: 3")))
        self.assertIn("tested no engine", self.judged(""))
        self.assertIn("no test", self.judged(GOOD.replace("2 passed", "0 passed")))
        self.assertIn("matches no test", self.judged(GOOD, skips=list("abcde")))
        self.assertIn("crc32/plain", self.judged(GOOD, must_miss=["crc32/plain"]))


class Plan(unittest.TestCase):
    def test_the_file_is_sound(self):
        targets, cpus = plan.read()
        self.assertTrue(targets and cpus)

    def test_an_unknown_key_is_an_error(self):
        with self.assertRaises(plan.Trouble):
            plan.make(plan.Target, {"triple": "t", "about": "a", "must-run": ["all"], "lnker": "ld"})


class Licences(unittest.TestCase):
    def package(self, id, source="registry", kind="lib", folder="elsewhere"):
        return {"id": id, "name": id, "version": "1", "source": source, "targets": [{"kind": [kind]}],
                "manifest_path": str(plan.ROOT / folder / id / "Cargo.toml")}

    def test_only_what_is_linked_is_listed(self):
        packages = [self.package("readfile", None, "bin", "bins"), self.package("ours", None), self.package("a"),
                    self.package("b"), self.package("macro", kind="proc-macro"), self.package("syn"), self.package("test")]
        edges = {"readfile": [("ours", None), ("test", "dev"), ("macro", None)], "ours": [("b", None)], "b": [("a", None)],
                 "macro": [("syn", None)]}
        nodes = [{"id": package["id"], "deps": [{"pkg": to, "dep_kinds": [{"kind": kind}]} for to, kind in edges.get(package["id"], [])]}
                 for package in packages]
        found = licences.linked({"packages": packages, "resolve": {"nodes": nodes}})
        self.assertEqual([package["id"] for package in found], ["a", "b"])

    def test_the_text_is_found_at_the_top_and_in_a_folder_of_its_own(self):
        for path, found in [("LICENSE-MIT", True), ("COPYING", True), ("LICENSES/MIT.txt", True), ("src/licence.rs", False)]:
            self.assertEqual(licences.is_licence(Path(path)), found, path)


class Answers(unittest.TestCase):
    def test_the_check_values_of_the_catalogues(self):
        self.assertEqual(
            end_to_end.answers(b"123456789"),
            {
                "adler32": "091e01de",
                "crc32": "cbf43926",
                "crc32c": "e3069283",
                "md5": "25f9e794323b453885f5181f1b624d0b",
            },
        )


class Python:
    """A toolchain whose programs are Python's."""

    env = os.environ

    def words(self, command):
        return [sys.executable, "-c", *command]


class SlowReader(unittest.TestCase):
    WRITE = "import os\nfor _ in range(100): os.write(1, b'x' * 1000)"

    def test_all_is_read(self):
        done = end_to_end.started(Python(), self.WRITE, [])
        self.assertEqual((done.returncode, len(done.stdout)), (0, 100_000))

    def test_a_program_that_does_not_wait_for_its_reader_fails(self):
        done = end_to_end.started(Python(), "import os\nos.set_blocking(1, False)\n" + self.WRITE, [])
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("BlockingIOError", end_to_end.said(mock.Mock(stderr=done.stderr)))

    def test_a_program_that_does_not_end_is_ended(self):
        for before in ["", "print('x' * 5000, flush=True); "]:
            with mock.patch.object(end_to_end, "DEADLINE", 0.5), self.assertRaisesRegex(plan.Trouble, "did not end"):
                end_to_end.started(Python(), before + "import time; time.sleep(60)", [])


class Tables(unittest.TestCase):
    def test_a_table(self):
        self.assertEqual(record.table(["a", "b"], [[1, ""]]), "| a | b |\n| --- | --- |\n| 1 |  |\n")


if __name__ == "__main__":
    unittest.main()
