package graph

import (
	"testing"
	"time"
)

func TestPreviewTokensEnd(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	p := previews{key: "key"}
	token := p.token(7, now.Add(previewFor))
	for _, c := range []struct {
		name  string
		by    previews
		token string
		at    time.Time
		ok    bool
	}{
		{"at once", p, token, now, true},
		{"a second before its end", p, token, now.Add(previewFor - time.Second), true},
		{"at its end", p, token, now.Add(previewFor), false},
		{"of another key", previews{key: "other"}, token, now, false},
		{"cut", p, token[:len(token)-4], now, false},
		{"not base64", p, "!" + token[1:], now, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			id, ok := c.by.post(c.token, c.at)
			if ok != c.ok || ok && id != 7 {
				t.Errorf("id = %d, ok = %v, want 7 if ok", id, ok)
			}
		})
	}
}
