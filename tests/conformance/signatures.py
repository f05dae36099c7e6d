#!/usr/bin/env python3
"""SavedModels by TensorFlow with every kind of signature, tag set and open dimension: keys, names and outputs stay, here and in LiteRT.

    build/oracle/bin/python tests/conformance/signatures.py build/release/bin/slipway
"""
import os
import subprocess
import sys
import tempfile

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import numpy as np  # noqa: E402
import tensorflow as tf  # noqa: E402
from ai_edge_litert.interpreter import Interpreter  # noqa: E402

X = np.arange(6, dtype=np.float32).reshape(2, 3)


def floats(*shape):
    return tf.TensorSpec(list(shape), tf.float32)


class Doors(tf.Module):
    def __init__(self):
        super().__init__()
        self.w, self.n = tf.Variable(tf.ones([3, 2])), tf.Variable(0.0)

    @tf.function(input_signature=[floats(None, 3)])
    def passed_on(self, x):
        return {"again": x, "sum": tf.reduce_sum(x)}

    @tf.function(input_signature=[floats(None, 3)])
    def same_twice(self, x):
        y = tf.matmul(x, self.w)
        return {"a": y, "b": y, "c": tf.identity(y)}

    @tf.function(input_signature=[floats(None, 3)])
    def constants(self, x):
        return {"c": tf.constant([1.0, 2.0]), "s": tf.constant(3), "y": x + 1}

    @tf.function(input_signature=[floats(None, 3)])
    def only_constant(self, x):
        return {"c": tf.constant([1.0, 2.0])}

    @tf.function(input_signature=[])
    def no_input(self):
        return {"w": self.w * 2.0}

    @tf.function(input_signature=[floats()])
    def scalar(self, x):
        return {"y": x * 2.0}

    @tf.function(input_signature=[tf.TensorSpec([None], tf.string)])
    def strings(self, s):
        return {"same": s, "n": tf.size(s)}

    @tf.function(input_signature=[floats(None, 3), floats(None, 3)])
    def unused(self, x, y):
        return {"z": x}

    @tf.function(input_signature=[floats(None, None, None, 3)])
    def open_sizes(self, x):
        return {"mean": tf.reduce_mean(x, [1, 2]), "small": tf.image.resize(x, [4, 4])}

    @tf.function(input_signature=[floats()])
    def counts(self, x):
        self.n.assign_add(x)
        return {"n": self.n.read_value()}


FEEDS = {
    "passed_on": {"x": X}, "same_twice": {"x": X}, "constants": {"x": X}, "only_constant": {"x": X}, "no_input": {}, "scalar": {"x": np.float32(3)},
    "strings": {"s": np.array([b"ab", b"c"])}, "unused": {"x": X, "y": X},
    "open_sizes": {"x": np.random.RandomState(1).rand(2, 5, 6, 3).astype(np.float32)}, "counts": {"x": np.float32(2)}}


class Check:
    def __init__(self, slipway, work):
        self.slipway, self.work, self.failed = slipway, work, 0

    def tell(self, what, ok, why=""):
        self.failed += not ok
        print(f"{'PASS' if ok else 'FAIL'} {what}{'' if ok else ': ' + str(why)[-300:]}")

    def convert(self, model, *flags):
        file = os.path.join(self.work, "m.tflite")
        done = subprocess.run([self.slipway, "convert", model, "--output_file", file, *flags], capture_output=True, text=True, check=False)
        return file, done.returncode, done.stderr

    def same(self, what, got, want):
        wrong = [k for k, v in want.items() if k not in got or got[k].shape != v.shape or
                 not (np.array_equal(got[k], v) if v.dtype.kind == "O" else np.allclose(got[k], v, 1e-5, 1e-5))]
        self.tell(what, sorted(got) == sorted(want) and not wrong, f"{sorted(got)} instead of {sorted(want)}; wrong: {wrong}")

    def door(self, file, key, want, kind):
        feed, ins, outs = FEEDS[kind], os.path.join(self.work, "in.npz"), os.path.join(self.work, "out.npz")
        np.savez(ins, **feed)
        done = subprocess.run([self.slipway, "run", file, "--signature", key, "--inputs", ins, "--outputs", outs], capture_output=True, text=True, check=False)
        if done.returncode:
            self.tell(f"{key} runs", False, done.stderr)
            return
        got = {k: v for k, v in np.load(outs).items() if "@" not in k}
        self.same(f"{key} ({kind})", got, want)
        runner = Interpreter(model_path=file, num_threads=1).get_signature_runner(key)
        self.same(f"{key} ({kind}) in LiteRT", {k: np.asarray(v) for k, v in runner(**feed).items()}, want)


def outputs(model, key, kind):
    loaded = tf.saved_model.load(model)
    return {k: v.numpy() for k, v in loaded.signatures[key](**{k: tf.constant(v) for k, v in FEEDS[kind].items()}).items()}


def one_by_one(check):
    for kind in FEEDS:
        model = os.path.join(check.work, kind)
        doors = Doors()
        tf.saved_model.save(doors, model, signatures=getattr(doors, kind))
        file, code, error = check.convert(model)
        check.tell(f"{kind} converts", code == 0, error)
        if code == 0:
            check.door(file, "serving_default", outputs(model, "serving_default", kind), kind)


def several(check):
    model, kinds = os.path.join(check.work, "several"), ("same_twice", "constants", "passed_on")
    doors = Doors()
    tf.saved_model.save(doors, model, signatures={kind: getattr(doors, kind) for kind in kinds})
    for keys in ("all", "constants", "passed_on,same_twice"):
        file, code, error = check.convert(model, "--signature_keys", keys)
        check.tell(f"--signature_keys {keys}", code == 0, error)
        chosen = kinds if keys == "all" else keys.split(",")
        check.tell(f"--signature_keys {keys}: those and no others", sorted(Interpreter(model_path=file).get_signature_list()) == sorted(chosen))
        for kind in chosen:
            check.door(file, kind, outputs(model, kind, kind), kind)
    check.tell("an unknown key is refused", check.convert(model, "--signature_keys", "none")[1] == 3)
    check.tell("without serving_default a key must be chosen", check.convert(model)[1] == 2)


def tags(check):
    model = os.path.join(check.work, "tagged")
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        x = tf.compat.v1.placeholder(tf.float32, [None, 2], "x")
        signature = {"serving_default": tf.compat.v1.saved_model.predict_signature_def({"x": x}, {"y": tf.identity(x * 2.0, "y")})}
        builder = tf.compat.v1.saved_model.Builder(model)
        builder.add_meta_graph_and_variables(session, ["train"], signature)
        builder.add_meta_graph(["serve", "gpu"], signature)
        builder.save()
    for tag, code in (("train", 0), ("serve,gpu", 0), ("gpu,serve", 0), ("tpu", 3)):
        check.tell(f"--tags {tag}", check.convert(model, "--tags", tag)[1] == code)


def main():
    with tempfile.TemporaryDirectory() as work:
        check = Check(os.path.abspath(sys.argv[1]), work)
        for part in (one_by_one, several, tags):
            part(check)
        file, code, error = check.convert(os.path.join(work, "open_sizes"), "--input_shapes", "1,8,8,3")
        shape = list(Interpreter(model_path=file).get_input_details()[0]["shape"]) if code == 0 else error
        check.tell("--input_shapes fixes dimensions", shape == [1, 8, 8, 3], shape)
    return 1 if check.failed else 0


if __name__ == "__main__":
    sys.exit(main())
