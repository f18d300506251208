package pushserver_test

import (
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/vitrine/vitrine/kit/testkit/pushserver"
)

// TestDecrypt opens the message of RFC 8291, appendix A, with its keys.
func TestDecrypt(t *testing.T) {
	t.Parallel()
	b := pushserver.BrowserOf(t, "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94", "BTBZMqHH6r4Tts7J_aSIgg")
	body, err := base64.RawURLEncoding.DecodeString("DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN")
	if err != nil {
		t.Fatal(err)
	}
	got, err := b.Decrypt(body)
	if want := "When I grow up, I want to be a watermelon"; err != nil || string(got) != want {
		t.Errorf("Decrypt = %q, %v, want %q", got, err, want)
	}
	body[len(body)-1] ^= 1
	if _, err := b.Decrypt(body); err == nil {
		t.Error("a modified message was decrypted, want an error")
	}
}

// TestUnsigned checks that unsigned requests are refused; the tests of the profiles service send signed ones.
func TestUnsigned(t *testing.T) {
	t.Parallel()
	s := pushserver.New("http://push.example")
	id, endpoint := s.Subscribe("")
	if !strings.HasSuffix(endpoint, "/push/"+id) {
		t.Errorf("endpoint = %s, want one that ends in its id", endpoint)
	}
	for header, want := range map[string]int{"": 401, "Bearer x": 401, "vapid t=a.b.c, k=x": 401} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/push/"+id, strings.NewReader("x"))
		r.Header.Set("Authorization", header)
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if w.Code != want || len(s.Messages(id)) > 0 {
			t.Errorf("Authorization %q: status = %d with %d messages, want %d and none", header, w.Code, len(s.Messages(id)), want)
		}
	}
	s.End(id)
	for path, want := range map[string]int{"/push/" + id: 410, "/push/unknown": 404} {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodPost, path, http.NoBody))
		if w.Code != want {
			t.Errorf("%s: status = %d, want %d", path, w.Code, want)
		}
	}
}
