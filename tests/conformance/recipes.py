#!/usr/bin/env python3
"""Recipes and samples against the real thing: files of mixed modes and int4 weights run in LiteRT with each of its kernel sets and agree
with ours; TFRecord files and images that TensorFlow wrote calibrate as TensorFlow reads them.

    build/oracle/bin/python tests/conformance/recipes.py build/release/bin/slipway SHARED
"""
import json
import os
import subprocess
import sys
import tempfile

import numpy as np
import tensorflow as tf
from ai_edge_litert.interpreter import Interpreter, OpResolverType

MODELS = "models/mlcommons__tiny/training"
FILES = ("anomaly_detection/trained_models/ad01_fp32.tflite", "image_classification/trained_models/pretrainedResnet.tflite",
         "visual_wake_words/trained_models/vww_96_float.tflite")
RESOLVERS = ("AUTO", "BUILTIN_WITHOUT_DEFAULT_DELEGATES", "BUILTIN_REF")
MIXED = """mode: int8
rules:
  - {op: DEPTHWISE_CONV_2D, mode: int16x8}
  - {op: FULLY_CONNECTED, mode: int4}
  - {op: ADD, mode: int16x8, weights: per_tensor}
  - {op: AVERAGE_POOL_2D, mode: float32}
  - {op: SOFTMAX, mode: float32}
"""
FLOATS = "mode: int4\nrules:\n  - {op: DEPTHWISE_CONV_2D, mode: float16}\n  - {op: CONV_2D, mode: dynamic}\n"
# How far LiteRT's kernel sets may be from ours, as a part of the outputs: they are that far from each other.
CASES = (("mixed", MIXED, 0.15), ("int4", "mode: int4\n", 1e-4), ("int4 per tensor", "mode: int4\nweights: per_tensor\n", 1e-4),
         ("int4 blocks of 32", "mode: int4\nblock_size: 32\n", 0.05), ("dynamic per tensor", "mode: dynamic\nweights: per_tensor\n", 0.1), ("float16 and dynamic", FLOATS, 0.1),
         ("int16x8 per tensor", "mode: int16x8\nweights: per_tensor\n", 0.02), ("integer doors", MIXED + "inference_input_type: int8\ninference_output_type: int8\n", 0.15))
failed = 0


def tell(name, wrong):
    global failed
    failed += bool(wrong)
    print(f"{'FAIL' if wrong else 'PASS'} {name}{': ' + wrong if wrong else ''}")


def quantize(slipway, model, output, samples, *flags):
    done = subprocess.run([slipway, "quantize", model, "--output_file", output, "--representative_data", samples, "--quiet", *flags],
                          capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr.strip())


def in_litert(file, x, resolver):
    interpreter = Interpreter(model_path=file, experimental_op_resolver_type=getattr(OpResolverType, resolver))
    interpreter.allocate_tensors()
    interpreter.set_tensor(interpreter.get_input_details()[0]["index"], x)
    interpreter.invoke()
    return interpreter.get_tensor(interpreter.get_output_details()[0]["index"]).astype(np.float64)


def recipes(slipway, model, name, work):
    details = Interpreter(model_path=model).get_input_details()[0]
    x = np.random.RandomState(1).uniform(0, 1, (16, *details["shape"])).astype(np.float32)
    samples, recipe, file = (os.path.join(work, n) for n in ("samples.npz", "recipe.yaml", "q.tflite"))
    np.savez(samples, **{details["name"].split(":")[0]: x})
    for case, text, allowed in CASES:
        wrong = ""
        try:
            with open(recipe, "w") as stream:
                stream.write(text)
            quantize(slipway, model, file, samples, "--recipe", recipe)
            door = Interpreter(model_path=file).get_input_details()[0]
            feed = x[0]
            if door["dtype"] == np.int8:
                scale, zero = door["quantization"]
                feed = np.clip(np.round(x[0] / scale) + zero, -128, 127).astype(np.int8)
            np.savez(os.path.join(work, "x.npz"), **{"x": feed})
            subprocess.run([slipway, "run", file, "--inputs", os.path.join(work, "x.npz"), "--outputs", os.path.join(work, "y.npz")], check=True,
                           capture_output=True)
            own = list(np.load(os.path.join(work, "y.npz")).values())[0].astype(np.float64)
            for resolver in RESOLVERS[:2] if "block_size" in text else RESOLVERS:  # the reference kernels read such weights as zeros
                far = np.abs(in_litert(file, feed, resolver) - own).max() / max(np.abs(own).max(), 1e-9)
                if far > allowed:
                    wrong = f"{resolver} differs by {far:.3g} of the outputs"
        except Exception as e:
            wrong = str(e).splitlines()[-1][:200]
        tell(f"{name}, {case}", wrong)


def samples(slipway, shared, work):
    """What samples showed of the input, by the report, against what TensorFlow makes of the same files."""
    model = os.path.join(shared, MODELS, FILES[1])  # [1, 32, 32, 3]
    random = np.random.RandomState(2)
    pictures = [random.randint(20, 200, (40, 50, 3)).astype(np.uint8) for _ in range(6)]
    folder, encoded, floats = os.path.join(work, "images"), os.path.join(work, "encoded.tfrecord"), os.path.join(work, "floats.tfrecord.gz")
    os.makedirs(folder)
    bytes_feature = lambda b: tf.train.Feature(bytes_list=tf.train.BytesList(value=[b]))
    seen, small = [], []
    with tf.io.TFRecordWriter(encoded) as jpegs, tf.io.TFRecordWriter(floats, "GZIP") as numbers:
        for i, p in enumerate(pictures):
            data = tf.io.encode_jpeg(p).numpy()
            with open(os.path.join(folder, f"{i}.jpeg"), "wb") as stream:
                stream.write(data)
            jpegs.write(tf.train.Example(features=tf.train.Features(feature={"image/encoded": bytes_feature(data)})).SerializeToString())
            seen.append(tf.image.resize(tf.io.decode_jpeg(data), (32, 32)).numpy())
            small.append(random.uniform(-3, 5, (32, 32, 3)).astype(np.float32))
            feature = tf.train.Feature(float_list=tf.train.FloatList(value=small[-1].ravel()))
            numbers.write(tf.train.Example(features=tf.train.Features(feature={"input_1": feature})).SerializeToString())
    for name, path, want in (("images", folder, seen), ("TFRecord of JPEGs", encoded, seen), ("TFRecord of floats", floats, small)):
        report, wrong = os.path.join(work, "report.json"), ""
        try:
            quantize(slipway, model, os.path.join(work, "s.tflite"), path, "--quantize", "int8", "--json", report)
            with open(report) as stream:
                first = json.load(stream)["tensors"][0]
            for end, value in (("min", np.min(want)), ("max", np.max(want))):
                if abs(first[end] - value) > 1e-3:
                    wrong = f"{end} is {first[end]}, TensorFlow's {value}"
        except Exception as e:
            wrong = str(e).splitlines()[-1][:200]
        tell(f"samples from {name}", wrong)


def main():
    slipway, shared = sys.argv[1:3]
    with tempfile.TemporaryDirectory() as work:
        for file in FILES:
            recipes(slipway, os.path.join(shared, MODELS, file), os.path.basename(file), work)
        samples(slipway, shared, work)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
