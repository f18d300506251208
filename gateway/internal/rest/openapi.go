package rest

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"strings"

	"github.com/vitrine/vitrine/gateway/internal/route"
	"github.com/vitrine/vitrine/proto/gen/openapi"
)

// plainJSON describes the routes that are not RPCs: uploads, login, webhooks, GraphQL and JSON-RPC.
//
//go:embed plain.json
var plainJSON []byte

// Operations of the OpenAPI document, by path and method.
type operations map[string]map[string]map[string]any

// description returns the OpenAPI document of all public routes. It adds the error format, and the credentials and headers from the table of
// routes. It returns an error if a route is missing in either of the two.
func description() ([]byte, error) {
	var document map[string]any
	var rpcs, plain struct {
		Paths       operations     `json:"paths"`
		Definitions map[string]any `json:"definitions"`
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
	if err := addPolicy(rpcs.Paths); err != nil {
		return nil, err
	}
	maps.Copy(rpcs.Definitions, plain.Definitions)
	document["paths"], document["definitions"], document["securityDefinitions"] = rpcs.Paths, rpcs.Definitions, credentials
	return json.Marshal(document)
}

// refusal is the response of a failed call.
var refusal = map[string]any{"description": "The call was refused or failed.", "schema": map[string]any{"$ref": "#/definitions/Error"}}

// credentials are the security schemes. OpenAPI 2 can describe bearer tokens only as a header.
var credentials = map[string]any{
	"bearer":       scheme("Authorization", "Access token: `Bearer <token>`, a JWT of five minutes."),
	"refreshToken": scheme("Authorization", "Refresh token: `Bearer <token>`. A bound one also needs a `DPoP` proof."),
	"link":         scheme("Approval-Secret", "The secret of an emailed link, from the part of its address after \"#\"."),
}

func scheme(header, text string) map[string]any {
	return map[string]any{"type": "apiKey", "in": "header", "name": header, "description": text}
}

// addPolicy adds security and headers from the table of routes.
func addPolicy(paths operations) error {
	documented := map[string]bool{}
	for path, methods := range paths {
		for method := range methods {
			documented[method+" "+path] = true
		}
	}
	for _, row := range route.Table {
		if row.To == route.Nothing || row.To == route.Site || strings.HasPrefix(row.Path, "/assets/") {
			continue
		}
		for method := range strings.FieldsSeq(strings.ToLower(row.Methods)) {
			operation := paths[row.Path][method]
			if operation == nil {
				return fmt.Errorf("the OpenAPI document: %s %s is missing", method, row.Path)
			}
			delete(documented, method+" "+row.Path)
			operation["security"] = security(row.Auth)
			if responses, ok := operation["responses"].(map[string]any); ok && strings.HasPrefix(row.Path, "/api/") {
				responses["default"] = refusal
			}
			if row.Key {
				parameters, _ := operation["parameters"].([]any)
				operation["parameters"] = append(parameters, map[string]any{
					"name": "Idempotency-Key", "in": "header", "type": "string", "required": true, "maxLength": 200,
					"description": "The same key with the same body returns the same response for 60 days; with another body it is 422.",
				})
			}
		}
	}
	for operation := range documented {
		return fmt.Errorf("the OpenAPI document: %s has no route", operation)
	}
	return nil
}

func security(c route.Credential) []map[string][]string {
	switch c {
	case route.User, route.RefreshToken, route.Link:
		return []map[string][]string{{string(c): {}}}
	case route.LinkAndUser:
		return []map[string][]string{{"link": {}, "bearer": {}}}
	case route.Open, route.Signed, route.Unread:
	}
	return []map[string][]string{}
}
