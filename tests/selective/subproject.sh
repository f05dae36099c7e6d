#!/bin/sh
# subproject.sh CMAKE SOURCE_DIR: configures subproject/; its library has the kernels of the model, each with its flags.
set -e
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$1" -S "$2/tests/selective/subproject" -B "$work" -G Ninja -DSLIPWAY="$2" > "$work/log" 2>&1 || {
  cat "$work/log"
  exit 1
}
grep -q "OP(Conv2D," "$work/my_interpreter_selected/ops/ops.def" || exit 1
if grep -q "OP(Binary," "$work/my_interpreter_selected/ops/ops.def"; then exit 1; fi
# Of the interpreter's parts a static library of this model has observers alone.
[ "$(cat "$work/my_interpreter_selected/interpreter/kept_parts.def")" = "KEPT_PART(kObservers)" ] || exit 1
ninja -C "$work" -t commands my_interpreter > "$work/commands"
grep "softmax/kernel.cc" "$work/commands" | grep -q -e "-O[sz]" || exit 1
[ "$(uname -m)" != x86_64 ] || grep "i8_tile_avx2.cc" "$work/commands" | grep -q -e "-mavx2" || exit 1
grep "softmax/kernel.cc" "$work/commands" | grep -q -e "std=.*20" || exit 1
