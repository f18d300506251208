// Package webpush sends notifications to browsers: encrypted (RFC 8291) and signed with the gallery's key (RFC 8292), by HTTP (RFC 8030).
package webpush

import (
	"context"
	"crypto/ecdh"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"code.dny.dev/ssrf"
	"github.com/SherClockHolmes/webpush-go"

	"github.com/vitrine/vitrine/kit/httpclient"
	"github.com/vitrine/vitrine/services/profiles/internal/push"
)

const (
	dialTimeout = 5 * time.Second
	sendTimeout = 15 * time.Second
	// maxReply is how much of a response is read, so that its connection can be reused.
	maxReply = 4 << 10
)

// ParseKey returns the public key of a private key. Both are base64url without padding.
func ParseKey(private string) (public string, err error) {
	raw, err := base64.RawURLEncoding.DecodeString(private)
	if err != nil {
		return "", errors.New("not base64url without padding")
	}
	key, err := ecdh.P256().NewPrivateKey(raw)
	if err != nil {
		return "", errors.New("not a private key of P-256, which has 32 bytes")
	}
	return base64.RawURLEncoding.EncodeToString(key.PublicKey().Bytes()), nil
}

// Sender implements push.Sender.
type Sender struct {
	client *http.Client
	// contact is the email address that push services may write to.
	contact string
	keys    []string
	private map[string]string
}

// New returns a sender that signs with private keys, which [ParseKey] has accepted. It connects only to public addresses at port 443,
// regardless of what a name resolves to, unless local is set.
func New(private []string, contact string, local bool) *Sender {
	s := &Sender{contact: contact, private: map[string]string{}}
	for _, k := range private {
		if public, err := ParseKey(k); err == nil {
			s.keys, s.private[public] = append(s.keys, public), k
		}
	}
	dialer := &net.Dialer{Timeout: dialTimeout}
	if !local {
		// Check the dialed address, after the name was resolved. Don't use a proxy from the environment, because it would dial
		// for us.
		dialer.Control = ssrf.New(ssrf.WithPorts(443)).Safe
	}
	s.client = &http.Client{
		Timeout: sendTimeout, CheckRedirect: httpclient.RefuseRedirects,
		Transport: &http.Transport{DialContext: dialer.DialContext, ForceAttemptHTTP2: true, MaxIdleConnsPerHost: 4, IdleConnTimeout: time.Minute, TLSHandshakeTimeout: dialTimeout},
	}
	return s
}

// Keys implements push.Sender.
func (s *Sender) Keys() []string { return s.keys }

// Send implements push.Sender.
func (s *Sender) Send(ctx context.Context, m push.Message, ttl time.Duration) error {
	host := "?"
	if u, err := url.Parse(m.To.Endpoint); err == nil {
		host = u.Hostname()
	}
	res, err := webpush.SendNotificationWithContext(ctx, m.Payload, &webpush.Subscription{
		Endpoint: m.To.Endpoint, Keys: webpush.Keys{Auth: m.To.Auth, P256dh: m.To.P256DH},
	}, &webpush.Options{
		HTTPClient: s.client, Subscriber: s.contact, Topic: m.Topic(), TTL: int(ttl.Seconds()), Urgency: webpush.UrgencyNormal,
		VAPIDPublicKey: m.To.PublicKey, VAPIDPrivateKey: s.private[m.To.PublicKey],
	})
	if err != nil {
		return fmt.Errorf("push service %s: %w", host, safe(err))
	}
	defer func() { _ = res.Body.Close() }()
	_, _ = io.Copy(io.Discard, io.LimitReader(res.Body, maxReply))
	switch status := res.StatusCode; {
	case status >= 200 && status < 300:
		return nil
	case status == http.StatusNotFound, status == http.StatusGone:
		return push.ErrGone
	case status == http.StatusTooManyRequests, status == http.StatusServiceUnavailable:
		if after, err := strconv.Atoi(res.Header.Get("Retry-After")); err == nil && after > 0 {
			return &push.LaterError{After: time.Duration(min(after, 3600)) * time.Second}
		}
		fallthrough
	case status >= 500:
		return fmt.Errorf("push service %s: status %d", host, status)
	default:
		return fmt.Errorf("%w: %s: status %d", push.ErrRefused, host, status)
	}
}

// safe removes the endpoint, which is a secret, from an error. Errors about forbidden addresses and unusable keys are
// permanent.
func safe(err error) error {
	var call *url.Error
	if !errors.As(err, &call) {
		return fmt.Errorf("%w: %w", push.ErrRefused, err)
	}
	for _, forbidden := range []error{ssrf.ErrProhibitedIP, ssrf.ErrProhibitedPort, ssrf.ErrProhibitedNetwork, httpclient.ErrRedirect} {
		if errors.Is(err, forbidden) {
			return fmt.Errorf("%w: %w", push.ErrRefused, call.Err)
		}
	}
	return call.Err
}
