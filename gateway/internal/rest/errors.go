package rest

import (
	"cmp"
	"encoding/json"
	"log/slog"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/vitrine/vitrine/gateway/internal/problem"
	"github.com/vitrine/vitrine/gateway/internal/route"
	"github.com/vitrine/vitrine/kit/gen/errorsv1"
	"github.com/vitrine/vitrine/kit/rpc"
	approvalsv1 "github.com/vitrine/vitrine/proto/gen/vitrine/approvals/v1"
	authv1 "github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
)

// response is the public form of a class of RPC errors.
type response struct {
	status int
	// reason is used if the service returned none.
	reason  errorsv1.Reason
	message string
}

// responses maps RPC codes to statuses. statuses below overrides it for single reasons.
var responses = map[codes.Code]response{
	codes.InvalidArgument:    {http.StatusUnprocessableEntity, errorsv1.Reason_REASON_INVALID, "A field is wrong."},
	codes.Unauthenticated:    {http.StatusUnauthorized, errorsv1.Reason_REASON_UNAUTHENTICATED, "Log in first."},
	codes.PermissionDenied:   {http.StatusForbidden, errorsv1.Reason_REASON_FORBIDDEN, "You don't have permission to do this."},
	codes.NotFound:           {http.StatusNotFound, errorsv1.Reason_REASON_NOT_FOUND, "There is nothing at this address."},
	codes.AlreadyExists:      {http.StatusConflict, errorsv1.Reason_REASON_CONFLICT, "This already exists."},
	codes.FailedPrecondition: {http.StatusConflict, errorsv1.Reason_REASON_CONFLICT, "This can't be done in the current state."},
	codes.Aborted:            {http.StatusConflict, errorsv1.Reason_REASON_CONFLICT, "This was changed at the same time. Try again."},
	codes.OutOfRange:         {http.StatusGone, errorsv1.Reason_REASON_EXPIRED, "This has expired."},
	codes.ResourceExhausted:  {http.StatusTooManyRequests, errorsv1.Reason_REASON_TOO_MANY_REQUESTS, "Too many requests. Try again in a moment."},
	codes.Unavailable:        {http.StatusServiceUnavailable, errorsv1.Reason_REASON_UNAVAILABLE, "This part of the shop is not available right now. Nothing was lost. Try again in a moment."},
	codes.DeadlineExceeded:   {http.StatusServiceUnavailable, errorsv1.Reason_REASON_UNAVAILABLE, "This took too long. Check whether it happened before trying again."},
	codes.Canceled:           {http.StatusServiceUnavailable, errorsv1.Reason_REASON_UNAVAILABLE, "The request was cancelled."},
	codes.Unimplemented:      {http.StatusNotFound, errorsv1.Reason_REASON_NOT_FOUND, "There is nothing at this address."},
}

// statuses has the reasons, as they are sent, whose status differs from the one of their RPC code.
var statuses = map[string]int{
	rpc.Word(errorsv1.Reason_REASON_MALFORMED):                http.StatusBadRequest,
	rpc.Word(approvalsv1.Reason_REASON_SECRET_REQUIRED):       http.StatusBadRequest,
	rpc.Word(errorsv1.Reason_REASON_IDEMPOTENCY_KEY_REQUIRED): http.StatusBadRequest,
	rpc.Word(errorsv1.Reason_REASON_IDEMPOTENCY_KEY_REUSED):   http.StatusUnprocessableEntity,
	rpc.Word(checkoutv1.Reason_REASON_HOLD_EXPIRED):           http.StatusGone,
	rpc.Word(approvalsv1.Reason_REASON_APPROVAL_EXPIRED):      http.StatusGone,
	rpc.Word(errorsv1.Reason_REASON_SESSION_GONE):             http.StatusUnauthorized,
}

// retryAfter is the Retry-After value in seconds for 429 and 503 if the service sets none.
const retryAfter = "1"

