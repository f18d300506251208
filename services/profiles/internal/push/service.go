package push

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/vitrine/vitrine/kit/clock"
)

const (
	// keptFor is how long a push service stores a message for a browser that isn't running. After that, the email is enough.
	keptFor = 24 * time.Hour
	// maxTitle and maxBody are the maximum lengths of a notification in characters. Browsers cut earlier, and a message may have 4096 bytes.
	maxTitle, maxBody = 120, 300
)

// Service stores browsers and sends their notifications.
type Service struct {
	Store  Store
	Sender Sender
	// Local allows push services at http:// and at addresses of private networks.
	Local bool
	Clock clock.Clock
}

// PublicKey returns the key that browsers subscribe with, or "" if notifications are off.
func (s *Service) PublicKey() string {
	if keys := s.Sender.Keys(); len(keys) > 0 {
		return keys[0]
	}
	return ""
}

// Save adds a browser for an account, until its session ends. Repeating it changes nothing. ErrOff, ErrInvalid.
func (s *Service) Save(ctx context.Context, sub Subscription) error {
	key := s.PublicKey()
	switch {
	case key == "":
		return ErrOff
	case sub.PublicKey != key, !s.sendable(sub.Endpoint):
		return ErrInvalid
	}
	sum := sha256.Sum256([]byte(sub.Endpoint))
	sub.ID, sub.SavedAt = hex.EncodeToString(sum[:]), s.Clock.Now()
	return s.Store.Save(ctx, sub)
}

// sendable reports whether an endpoint may be a push service's. The sender also checks the resolved addresses.
func (s *Service) sendable(endpoint string) bool {
	u, err := url.Parse(endpoint)
	if err != nil || u.User != nil || u.Fragment != "" || u.Hostname() == "" {
		return false
	}
	if s.Local && (u.Scheme == "http" || u.Scheme == "https") {
		return true
	}
	return u.Scheme == "https" && (u.Port() == "" || u.Port() == "443") && net.ParseIP(u.Hostname()) == nil && strings.Contains(u.Hostname(), ".")
}

// Notify queues a notification for all browsers of an account, in the transaction of ctx. key identifies the notification.
func (s *Service) Notify(ctx context.Context, accountID, key string, t Text) error {
	if s.PublicKey() == "" {
		return nil
	}
	t.Title, t.Body, t.Tag = cut(t.Title, maxTitle), cut(t.Body, maxBody), Message{Key: key}.Topic()
	payload, err := json.Marshal(t)
	if err != nil {
		return err
	}
	return s.Store.Add(ctx, accountID, key, payload, s.Clock.Now().Add(keptFor))
}

func cut(text string, most int) string {
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	return string(runes[:most-1]) + "…"
}

// Send sends a message and removes it. It may be repeated. It removes a browser if its push service no longer has the subscription, or
// the gallery no longer has the key that it subscribed with. *LaterError means that the message must be sent later.
func (s *Service) Send(ctx context.Context, id int64) error {
	m, err := s.Store.Find(ctx, id)
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	ttl := m.ExpiresAt.Sub(s.Clock.Now()).Truncate(time.Second)
	if ttl <= 0 {
		return s.Store.End(ctx, id)
	}
	if !slices.Contains(s.Sender.Keys(), m.To.PublicKey) {
		return s.Store.EndSubscription(ctx, m.To)
	}
	err = s.Sender.Send(ctx, m, min(ttl, keptFor))
	switch {
	case err == nil:
		return s.Store.End(ctx, id)
	case errors.Is(err, ErrGone):
		return s.Store.EndSubscription(ctx, m.To)
	case errors.Is(err, ErrRefused):
		return errors.Join(err, s.Store.End(ctx, id))
	}
	return err
}
