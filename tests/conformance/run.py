#!/usr/bin/env python3
"""Holds what Slipway writes against the real TensorFlow, LiteRT and TensorBoard, and serves to TF Serving's own client stubs.

One line per check, `N passed, N failed` last. Needs the oracle's Python environment and the shared folder; ./check conformance
sets both up, and says so in one line where they are absent.
"""
import argparse
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))


class Run:
    def __init__(self, args, work):
        self.args, self.work = args, work
        self.passed, self.failed = 0, []

    def path(self, *parts):
        return os.path.join(self.work, *parts)

    def oracle(self, script, *arguments):
        return [sys.executable, os.path.join(self.args.shared, "oracle", script), *arguments]

    def slipway(self, *arguments):
        return [self.args.slipway, *arguments]

    def check(self, name, command, want=0, timeout=900):
        """Runs a command; it passes with exit code `want`. Returns its output."""
        environment = dict(os.environ, TF_CPP_MIN_LOG_LEVEL="3", TF_ENABLE_ONEDNN_OPTS="0")
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, env=environment)
            code, output = done.returncode, done.stdout + done.stderr
        except subprocess.TimeoutExpired:
            code, output = "timeout", ""
        if code == want:
            self.passed += 1
            print(f"PASS {name}", flush=True)
        else:
            self.failed.append(name)
            lines = [l for l in output.splitlines() if "FAIL" in l or "slipway" in l or "Error" in l] or output.splitlines()
            print(f"FAIL {name}: exit {code}, expected {want}\n    " + "\n    ".join(lines[-8:]), flush=True)
        return output


def digits(run):
    """Train, export, convert: every consumer of each file takes it and agrees."""
    model = run.path("model", "1")
    run.check("train digits", run.slipway("train", os.path.join(ROOT, "examples", "digits.yaml"), "--epochs", "4", "--quiet",
                                          "--checkpoint_dir", run.path("checkpoints"), "--log_dir", run.path("logs"), "--export_dir", model))
    golden = os.path.join(model, "assets.extra", "slipway_golden")
    # Seeded byte strings do not fit serving_raw, so its golden record goes along.
    run.check("SavedModel: every consumer, and the golden record of serving_raw", run.oracle(
        "check_savedmodel.py", model, "--require", "object_graph,init_op", "--signature", "serving_raw", "--expect",
        os.path.join(golden, "serving_raw.inputs.npz"), os.path.join(golden, "serving_raw.outputs.npz")))
    run.check("event files in TensorBoard", run.oracle("check_events.py", run.path("logs", "train"), "--require", "scalars:epoch_loss"))
    run.check("checkpoint in tf.train", run.oracle("check_checkpoint.py", run.path("checkpoints"), "--require-object-graph"))
    inputs = os.path.join(golden, "serving_default.inputs.npz")
    for mode in ("none", "dynamic", "float16", "int8"):
        file = run.path(f"digits_{mode}.tflite")
        extra = ["--representative_data", os.path.join(ROOT, "examples", "digits.yaml")] if mode == "int8" else []
        run.check(f"convert {mode}", run.slipway("convert", model, "--output_file", file, "--quantize", mode, *extra))
        outputs = run.path(f"digits_{mode}.npz")
        run.check(f"run {mode}", run.slipway("run", file, "--inputs", inputs, "--outputs", outputs))
        tolerance = {"none": "1e-5", "float16": "1e-5", "dynamic": "2e-2", "int8": "2e-2"}[mode]
        run.check(f".tflite in LiteRT: {mode}", run.oracle("check_tflite.py", file, "--expect", inputs, outputs, "--atol", tolerance, "--ulp-int", "1"))
    run.check("examples and raw bytes convert with custom ops", run.slipway(
        "convert", model, "--output_file", run.path("all.tflite"), "--signature_keys", "all", "--allow_custom_ops"))
    run.check("custom ops are refused without the flag", run.slipway(
        "convert", model, "--output_file", run.path("no.tflite"), "--signature_keys", "serving_examples"), want=3)


def known(name):
    with open(os.path.join(HERE, name)) as stream:
        return [line for line in stream.read().split("\n") if line]


def zoo(run):
    """The entries of the zoo that are known to convert must go on doing so."""
    names, part = known("zoo_float32.txt"), run.path("zoo")
    os.makedirs(part)
    for name in names:
        os.symlink(os.path.join(run.args.shared, "zoo", "data", name), os.path.join(part, name))
    if names:
        run.check(f"zoo: {len(names)} entries in float32", [
            sys.executable, os.path.join(run.args.shared, "zoo", "run_zoo.py"), "--slipway", run.args.slipway, "--zoo", part, "--modes", "float32"])


def serving(run):
    """TF Serving's client stubs against `slipway serve`: the checks that are known to pass must go on passing."""
    only = [argument for name in known("serving_passing.txt") for argument in ("--only", name)]
    if only:
        run.check(f"serving: {len(only) // 2} checks", [
            sys.executable, os.path.join(run.args.shared, "serving", "conformance.py"), "--server", f"{run.args.slipway} serve {{flags}}",
            "--models", os.path.join(run.args.shared, "models"), *only])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--slipway", required=True)
    parser.add_argument("--shared", required=True)
    parser.add_argument("--only", default="", help="digits, zoo or serving")
    args = parser.parse_args()
    args.slipway, args.shared = os.path.abspath(args.slipway), os.path.abspath(args.shared)
    with tempfile.TemporaryDirectory() as work:
        run = Run(args, work)
        for part in (digits, zoo, serving):
            if args.only in ("", part.__name__):
                part(run)
    print(f"{run.passed} passed, {len(run.failed)} failed")
    return 1 if run.failed else 0


if __name__ == "__main__":
    sys.exit(main())
