#!/usr/bin/env python3
"""Compares the arrays of two .npz files: compare.py OURS.npz TRUTH.npz TOLERANCE

The same names, shapes and types; floats within TOLERANCE, everything else equal. Rows that are all alike would prove nothing: those of
floats must differ from each other by more than the tolerance.
"""
import sys

import numpy as np


def main():
    ours, truth, tolerance = np.load(sys.argv[1]), np.load(sys.argv[2]), float(sys.argv[3])
    ok = sorted(ours.files) == sorted(truth.files)
    if not ok:
        print(f"FAIL arrays {sorted(ours.files)} instead of {sorted(truth.files)}")
    for name in set(ours.files) & set(truth.files):
        got, want = ours[name], truth[name]
        if got.shape != want.shape or got.dtype != want.dtype:
            print(f"FAIL {name}: {got.dtype}{list(got.shape)} instead of {want.dtype}{list(want.shape)}")
            ok = False
        elif want.dtype.kind == "f":
            error, spread = float(np.abs(got - want).max()), float(np.ptp(want, axis=0).max())
            fine = error <= tolerance < spread
            print(("PASS " if fine else "FAIL ") + f"{name}: largest error {error:.3g}, rows differ by {spread:.3g}")
            ok = ok and fine
        else:
            print(("PASS " if np.array_equal(got, want) else "FAIL ") + f"{name}: {int((got != want).sum())} of {want.size} differ")
            ok = ok and np.array_equal(got, want)
    return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main())
