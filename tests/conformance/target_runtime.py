#!/usr/bin/env python3
"""Runs what the quantizer makes of every op case, in every mode, in the LiteRT release that it was made for.

target_test leaves the files CASE.MODE.2.MINOR.tflite, one per release, and the inputs CASE.in0 ... as "dtype dims\\n" + bytes. Each file
must load and run in the default kernels, and in the reference kernels unless they lack the operator. What a release refuses all the same
must be listed with the reason in target_differs.txt, or in litert_differs.txt, for LiteRT refuses or misreads it in floats, too. Also
held against each release: the table of operator versions (formats/tflite/litert_versions.def). Older releases are installed into
PACKAGES, or skipped where they cannot be.

    SLIPWAY_TARGET_DIR=DIR build/release/bin/target_test && build/oracle/bin/python tests/conformance/target_runtime.py DIR PACKAGES
"""
import argparse
import glob
import os
import re
import subprocess
import sys

from cases_in_litert import listed, outcomes, tensors

HERE = os.path.dirname(os.path.abspath(__file__))
RELEASES = {0: "2.0.3", 1: "2.1.0", 2: "2.2.0", 3: ""}  # "": the installed one
VERSIONS = os.path.join(os.path.dirname(os.path.dirname(HERE)), "formats", "tflite", "litert_versions.def")


def run(path, inputs, resolver):
    """'' if it ran, else LiteRT's sentence."""
    from ai_edge_litert.interpreter import Interpreter, OpResolverType
    try:
        interpreter = Interpreter(path, experimental_op_resolver_type=getattr(OpResolverType, resolver))
    except ValueError as error:
        return "" if resolver == "BUILTIN_REF" else f"refused: {error}"
    try:
        details = interpreter.get_input_details()
        for info, value in zip(details, inputs):
            interpreter.resize_tensor_input(info["index"], value.shape)
        interpreter.allocate_tensors()
        for info, value in zip(details, inputs):
            interpreter.set_tensor(info["index"], value)
        interpreter.invoke()
    except (RuntimeError, ValueError) as error:
        return f"{resolver} refused: {error}"
    return ""


def one(path):
    inputs = tensors(re.sub(r"\.\w+\.2\.\d\.tflite$", "", path), "in")
    if any(t is None for t in inputs):
        return "skip: strings"
    answers = (run(path, inputs, r) for r in ("AUTO", "BUILTIN_WITHOUT_DEFAULT_DELEGATES", "BUILTIN_REF"))
    return next((a.split("\n")[0][:200] for a in answers if a), "")


def wrong_versions(minor):
    """Rows of the table that the release contradicts."""
    import flatbuffers
    from ai_edge_litert import schema_py_generated as schema
    from ai_edge_litert.interpreter import Interpreter, OpResolverType

    def knows(code, version):
        model = schema.ModelT()
        model.version = 3
        op = schema.OperatorCodeT()
        op.builtinCode, op.deprecatedBuiltinCode, op.version = code, min(code, 127), version
        graph = schema.SubGraphT()
        graph.tensors, graph.inputs, graph.outputs, graph.operators = [], [], [], []
        model.operatorCodes, model.subgraphs, model.buffers = [op], [graph], [schema.BufferT()]
        builder = flatbuffers.Builder(512)
        builder.Finish(model.Pack(builder), b"TFL3")
        try:
            Interpreter(model_content=bytes(builder.Output()), experimental_op_resolver_type=OpResolverType.BUILTIN_WITHOUT_DEFAULT_DELEGATES)
            return True
        except ValueError:
            return False

    rows = {}
    with open(VERSIONS) as stream:
        for name, first, *highest in re.findall(r"LITERT_OP\((\w+), (\d+), (\d+), (\d+), (\d+)\)", stream.read()):
            rows[name] = int(first), int(highest[min(minor, 2)])
    for name, code in vars(schema.BuiltinOperator).items():
        if not isinstance(code, int) or name in ("CUSTOM", "DELEGATE", "PLACEHOLDER_FOR_GREATER_OP_CODES"):
            continue
        first, highest = rows.get(name, (1, 0))
        known = [v for v in range(0, 20) if knows(code, v)]
        if known != list(range(first, highest + 1)):
            yield f"{name}: LiteRT knows {known}, the table {first} to {highest}"


def worker():
    for line in sys.stdin:
        task = line.strip()
        answer = " | ".join(wrong_versions(int(task[1:]))) if task.startswith("=") else one(task)
        print(answer or "ok", flush=True)


def environment(release, packages):
    """None where the release cannot be installed."""
    if not release:
        return dict(os.environ)
    folder = os.path.join(packages, release)
    if not os.path.isdir(os.path.join(folder, "ai_edge_litert")):
        done = subprocess.run([sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", folder, f"ai-edge-litert=={release}"],
                              capture_output=True)
        if done.returncode:
            return None
    return dict(os.environ, PYTHONPATH=folder)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?")
    parser.add_argument("packages", nargs="?")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.worker:
        return worker()
    with open(os.path.join(HERE, "target_differs.txt")) as stream:
        known = {line.split("\t")[0] for line in stream.read().split("\n") if line and not line.startswith("#")}
    bad, seen = 0, set()
    for minor, release in RELEASES.items():
        variables = environment(release, args.packages)
        if variables is None:
            print(f"skipped: LiteRT {release} cannot be installed")
            continue
        files, same = sorted(glob.glob(os.path.join(args.folder, f"*.2.{minor}.tflite"))), 0
        for task, answer in outcomes([f"={minor}", *files], __file__, variables):
            name = "versions" if task.startswith("=") else re.sub(r"\.2\.\d\.tflite$", "", os.path.basename(task))
            if answer == "ok" or answer.startswith("skip"):
                same += 1
            elif name in known or name.split(".")[0] in listed():
                seen.add(name)
            else:
                print(f"FAIL {name} in LiteRT 2.{minor}: {answer}")
                bad += 1
        print(f"PASS LiteRT 2.{minor}: {same} of {len(files) + 1} files run, versions among them")
        bad += not files
    for name in sorted(known - seen):
        print(f"FAIL {name} runs in LiteRT now: take it off target_differs.txt")
        bad += 1
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
