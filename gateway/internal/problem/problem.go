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

// Of returns the body of an error that a service described with a status and a text.
func Of(status int, text string) []byte {
	code, ok := codes[status]
	switch {
	case status >= http.StatusInternalServerError:
		code, text = "unavailable", "This part of the shop is not available right now. Try again in a moment."
	case !ok:
		code = "refused"
	}
	out, _ := json.Marshal(envelope{body{code, text, map[string]string{}}})
	return out
}

var codes = map[int]string{
	http.StatusBadRequest: "malformed", http.StatusUnauthorized: "unauthenticated", http.StatusForbidden: "forbidden", http.StatusNotFound: "not_found",
	http.StatusMethodNotAllowed: "method_not_allowed", http.StatusGone: "expired", http.StatusRequestEntityTooLarge: "body_too_large",
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
	for _, prefix := range []string{"/api/approvals/", "/api/payout-alerts/", "/api/stop-emails/"} {
		if strings.HasPrefix(path, prefix) {
			return prefix + "…"
		}
	}
	return path
}
