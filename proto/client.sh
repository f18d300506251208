#!/usr/bin/env bash
# Generates a Go client from the OpenAPI document with oapi-codegen, and compiles it. tsc checks the types that openapi-typescript generates.
set -euo pipefail
document="$PWD/proto/gen/openapi/openapi.json"
dir="$(mktemp -d)"
trap 'rm -rf "$dir"' EXIT
cd "$dir"
export GOWORK=off
printf 'module client\n\ngo 1.26.0\n\nrequire github.com/oapi-codegen/runtime v1.9.0\n' > go.mod
go run github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2 -generate types,client -package client -o client.go "$document"
go mod tidy
go vet .
