#!/usr/bin/env python3
"""Compares training steps of the digits CNN with Keras: gradients, optimizer updates, moving statistics of batch norm.

  gradients.py prepare DIGITS.csv.gz CONFIG.yaml OUT     writes OUT/batch.npz and OUT/RULE.yaml without dropout
  gradients.py compare OUT                               reads OUT/RULE.npz, which training_probe wrote

One line per parameter and optimizer, PASS or FAIL. A gradient's error is relative to the parameter's largest gradient. A bias in front of
a batch norm has none: there both sides show rounding, which must stay below 1e-4 of the largest gradient of the same layer.
"""
import gzip
import os
import sys

import numpy as np

STEPS = 3
RULES = {
    "sgd": ("SGD: {learning_rate: 0.1}", lambda o: o.SGD(0.1)),
    "momentum": ("SGD: {learning_rate: 0.05, momentum: 0.9}", lambda o: o.SGD(0.05, momentum=0.9)),
    "nesterov": ("SGD: {learning_rate: 0.05, momentum: 0.9, nesterov: true}", lambda o: o.SGD(0.05, momentum=0.9, nesterov=True)),
    "adam": ("Adam: {learning_rate: 0.001}", lambda o: o.Adam(0.001)),
    "amsgrad": ("Adam: {learning_rate: 0.002, beta_1: 0.8, epsilon: 0.0001, amsgrad: true}", lambda o: o.Adam(0.002, 0.8, epsilon=1e-4, amsgrad=True)),
    "adamw": ("AdamW: {learning_rate: 0.001, weight_decay: 0.01}", lambda o: o.AdamW(0.001, weight_decay=0.01)),
    "clipnorm": ("SGD: {learning_rate: 0.1, clipnorm: 0.05}", lambda o: o.SGD(0.1, clipnorm=0.05)),
    "global_clipnorm": ("SGD: {learning_rate: 0.1, global_clipnorm: 0.1}", lambda o: o.SGD(0.1, global_clipnorm=0.1)),
    "clipvalue": ("SGD: {learning_rate: 0.1, clipvalue: 0.003}", lambda o: o.SGD(0.1, clipvalue=0.003)),
}


def replaced(text, old, new):
    if text.count(old) != 1:
        sys.exit(f"the configuration should say '{old}' once")
    return text.replace(old, new)


def prepare(digits, config, out):
    with gzip.open(digits, "rt") as stream:
        rows = np.array([[float(v) for v in line.split(",")] for line in stream.read().split()][:32])
    np.savez(os.path.join(out, "batch.npz"), x=rows[:, :64].astype(np.float32).reshape(-1, 8, 8, 1), y=rows[:, 64].astype(np.int64))
    with open(config) as stream:
        text = replaced(stream.read(), "rate: 0.3", "rate: 0.0")
    for rule, (yaml, _) in RULES.items():
        with open(os.path.join(out, rule + ".yaml"), "w") as stream:
            stream.write(replaced(text, "optimizer: {Adam: {learning_rate: 0.001}}", "optimizer: {" + yaml + "}"))


class Report:
    def __init__(self):
        self.failed = 0

    def check(self, ok, text):
        self.failed += not ok
        print(("PASS " if ok else "FAIL ") + text, flush=True)


def digits_cnn(keras):
    layers = keras.layers
    return keras.Sequential([
        keras.Input((8, 8, 1)),
        layers.Conv2D(16, 3, padding="same"), layers.BatchNormalization(), layers.ReLU(), layers.MaxPooling2D(),
        layers.Conv2D(32, 3, padding="same"), layers.BatchNormalization(), layers.ReLU(), layers.Flatten(),
        layers.Dense(10, activation="softmax")])


class Recording:
    """What training_probe wrote, with Keras' variables beside ours (both in the order of the layers)."""

    def __init__(self, path, model):
        self.arrays = dict(np.load(path))
        names = [n[len("before/"):] for n in self.arrays if n.startswith("before/")]
        if len(names) != len(model.weights):
            sys.exit(f"{path} has {len(names)} variables, Keras {len(model.weights)}")
        self.variables = list(zip(names, model.weights))
        for name, variable in self.variables:
            variable.assign(self.arrays["before/" + name])
        self.trained = [(n, v) for n, v in self.variables if v.trainable]

    def of(self, step, what, name=None):
        return self.arrays[f"{step}/{what}/{name}" if name else f"{step}/{what}"]


