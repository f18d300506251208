// Package push implements browser notifications, which accompany the emails of reminders: the subscribed browsers and the queue of
// notifications (web push, RFC 8030).
package push

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"time"
)

// Max is how many browsers an account may have.
const Max = 10

var (
	// ErrOff means that the gallery has no key, so it sends no notifications.
	ErrOff = errors.New("notifications are off")
	// ErrInvalid means that nothing can be sent to a subscription.
	ErrInvalid = errors.New("invalid subscription")
	// ErrNotFound means that a message was sent, has expired or its browser was removed.
	ErrNotFound = errors.New("no such message")
	// ErrGone means that the push service no longer has the subscription.
	ErrGone = errors.New("the subscription no longer exists")
	// ErrRefused means that the push service permanently rejects a message. Retrying doesn't help.
	ErrRefused = errors.New("the push service rejected the message")
)

// LaterError means that the push service asks to retry later.
type LaterError struct{ After time.Duration }

// Error implements error.
func (*LaterError) Error() string { return "the push service is busy" }

// Subscription is a subscribed browser.
type Subscription struct {
	// ID is the SHA-256 of Endpoint, in hex.
	ID        string
	AccountID string
	// SessionID is the session that saved it. The subscription ends with that session.
	SessionID string
	// Endpoint is the address of the browser's push service for messages. It is a secret.
	Endpoint string
	// P256DH and Auth are the browser's public key and its secret, base64url.
	P256DH, Auth string
	// PublicKey is the gallery's key that the browser subscribed with, base64url.
	PublicKey string
	SavedAt   time.Time
}

// Text is the text of a notification. It is sent as JSON to the service worker.
type Text struct {
	Title string `json:"title"`
	Body  string `json:"body"`
	// Path is the page that a click opens, on the site's origin.
	Path string `json:"path"`
	// Tag is the same for repetitions of a notification, of which the browser shows only the last.
	Tag string `json:"tag"`
	// Picture is a path on the site's origin, or "".
	Picture string `json:"picture,omitempty"`
}

// Message is a notification that waits to be sent to a browser.
type Message struct {
	// To has no account, session and time.
	To Subscription
	// Key identifies the notification.
	Key       string
	Payload   []byte
	ExpiresAt time.Time
}

// Topic is the same for repetitions of a message, of which a push service keeps only the last. It is 32 characters of base64url.
func (m Message) Topic() string {
	sum := sha256.Sum256([]byte(m.Key))
	return base64.RawURLEncoding.EncodeToString(sum[:24])
}

// Store stores browsers and their messages.
type Store interface {
	// Save adds a browser or renews it. A browser of another account moves to this account. Beyond Max it removes the least recently saved
	// one. It returns ErrInvalid if the browser belongs to another account and Auth isn't its secret.
	Save(ctx context.Context, s Subscription) error
	// Add adds a message for each browser of an account, and the jobs that send them, in the transaction of ctx. It does not add a key again
	// that still waits.
	Add(ctx context.Context, accountID, key string, payload []byte, expiresAt time.Time) error
	// Find returns a message. ErrNotFound.
	Find(ctx context.Context, id int64) (Message, error)
	// End removes a message.
	End(ctx context.Context, id int64) error
	// EndSubscription removes the browser of a message, with all its messages.
	EndSubscription(ctx context.Context, s Subscription) error
}

// Sender sends messages to push services. Errors: ErrGone, ErrRefused and *LaterError; other errors may be retried. Errors don't contain
// endpoints.
type Sender interface {
	Send(ctx context.Context, m Message, ttl time.Duration) error
	// Keys returns the gallery's public keys, base64url. Browsers subscribe with the first. Empty if notifications are off.
	Keys() []string
}

// Send is the job that sends a message.
type Send struct {
	ID int64 `json:"id"`
}

// Kind implements river.JobArgs.
func (Send) Kind() string { return "push" }
