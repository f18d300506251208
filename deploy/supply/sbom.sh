#!/usr/bin/env bash
# Writes a CycloneDX SBOM of each program and of the frontend to a folder: deploy/supply/sbom.sh [folder]
set -euo pipefail
cd "$(dirname "$0")/../.."
out=${1:-sbom}
mkdir -p "$out"
out=$(cd "$out" && pwd)
tool=.bin/cyclonedx-gomod
[ -x "$tool" ] || (cd / && GOBIN="$OLDPWD/.bin" GOWORK=off go install github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod@v1.10.0)
tool=$PWD/$tool
export GOWORK=off CGO_ENABLED=0 GOFLAGS="-tags=nodynamic,wasm2go"
for module in gateway services/*/; do
  module=${module%/} name=$(basename "$module")
  "$tool" app -json -licenses -output "$out/$name.cdx.json" -main "cmd/$name" "$module" 2>"$out/$name.log" || { cat "$out/$name.log" >&2; exit 1; }
  rm "$out/$name.log"
done
npm --prefix frontend sbom --sbom-format cyclonedx --omit dev --package-lock-only >"$out/frontend.cdx.json"
ls "$out"
