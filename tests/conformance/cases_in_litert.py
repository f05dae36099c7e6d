#!/usr/bin/env python3
"""Runs every op case's .tflite in LiteRT's reference kernels and compares with what our interpreter gave.

tflite_cycle_test leaves the files: CASE.tflite and the tensors CASE.in0, CASE.out0 ... as "dtype dims\\n" + bytes.
Float results agree to 1e-5 of the largest magnitude, integers are equal. A case where LiteRT differs, refuses or crashes must be
listed with the reason in litert_differs.txt; a listed case that has begun to pass is reported, so the list only shrinks. Where LiteRT
reads memory that nobody wrote, the reason begins with "by chance: ", and it may agree.

    SLIPWAY_CYCLE_DIR=DIR build/release/bin/tflite_cycle_test && build/oracle/bin/python tests/conformance/cases_in_litert.py DIR
"""
import argparse
import glob
import os
import subprocess
import sys

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
DTYPES = {"f32": "float32", "f16": "float16", "f64": "float64", "i8": "int8", "i16": "int16", "i32": "int32", "i64": "int64", "u8": "uint8",
          "u16": "uint16", "u32": "uint32", "u64": "uint64", "bool": "bool", "c64": "complex64"}


def read(path):
    with open(path, "rb") as stream:
        dtype, *dims = stream.readline().decode().split()
        return None if dtype not in DTYPES else np.frombuffer(stream.read(), DTYPES[dtype]).reshape([int(d) for d in dims])


def tensors(prefix, kind):
    return [read(p) for p in sorted(glob.glob(glob.escape(f"{prefix}.{kind}") + "[0-9]*"), key=lambda p: int(p.rsplit(kind, 1)[1]))]


def difference(got, want):
    if got.dtype != want.dtype or got.shape != want.shape:
        return f"{got.dtype}{list(got.shape)} instead of {want.dtype}{list(want.shape)}"
    if got.size == 0:
        return ""
    if want.dtype.kind in "fc":
        same = (got == want) | (np.isnan(got) & np.isnan(want))
        finite = np.abs(want[np.isfinite(want)])
        limit = 1e-5 * max(1, finite.max() if finite.size else 1)
        far = ~same & ~(np.abs(got - want) <= limit)
    else:
        far = got != want
    if not far.any():
        return ""
    at = np.unravel_index(np.argmax(far), far.shape)
    return f"{int(far.sum())} of {far.size} elements, first at {[int(i) for i in at]}: LiteRT {got[at]}, ours {want[at]}"


def load(path):
    """In reference kernels; their resolver lacks some operators, for which the default kernels are taken."""
    from ai_edge_litert.interpreter import Interpreter, OpResolverType
    try:
        return Interpreter(path, experimental_op_resolver_type=OpResolverType.BUILTIN_REF)
    except ValueError:
        return Interpreter(path, experimental_op_resolver_type=OpResolverType.BUILTIN_WITHOUT_DEFAULT_DELEGATES)


def one(prefix):
    """'' if the same, else a sentence."""
    try:
        interpreter = load(prefix + ".tflite")
        inputs = tensors(prefix, "in")
        details = interpreter.get_input_details()
        if len(inputs) != len(details) or any(t is None for t in inputs):
            return "skip: strings"
        for info, value in zip(details, inputs):
            interpreter.resize_tensor_input(info["index"], value.shape)
        interpreter.allocate_tensors()
        for info, value in zip(details, inputs):
            interpreter.set_tensor(info["index"], value)
        interpreter.invoke()
        results = [interpreter.get_tensor(info["index"]) for info in interpreter.get_output_details()]
    except (RuntimeError, ValueError, TypeError) as error:
        return "refused: " + str(error).split("\n")[0][:160]
    wanted = tensors(prefix, "out")
    if len(wanted) != len(results) or any(t is None for t in wanted):
        return "skip: strings"
    return next((d for d in (difference(g, w) for g, w in zip(results, wanted)) if d), "")


def worker():
    for line in sys.stdin:
        print(one(line.strip()) or "ok", flush=True)


def outcomes(tasks, script, variables=None):
    """(task, answer) of each by `script --worker`: a crash of LiteRT costs one task, not the run."""
    process = None
    for task in tasks:
        if process is None:
            process = subprocess.Popen([sys.executable, os.path.abspath(script), "--worker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                       stderr=subprocess.DEVNULL, text=True, env=variables)
        process.stdin.write(task + "\n")
        process.stdin.flush()
        answer = process.stdout.readline().strip()
        if not answer:
            process.wait()
            answer, process = f"refused: LiteRT crashed ({process.returncode})", None
        yield task, answer
    if process:
        process.stdin.close()
        process.wait()


def listed():
    with open(os.path.join(HERE, "litert_differs.txt")) as stream:
        rows = [line.rstrip("\n").split("\t") for line in stream if line.strip() and not line.startswith("#")]
    return {case: reason for case, reason in rows}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.worker:
        return worker()
    prefixes = sorted(p.removesuffix(".tflite") for p in glob.glob(os.path.join(args.folder, "*.tflite")))
    differs, counts, bad = listed(), {"same": 0, "listed": 0, "custom or strings": 0}, 0
    for prefix, answer in outcomes(prefixes, __file__):
        case = os.path.basename(prefix)
        if answer.startswith("skip") or (answer.startswith("refused") and "custom op" in answer.lower()):
            counts["custom or strings"] += 1
        elif answer == "ok" and case not in differs:
            counts["same"] += 1
        elif answer == "ok" and not differs[case].startswith("by chance: "):
            print(f"FAIL {case}: passes now; take it off the list")
            bad += 1
        elif case in differs:
            counts["listed"] += 1
        else:
            print(f"FAIL {case}: {answer}")
            bad += 1
    print(f"{len(prefixes)} cases: " + ", ".join(f"{n} {what}" for what, n in counts.items()) + f", {bad} wrong")
    return 1 if bad or not counts["same"] else 0


if __name__ == "__main__":
    sys.exit(main())
