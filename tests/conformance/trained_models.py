#!/usr/bin/env python3
"""Trained public models in int8 and int16x8 against the stock converter's files of the same samples: keyword spotting, basic-pitch, the
digits CNN.

Half of the windows or pictures calibrate both converters, the other half is judged: by the distance from TensorFlow's float outputs
(root of the mean of squares, as a part of the outputs' own), and by a metric: accuracy where there are labels, else how often the decision is
the float model's. Neither may be worse in LiteRT's default kernels; in ours the distance may be 1.1 times the stock file's. Where the stock converter refuses the mode, our figures are shown.

    build/oracle/bin/python tests/conformance/trained_models.py build/release/bin/slipway SHARED DIGITS.csv.gz DIGITS_SAVED_MODEL
"""
import argparse
import gzip
import os
import subprocess
import sys
import tempfile
import wave

import numpy as np
import tensorflow as tf
from ai_edge_litert.interpreter import Interpreter

MODES = ("int8", "int16x8")


def read_wav(path):
    """Mono samples in [-1, 1] and their rate."""
    with wave.open(path) as stream:
        samples = np.frombuffer(stream.readframes(stream.getnframes()), np.int16).reshape(-1, stream.getnchannels())
        return samples.mean(1).astype(np.float32) / 32768, stream.getframerate()


def at_rate(samples, rate, wanted):
    places = np.arange(int(len(samples) * wanted / rate)) * (rate / wanted)
    return np.interp(places, np.arange(len(samples)), samples).astype(np.float32)


def cepstra(second):
    """49 x 10 mel frequency cepstra of a second at 16 kHz, as the keyword-spotting model was trained on."""
    second = second / max(np.abs(second).max(), 1e-6)
    spectrum = tf.abs(tf.signal.stft(second, frame_length=480, frame_step=320))
    mel = tf.signal.linear_to_mel_weight_matrix(40, spectrum.shape[-1], 16000, 20.0, 4000.0)
    return tf.signal.mfccs_from_log_mel_spectrograms(tf.math.log(tf.tensordot(spectrum, mel, 1) + 1e-6))[:, :10, None].numpy()


def keyword_spotting(shared):
    tiny = os.path.join(shared, "models", "mlcommons__tiny")
    windows = []
    for wav in ("runner/sd_card/marvin_617de221_0.wav", "training/streaming_wakeword/short_wav_easy10s.wav",
                "../spotify__basic-pitch/resources/vocadito_10.wav"):
        samples, rate = read_wav(os.path.join(tiny, wav))
        for speed in (0.8, 1.0, 1.25):
            at_16k = at_rate(samples, rate * speed, 16000)
            starts = range(0, max(1, len(at_16k) - 16000), 2400)
            windows += [cepstra(np.pad(at_16k[s:s + 16000], (0, max(0, s + 16000 - len(at_16k))))) for s in starts]
    return os.path.join(tiny, "training/keyword_spotting/trained_models/kws_ref_model"), {"input_1": np.stack(windows)}, None


def basic_pitch(shared):
    folder = os.path.join(shared, "models", "spotify__basic-pitch")
    samples, rate = read_wav(os.path.join(folder, "resources/vocadito_10.wav"))
    windows = []
    for speed in (0.9, 1.0, 1.1):
        at_22k = at_rate(samples, rate * speed, 22050)
        windows += [at_22k[s:s + 43844, None] for s in range(0, len(at_22k) - 43844, 16000)]
    return os.path.join(folder, "nmp"), {"input_2": np.stack(windows)}, None


def digits(csv, saved_model):
    with gzip.open(csv, "rt") as stream:
        table = np.loadtxt(stream, delimiter=",").astype(np.float32)
    return saved_model, {"pixels": table[::2, :64].reshape(-1, 8, 8, 1)}, table[::2, 64].astype(int)


def decisions(outputs):
    """The class, where an output has a number for each; else all numbers above one half."""
    classes = [o for o in outputs.values() if o.ndim == 2]
    if classes:
        return classes[0].argmax(-1)
    return np.concatenate([(o > 0.5).reshape(len(o), -1) for _, o in sorted(outputs.items())], 1)


