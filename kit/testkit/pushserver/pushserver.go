// Package pushserver replaces the push service of a browser (web push, RFC 8030): it checks the gallery's signature (RFC 8292) and the
// encryption headers (RFC 8188) of each message as real ones do, and lets tests read what arrived.
package pushserver

import (
	"cmp"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
)

const (
	// maxMessage is the minimum that a push service must accept (RFC 8030, 7.2), and the maximum that real ones accept.
	maxMessage = 4096
	// headerSize is the header of an encrypted message: salt, record size and a point of P-256 (RFC 8188, 2.1, RFC 8291, 4).
	headerSize = 16 + 4 + 1 + 65
	// longestToken is how far ahead a token may expire (RFC 8292, 2).
	longestToken = 24 * time.Hour
)

var topic = regexp.MustCompile(`^[A-Za-z0-9_-]{1,32}$`)

// Message is a message that arrived for a browser.
type Message struct {
	ID      string `json:"id"`
	TTL     int    `json:"ttl"`
	Urgency string `json:"urgency"`
	Topic   string `json:"topic"`
	// Body is encrypted; use [Browser.Decrypt].
	Body []byte `json:"body"`
}

type subscription struct {
	// vapid is the only key that may sign for the subscription; empty allows any.
	vapid    string
	ended    bool
	messages []Message
}

// Server is a push service without data on disk: a restart ends all subscriptions, which real ones may also do at any time.
type Server struct {
	http.Handler

	origin string
	mu     sync.Mutex
	subs   map[string]*subscription
}

// New returns a push service for an origin, such as http://localhost:8026.
//
//	POST   /subscribe          {"vapid": key} adds a subscription (RFC 8030, 4; RFC 8292, 4.1). Location is the subscription, Link where to push
//	POST   /push/{id}          takes a message (RFC 8030, 5)
//	GET    /subscription/{id}  lists the messages; real push services deliver them to the browser over HTTP/2 (RFC 8030, 6)
//	DELETE /subscription/{id}  ends the subscription: messages get 410
func New(origin string) *Server {
	s := &Server{origin: origin, subs: map[string]*subscription{}}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /subscribe", s.subscribe)
	mux.HandleFunc("POST /push/{id}", s.push)
	mux.HandleFunc("GET /subscription/{id}", s.list)
	mux.HandleFunc("DELETE /subscription/{id}", s.end)
	s.Handler = mux
	return s
}

// Subscribe adds a subscription and returns its push address. vapid is the public key that may sign, base64url.
func (s *Server) Subscribe(vapid string) (id, endpoint string) {
	id = rand.Text()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.subs[id] = &subscription{vapid: vapid}
	return id, s.origin + "/push/" + id
}

// Messages returns the messages for a subscription, oldest first.
func (s *Server) Messages(id string) []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	if sub, ok := s.subs[id]; ok {
		return slices.Clone(sub.messages)
	}
	return nil
}

// End ends a subscription.
func (s *Server) End(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if sub, ok := s.subs[id]; ok {
		sub.ended, sub.messages = true, nil
	}
}

func (s *Server) subscribe(w http.ResponseWriter, r *http.Request) {
	var in struct {
		VAPID string `json:"vapid"`
	}
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxMessage)).Decode(&in); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if _, err := publicKey(in.VAPID); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	id, endpoint := s.Subscribe(in.VAPID)
	w.Header().Set("Location", s.origin+"/subscription/"+id)
	w.Header().Set("Link", "<"+endpoint+`>; rel="urn:ietf:params:push"`)
	w.WriteHeader(http.StatusCreated)
}

func (s *Server) list(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(append([]Message{}, s.Messages(r.PathValue("id"))...))
}

func (s *Server) end(w http.ResponseWriter, r *http.Request) {
	s.End(r.PathValue("id"))
	w.WriteHeader(http.StatusNoContent)
}

// refusal is an error response: a status with its reason.
type refusal struct {
	status int
	reason error
}

func refused(status int, format string, args ...any) *refusal {
	return &refusal{status, fmt.Errorf(format, args...)}
}

func (s *Server) push(w http.ResponseWriter, r *http.Request) {
	m, no := s.take(r)
	if no != nil {
		http.Error(w, no.reason.Error(), no.status)
		return
	}
	w.Header().Set("Location", s.origin+"/message/"+m.ID)
	w.WriteHeader(http.StatusCreated)
}