func writeError(w http.ResponseWriter, r *http.Request, err error, log *slog.Logger) {
	st := status.Convert(err)
	if hasReason(st, errorsv1.InternalReason_INTERNAL_REASON_CALLER_UNKNOWN) || hasReason(st, errorsv1.InternalReason_INTERNAL_REASON_CALLER_FORBIDDEN) {
		// The service rejected the gateway itself, which is a deployment error. With 401, pages would log people out.
		log.ErrorContext(r.Context(), "a service rejected the gateway's token", "path", problem.Loggable(r.URL.Path), "error", st.Message())
		st = status.New(codes.Unavailable, "")
	}
	a, known := responses[st.Code()]
	if !known {
		// Never send the service's text to the caller. A service that masked the error has already logged and reported the cause.
		level := slog.LevelError
		if hasReason(st, errorsv1.Reason_REASON_INTERNAL) {
			level = slog.LevelWarn
		}
		log.Log(r.Context(), level, "request failed", "path", problem.Loggable(r.URL.Path), "code", st.Code().String(), "error", st.Message())
		problem.Write(w, http.StatusInternalServerError, errorsv1.Reason_REASON_INTERNAL, "Something went wrong on our side. Nothing was charged twice. Try again in a moment.", nil)
		return
	}
	code, message, details := rpc.Word(a.reason), a.message, map[string]string{}
	// grpc-gateway reports a body that doesn't fit the message with this code, without a prefix and details.
	if st.Code() == codes.InvalidArgument && len(st.Details()) == 0 {
		if problem, field, ok := wrongField(st.Message()); ok {
			message, details = "The request has an unknown or repeated field: "+field+".", map[string]string{field: problem}
		} else {
			a.status, code, message = http.StatusBadRequest, rpc.Word(errorsv1.Reason_REASON_MALFORMED), "The request is malformed: "+readable(st.Message())
		}
	}
	for _, d := range st.Details() {
		info, ok := d.(*errdetails.ErrorInfo)
		if !ok {
			continue
		}
		code, message = info.GetReason(), st.Message()
		details = info.GetMetadata()
		if s, ok := statuses[code]; ok {
			a.status = s
		}
	}
	if a.status == http.StatusTooManyRequests || a.status == http.StatusServiceUnavailable {
		w.Header().Set("Retry-After", cmp.Or(details["retry_after"], retryAfter))
	}
	if code == rpc.Word(authv1.Reason_REASON_USE_DPOP_NONCE) { // RFC 9449, section 9
		w.Header().Set("DPoP-Nonce", details["dpop_nonce"])
		w.Header().Set("WWW-Authenticate", `DPoP error="use_dpop_nonce", error_description="The proof needs the nonce from the header DPoP-Nonce"`)
	}
	problem.Forward(w, a.status, code, message, details)
}

func hasReason(st *status.Status, reason rpc.Reason) bool {
	word := rpc.Word(reason)
	return slices.ContainsFunc(st.Details(), func(d any) bool {
		info, ok := d.(*errdetails.ErrorInfo)
		return ok && info.GetReason() == word
	})
}

// fieldError is what protojson writes about a field that the message doesn't have, or that the body has twice.
var fieldError = regexp.MustCompile(`(unknown|duplicate) field (".*")$`)

// wrongField returns the problem and the name of such a field.
func wrongField(message string) (problem, field string, ok bool) {
	found := fieldError.FindStringSubmatch(message)
	if found == nil || json.Unmarshal([]byte(found[2]), &field) != nil {
		return "", "", false
	}
	return found[1] + " field", field, true
}

// readable removes the decoder's prefixes ("proto: (line 1:2): ").
func readable(message string) string {
	if _, rest, ok := strings.Cut(message, "): "); ok && strings.HasPrefix(message, "proto:") {
		return rest
	}
	return strings.TrimPrefix(message, "proto: ")
}

func routingError(w http.ResponseWriter, r *http.Request, code int) {
	switch code {
	case http.StatusMethodNotAllowed:
		route.NotAllowed(w, route.Allow(route.Rows(r.URL.Path)))
	case http.StatusBadRequest:
		problem.Write(w, code, errorsv1.Reason_REASON_MALFORMED, "The request is malformed.", nil)
	default:
		problem.Write(w, http.StatusNotFound, errorsv1.Reason_REASON_NOT_FOUND, "There is nothing at this address.", nil)
	}
}
