#!/usr/bin/env python3
"""Holds what Slipway writes against the real TensorFlow, LiteRT and TensorBoard, and serves to TF Serving's own client stubs.

One line per check, `N passed, N failed` last. Needs the oracle's Python environment and the shared folder; ./check conformance
sets both up, and says so in one line where they are absent.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

from gradients import RULES, STEPS

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

    def own(self, script, *arguments):
        return [sys.executable, os.path.join(HERE, script), *arguments]

    def slipway(self, *arguments):
        return [self.args.slipway, *arguments]

    def probe(self, name, *arguments):
        return [os.path.join(os.path.dirname(self.args.slipway), name), *arguments]

    def check(self, name, command, want=0, timeout=900, detail=False):
        """Runs a command; it passes with exit code `want` (`detail`: and tells its own checks). Returns its output."""
        environment = dict(os.environ, TF_CPP_MIN_LOG_LEVEL="3", TF_ENABLE_ONEDNN_OPTS="0")
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, env=environment)
            code, output = done.returncode, done.stdout + done.stderr
        except subprocess.TimeoutExpired:
            code, output = "timeout", ""
        if code == want:
            self.passed += 1
            details = [f"    {line}\n" for line in output.splitlines() if detail and line.startswith(("PASS", "skipped"))]
            sys.stdout.write(f"PASS {name}\n" + "".join(details))
        else:
            self.failed.append(name)
            lines = [l for l in output.splitlines() if "FAIL" in l or "slipway" in l or "Error" in l] or output.splitlines()
            sys.stdout.write(f"FAIL {name}: exit {code}, expected {want}\n    " + "\n    ".join(lines[-8:]) + "\n")
        sys.stdout.flush()
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
    for key in ("serving_default", "serving_examples", "serving_raw"):
        inputs, outputs, truth = os.path.join(golden, f"{key}.inputs.npz"), run.path(f"{key}.npz"), run.path(f"{key}_truth.npz")
        run.check(f"SavedModel runs: {key}", run.slipway("run", model, "--signature", key, "--inputs", inputs, "--outputs", outputs))
        run.check(f"SavedModel in TensorFlow: {key}", run.oracle("oracle_run.py", model, "--signature", key, "--inputs", inputs, "--outputs", truth))
        run.check(f"SavedModel outputs equal TensorFlow's: {key}", run.own("compare.py", outputs, truth, "1e-5"), detail=True)
        run.check(f"golden record equals TensorFlow's: {key}", run.own("compare.py", os.path.join(golden, f"{key}.outputs.npz"), truth, "1e-5"))
    run.check("event files in TensorBoard", run.oracle("check_events.py", run.path("logs"), "--require", "scalars:train/epoch_loss",
                                                       "--require", "scalars:validation/epoch_accuracy"))
    run.check("checkpoint in tf.train", run.oracle("check_checkpoint.py", run.path("checkpoints"), "--require-object-graph"))
    inputs = os.path.join(golden, "serving_default.inputs.npz")
    for mode in ("none", "dynamic", "float16", "int8", "int16x8"):
        file = run.path(f"digits_{mode}.tflite")
        extra = ["--representative_data", os.path.join(ROOT, "examples", "digits.yaml")] if mode in ("int8", "int16x8") else []
        run.check(f"convert {mode}", run.slipway("convert", model, "--output_file", file, "--quantize", mode, *extra))
        outputs = run.path(f"digits_{mode}.npz")
        run.check(f"run {mode}", run.slipway("run", file, "--inputs", inputs, "--outputs", outputs))
        tolerance = {"none": "1e-5", "float16": "1e-5", "dynamic": "2e-2", "int8": "2e-2", "int16x8": "1e-3"}[mode]
        run.check(f".tflite in LiteRT: {mode}", run.oracle("check_tflite.py", file, "--expect", inputs, outputs, "--atol", tolerance, "--rtol", "0", "--ulp-int", "1"))
    run.check("examples and raw bytes convert with custom ops", run.slipway(
        "convert", model, "--output_file", run.path("all.tflite"), "--signature_keys", "all", "--allow_custom_ops"))
    run.check("custom ops are refused without the flag", run.slipway(
        "convert", model, "--output_file", run.path("no.tflite"), "--signature_keys", "serving_examples"), want=3)


def gradients(run):
    """Gradients, optimizer steps and moving statistics of the digits CNN, with the weights of a trained checkpoint."""
    data, config, checkpoints = os.path.join(ROOT, "build", "data", "digits.csv.gz"), os.path.join(ROOT, "examples", "digits.yaml"), run.path("for_gradients")
    run.check("train digits for gradients", run.slipway("train", config, "--epochs", "2", "--quiet", "--checkpoint_dir", checkpoints))
    run.check("a batch of digits", run.own("gradients.py", "prepare", data, config, run.work))
    for rule in RULES:
        run.check(f"training steps: {rule}", run.probe("training_probe", run.path(f"{rule}.yaml"), checkpoints, run.path("batch.npz"), str(STEPS),
                                                       run.path(f"{rule}.npz")))
    run.check("gradients, optimizers and batch norm as in Keras", run.own("gradients.py", "compare", run.work), detail=True)


def records(run):
    """TFRecord and .npz files both ways."""
    run.check("files by TensorFlow and NumPy", run.own("records.py", "write", run.work))
    examples = run.path("examples.npz")
    for kind in ("plain", "GZIP", "ZLIB"):
        ours, back = run.path(f"ours_{kind}.tfrecord"), run.path(f"back_{kind}.npz")
        run.check(f"TFRecord written: {kind}", run.probe("record_probe", "write", examples, ours, *([kind] if kind != "plain" else [])))
        run.check(f"TFRecord in tf.data: {kind}", run.oracle("check_tfrecord.py", ours, "--compression", kind if kind != "plain" else "", "--count", "50",
                                                             "--compare", examples))
        run.check(f"TensorFlow's TFRecord read: {kind}", run.probe("record_probe", "read", run.path(f"tf_{kind}.tfrecord"), back))
        run.check(f"and right: {kind}", run.own("records.py", "compare", back, examples))
    for kind in ("stored", "deflated", "foreign"):
        run.check(f"npz read and written: {kind}", run.probe("record_probe", "npz", run.path(f"numpy_{kind}.npz"), run.path("own.npz")))
        run.check(f"npz in NumPy: {kind}", run.own("records.py", "compare", run.path("own.npz"), run.path(f"numpy_{kind}.npz")))


def mobilenet(run):
    """MobileNetV2 becomes the operators that TensorFlow's converter makes, with TensorFlow's outputs. In float only: with random weights
    the noise of quantized deep nets says nothing."""
    run.check("MobileNetV2 in Keras", run.own("mobilenet.py", "make", run.work))
    file, outputs = run.path("mobilenet.tflite"), run.path("mobilenet.npz")
    run.check("MobileNetV2 converts", run.slipway("convert", run.path("saved_model"), "--output_file", file))
    run.check("MobileNetV2 runs", run.slipway("run", file, "--inputs", run.path("in.npz"), "--outputs", outputs))
    run.check("MobileNetV2 equals TensorFlow", run.own("compare.py", outputs, run.path("out.npz"), "1e-4"), detail=True)
    run.check("MobileNetV2 has the stock operators", run.own("mobilenet.py", "histogram", file, run.path("stock.tflite")), detail=True)


def signatures(run):
    """Keys, names and outputs of every kind of signature stay; tags and shapes are obeyed."""
    run.check("signatures", run.own("signatures.py", run.args.slipway), detail=True)


def known(name):
    with open(os.path.join(HERE, name)) as stream:
        return [line for line in stream.read().split("\n") if line]


def zoo(run):
    """The entries of the zoo that are known to convert must go on doing so, and others that are right must be listed; every eighth of them
    also in float16 and dynamic, all in int8 and int16x8 with errors as small as the stock converter's. conversion_status.py makes
    docs/conversion_status.md of all modes."""
    names = known("zoo_float32.txt")
    run.check("zoo: float32", run.own("conversion_status.py", run.args.slipway, run.args.shared, "--modes", "float32"))
    run.check("zoo: every third entry as .tflite, SavedModel and .tflite again", run.own("round_trip.py", run.args.slipway, run.args.shared, "3"))
    for modes, part in (("float16,dynamic", [n for n in names[::8] if n not in known("zoo_float_only.txt")]),):
        folder = run.path("zoo_" + modes)
        os.makedirs(folder)
        for name in part:
            os.symlink(os.path.join(run.args.shared, "zoo", "data", name), os.path.join(folder, name))
        run.check(f"zoo: {len(part)} entries in {modes}", [
            sys.executable, os.path.join(run.args.shared, "zoo", "run_zoo.py"), "--slipway", run.args.slipway, "--zoo", folder, "--modes", modes])
    run.check("zoo: int8 and int16x8", run.own("zoo_quantized.py", run.args.slipway, run.args.shared), detail=True)


def recipes(run):
    run.check("recipes and samples", run.own("recipes.py", run.args.slipway, run.args.shared), detail=True)


def trained(run):
    """Trained public models in int8 and int16x8, no worse than the stock converter's files of the same samples."""
    model = run.path("trained", "1")
    run.check("train digits to quantize", run.slipway("train", os.path.join(ROOT, "examples", "digits.yaml"), "--epochs", "8", "--quiet",
                                                      "--checkpoint_dir", run.path("trained_checkpoints"), "--export_dir", model))
    run.check("trained models", run.own("trained_models.py", run.args.slipway, run.args.shared, os.path.join(ROOT, "build", "data", "digits.csv.gz"),
                                        model), detail=True)


