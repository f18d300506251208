// Package openapi holds the description of the public REST interface, generated from the protos.
package openapi

import _ "embed"

// JSON is an OpenAPI 2.0 document.
//
//go:embed vitrine.swagger.json
var JSON []byte
