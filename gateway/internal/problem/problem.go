// Package problem writes the one error shape of the REST interface.
package problem

import (
	"encoding/json"
	"net/http"
	"strings"
)

type envelope struct {
	Error body `json:"error"`
}

type body struct {
	Code    string            `json:"code"`
	Message string            `json:"message"`
	Details map[string]string `json:"details"`
}

// Write answers {"error":{"code","message","details"}}. Code is stable and for programs, message is for people.
func Write(w http.ResponseWriter, status int, code, message string, details map[string]string) {
	if details == nil {
		details = map[string]string{}
	}
	// A map of strings cannot fail to encode.
	out, _ := json.Marshal(envelope{body{code, message, details}})
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", "no-store")
	h.Del("Content-Length")
	w.WriteHeader(status)
	_, _ = w.Write(out)
}

// Loggable is a request's path without the secret of a link that was mailed: whoever reads the logs must not decide anything with it.
func Loggable(path string) string {
	for _, prefix := range []string{"/api/approvals/", "/api/payout-alerts/"} {
		if strings.HasPrefix(path, prefix) {
			return prefix + "…"
		}
	}
	return path
}
