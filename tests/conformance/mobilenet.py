#!/usr/bin/env python3
"""Keras' MobileNetV2 with seeded weights, and what TensorFlow makes of it.

  mobilenet.py make OUT [ALPHA SIZE]      OUT/saved_model, OUT/in.npz, OUT/out.npz, OUT/stock.tflite
  mobilenet.py histogram A.tflite B.tflite    the operators of both files must be the same, each as often
"""
import collections
import os
import sys

import numpy as np


def make(out, alpha="1.0", size="224"):
    import keras
    import tensorflow as tf
    keras.utils.set_random_seed(5)
    model = keras.applications.MobileNetV2(input_shape=(int(size), int(size), 3), alpha=float(alpha), weights=None)
    rng = np.random.default_rng(5)
    x = rng.uniform(-1, 1, (8, int(size), int(size), 3)).astype(np.float32)
    for layer in model.layers:  # statistics that fit the data keep the activations of every layer in a sane range
        if isinstance(layer, keras.layers.BatchNormalization):
            layer.momentum = 0.0
            layer.gamma.assign(rng.uniform(0.7, 1.3, layer.gamma.shape))
            layer.beta.assign(rng.normal(0, 0.3, layer.beta.shape))
    model(x, training=True)
    features = keras.Model(model.input, model.layers[-2].output)(x).numpy()
    kernel, bias = model.layers[-1].kernel, model.layers[-1].bias
    logits = features @ kernel.numpy()
    factor = 3 / (logits - logits.mean(0)).std()  # so that the examples differ
    kernel.assign(kernel * factor)
    bias.assign(-logits.mean(0) * factor)
    folder = os.path.join(out, "saved_model")
    model.export(folder, verbose=False)
    serve = tf.saved_model.load(folder).signatures["serving_default"]
    argument = next(iter(serve.structured_input_signature[1]))
    np.savez(os.path.join(out, "in.npz"), **{argument: x[:2]})
    np.savez(os.path.join(out, "out.npz"), **{k: v.numpy() for k, v in serve(**{argument: tf.constant(x[:2])}).items()})
    with open(os.path.join(out, "stock.tflite"), "wb") as stream:
        stream.write(tf.lite.TFLiteConverter.from_saved_model(folder).convert())


def operators(path):
    from ai_edge_litert import schema_py_generated as schema
    with open(path, "rb") as stream:
        model = schema.ModelT.InitFromPackedBuf(stream.read(), 0)
    names = {v: k for k, v in vars(schema.BuiltinOperator).items() if isinstance(v, int)}
    codes = [names[max(c.builtinCode, c.deprecatedBuiltinCode)] for c in model.operatorCodes]
    return collections.Counter(codes[op.opcodeIndex] for graph in model.subgraphs for op in graph.operators)


def histogram(a, b):
    ours, stock = operators(a), operators(b)
    print(("PASS " if ours == stock else "FAIL ") + ", ".join(f"{k} {v}" for k, v in sorted(ours.items())))
    if ours != stock:
        print("FAIL stock: " + ", ".join(f"{k} {v}" for k, v in sorted(stock.items())))
    return 0 if ours == stock else 1


def main():
    if len(sys.argv) in (3, 5) and sys.argv[1] == "make":
        return make(*sys.argv[2:])
    if len(sys.argv) == 4 and sys.argv[1] == "histogram":
        return histogram(*sys.argv[2:])
    sys.exit(__doc__)


if __name__ == "__main__":
    sys.exit(main())
