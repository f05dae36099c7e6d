#!/usr/bin/env python3
"""Times Slipway beside LiteRT, TensorFlow's converter and Keras, and prints the table of docs/performance.md.

Every peer takes its turn in rounds (A B A B ...), each turn in a process of its own pinned to as many CPUs as it has threads,
so drift hits all alike. A ratio is peer / slipway: above 1 Slipway is ahead. Needs a Python with tensorflow and
ai-edge-litert (./check conformance makes one in build/oracle) and the models that ./quickstart leaves in build/digits.

    build/oracle/bin/python bench/against_peers.py --slipway build/release/bin/slipway
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
os.environ.update(TF_CPP_MIN_LOG_LEVEL="3", CUDA_VISIBLE_DEVICES="")


# ------------------------------------------------------------------------------ turns of the peers, each in its own process

def litert_turn(file, threads, seconds):
    """Latencies of one model in LiteRT with its default delegate, inputs in place."""
    import numpy as np
    from ai_edge_litert.interpreter import Interpreter
    start = time.perf_counter()
    interpreter = Interpreter(file, num_threads=threads)
    interpreter.allocate_tensors()
    rng = np.random.default_rng(1)
    for info in interpreter.get_input_details():
        shape, dtype = info["shape"], np.dtype(info["dtype"])
        values = rng.integers(-128, 128, shape) if dtype.kind == "i" else rng.random(shape)
        interpreter.set_tensor(info["index"], values.astype(dtype))
    interpreter.invoke()
    loaded = time.perf_counter() - start
    times, deadline = [], time.perf_counter() + seconds
    while time.perf_counter() < deadline:
        begin = time.perf_counter_ns()
        interpreter.invoke()
        times.append((time.perf_counter_ns() - begin) / 1e3)
    return {"p50": statistics.median(times), "min": min(times), "load_first_ms": loaded * 1e3}


def tf_convert_turn(saved_model, output):
    """TensorFlow's converter: convert() alone; the parent times the whole process."""
    import tensorflow as tf
    start = time.perf_counter()
    data = tf.lite.TFLiteConverter.from_saved_model(saved_model, signature_keys=["serving_default"]).convert()
    seconds = time.perf_counter() - start
    with open(output, "wb") as stream:
        stream.write(data)
    return {"convert_s": seconds}


