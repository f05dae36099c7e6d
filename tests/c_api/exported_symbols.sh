#!/bin/sh
# exported_symbols.sh LIBRARY LIST: exactly the names of LIST leave the library.
nm -D --defined-only "$1" | awk '{print $NF}' | sort | diff -u "$2" - || {
  echo "the exported names differ from $2 (+: not documented, -: missing)"
  exit 1
}
