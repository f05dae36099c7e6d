#!/usr/bin/env python3
"""Converts entries of the zoo to int8 and int16x8 and holds the files against TensorFlow's float outputs.

Each file runs here, and in LiteRT with its default delegate, with its default kernels and with its reference kernels. Outputs may be as
far from TensorFlow's as 1.1 times what the stock converter's file reached plus one step of the codes; where that file did not run, as far
as the zoo's table allows on calibrated inputs. What differs or is refused must be listed with the reason in zoo_quantized_differs.txt; a
listed entry that has begun to pass is reported, so the list only shrinks. The list says where: convert, own, default, kernels, reference
(the runs before that one agree).

    build/oracle/bin/python tests/conformance/zoo_quantized.py build/release/bin/slipway SHARED [--only PREFIX]
"""
import argparse
import json
import multiprocessing
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from ai_edge_litert.interpreter import Interpreter, OpResolverType

HERE = os.path.dirname(os.path.abspath(__file__))
CODES = {"int8": 255, "int16x8": 65535}
FLOOR = {"int8": 6.5e-2, "int16x8": 1.5e-2}
RESOLVERS = {"default": "AUTO", "kernels": "BUILTIN_WITHOUT_DEFAULT_DELEGATES", "reference": "BUILTIN_REF"}


def error(got, want):
    """The largest distance, or a sentence where the two cannot be compared."""
    if got is None or got.shape != want.shape or (want.dtype.kind not in "SO" and got.dtype != want.dtype):
        return f"{None if got is None else (got.dtype, got.shape)} instead of {(want.dtype, want.shape)}"
    if want.dtype.kind in "SO":
        return 0.0
    wide = np.complex128 if want.dtype.kind == "c" else np.float64
    got, want = got.astype(wide), want.astype(wide)
    finite = np.isfinite(want)
    if not np.array_equal(got[~finite], want[~finite], equal_nan=True):
        return "NaN or infinity elsewhere"
    return float(np.abs(got[finite] - want[finite]).max(initial=0))


class Entry:
    def __init__(self, shared, name, mode):
        self.folder, self.mode = os.path.join(shared, "zoo", "data", name), mode
        with open(self.path("entry.json")) as stream:
            self.about = json.load(stream)
        self.inputs, self.truth = self.load("inputs.npz"), self.load("outputs.npz")
        info = self.about["modes"].get(mode, {})
        self.stock = self.load(f"lite_{info.get('same_as') or mode}.npz")
        self.io = (info.get("lite") or {}).get("io") or {}

    def path(self, name):
        return os.path.join(self.folder, name)

    def load(self, name):
        return dict(np.load(self.path(name))) if os.path.exists(self.path(name)) else {}

    def stock_error(self, argument, key):
        got, want = self.stock.get(key), self.truth[key]
        if got is not None and got.dtype.kind in "iu" and want.dtype.kind == "f":
            codes = [v for k, v in self.io.items() if k.split(":")[-1] == argument and "scale" in v]
            got = ((got.astype(np.float64) - codes[0]["zero_point"]) * codes[0]["scale"]).astype(want.dtype) if codes else None
        far = None if got is None else error(got, want)
        return far if isinstance(far, float) else None

    def allowed(self, call, argument, key):
        """None: nothing is asked."""
        want = self.truth[key]
        stock = self.stock_error(argument, key)
        if want.dtype.kind not in "fc":
            return stock
        finite = np.abs(want[np.isfinite(want)])
        span = float(finite.max()) if finite.size else 0.0
        if stock is not None:
            return 1.1 * stock + 2 * span / CODES[self.mode] + 1e-6
        return FLOOR[self.mode] * max(1.0, span) if call == 0 else None

    def judge(self, outputs):
        for k, call in enumerate(self.about["calls"]):
            for argument, key in call["outputs"].items():
                far, allowed = error(outputs.get(key), self.truth[key]), self.allowed(k, argument, key)
                if isinstance(far, str):
                    return f"'{key}': {far}"
                if allowed is not None and far > allowed:
                    return f"'{key}' is off by {far:.3g}, allowed {allowed:.3g}"
        return ""

    def feed(self, call):
        return {argument: self.inputs[key] for argument, key in call["inputs"].items()}


def convert(slipway, entry, file):
    command = [slipway, "convert", entry.path("saved_model"), "--output_file", file, "--quantize", entry.mode, "--signature_keys", "all",
               "--allow_custom_ops", "--quiet"]
    if os.path.exists(entry.path("representative.npz")):
        command += ["--representative_data", entry.path("representative.npz")]
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


