package management

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/vitrine/vitrine/services/auth/internal/account"
)

// TestDeletedUsers: only the provider's error code means that a person was deleted, which ends sessions. A wrong address or a proxy returns
// 404 for everyone.
func TestDeletedUsers(t *testing.T) {
	t.Parallel()
	const gone = `{"statusCode":404,"error":"Not Found","message":"The user does not exist.","errorCode":"inexistent_user"}`
	for name, c := range map[string]struct {
		token, user int
		body        string
		want        error
	}{
		"gone":              {http.StatusOK, http.StatusNotFound, gone, account.ErrNotFound},
		"a wrong address":   {http.StatusOK, http.StatusNotFound, "<h1>Not Found</h1>", account.ErrProviderDown},
		"another 404":       {http.StatusOK, http.StatusNotFound, `{"statusCode":404,"errorCode":"other"}`, account.ErrProviderDown},
		"token unavailable": {http.StatusNotFound, http.StatusOK, gone, account.ErrProviderDown},
		"broken":            {http.StatusOK, http.StatusInternalServerError, gone, account.ErrProviderDown},
		"refused":           {http.StatusOK, http.StatusUnauthorized, gone, account.ErrProviderDown},
	} {
		t.Run(name, func(t *testing.T) {
			mux := http.NewServeMux()
			mux.HandleFunc("POST /oauth/token", func(w http.ResponseWriter, _ *http.Request) {
				w.WriteHeader(c.token)
				_, _ = io.WriteString(w, `{"access_token":"machine","expires_in":3600}`)
			})
			mux.HandleFunc("GET /api/v2/users/{id}", func(w http.ResponseWriter, _ *http.Request) {
				w.WriteHeader(c.user)
				_, _ = io.WriteString(w, c.body)
			})
			s := httptest.NewServer(mux)
			if _, err := New(s.URL, "", "id", "secret").User(t.Context(), "auth0|1"); !errors.Is(err, c.want) {
				t.Errorf("got %v, want %v", err, c.want)
			}
			s.Close()
		})
	}
}

// TestRecordsStayOutOfTheLog: errors are logged, so they name no user and quote no record. An address that nobody could type counts as none.
func TestRecordsStayOutOfTheLog(t *testing.T) {
	t.Parallel()
	record := `{"email":"a@example.org\nBcc: b@example.org","email_verified":true}`
	mux := http.NewServeMux()
	mux.HandleFunc("POST /oauth/token", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"access_token":"machine","expires_in":3600}`)
	})
	mux.HandleFunc("GET /api/v2/users/{id}", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, record) })
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	c := New(s.URL, "", "id", "secret")
	if u, err := c.User(t.Context(), "auth0|canary"); err != nil || u.Email != "" || u.EmailVerified {
		t.Errorf("record with a line break in the address = %+v, %v, want no address", u, err)
	}
	for _, record = range []string{`{"email":"canary`, `{"last_password_reset":"canary"}`, ""} {
		if record == "" {
			s.Close()
		}
		if _, err := c.User(t.Context(), "auth0|canary2"); !errors.Is(err, account.ErrProviderDown) || strings.Contains(err.Error(), "canary") {
			t.Errorf("error = %v, want ErrProviderDown without the user and the record", err)
		}
	}
}
