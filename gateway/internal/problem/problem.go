// Package problem writes the error format that all REST responses share.
package problem

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/vitrine/vitrine/kit/gen/errorsv1"
	"github.com/vitrine/vitrine/kit/rpc"
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
	reason, ok := reasons[status]
	switch {
	case status >= http.StatusInternalServerError:
		reason, text = errorsv1.Reason_REASON_UNAVAILABLE, "This part of the shop is not available right now. Try again in a moment."
	case !ok:
		reason = errorsv1.Reason_REASON_REFUSED
	}
	out, _ := json.Marshal(envelope{body{rpc.Word(reason), text, map[string]string{}}})
	return out
}

var reasons = map[int]errorsv1.Reason{
	http.StatusBadRequest: errorsv1.Reason_REASON_MALFORMED, http.StatusUnauthorized: errorsv1.Reason_REASON_UNAUTHENTICATED,
	http.StatusForbidden: errorsv1.Reason_REASON_FORBIDDEN, http.StatusNotFound: errorsv1.Reason_REASON_NOT_FOUND,
	http.StatusMethodNotAllowed: errorsv1.Reason_REASON_METHOD_NOT_ALLOWED, http.StatusGone: errorsv1.Reason_REASON_EXPIRED,
	http.StatusRequestEntityTooLarge: errorsv1.Reason_REASON_BODY_TOO_LARGE,
}

// Write responds with an error of the gateway: Forward with the word of its reason as code.
func Write(w http.ResponseWriter, status int, reason rpc.Reason, message string, details map[string]string) {
	Forward(w, status, rpc.Word(reason), message, details)
}

// Forward responds with {"error":{"code","message","details"}}. The code is stable and for programs, the message is for people. Use it for a
// code that a service sent.
func Forward(w http.ResponseWriter, status int, code, message string, details map[string]string) {
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
		Write(w, http.StatusRequestEntityTooLarge, errorsv1.Reason_REASON_BODY_TOO_LARGE, fmt.Sprintf("The request body is larger than %d KB.", tooLarge.Limit>>10), nil)
		return
	}
	Write(w, http.StatusBadRequest, errorsv1.Reason_REASON_MALFORMED, "The request body is incomplete. Send the request again.", nil)
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