def keras_turn(csv, epochs, threads, steps_per_execution):
    """Training steps per second of examples/digits.yaml's model in Keras; the first epoch (tracing) does not count."""
    import gzip
    import keras
    import numpy as np
    import tensorflow as tf
    tf.config.threading.set_intra_op_parallelism_threads(threads)
    tf.config.threading.set_inter_op_parallelism_threads(threads)
    with gzip.open(csv, "rt") as stream:
        table = np.loadtxt(stream, delimiter=",")
    table = table[: len(table) - len(table) // 5]
    x, y = table[:, :64].reshape(-1, 8, 8, 1).astype("float32") / 16, table[:, 64].astype("int64")
    layers = keras.layers
    model = keras.Sequential([
        keras.Input((8, 8, 1)), layers.Conv2D(16, 3, padding="same"), layers.BatchNormalization(), layers.ReLU(), layers.MaxPooling2D(),
        layers.Conv2D(32, 3, padding="same"), layers.BatchNormalization(), layers.ReLU(), layers.Flatten(), layers.Dropout(0.3),
        layers.Dense(10, activation="softmax")])
    model.compile(keras.optimizers.Adam(1e-3), "sparse_categorical_crossentropy", metrics=["accuracy"],
                  steps_per_execution=steps_per_execution)

    class Clock(keras.callbacks.Callback):
        rates = []

        def on_epoch_begin(self, epoch, logs=None):
            self.start = time.perf_counter()

        def on_epoch_end(self, epoch, logs=None):
            self.rates.append(steps / (time.perf_counter() - self.start))

    data = tf.data.Dataset.from_tensor_slices((x, y)).cache().shuffle(len(x), seed=7).batch(32).prefetch(tf.data.AUTOTUNE)
    steps, clock = -(-len(x) // 32), Clock()
    model.fit(data, epochs=epochs + 1, verbose=0, callbacks=[clock])
    return {"steps_per_s": statistics.median(clock.rates[1:])}


TURNS = {"litert": litert_turn, "tf_convert": tf_convert_turn, "keras": keras_turn}


# ------------------------------------------------------------------------------------------------------------ the parent

def pinned(threads, command):
    cpus = sorted(os.sched_getaffinity(0))[-threads:]
    return ["taskset", "-c", ",".join(map(str, cpus)), *command]


def run(command):
    start = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    return time.perf_counter() - start, done.stdout


def peer(name, cpus, **arguments):
    seconds, output = run(pinned(cpus, [sys.executable, os.path.abspath(__file__), "--turn", json.dumps([name, arguments])]))
    return {**json.loads(output.splitlines()[-1]), "process_s": seconds}


def spread(values):
    return f"{min(values):.2f} to {max(values):.2f}"


def row(what, ratios, detail):
    print(f"| {what} | {statistics.median(ratios):.2f} | {spread(ratios)} | {detail} |", flush=True)


def interpreter_rows(args, work):
    for name, file in [("digits CNN, float", "digits_none.tflite"), ("digits CNN, int8", "digits_int8.tflite")] + [
            (os.path.basename(f), f) for f in args.model]:
        path = file if os.path.isabs(file) else os.path.join(args.digits, file)
        for threads in (1, 2):
            ratios, loads, mine, theirs = [], [], [], []
            for _ in range(args.rounds):
                out = os.path.join(work, "benchmark.json")
                run(pinned(threads, [args.slipway, "benchmark", path, "--num_threads", str(threads), "--warmup_runs", "50", "--num_runs",
                                     "1000000", "--max_secs", str(args.seconds), "--json", out]))
                with open(out) as stream:
                    own = json.load(stream)
                other = peer("litert", threads, file=path, threads=threads, seconds=args.seconds)
                ratios.append(other["p50"] / own["latency_us"]["p50"])
                loads.append(other["load_first_ms"] / (own["load_ms"] + own["first_run_ms"]))
                mine.append(own["latency_us"]["p50"])
                theirs.append(other["p50"])
            what = f"{name}, {threads} thread{'s' * (threads > 1)}: latency against LiteRT"
            row(what, ratios, f"p50 {statistics.median(theirs):.1f} us / {statistics.median(mine):.1f} us")
            if threads == 1:
                row(f"{name}: load and first inference against LiteRT", loads, "")


def converter_rows(args, work):
    for name, model in [("digits CNN", os.path.join(args.digits, "model", "1"))] + [
            (os.path.basename(m.rstrip("/")), m) for m in args.saved_model]:
        whole, alone = [], []
        for _ in range(args.rounds):
            own, _ = run(pinned(1, [args.slipway, "convert", model, "--output_file", os.path.join(work, "own.tflite"), "--quiet"]))
            other = peer("tf_convert", 1, saved_model=model, output=os.path.join(work, "tf.tflite"))
            whole.append(other["process_s"] / own)
            alone.append(other["convert_s"] / own)
        row(f"converting {name}: whole process against TensorFlow's converter", whole, "")
        row(f"converting {name}: our whole process against its `convert()` alone", alone, "")


def training_rows(args, work):
    config = os.path.join(ROOT, "examples", "digits.yaml")
    csv = os.path.join(ROOT, "build", "data", "digits.csv.gz")
    for threads in (1, 2):
        ratios, details = {1: [], 20: []}, []
        for _ in range(args.rounds):
            out = os.path.join(work, "train.json")
            run(pinned(threads, [args.slipway, "train", config, "--epochs", "20", "--quiet", "--num_threads", str(threads), "--json", out]))
            with open(out) as stream:
                own = json.load(stream)
            rate = own["steps"] / own["seconds"]
            for per_execution in ratios:
                other = peer("keras", threads, csv=csv, epochs=4, threads=threads, steps_per_execution=per_execution)
                ratios[per_execution].append(rate / other["steps_per_s"])
                details.append(other["steps_per_s"])
        plural = "s" * (threads > 1)
        row(f"training steps/s, digits CNN, {threads} thread{plural}: against Keras' `fit`", ratios[1], f"{rate:.0f} steps/s ours")
        row(f"training steps/s, digits CNN, {threads} thread{plural}: against `fit(steps_per_execution=20)`", ratios[20],
            f"best of Keras {max(details):.0f} steps/s")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--slipway", default=os.path.join(ROOT, "build", "release", "bin", "slipway"))
    parser.add_argument("--digits", default=os.path.join(ROOT, "build", "digits"), help="where ./quickstart put its models")
    parser.add_argument("--model", action="append", default=[], help="one more .tflite to time; may be repeated")
    parser.add_argument("--saved_model", action="append", default=[], help="one more SavedModel to convert; may be repeated")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0, help="of each turn of an interpreter")
    parser.add_argument("--only", default="", help="interpreter, converter or training")
    parser.add_argument("--turn", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.turn:
        name, arguments = json.loads(args.turn)
        print(json.dumps(TURNS[name](**arguments)))
        return
    print("| what | ratio (median) | rounds | |\n|---|---|---|---|")
    with tempfile.TemporaryDirectory() as work:
        for part in (interpreter_rows, converter_rows, training_rows):
            if args.only in ("", part.__name__.removesuffix("_rows")):
                part(args, work)


if __name__ == "__main__":
    main()
