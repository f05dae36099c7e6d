#!/bin/sh
# same.sh SELECTED WHOLE MODEL OTHER: both print the same for MODEL; SELECTED refuses OTHER, whose ADD it does not have.
set -e
selected=$("$1" "$3")
whole=$("$2" "$3")
[ -n "$selected" ] && [ "$selected" = "$whole" ] || {
  printf 'selected:\n%s\nwhole:\n%s\n' "$selected" "$whole"
  exit 1
}
if refused=$("$1" "$4" 2>&1); then
  echo "a model with other operators was taken"
  exit 1
fi
echo "$refused" | grep -q "operator ADD is not part of this build.*add a model with it to MODELS" || {
  echo "refused by: $refused"
  exit 1
}
