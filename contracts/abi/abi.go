// Package abi embeds compiled contracts for programs that don't use the bindings, and so don't need go-ethereum.
package abi

import (
	_ "embed"
	"strings"
)

//go:embed VitrineSignatureCheck.bin
var signatureCheck string

// SignatureCheck is the creation code of VitrineSignatureCheck, in hex without a prefix.
var SignatureCheck = strings.TrimSpace(signatureCheck)
