// Package vectors has numbers that every implementation of the contracts' arithmetic must match.
package vectors

import _ "embed"

// TokenHashes is a JSON list of {artwork, edition, tokenId, hash}.
//
//go:embed token-hashes.json
var TokenHashes []byte
