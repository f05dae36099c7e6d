#!/usr/bin/env python3
"""Runs every public .tflite that has a recorded outcome, and the reference files of the zoo, in our interpreter.

    public_models.py SLIPWAY SHARED

What disagrees must be listed with its reason in tflite_differs.txt; what is listed must disagree.
"""
import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
MODES = "float32,dynamic,float16,int8,int16x8"


def rows_of(command, work, name):
    """What a runner's JSON says."""
    path = os.path.join(work, name)
    done = subprocess.run([sys.executable, *command, "--json", path], capture_output=True, text=True)
    if not os.path.exists(path):
        sys.exit(f"FAIL {name}: {done.stderr.strip()[-400:]}")
    with open(path) as stream:
        return json.load(stream)


def main():
    slipway, shared = sys.argv[1:3]
    failing, agreeing = {}, {}
    with tempfile.TemporaryDirectory() as work:
        for label, extra in (("goldens", []), ("goldens exact", ["--backend", "reference", "--exact"])):
            cases = rows_of([os.path.join(shared, "oracle", "run_goldens.py"), "--slipway", slipway, "--models", os.path.join(shared, "models"),
                             "--goldens", os.path.join(shared, "goldens", "tflite"), "--timeout", "600", *extra], work, f"{label}.json")["cases"]
            failing.update({f"{label} {c['model']} [{c['case']}]": c["reason"] for c in cases if c["verdict"] == "fail"})
            agreeing[label] = sum(c["verdict"] in ("pass", "beyond") for c in cases)
        rows = rows_of([os.path.join(shared, "zoo", "run_zoo.py"), "--slipway", slipway, "--zoo", os.path.join(shared, "zoo", "data"), "--given",
                        "--modes", MODES], work, "zoo.json")["rows"]
        failing.update({f"zoo {r['entry']} [{r['mode']}]": r["reason"] for r in rows if r["verdict"] not in ("right", "skip")})
        for mode in MODES.split(","):
            agreeing[f"zoo {mode}"] = sum(r["mode"] == mode and r["verdict"] == "right" for r in rows)
    with open(os.path.join(HERE, "tflite_differs.txt")) as stream:
        listed = {line.split("\t")[0] for line in stream.read().split("\n") if line and not line.startswith("#")}
    print("".join(f"PASS {label}: {count} agree\n" for label, count in agreeing.items()), end="")
    wrong = [f"{name}: {reason}" for name, reason in failing.items() if name not in listed] + [f"{name}: listed, but agrees" for name in listed - set(failing)]
    print("".join(f"FAIL {line}\n" for line in sorted(wrong)), end="")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
