package gateway

import (
	"net/http"
	"testing"
)

// TestRepeatedParameters: a check that reads the first and code that reads the last would decide about different values.
func TestRepeatedParameters(t *testing.T) {
	t.Parallel()
	address, asked := service(t)
	h := handler(t, func(c *Config) { c.ChainwatcherURL, c.ProfilesURL = address, address })
	for path, want := range map[string]int{
		"/api/tokens?artworkId=1":             http.StatusNotFound, // the service was asked
		"/api/tokens?artworkId=1&artworkId=2": http.StatusBadRequest,
		"/api/profiles?ownerId=a&ownerId=b":   http.StatusBadRequest,
		"/api/profiles?ownerId=a&owner%49d=b": http.StatusBadRequest,
		"/api/profiles?ownerId=a;ownerId=b":   http.StatusBadRequest,
	} {
		if res := get(h, http.MethodGet, path); res.StatusCode != want {
			t.Errorf("%s: %d %s, want %d", path, res.StatusCode, said(t, res), want)
		}
		if n := len(asked()); n != 0 && want == http.StatusBadRequest {
			t.Errorf("%s: %d calls to a service, want none", path, n)
		}
	}
}
