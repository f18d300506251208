package media

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"io/fs"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/clock"
)

// hidden is the prefix of files that only signed addresses reach.
const hidden = "originals"

// signedFor is how long a signed address is valid.
const signedFor = 5 * time.Minute

// shownEvery is how long the address of a film that isn't public stays the same, so that a page that reads it again keeps its player. It works
// until the end of the next such period, so that a long film plays to its end.
const shownEvery = 2 * time.Hour

// Signer creates and checks addresses of originals. They contain their expiry and a signature over both.
type Signer struct {
	key   kit.Secret
	clock clock.Clock
}

// NewSigner returns a signer with a key that all replicas share.
func NewSigner(key kit.Secret, clk clock.Clock) *Signer { return &Signer{key: key, clock: clk} }

// Sign returns the address of an original, "hash/name", and when it expires.
func (s *Signer) Sign(place string) (address string, expires time.Time) {
	expires = s.clock.Now().Add(signedFor).Truncate(time.Second)
	return s.until(place, expires), expires
}

// SignPlayback returns an address of a film that isn't public, for the page that plays it. It works for two to four hours.
func (s *Signer) SignPlayback(place string) string {
	return s.until(place, s.clock.Now().Truncate(shownEvery).Add(2*shownEvery))
}

func (s *Signer) until(place string, expires time.Time) string {
	exp := strconv.FormatInt(expires.Unix(), 10)
	return Prefix + hidden + "/" + place + "?" + url.Values{"exp": {exp}, "sig": {s.sum(place, exp)}}.Encode()
}

func (s *Signer) sum(place, exp string) string {
	m := hmac.New(sha256.New, []byte(s.key))
	m.Write([]byte("vitrine-original\x00" + place + "\x00" + exp))
	return base64.RawURLEncoding.EncodeToString(m.Sum(nil))
}

// check returns 0 for a valid signature, 403 for a missing or invalid one, and 410 for an expired one.
func (s *Signer) check(place string, q url.Values) int {
	exp := q.Get("exp")
	if s == nil || !hmac.Equal([]byte(q.Get("sig")), []byte(s.sum(place, exp))) {
		return http.StatusForbidden
	}
	end, err := strconv.ParseInt(exp, 10, 64)
	if err != nil {
		return http.StatusForbidden
	}
	if s.clock.Now().Unix() >= end {
		return http.StatusGone
	}
	return 0
}

// serveOriginal serves /assets/originals/<hash>/<name>?exp=&sig=. It checks the signature before it looks for the
// file, so that guesses reveal nothing.
func (l *Library) serveOriginal(w http.ResponseWriter, r *http.Request, place string) {
	h := w.Header()
	h.Set("Cache-Control", "private, no-store")
	h.Set("Referrer-Policy", "no-referrer")
	h.Del("Access-Control-Allow-Origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	hash, name, _ := strings.Cut(place, "/")
	typ := types[path.Ext(name)]
	switch l.signer.check(place, r.URL.Query()) {
	case http.StatusForbidden:
		http.Error(w, "this address is not signed", http.StatusForbidden)
		return
	case http.StatusGone:
		http.Error(w, "this address has expired: request a new one", http.StatusGone)
		return
	}
	if typ == "" || !hashName.MatchString(hash) || !fileName.MatchString(name) {
		missing(w)
		return
	}
	key := private(hash, name)
	if _, err := l.objects.Size(r.Context(), key); errors.Is(err, fs.ErrNotExist) {
		key = public(hash, name) // an original that is public
	}
	// The site's policy prevents its scripts and players from reading other origins: an archive and the player of a draft read originals
	// through the gallery.
	if l.presign && !slices.Contains([]string{"empty", "video", "audio"}, r.Header.Get("Sec-Fetch-Dest")) {
		l.redirect(w, r, key, typ)
		return
	}
	h.Set("Content-Disposition", `attachment; filename="`+name+`"`)
	l.send(w, r, key, typ, `"`+hash+"-"+name+`"`)
}

// presignedFor is how long the bucket's own address of an original is valid. Browsers follow it immediately.
const presignedFor = time.Minute

// redirect sends the browser to the bucket, if the bucket has the original.
func (l *Library) redirect(w http.ResponseWriter, r *http.Request, key, typ string) {
	_, err := l.objects.Size(r.Context(), key)
	if errors.Is(err, fs.ErrNotExist) {
		missing(w)
		return
	}
	var address string
	if err == nil {
		address, err = l.objects.SignedURL(r.Context(), key, typ, presignedFor)
	}
	if err != nil {
		l.unavailable(w, r, err)
		return
	}
	http.Redirect(w, r, address, http.StatusSeeOther) //nolint:gosec // the bucket made the address
}
