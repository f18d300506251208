#!/usr/bin/env bash
# Writes what a release publishes, apart from the images, to a folder: deploy/supply/release.sh [folder]
# images.txt (name, version, image of each part), notes.md, a CycloneDX SBOM for each part, the Helm chart, and SHA256SUMS of these and of the programs,
# which it builds as their image does.
set -euo pipefail
cd "$(dirname "$0")/../.."
out=${1:-release}
rm -rf "$out"
mkdir -p "$out"
node deploy/supply/release.mjs images >"$out/images.txt"
node deploy/supply/release.mjs notes >"$out/notes.md"
deploy/supply/sbom.sh "$out" >/dev/null
programs=$(mktemp -d)
chart=$(mktemp -d)
trap 'rm -rf "$programs" "$chart"' EXIT
(cd deploy/kubernetes && go run ./generate chart "$chart/vitrine")
sed -i "s#registry.example.org/vitrine/#${REGISTRY:-ghcr.io/vitrine/vitrine}/#" "$chart/vitrine/values.yaml"
tar -C "$chart" --sort=name --mtime=@0 --mode=u+rwX,go+rX,go-w --owner=0 --group=0 --numeric-owner -cf - vitrine |
  gzip -n >"$out/vitrine-$(node -p 'require("./release.json").version').tgz"
# The flags of the image, read from its Dockerfile. There, the source is in no repository.
dockerfile=deploy/docker/service.Dockerfile
goflags=$(sed -n 's/^ENV .*GOFLAGS=\([^ ]*\).*/\1/p' "$dockerfile")
ldflags=$(sed -n 's/.*go build -ldflags="\([^"]*\)".*/\1/p' "$dockerfile")
[ -n "$goflags" ] && [ -n "$ldflags" ] || { echo "$dockerfile: its flags were not found" >&2; exit 1; }
while read -r name version _; do
  mv "$out/$name.cdx.json" "$out/$name-$version.cdx.json"
  module=services/$name
  [ -d "$module" ] || module=$name
  [ -d "$module/cmd" ] || continue
  program=$programs/$name-$version-linux-$(go env GOARCH)
  (cd "$module" && CGO_ENABLED=0 GOOS=linux GOWORK=off GOFLAGS="$goflags" go build -buildvcs=false -ldflags="$ldflags" -o "$program" "./cmd/$name")
done <"$out/images.txt"
sums=$( (cd "$out" && sha256sum -- *); (cd "$programs" && sha256sum -- *) )
echo "$sums" >"$out/SHA256SUMS"
ls "$out"
