package stripe

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/stripe/stripe-go/v83/webhook"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
)

const (
	maxBody = 1 << 20
	// tolerance is the maximum age of a signature, and how far it may be in the future.
	tolerance = 300 * time.Second
)

// Orders receives the provider's current state of payments.
type Orders interface {
	ApplyCard(ctx context.Context, t order.CardState) error
}

// Inbox records handled events.
type Inbox interface {
	// Seen reports whether the event was handled before.
	Seen(ctx context.Context, id string) (bool, error)
	// Once runs fn in the transaction that records the event, unless it is already recorded.
	Once(ctx context.Context, id string, fn func(ctx context.Context) error) error
	// ReadUntil returns the time up to which the provider's list of events was read, or the zero time.
	ReadUntil(ctx context.Context) (time.Time, error)
	SetReadUntil(ctx context.Context, at time.Time) error
}

// Webhook serves POST /webhooks/stripe. It responds with 400 to requests that the provider didn't sign and to unreadable ones,
// 200 to events that were handled or are ignored, and 503 to events that the provider should send again. Events of other accounts and of
// the other mode are ignored: the provider sends a platform the events of all its accounts, and repeats a refused one for days. An event only names
// the object. The state is read from the provider, so the order, number and age of events don't matter.
type Webhook struct {
	Secrets []string
	Cards   order.Cards
	Orders  Orders
	Inbox   Inbox
	// List is the provider's list of events for CatchUp.
	List  EventList
	Clock clock.Clock
	Log   *slog.Logger
	// Live is whether live-mode events are expected; events of the other mode are ignored.
	Live bool
	// Account is the connected account whose events are handled; empty for the key's own account.
	Account string
}

type event struct {
	ID       string `json:"id"`
	Type     string `json:"type"`
	Livemode bool   `json:"livemode"`
	Account  string `json:"account"`
	Data     struct {
		Object struct {
			ID            string          `json:"id"`
			PaymentIntent json.RawMessage `json:"payment_intent"`
		} `json:"object"`
	} `json:"data"`
}

// hasNUL reports whether a text contains NUL, which Postgres rejects.
func (e event) hasNUL() bool {
	return strings.Contains(e.ID+e.Type+e.Data.Object.ID, "\x00") || bytes.Contains(e.Data.Object.PaymentIntent, []byte(`\u0000`))
}

// ServeHTTP implements http.Handler.
func (h *Webhook) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		http.Error(w, "the body cannot be read", http.StatusBadRequest)
		return
	}
	if !verified(body, r.Header.Get("Stripe-Signature"), h.Secrets, h.Clock.Now()) {
		http.Error(w, "the signature does not fit", http.StatusBadRequest)
		return
	}
	var e event
	if err := json.Unmarshal(body, &e); err != nil || e.ID == "" || e.hasNUL() {
		http.Error(w, "not an event", http.StatusBadRequest)
		return
	}
	if e.Livemode != h.Live || e.Account != h.Account {
		h.Log.InfoContext(r.Context(), "ignored a card event of another account or mode", "event", e.ID, "type", e.Type, "live", e.Livemode, "account", e.Account)
		_, _ = io.WriteString(w, "ignored\n")
		return
	}
	if err := h.handle(r.Context(), e); err != nil {
		h.Log.WarnContext(r.Context(), "handling a card event failed, the provider sends it again", "event", e.ID, "type", e.Type, "error", err)
		w.Header().Set("Retry-After", "5")
		http.Error(w, "try again", http.StatusServiceUnavailable)
		return
	}
	_, _ = io.WriteString(w, "ok\n")
}

func (h *Webhook) handle(ctx context.Context, e event) error {
	look := h.where(e)
	if look == nil {
		return nil
	}
	seen, err := h.Inbox.Seen(ctx, e.ID)
	if err != nil || seen {
		return err
	}
	t, err := look(ctx)
	if errors.Is(err, order.ErrNotFound) {
		return nil // not ours, or deleted
	}
	if err != nil {
		return err
	}
	if t.CheckoutID == "" {
		return nil // another product sold on the same account
	}
	return h.Inbox.Once(ctx, e.ID, func(ctx context.Context) error { return h.Orders.ApplyCard(ctx, t) })
}

// where returns how to read the object of an event; nil for ignored events.
func (h *Webhook) where(e event) func(context.Context) (order.CardState, error) {
	id, refunds := e.Data.Object.ID, false
	read := func(ctx context.Context, id string) (order.CardState, error) {
		return h.Cards.Payment(ctx, id, refunds)
	}
	switch e.Type {
	case "checkout.session.completed", "checkout.session.expired",
		"checkout.session.async_payment_succeeded", "checkout.session.async_payment_failed":
		read = h.Cards.Session
	case "payment_intent.succeeded", "payment_intent.payment_failed", "payment_intent.processing", "payment_intent.canceled":
	case "charge.refunded", "charge.refund.updated", "refund.created", "refund.updated", "refund.failed":
		id, refunds = identifier(e.Data.Object.PaymentIntent), true
	case "charge.dispute.created", "charge.dispute.updated", "charge.dispute.closed",
		"charge.dispute.funds_withdrawn", "charge.dispute.funds_reinstated":
		id = identifier(e.Data.Object.PaymentIntent)
	default:
		return nil
	}
	if id == "" {
		return nil
	}
	return func(ctx context.Context) (order.CardState, error) { return read(ctx, id) }
}

// identifier returns the id of a reference, which is an id or an expanded object.
func identifier(raw json.RawMessage) string {
	var id string
	if json.Unmarshal(raw, &id) == nil {
		return id
	}
	var object struct {
		ID string `json:"id"`
	}
	_ = json.Unmarshal(raw, &object)
	return object.ID
}

// verified reports whether a Stripe-Signature header (t=…,v1=…) is valid for the body, one of the secrets and a time near now.
// More than one secret, and more than one v1, are normal while a secret is being replaced. The library compares the signed time
// with the machine's clock and accepts any time in the future, so the time is checked here.
func verified(body []byte, header string, secrets []string, now time.Time) bool {
	at, ok := signedAt(header)
	if !ok || now.Sub(at).Abs() > tolerance {
		return false
	}
	return slices.ContainsFunc(secrets, func(secret string) bool {
		return secret != "" && webhook.ValidatePayloadIgnoringTolerance(body, header, secret) == nil
	})
}

// signedAt returns the time in a Stripe-Signature header. It rejects a header with two times.
func signedAt(header string) (time.Time, bool) {
	var times []string
	for part := range strings.SplitSeq(header, ",") {
		if at, ok := strings.CutPrefix(strings.TrimSpace(part), "t="); ok {
			times = append(times, at)
		}
	}
	if len(times) != 1 {
		return time.Time{}, false
	}
	seconds, err := strconv.ParseInt(times[0], 10, 64)
	return time.Unix(seconds, 0), err == nil
}
