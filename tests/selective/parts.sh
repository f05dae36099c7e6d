#!/bin/sh
# parts.sh SELECTED MODELS: models that need parts of the interpreter which SELECTED does not have are refused by name.
for pair in "count:variable tensors are not part of this build ('state')" "join:tensors of strings are not part of this build ('words'"; do
  if refused=$("$1" "$2/${pair%%:*}.tflite" 2>&1); then
    echo "${pair%%:*} was taken"
    exit 1
  fi
  case $refused in
    *"${pair#*:}"*) ;;
    *)
      echo "${pair%%:*} is refused by: $refused"
      exit 1
      ;;
  esac
done