func (s *Server) take(r *http.Request) (Message, *refusal) {
	s.mu.Lock()
	defer s.mu.Unlock()
	sub, ok := s.subs[r.PathValue("id")]
	switch {
	case !ok:
		return Message{}, refused(http.StatusNotFound, "no such subscription")
	case sub.ended:
		return Message{}, refused(http.StatusGone, "the subscription has ended")
	}
	if no := s.signed(r, sub.vapid); no != nil {
		return Message{}, no
	}
	m := Message{ID: rand.Text(), Urgency: cmp.Or(r.Header.Get("Urgency"), "normal"), Topic: r.Header.Get("Topic")}
	var err error
	if m.TTL, err = strconv.Atoi(r.Header.Get("TTL")); err != nil || m.TTL < 0 {
		return m, refused(http.StatusBadRequest, "TTL %q isn't a number of seconds", r.Header.Get("TTL"))
	}
	if !slices.Contains([]string{"very-low", "low", "normal", "high"}, m.Urgency) {
		return m, refused(http.StatusBadRequest, "no urgency %q", m.Urgency)
	}
	if m.Topic != "" && !topic.MatchString(m.Topic) {
		return m, refused(http.StatusBadRequest, "topic %q isn't 32 characters of base64url at most", m.Topic)
	}
	if got := r.Header.Get("Content-Encoding"); got != "aes128gcm" {
		return m, refused(http.StatusBadRequest, "content encoding %q, want aes128gcm", got)
	}
	if m.Body, err = io.ReadAll(io.LimitReader(r.Body, maxMessage+1)); err != nil {
		return m, refused(http.StatusBadRequest, "body: %w", err)
	}
	switch {
	case len(m.Body) > maxMessage:
		return m, refused(http.StatusRequestEntityTooLarge, "more than %d bytes", maxMessage)
	case len(m.Body) <= headerSize || m.Body[20] != 65 || m.Body[21] != 4:
		return m, refused(http.StatusBadRequest, "no header of aes128gcm with a key of P-256")
	case binary.BigEndian.Uint32(m.Body[16:20]) < 18:
		return m, refused(http.StatusBadRequest, "a record size below 18")
	}
	if m.Topic != "" {
		sub.messages = slices.DeleteFunc(sub.messages, func(before Message) bool { return before.Topic == m.Topic })
	}
	sub.messages = append(sub.messages, m)
	return m, nil
}

// signed checks the header Authorization (RFC 8292, 3).
func (s *Server) signed(r *http.Request, vapid string) *refusal {
	scheme, rest, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	params := map[string]string{}
	for part := range strings.SplitSeq(rest, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		params[name] = value
	}
	if scheme != "vapid" || params["t"] == "" || params["k"] == "" {
		return refused(http.StatusUnauthorized, "no vapid signature")
	}
	if vapid != "" && params["k"] != vapid {
		return refused(http.StatusForbidden, "the browser subscribed with another key")
	}
	key, err := publicKey(params["k"])
	if err != nil {
		return refused(http.StatusUnauthorized, "k: %w", err)
	}
	token, err := jwt.ParseSigned(params["t"], []jose.SignatureAlgorithm{jose.ES256})
	if err != nil {
		return refused(http.StatusUnauthorized, "t: %w", err)
	}
	var claims jwt.Claims
	if err := token.Claims(key, &claims); err != nil {
		return refused(http.StatusForbidden, "t: %w", err)
	}
	now := time.Now()
	if err := claims.ValidateWithLeeway(jwt.Expected{AnyAudience: jwt.Audience{s.origin}, Time: now}, 0); err != nil {
		return refused(http.StatusForbidden, "t: %w", err)
	}
	if claims.Expiry == nil || claims.Expiry.Time().After(now.Add(longestToken)) {
		return refused(http.StatusForbidden, "t expires in more than a day")
	}
	if !strings.HasPrefix(claims.Subject, "mailto:") && !strings.HasPrefix(claims.Subject, "https://") {
		return refused(http.StatusForbidden, "sub %q is no contact", claims.Subject)
	}
	return nil
}

func publicKey(text string) (*ecdsa.PublicKey, error) {
	raw, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return nil, errors.New("not base64url")
	}
	return ecdsa.ParseUncompressedPublicKey(elliptic.P256(), raw)
}
