// Package openapi holds the description of the public REST interface, which gateway/internal/rest/describe writes.
package openapi

import _ "embed"

// JSON is an OpenAPI 3.1 document.
//
//go:embed openapi.json
var JSON []byte
