#!/usr/bin/env python3
"""SavedModel -> .tflite -> SavedModel -> .tflite over every STEP-th entry of the zoo: signatures and TensorFlow's outputs stay.

    build/oracle/bin/python tests/conformance/round_trip.py build/release/bin/slipway SHARED [STEP]

Entries with operators that TensorFlow has in no form but a loop (recurrent layers) or for other indices (the argmax of pools) are left out.
"""
import json
import os
import subprocess
import sys
import tempfile
import types
from concurrent.futures import ThreadPoolExecutor

import numpy as np

LEFT_OUT = ("lstm", "gru", "rnn", "pool_tf_argmax")


def round_trip(slipway, zoo, folder):
    """None, or what went wrong."""
    with open(os.path.join(folder, "entry.json")) as stream:
        entry = json.load(stream)
    arrays, truth = (dict(np.load(os.path.join(folder, name))) for name in ("inputs.npz", "outputs.npz"))
    with tempfile.TemporaryDirectory() as work:
        first, again, second = (os.path.join(work, name) for name in ("a.tflite", "again", "b.tflite"))
        for source, target in ((os.path.join(folder, "saved_model"), ("--output_file", first)), (first, ("--export_dir", again)),
                               (again, ("--output_file", second))):
            flags = [] if target[0] == "--export_dir" else ["--allow_custom_ops"]
            done = subprocess.run([slipway, "convert", source, *target, "--signature_keys", "all", *flags], capture_output=True, text=True, check=False)
            if done.returncode:
                return done.stderr.strip()[-200:]
        result, why = zoo.run_calls(types.SimpleNamespace(slipway=slipway, timeout=120), second, entry, arrays, work, None)
        return why or zoo.judge(entry, "float32", result, truth, entry["modes"].get("float32", {}).get("lite") or {})


def main():
    slipway, shared = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    step = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    sys.path.insert(0, os.path.join(shared, "zoo"))
    import run_zoo  # pylint: disable=import-outside-toplevel
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "zoo_float32.txt")) as stream:
        names = [n for n in stream.read().split() if not any(word in n for word in LEFT_OUT)][::step]
    with ThreadPoolExecutor(2) as pool:
        reasons = list(pool.map(lambda n: round_trip(slipway, run_zoo, os.path.join(shared, "zoo", "data", n)), names))
    failed = [(name, why) for name, why in zip(names, reasons) if why]
    for name, why in failed:
        print(f"FAIL {name}: {why}")
    print(f"PASS {len(names) - len(failed)} of {len(names)} entries come back")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
