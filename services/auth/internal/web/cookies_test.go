package web

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// TestCookies: under https no script, other host or plain connection reads or sets the cookies of a login.
func TestCookies(t *testing.T) {
	t.Parallel()
	for _, secure := range []bool{true, false} {
		cookies := Cookies{Secure: secure}
		for _, name := range []string{cookies.Browser(), cookies.Holder()} {
			w := httptest.NewRecorder()
			cookies.set(w, name, "value", time.Minute)
			set := w.Result().Cookies()
			if len(set) != 1 {
				t.Fatalf("%q, want one cookie", w.Header())
			}
			c := set[0]
			if c.Name != name || strings.HasPrefix(c.Name, "__Host-") != secure || c.Secure != secure || !c.HttpOnly || c.SameSite != http.SameSiteLaxMode ||
				c.Path != "/" || c.Domain != "" || c.MaxAge != 60 {
				t.Errorf("secure %t: cookie = %s, want %s for a minute at /, HttpOnly and SameSite=Lax", secure, c.Raw, name)
			}
		}
	}
}
