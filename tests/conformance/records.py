#!/usr/bin/env python3
"""Writes data files with TensorFlow and NumPy, and compares those that the library wrote.

  records.py write OUT            examples.npz, tf_KIND.tfrecord, numpy_KIND.npz
  records.py compare A.npz B.npz  arrays of the same names, types, shapes and elements
"""
import os
import sys

import numpy as np

ROWS = 50


def features():
    rng = np.random.default_rng(11)
    words = [bytes(rng.integers(1, 256, n, dtype=np.uint8)) for n in rng.integers(1, 40, ROWS)]
    return {"x": rng.normal(size=(ROWS, 7)).astype(np.float32), "label": rng.integers(-2**62, 2**62, (ROWS, 1)), "bytes": np.array(words)[:, None]}


def feature(tf, row):
    if row.dtype.kind == "S":
        return tf.train.Feature(bytes_list=tf.train.BytesList(value=row.tolist()))
    if row.dtype.kind == "f":
        return tf.train.Feature(float_list=tf.train.FloatList(value=row.tolist()))
    return tf.train.Feature(int64_list=tf.train.Int64List(value=row.tolist()))


def write(out):
    import tensorflow as tf
    arrays = features()
    np.savez(os.path.join(out, "examples.npz"), **arrays)
    records = [tf.train.Example(features=tf.train.Features(feature={k: feature(tf, v[i]) for k, v in arrays.items()})).SerializeToString() for i in range(ROWS)]
    for kind in ("", "GZIP", "ZLIB"):
        with tf.io.TFRecordWriter(os.path.join(out, f"tf_{kind or 'plain'}.tfrecord"), tf.io.TFRecordOptions(compression_type=kind)) as writer:
            for record in records:
                writer.write(record)
    rng = np.random.default_rng(12)
    kinds = ["bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "float16", "float32", "float64", "complex64", "complex128"]
    plain = {k: (rng.normal(size=(2, 3, 4)) * 50).astype(k) for k in kinds}
    plain |= {"scalar": np.float32(2.5), "empty": np.zeros((0, 3), np.int32), "strings": np.array([[b"a", b"bcd"], [b"", b"\xff\x01"]]), "path/like name": np.arange(3)}
    np.savez(os.path.join(out, "numpy_stored.npz"), **plain)
    np.savez_compressed(os.path.join(out, "numpy_deflated.npz"), **plain)
    foreign = {"fortran": np.asfortranarray(plain["float32"]), "big_endian": plain["int32"].astype(">i4"), "big_endian_float": plain["float64"].astype(">f8")}
    np.savez(os.path.join(out, "numpy_foreign.npz"), **foreign)


def with_lengths(arrays):
    """Byte strings as the library writes them: padded, with their lengths beside them."""
    result = {}
    for name, a in arrays.items():
        result[name] = a
        if a.dtype.kind == "S" and name + "@len" not in arrays:
            result[name + "@len"] = np.char.str_len(a)
    return result


def compare(a, b):
    got, want = with_lengths(dict(np.load(a))), with_lengths(dict(np.load(b)))
    failed = got.keys() ^ want.keys()
    for name in got.keys() & want.keys():
        g, w = got[name], want[name]
        kind = g.dtype.kind == w.dtype.kind and (g.dtype.kind == "S" or name.endswith("@len") or g.dtype.newbyteorder("=") == w.dtype.newbyteorder("="))
        same = g.shape == w.shape and (g.tobytes() == np.ascontiguousarray(w.astype(g.dtype)).tobytes() if g.dtype.kind != "S" else g.tolist() == w.tolist())
        if not (kind and same):
            failed = failed | {name}
    print("FAIL " + ", ".join(sorted(failed)) if failed else f"PASS {len(got)} arrays")
    return 1 if failed else 0


def main():
    if len(sys.argv) == 3 and sys.argv[1] == "write":
        return write(sys.argv[2])
    if len(sys.argv) == 4 and sys.argv[1] == "compare":
        return compare(*sys.argv[2:])
    sys.exit(__doc__)


if __name__ == "__main__":
    sys.exit(main())