def metric(outputs, labels, truth):
    got = decisions(outputs)
    if labels is not None:
        return float((got == labels).mean())
    want = decisions(truth)
    if got.ndim == 1:
        return float((got == want).mean())
    return float(2 * (got & want).sum() / max(1, got.sum() + want.sum()))  # F1 of what is on


def distance(outputs, truth):
    parts = [(outputs[k], t) for k, t in truth.items() if t.dtype == np.float32]
    return max(float(np.sqrt(np.mean((o - t)**2)) / max(np.sqrt(np.mean(t**2)), 1e-9)) for o, t in parts)


def in_litert(file, inputs):
    runner = Interpreter(model_path=file).get_signature_runner()
    rows = [runner(**{k: v[i:i + 1] for k, v in inputs.items()}) for i in range(len(next(iter(inputs.values()))))]
    return {k: np.concatenate([r[k] for r in rows]) for k in rows[0]}


def in_ours(slipway, file, inputs, work):
    np.savez(os.path.join(work, "x.npz"), **inputs)
    subprocess.run([slipway, "run", file, "--inputs", os.path.join(work, "x.npz"), "--outputs", os.path.join(work, "y.npz")], check=True,
                   capture_output=True)
    return dict(np.load(os.path.join(work, "y.npz")))


def compare(slipway, shared, name, model, inputs, labels, work):
    """Sentences of what is wrong; prints a line per mode."""
    samples = os.path.join(work, "samples.npz")
    np.savez(samples, **{k: v[::2] for k, v in inputs.items()})
    judged = {k: v[1::2] for k, v in inputs.items()}
    labels = labels[1::2] if labels is not None else None
    served = tf.saved_model.load(model)
    function = served.signatures["serving_default"]
    rows = [function(**{k: tf.constant(v[i:i + 1]) for k, v in judged.items()}) for i in range(len(next(iter(judged.values()))))]
    truth = {k: np.concatenate([r[k].numpy() for r in rows]) for k in rows[0]}
    failed = 0
    for mode in MODES:
        ours, stock = os.path.join(work, "ours.tflite"), os.path.join(work, "stock.tflite")
        subprocess.run([slipway, "convert", model, "--output_file", ours, "--quantize", mode, "--representative_data", samples, "--quiet"],
                       check=True)
        has_stock = subprocess.run([sys.executable, os.path.join(shared, "oracle", "oracle_convert.py"), model, stock, "--quantize", mode,
                                    "--representative", samples, "--signature", "serving_default"], capture_output=True).returncode == 0
        runs = {"ours": in_litert(ours, judged), "ours here": in_ours(slipway, ours, judged, work)}
        if has_stock:
            runs["stock"] = in_litert(stock, judged)
        far = {k: distance(v, truth) for k, v in runs.items()}
        right = {k: metric(v, labels, truth) for k, v in runs.items()}
        text = ", ".join(f"{k} {far[k]:.4g} and {right[k]:.4f}" for k in runs)
        wrong = [f"{k}'s {what} is worse" for k, part in (("ours", 1), ("ours here", 1.1)) for what, is_worse in
                 (("distance", far[k] > part * far["stock"] + 1e-5), ("metric", right[k] < right["stock"])) if is_worse] if has_stock else []
        failed += bool(wrong)
        print(f"{'FAIL' if wrong else 'PASS'} {name} {mode}, distance and metric: {text}; float {metric(truth, labels, truth):.4f}"
              + "".join(f"; {w}" for w in wrong) + ("" if has_stock else "; refused by the stock converter"), flush=True)
    return failed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("slipway")
    parser.add_argument("shared")
    parser.add_argument("digits_csv")
    parser.add_argument("digits_model")
    args = parser.parse_args()
    failed = 0
    for name, model in (("keyword spotting", keyword_spotting(args.shared)), ("basic-pitch", basic_pitch(args.shared)),
                        ("digits", digits(args.digits_csv, args.digits_model))):
        with tempfile.TemporaryDirectory() as work:
            failed += compare(args.slipway, args.shared, name, *model, work)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
