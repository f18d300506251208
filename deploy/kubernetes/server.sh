#!/usr/bin/env bash
# server.sh: prints a folder with kube-apiserver, etcd, helm and the definitions of custom resources, for `make test-kubernetes`. It builds the programs
# once per version, outside of the repository: about twenty minutes on two cores.
set -euo pipefail
cd "$(dirname "$0")"
helm=3.19.5
kubernetes=$(sed -n 's/^const release = ".*@v1\.\(.*\)"$/\1/p' generate/schemas.go) # 34.2 of 1.34.2
folder=${XDG_CACHE_HOME:-$HOME/.cache}/vitrine/kubernetes/$kubernetes-$helm
mkdir -p "$folder/crds"
go run ./generate definitions "$folder/crds" >&2
if [ ! -e "$folder/complete" ]; then
  module=$(mktemp -d)
  trap 'rm -rf "$module"' EXIT
  cd "$module"
  export GOWORK=off CGO_ENABLED=0 GOFLAGS="-trimpath -mod=mod"
  go mod init server 2>/dev/null
  go mod edit "-require=k8s.io/kubernetes@v1.$kubernetes" "-require=helm.sh/helm/v3@v$helm"
  # Kubernetes requires its own modules without a version.
  file=$(go mod download -json "k8s.io/kubernetes@v1.$kubernetes" | sed -n 's/.*"GoMod": "\(.*\)".*/\1/p')
  for name in $(sed -n 's/^\t\(k8s\.io\/[a-z-]*\) => .*/\1/p' "$file"); do go mod edit "-replace=$name=$name@v0.$kubernetes"; done
  for program in go.etcd.io/etcd/server/v3 helm.sh/helm/v3/cmd/helm k8s.io/kubernetes/cmd/kube-apiserver; do
    name=${program##*/}
    go build -ldflags=-w -o "$folder/${name/#v3/etcd}" "$program" >&2
  done
  touch "$folder/complete"
fi
echo "$folder"