def cases(run):
    """Every op case that has a .tflite form, in LiteRT's reference kernels: integers equal, floats to 1e-5."""
    folder = run.path("cases")
    os.makedirs(folder)
    test = os.path.join(os.path.dirname(run.args.slipway), "tflite_cycle_test")
    run.check("cases as files", ["env", f"SLIPWAY_CYCLE_DIR={folder}", test, "--gtest_brief=1"])
    run.check("cases in LiteRT", run.own("cases_in_litert.py", folder), detail=True)


def targets(run):
    """What the quantizer makes of every op case in every mode, in the releases of LiteRT that --target_runtime names."""
    folder, test = run.path("targets"), os.path.join(os.path.dirname(run.args.slipway), "target_test")
    os.makedirs(folder)
    run.check("cases for each release", ["env", f"SLIPWAY_TARGET_DIR={folder}", test, "--gtest_brief=1"])
    run.check("cases in each release", run.own("target_runtime.py", folder, os.path.join(ROOT, "build", "litert")), detail=True)


def models(run):
    """Public .tflite files with LiteRT's recorded outcomes, and the zoo's reference files, in our interpreter."""
    run.check("public models", run.own("public_models.py", run.args.slipway, run.args.shared), detail=True)


def malformed(run):
    """The .tflite files that the shared list marks as malformed, and files that are none: refused in one sentence that names a tensor,
    an operator or what is wrong with the file."""
    models, listed, folder = os.path.join(run.args.shared, "models"), [], ""
    with open(os.path.join(models, "INDEX.md")) as stream:
        for line in stream:
            folder = line[3:].strip() if line.startswith("## ") else folder
            found = re.match(r"(?:- |\| )(\S+\.(?:bin|tflite)) .*MALFORMED", line)
            if found:
                listed.append(os.path.join(models, folder, found.group(1)))
    pocs = os.path.join(models, "public_issue_pocs")
    listed += [os.path.join(pocs, name) for name in sorted(os.listdir(pocs)) if name.endswith(".tflite")]
    for name, text in (("empty.tflite", ""), ("text.tflite", "not a model, but text\n")):
        with open(run.path(name), "w") as stream:
            stream.write(text)
        listed.append(run.path(name))
    for file in listed:
        label = f"malformed: {os.path.basename(file)}"
        if not os.path.exists(file):
            print(f"skipped: {label} is not in the shared folder")
            continue
        output = run.check(label, run.slipway("run", file, "--outputs", run.path("malformed.npz")), want=3, timeout=60)
        named = re.search(r"'[^']+' \(|[Tt]ensor|operator|FlatBuffer|Flatbuffer|identifier|bytes|is empty", output.replace(file, ""))
        run.check(f"{label}: one sentence", ["test", str(int(output.count("\n") == 1 and bool(named))), "=", "1"])