def run_own(slipway, entry, file, work):
    command, outputs = [slipway, "run", file], {}
    for k, call in enumerate(entry.about["calls"]):
        feed = entry.feed(call)
        for argument, key in call["inputs"].items():
            feed.update({argument + suffix: entry.inputs[key + suffix] for suffix in ("@len", "@bf16") if key + suffix in entry.inputs})
        np.savez(f"{work}/in{k}.npz", **feed)
        command += ["--signature", call["signature"], "--inputs", f"{work}/in{k}.npz", "--outputs", f"{work}/out{k}.npz"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    if done.returncode:
        raise RuntimeError(done.stderr.strip())
    for k, call in enumerate(entry.about["calls"]):
        got = np.load(f"{work}/out{k}.npz")
        outputs.update({key: got[argument] for argument, key in call["outputs"].items() if argument in got})
    return outputs


def run_litert(entry, file, resolver):
    interpreter = Interpreter(model_path=file, num_threads=1, experimental_op_resolver_type=getattr(OpResolverType, RESOLVERS[resolver]))
    outputs = {}
    for call in entry.about["calls"]:
        feed = entry.feed(call)
        for argument, key in call["inputs"].items():
            if feed[argument].dtype.kind == "S":
                feed[argument] = np.array([bytes(s).ljust(int(n), b"\0") for s, n in zip(feed[argument].flat, entry.inputs[key + "@len"].flat)],
                                          object).reshape(feed[argument].shape)
        got = interpreter.get_signature_runner(call["signature"])(**feed)
        outputs.update({key: got[argument] for argument, key in call["outputs"].items() if argument in got})
    return outputs


def is_missing(message, resolver):
    """Of the form, not of the numbers: our own operators, and what the reference kernels' resolver lacks."""
    return "unresolved custom op: Slipway" in message or (resolver == "reference" and "Didn't find op for builtin" in message)


def hold(pipe, slipway, shared, name, mode):
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    where, found = "convert", ""
    try:
        entry = Entry(shared, name, mode)
        with tempfile.TemporaryDirectory() as work:
            file = os.path.join(work, "model.tflite")
            done = convert(slipway, entry, file)
            if done.returncode:
                raise RuntimeError(done.stderr.strip())
            for where in ("own", *RESOLVERS):
                pipe.send(where)
                try:
                    outputs = run_own(slipway, entry, file, work) if where == "own" else run_litert(entry, file, where)
                except (RuntimeError, ValueError) as e:
                    if where == "own" or not is_missing(str(e), where):
                        raise
                    continue
                found = entry.judge(outputs)
                if found:
                    break
    except Exception as e:  # whatever it is, it is this entry's result
        found = (str(e).strip().splitlines() or [type(e).__name__])[-1][:200]
    pipe.send((f"{where}: {found}" if found else "",))


def in_a_process(task):
    """What is wrong, or ""; a crash inside LiteRT is the entry's own."""
    ours, theirs = multiprocessing.get_context("fork").Pipe(False)
    process = multiprocessing.get_context("fork").Process(target=hold, args=(theirs, *task))
    process.start()
    theirs.close()
    where = "convert"
    try:
        while ours.poll(120):
            got = ours.recv()
            if isinstance(got, tuple):
                return got[0]
            where = got
        return f"{where}: no end after 120 s"
    except EOFError:
        return f"{where}: crashed"
    finally:
        process.kill()
        process.join()


def lines_of(name):
    with open(os.path.join(HERE, name)) as stream:
        return [line for line in stream.read().split("\n") if line and not line.startswith("#")]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("slipway")
    parser.add_argument("shared")
    parser.add_argument("--only", default="", help="entries whose names begin so")
    args = parser.parse_args()
    listed = {tuple(line.split("\t")[:2]): line.split("\t")[2] for line in lines_of("zoo_quantized_differs.txt")}
    tasks = [(args.slipway, args.shared, name, mode) for mode in CODES for name in lines_of("zoo_float32.txt") if name.startswith(args.only)]
    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(in_a_process, tasks))
    failed = passed = 0
    for (_, _, name, mode), reason in zip(tasks, results):
        known = listed.get((name, mode))
        if reason and reason.split(":")[0] != known:
            print(f"FAIL {name} {mode}: {reason}")
            failed += 1
        elif known and not reason:
            print(f"FAIL {name} {mode} agrees now: take it off zoo_quantized_differs.txt")
            failed += 1
        else:
            passed += not reason
    print(f"PASS {passed} of {len(tasks)}, {len(tasks) - passed - failed} listed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
