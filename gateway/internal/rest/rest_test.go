package rest

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/testkit"
)

// service records the deadlines of its callers, and is unavailable.
type service struct {
	grpc.ClientConnInterface

	given []time.Duration
}

func (s *service) Invoke(ctx context.Context, _ string, _, _ any, _ ...grpc.CallOption) error {
	left := time.Duration(0)
	if deadline, ok := ctx.Deadline(); ok {
		left = time.Until(deadline)
	}
	s.given = append(s.given, left)
	return status.Error(codes.Unavailable, "away")
}

// TestEveryCallHasADeadline, which callers do not set.
func TestEveryCallHasADeadline(t *testing.T) {
	t.Parallel()
	s := &service{}
	h, err := New(Services{Auth: s, Profiles: s, Catalog: s, Checkout: s, Chain: s, Approvals: s}, testkit.Log(t))
	if err != nil {
		t.Fatal(err)
	}
	const form = "--x\r\nContent-Disposition: form-data; name=\"uri\"; filename=\"a.png\"\r\n\r\npicture\r\n--x--\r\n"
	for _, timeout := range []string{"", "100H", "1n"} {
		for _, c := range []struct{ method, path, kind, body string }{
			{http.MethodGet, "/api/invariants", "", ""},
			{http.MethodPost, "/api/checkouts", "application/json", `{"artworkId":"1"}`},
			{http.MethodPost, "/api/profileUploads?profileId=1", "multipart/form-data; boundary=x", form},
		} {
			r := httptest.NewRequest(c.method, c.path, strings.NewReader(c.body))
			r.Header.Set("Content-Type", c.kind)
			if timeout != "" {
				r.Header.Set("Grpc-Timeout", timeout)
			}
			r = r.WithContext(identity.With(r.Context(), &identity.Principal{Subject: "a", SessionID: "s"}))
			s.given = nil
			w := httptest.NewRecorder()
			handler := h.Calls
			if strings.HasPrefix(c.path, "/api/profileUploads") {
				handler = h.Upload
			}
			handler.ServeHTTP(w, r)
			if w.Code != http.StatusServiceUnavailable || len(s.given) != 1 {
				t.Fatalf("%s: status = %d, service called %d times, want 503, once", c.path, w.Code, len(s.given))
			}
			if s.given[0] <= callTimeout-5*time.Second || s.given[0] > callTimeout {
				t.Errorf("%s with %q: the service's deadline is in %s, want up to 5 s before %s", c.path, timeout, s.given[0], callTimeout)
			}
		}
	}
}

// TestMaskedErrorsAreLoggedOnce: a service already logged and reported the errors that it masks.
func TestMaskedErrorsAreLoggedOnce(t *testing.T) {
	t.Parallel()
	masked, err := status.New(codes.Internal, "something went wrong").WithDetails(&errdetails.ErrorInfo{Reason: "internal", Domain: "vitrine"})
	if err != nil {
		t.Fatal(err)
	}
	for level, failed := range map[string]error{"WARN": masked.Err(), "ERROR": status.Error(codes.Internal, "stream is broken")} {
		var logged bytes.Buffer
		w := httptest.NewRecorder()
		writeError(w, httptest.NewRequest(http.MethodGet, "/api/checkouts", nil), failed, slog.New(slog.NewJSONHandler(&logged, nil)))
		if w.Code != http.StatusInternalServerError || !strings.Contains(logged.String(), `"level":"`+level+`"`) || strings.Contains(w.Body.String(), "broken") {
			t.Errorf("%v: %d %s, logged %s, want level %s", failed, w.Code, w.Body, logged.String(), level)
		}
	}
}

// TestNonceOfProofs: a browser whose clock is wrong gets the nonce as RFC 9449, section 9, describes.
func TestNonceOfProofs(t *testing.T) {
	t.Parallel()
	failed, err := status.New(codes.Unauthenticated, "refused").WithDetails(&errdetails.ErrorInfo{
		Reason: "use_dpop_nonce", Domain: "vitrine", Metadata: map[string]string{"dpop_nonce": "n-1"},
	})
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	writeError(w, httptest.NewRequest(http.MethodGet, "/api/auth/tokens", nil), failed.Err(), testkit.Log(t))
	if w.Code != http.StatusUnauthorized || w.Header().Get("DPoP-Nonce") != "n-1" || !strings.HasPrefix(w.Header().Get("WWW-Authenticate"), `DPoP error="use_dpop_nonce"`) ||
		!strings.Contains(w.Body.String(), `"code":"use_dpop_nonce"`) {
		t.Errorf("%d %v %s, want 401 use_dpop_nonce with the nonce", w.Code, w.Header(), w.Body)
	}
}

// TestARejectedGatewayEndsNoSession: if a service rejects the gateway's token, the person's session stays valid.
func TestARejectedGatewayEndsNoSession(t *testing.T) {
	t.Parallel()
	for reason, c := range map[string]struct {
		rpc    codes.Code
		status int
		code   string
	}{
		"caller_unknown":   {codes.Unauthenticated, http.StatusServiceUnavailable, "unavailable"},
		"caller_forbidden": {codes.PermissionDenied, http.StatusServiceUnavailable, "unavailable"},
		"clock_skew":       {codes.Unavailable, http.StatusServiceUnavailable, "clock_skew"},
		"session_gone":     {codes.Unauthenticated, http.StatusUnauthorized, "session_gone"},
	} {
		t.Run(reason, func(t *testing.T) {
			failed, err := status.New(c.rpc, "refused").WithDetails(&errdetails.ErrorInfo{Reason: reason, Domain: "vitrine"})
			if err != nil {
				t.Fatal(err)
			}
			w := httptest.NewRecorder()
			writeError(w, httptest.NewRequest(http.MethodGet, "/api/checkouts", nil), failed.Err(), testkit.Log(t))
			if w.Code != c.status || !strings.Contains(w.Body.String(), `"code":"`+c.code+`"`) || (w.Header().Get("Retry-After") != "") != (c.status == http.StatusServiceUnavailable) {
				t.Errorf("got %d %v %s, want %d %s", w.Code, w.Header(), w.Body, c.status, c.code)
			}
		})
	}
}