def serving(run):
    """TF Serving's client stubs against `slipway serve`: the checks that are known to pass must go on passing."""
    names = known("serving_passing.txt")
    only = [argument for name in names for argument in ("--only", name)]
    if only:
        run.check(f"serving: {len(names)} checks", [
            sys.executable, os.path.join(run.args.shared, "serving", "conformance.py"), "--server", f"{run.args.slipway} serve {{flags}}",
            "--models", os.path.join(run.args.shared, "models"), *only], timeout=2400)


# Serving is asked about time-outs and has the machine to itself; the others take turns on two cores.
PARTS = (digits, cases, targets, gradients, records, mobilenet, signatures, zoo, recipes, trained, models, malformed, serving)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--slipway", required=True)
    parser.add_argument("--shared", required=True)
    parser.add_argument("--only", default="", help="one of " + ", ".join(part.__name__ for part in PARTS))
    args = parser.parse_args()
    if args.only not in ("", *(part.__name__ for part in PARTS)):
        parser.error(f"--only {args.only}: no such part")
    args.slipway, args.shared = os.path.abspath(args.slipway), os.path.abspath(args.shared)
    with tempfile.TemporaryDirectory() as work:
        run = Run(args, work)
        with ThreadPoolExecutor(2) as pool:
            wanted = [part for part in PARTS if args.only in ("", part.__name__)]
            done = [pool.submit(part, run) for part in wanted if part is not serving]
            for part in done:
                part.result()
        if serving in wanted:
            serving(run)
    print(f"{run.passed} passed, {len(run.failed)} failed")
    return 1 if run.failed else 0


if __name__ == "__main__":
    sys.exit(main())
