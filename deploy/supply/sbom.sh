#!/usr/bin/env bash
# Writes a CycloneDX SBOM of each program of the frontend and of render to a folder: deploy/supply/sbom.sh [folder]
set -euo pipefail
cd "$(dirname "$0")/../.."
out=${1:-sbom}
mkdir -p "$out"
out=$(cd "$out" && pwd)
tool=.bin/cyclonedx-gomod
[ -x "$tool" ] || (cd / && GOBIN="$OLDPWD/.bin" GOWORK=off go install github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod@v1.10.0)
tool=$PWD/$tool
export GOWORK=off CGO_ENABLED=0
for module in gateway services/*/; do
  module=${module%/} name=$(basename "$module")
  "$tool" app -json -licenses -output "$out/$name.cdx.json" -main "cmd/$name" "$module" 2>"$out/$name.log" || { cat "$out/$name.log" >&2; exit 1; }
  rm "$out/$name.log"
done
for name in frontend render; do npm --prefix "$name" sbom --sbom-format cyclonedx --omit dev --package-lock-only >"$out/$name.cdx.json"; done
ls "$out"
