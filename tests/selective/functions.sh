#!/bin/sh
# functions.sh LIBRARY PROGRAM.c: the library exports the C functions that the program calls, and no more.
set -e
called=$(grep -o 'TfLite[A-Za-z]*(' "$2" | tr -d '(' | sort -u)
exported=$(nm -D --defined-only "$1" | awk '{print $3}' | sort -u)
[ -n "$exported" ] && [ "$exported" = "$called" ] || {
  printf 'called:\n%s\nexported:\n%s\n' "$called" "$exported"
  exit 1
}
