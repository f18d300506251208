#!/usr/bin/env bash
# Builds programs twice, in two folders of different names and as their image does, and compares the files:
# deploy/supply/reproducible.sh [services/checkout gateway …]; without names, all of them. Each build compiles everything again, which takes
# minutes for each program. SHARED_CACHE=1 compiles once and only links twice.
set -euo pipefail
cd "$(dirname "$0")/../.."
programs=("$@")
[ ${#programs[@]} -gt 0 ] || programs=(gateway services/*)
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT

# The flags of the image, read from its Dockerfile.
dockerfile=deploy/docker/service.Dockerfile
goflags=$(sed -n 's/^ENV .*GOFLAGS=\([^ ]*\).*/\1/p' "$dockerfile")
ldflags=$(sed -n 's/.*go build -ldflags="\([^"]*\)".*/\1/p' "$dockerfile")
[ -n "$goflags" ] && [ -n "$ldflags" ] || { echo "$dockerfile: its flags were not found" >&2; exit 1; }

build() { # folder program
  mkdir -p "$work/$1"
  git ls-files -z -- kit proto/gen contracts "$2" | tar --null -T - -cf - | tar -x -C "$work/$1"
  [ "${SHARED_CACHE:-}" = 1 ] || export GOCACHE="$work/cache-$1"
  (cd "$work/$1/$2" && CGO_ENABLED=0 GOWORK=off GOFLAGS="$goflags" go build -ldflags="$ldflags" -o "$work/$1.out" "./cmd/$(basename "$2")")
}

failed=0
for program in "${programs[@]}"; do
  (build one "$program")
  (build another-folder "$program")
  one=$(sha256sum <"$work/one.out") other=$(sha256sum <"$work/another-folder.out")
  if [ "$one" != "$other" ]; then
    echo "$program: two builds differ: $one and $other" >&2
    failed=1
  elif grep -q -F "$work" "$work/one.out"; then
    echo "$program: the program contains the folder it was built in" >&2
    failed=1
  else
    echo "$program: ${one%% *}"
  fi
  chmod -R u+w "$work"
  rm -rf "$work"/*
done
exit $failed