def layer_of(name):
    return name.rsplit("/", 1)[0]


def check_gradients(report, tf, keras, out):
    model = digits_cnn(keras)
    ours = Recording(os.path.join(out, "sgd.npz"), model)
    batch = np.load(os.path.join(out, "batch.npz"))
    with tf.GradientTape() as tape:
        predictions = model(tf.constant(batch["x"] * np.float32(1 / 16)), training=True)
        loss = tf.reduce_mean(keras.losses.sparse_categorical_crossentropy(batch["y"], predictions))
    gradients = dict(zip((n for n, _ in ours.trained), [g.numpy() for g in tape.gradient(loss, [v.value for _, v in ours.trained])]))
    error = abs(float(loss) - float(ours.of(0, "loss"))) / float(loss)
    report.check(error <= 1e-5, f"loss: {float(loss):.7g}, relative error {error:.2g}")
    largest = {}
    for name, g in gradients.items():
        largest[layer_of(name)] = max(largest.get(layer_of(name), 0), float(np.abs(g).max()))
    worst = 0.0
    for name, g in gradients.items():
        scale, difference = float(np.abs(g).max()), float(np.abs(g - ours.of(0, "gradient", name)).max())
        if scale < 1e-5 * largest[layer_of(name)]:
            report.check(difference <= 1e-4 * largest[layer_of(name)], f"gradient {name}: none but rounding, {difference:.2g} off")
            continue
        worst = max(worst, difference / scale)
        report.check(difference <= 1e-4 * scale, f"gradient {name} {list(g.shape)}: largest {scale:.3g}, max relative error {difference / scale:.2g}")
    report.check(len(gradients) == 10, f"gradients: {len(gradients)} parameters, worst relative error {worst:.2g}")
    for name, variable in ours.variables:
        if not variable.trainable:
            got, want = ours.of(0, "after", name), variable.numpy()
            error = float(np.abs(got - want).max() / np.abs(want).max())
            moved = float(np.abs(want - ours.arrays["before/" + name]).max())
            report.check(error <= 1e-5 and moved > 0, f"moving statistic {name}: relative error {error:.2g}")


def check_rule(report, keras, out, rule):
    """Keras' optimizer, fed with our gradients step after step, must arrive where ours does."""
    model = digits_cnn(keras)
    ours = Recording(os.path.join(out, rule + ".npz"), model)
    optimizer = RULES[rule][1](keras.optimizers)
    worst, fine = 0.0, True
    for step in range(STEPS):
        optimizer.apply([keras.ops.convert_to_tensor(ours.of(step, "gradient", n)) for n, _ in ours.trained], [v for _, v in ours.trained])
        for name, variable in ours.trained:
            want, before = variable.numpy(), ours.arrays["before/" + name]
            difference = np.abs(want - ours.of(step, "after", name)).max()
            moved, ulp = float(np.abs(want - before).max()), float(np.spacing(np.abs(want).max()))
            fine = fine and moved > 0 and difference <= 4 * ulp + 1e-5 * moved
            worst = max(worst, float(difference) / moved) if moved > 10 * ulp else worst
    report.check(fine, f"optimizer {rule}: {STEPS} steps of {len(ours.trained)} parameters, worst error {worst:.2g} of the way gone")


def compare(out):
    import keras
    import tensorflow as tf
    report = Report()
    check_gradients(report, tf, keras, out)
    for rule in RULES:
        check_rule(report, keras, out, rule)
    return 1 if report.failed else 0


def main():
    if len(sys.argv) == 5 and sys.argv[1] == "prepare":
        return prepare(*sys.argv[2:])
    if len(sys.argv) == 3 and sys.argv[1] == "compare":
        return compare(sys.argv[2])
    sys.exit(__doc__)


if __name__ == "__main__":
    sys.exit(main())
