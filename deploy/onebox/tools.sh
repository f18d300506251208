#!/usr/bin/env bash
# Installs the pinned tools that generate and lint code into .bin; with an argument only those whose path contains it.
set -euo pipefail
cd "$(dirname "$0")/../.."
export GOBIN="$PWD/.bin" GOWORK=off
only="${1:-}"
install() { [[ "$1" != *"$only"* ]] || { echo "  $1"; (cd / && go install "$1"); }; }
install google.golang.org/protobuf/cmd/protoc-gen-go@v1.36.12
install google.golang.org/grpc/cmd/protoc-gen-go-grpc@v1.6.2
install connectrpc.com/connect/v2/cmd/protoc-gen-connect-go@v2.0.2
install github.com/grpc-ecosystem/grpc-gateway/v2/protoc-gen-grpc-gateway@v2.31.0
install github.com/grpc-ecosystem/grpc-gateway/v2/protoc-gen-openapiv3@v2.33.0
install github.com/ethereum/go-ethereum/cmd/abigen@v1.17.10
install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0
install github.com/sqlc-dev/sqlc/cmd/sqlc@v1.31.1
