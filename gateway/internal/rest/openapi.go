package rest

import (
	_ "embed"
	"encoding/json"
	"fmt"

	"github.com/vitrine/vitrine/proto/gen/openapi"
)

// plainJSON describes the routes that are no RPCs: uploads, login, webhooks, GraphQL and JSON-RPC.
//
//go:embed plain.json
var plainJSON []byte

// description is the OpenAPI document of all public routes.
func description() ([]byte, error) {
	var document map[string]json.RawMessage
	var rpcs, plain struct {
		Paths map[string]json.RawMessage `json:"paths"`
	}
	for _, part := range []struct {
		from []byte
		to   any
	}{{openapi.JSON, &document}, {openapi.JSON, &rpcs}, {plainJSON, &plain}} {
		if err := json.Unmarshal(part.from, part.to); err != nil {
			return nil, fmt.Errorf("the OpenAPI document: %w", err)
		}
	}
	for path, item := range plain.Paths {
		if _, twice := rpcs.Paths[path]; twice {
			return nil, fmt.Errorf("the OpenAPI document has %s twice", path)
		}
		rpcs.Paths[path] = item
	}
	paths, err := json.Marshal(rpcs.Paths)
	if err != nil {
		return nil, err
	}
	document["paths"] = paths
	return json.Marshal(document)
}
