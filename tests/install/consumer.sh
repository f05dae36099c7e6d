#!/bin/sh
# consumer.sh CMAKE BUILD_DIR EXAMPLE MODEL
set -e
cmake=$1 build=$2 example=$3 model=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
  echo "$1"
  exit 1
}
"$cmake" --install "$build" --component runtime --prefix "$work/first" > "$work/log"
mv "$work/first" "$work/prefix"  # a package may be moved
prefix=$work/prefix

"$cmake" -S "$example" -B "$work/cmake" -G Ninja -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_BUILD_TYPE=Release > "$work/log" || fail "$(cat "$work/log")"
"$cmake" --build "$work/cmake" > "$work/log" || fail "$(cat "$work/log")"

cp -r "$example" "$work/make"
PKG_CONFIG_PATH=$(find "$prefix" -type d -name pkgconfig)
export PKG_CONFIG_PATH
make -s -C "$work/make" run_c run_cc > "$work/log" 2>&1 || fail "$(cat "$work/log")"

LD_LIBRARY_PATH=$(dirname "$(find "$prefix" -name libslipway_tflite_c.so)")
export LD_LIBRARY_PATH
for program in cmake/run_c cmake/run_cc make/run_c make/run_cc; do
  said=$("$work/$program" "$model") || fail "$program failed"
  [ "$said" = "y: 12 bytes" ] || fail "$program says: $said"
done

# Programs made for libtensorflowlite_c find it.
cc "$example/run.c" -I"$prefix/include" -L"$LD_LIBRARY_PATH" -ltensorflowlite_c -o "$work/relinked"
[ "$("$work/relinked" "$model")" = "y: 12 bytes" ] || fail "relinked with -ltensorflowlite_c: it does not run"
