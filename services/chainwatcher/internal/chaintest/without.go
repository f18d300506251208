package chaintest

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
)

// Without is a node in front of another one that doesn't have some methods.
func Without(node http.Handler, lacks func(method string) bool) http.Handler {
	type call struct {
		ID     json.RawMessage `json:"id"`
		Method string          `json:"method"`
	}
	refusal := func(c call) map[string]any {
		return map[string]any{"jsonrpc": "2.0", "id": c.ID, "error": map[string]any{"code": -32601, "message": "Method not found"}}
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		var list []json.RawMessage
		batch := json.Unmarshal(body, &list) == nil
		if !batch {
			list = []json.RawMessage{body}
		}
		var rest []json.RawMessage
		var out []any
		for _, text := range list {
			var c call
			_ = json.Unmarshal(text, &c)
			if lacks(c.Method) {
				out = append(out, refusal(c))
			} else {
				rest = append(rest, text)
			}
		}
		forward := func(w http.ResponseWriter, body []byte) {
			r := r.Clone(r.Context())
			r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
			node.ServeHTTP(w, r)
		}
		if len(out) == 0 {
			forward(w, body)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		if !batch {
			_ = json.NewEncoder(w).Encode(out[0])
			return
		}
		if len(rest) > 0 {
			text, _ := json.Marshal(rest)
			answers := httptest.NewRecorder()
			forward(answers, text)
			var others []any
			_ = json.Unmarshal(answers.Body.Bytes(), &others)
			out = append(out, others...)
		}
		_ = json.NewEncoder(w).Encode(out)
	})
}
