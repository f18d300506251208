#!/bin/sh
# Prints .env.example with a random secret (256 bit, hex) wherever it says random.
set -eu
cd "$(dirname "$0")"
while IFS= read -r line; do
  case $line in
    *=random) printf '%s%s\n' "${line%random}" "$(od -An -v -N32 -tx1 /dev/urandom | tr -d ' \n')" ;;
    *) printf '%s\n' "$line" ;;
  esac
done <.env.example
