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
		t.Run(path, func(t *testing.T) {
			if res := get(h, http.MethodGet, path); res.StatusCode != want {
				t.Errorf("got %d %s, want %d", res.StatusCode, said(t, res), want)
			}
			if n := len(asked()); n != 0 && want == http.StatusBadRequest {
				t.Errorf("got %d calls to a service, want none", n)
			}
		})
	}
}
