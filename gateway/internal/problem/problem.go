// Package problem writes the error format that all REST responses share.
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

// Of returns the error body for a status and a text that a service returned.
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

// Write responds with {"error":{"code","message","details"}}. The code is stable and for programs, the message is for people.
func Write(w http.ResponseWriter, status int, code, message string, details map[string]string) {
	if details == nil {
		details = map[string]string{}
	}
	// Encoding a map of strings cannot fail.
	out, _ := json.Marshal(envelope{body{code, message, details}})
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", "no-store")
	h.Del("Content-Length")
	w.WriteHeader(status)
	_, _ = w.Write(out)
}

// Body responds to an error from reading a request's body: 413 if it is too large, otherwise 400.
func Body(w http.ResponseWriter, err error) {
	if tooLarge, ok := errors.AsType[*http.MaxBytesError](err); ok {
		Write(w, http.StatusRequestEntityTooLarge, "body_too_large", fmt.Sprintf("The request body is larger than %d KB.", tooLarge.Limit>>10), nil)
		return
	}
	Write(w, http.StatusBadRequest, "malformed", "The request body is incomplete. Send the request again.", nil)
}

// Loggable returns a request's path without the secret of an emailed link, because readers of logs must not be able to use the secret.
func Loggable(path string) string {
	for _, prefix := range []string{"/api/approvals/", "/api/payout-alerts/", "/api/stop-emails/"} {
		if strings.HasPrefix(path, prefix) {
			return prefix + "…"
		}
	}
	return path
}
