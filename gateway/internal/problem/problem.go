// Package problem writes the one error shape of the REST interface.
package problem

import (
	"encoding/json"
	"errors"
	"fmt"
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

// Write responds with {"error":{"code","message","details"}}. Code is stable and for programs, message is for people.
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

// Body responds to an error of reading a request's body: 413 if it is too large, else 400.
func Body(w http.ResponseWriter, err error) {
	if tooLarge, ok := errors.AsType[*http.MaxBytesError](err); ok {
		Write(w, http.StatusRequestEntityTooLarge, "body_too_large", fmt.Sprintf("The request body is larger than %d KB.", tooLarge.Limit>>10), nil)
		return
	}
	Write(w, http.StatusBadRequest, "malformed", "The request body was cut off.", nil)
}

// Loggable returns a request's path without the secret of an emailed link: readers of logs must not be able to use it.
func Loggable(path string) string {
	for _, prefix := range []string{"/api/approvals/", "/api/payout-alerts/"} {
		if strings.HasPrefix(path, prefix) {
			return prefix + "…"
		}
	}
	return path
}
