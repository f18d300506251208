// Package stripe takes card payments through Stripe's hosted page, with Stripe's client library and signed webhooks.
package stripe

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/stripe/stripe-go/v83"

	"github.com/vitrine/vitrine/kit/httpclient"
	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/tracing"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

const (
	callTimeout = 8 * time.Second
	// metaCheckout is the metadata key with our checkout's id.
	metaCheckout = "checkout_id"
	metaRefund   = "refund_id"
	// maxRefunds is more than one payment ever has.
	maxRefunds = 100
)

// otherUnits are the currencies where Stripe's minor units differ from ISO 4217: two digits for ISK and UGX, none for MGA.
// See "Zero-decimal currencies" and "Special cases" at https://docs.stripe.com/currencies.
var otherUnits = []string{"ISK", "UGX", "MGA"}

// Cards implements order.Cards and refund.Cards.
type Cards struct {
	api       *stripe.Client
	account   string
	publicURL string
}

// New returns a client that calls apiURL (https://api.stripe.com) with a secret key. If account isn't empty, every request is made for that
// connected account. The provider redirects buyers to publicURL.
func New(apiURL, key, account, publicURL string) *Cards {
	backends := stripe.NewBackendsWithConfig(&stripe.BackendConfig{
		URL:               stripe.String(strings.TrimSuffix(apiURL, "/")),
		HTTPClient:        &http.Client{Transport: forAccount{tracing.Outside(nil), account}, CheckRedirect: httpclient.RefuseRedirects, Timeout: callTimeout},
		LeveledLogger:     &stripe.LeveledLogger{Level: stripe.LevelNull}, // errors are logged once, by the caller
		MaxNetworkRetries: stripe.Int64(1),
		EnableTelemetry:   new(false),
	})
	return &Cards{stripe.NewClient(key, stripe.WithBackends(backends)), account, publicURL}
}

// errInsideTx means that a call would wait for the provider while its database transaction holds a connection and locks.
var errInsideTx = errors.New("the card provider is called inside a database transaction")

// forAccount makes all requests for a connected account, and none inside a database transaction. It is below the library, so that no call can leave
// the header out.
type forAccount struct {
	next    http.RoundTripper
	account string
}

// RoundTrip implements http.RoundTripper.
func (f forAccount) RoundTrip(r *http.Request) (*http.Response, error) {
	if postgres.InsideAnyTx(r.Context()) {
		return nil, errInsideTx
	}
	if f.account != "" {
		r = r.Clone(r.Context())
		r.Header.Set("Stripe-Account", f.account)
	}
	return f.next.RoundTrip(r)
}

// Open implements order.Cards. The request depends only on stored values, because the provider rejects an idempotency key
// that is repeated with other values.
func (c *Cards) Open(ctx context.Context, s purchase.Session, o order.Checkout) (purchase.Session, error) {
	if slices.Contains(otherUnits, o.Price.Currency) {
		return s, fmt.Errorf("%w: the card provider uses different minor units for %s", order.ErrCardRefused, o.Price.Currency)
	}
	page := c.publicURL + "/en/artworks/" + url.PathEscape(o.Artwork.Slug) + "/checkout/"
	meta := map[string]string{metaCheckout: o.ID}
	product := &stripe.CheckoutSessionCreateLineItemPriceDataProductDataParams{
		Name: stripe.String(o.Artwork.Title),
		Description: stripe.String(fmt.Sprintf("%s, edition %d of %d", o.Artwork.ArtistName, o.Edition,
			o.EditionSize)),
	}
	if o.Artwork.ImageURL != "" {
		product.Images = []*string{stripe.String(c.absolute(o.Artwork.ImageURL))}
	}
	p := &stripe.CheckoutSessionCreateParams{
		Mode:              stripe.String(string(stripe.CheckoutSessionModePayment)),
		ClientReferenceID: stripe.String(o.ID),
		Metadata:          meta,
		PaymentIntentData: &stripe.CheckoutSessionCreatePaymentIntentDataParams{Metadata: meta},
		PaymentMethodTypes: []*string{
			stripe.String("card"),
		},
		LineItems: []*stripe.CheckoutSessionCreateLineItemParams{{
			Quantity: stripe.Int64(1),
			PriceData: &stripe.CheckoutSessionCreateLineItemPriceDataParams{
				Currency:    stripe.String(strings.ToLower(o.Price.Currency)),
				UnitAmount:  new(o.Price.Amount),
				ProductData: product,
			},
		}},
		ExpiresAt:  new(s.EndsAt.Unix()),
		SuccessURL: stripe.String(page + "success?checkout=" + o.ID),
		CancelURL:  stripe.String(page + "?checkout=" + o.ID),
	}
	if o.Buyer.Email != "" {
		p.CustomerEmail = stripe.String(o.Buyer.Email)
	}
	p.SetIdempotencyKey("checkout-session-" + s.ID)
	got, err := c.api.V1CheckoutSessions.Create(ctx, p)
	if err != nil {
		return s, classify(err)
	}
	if got.ID == "" || got.URL == "" {
		return s, fmt.Errorf("%w: the card provider returned no page", order.ErrUnavailable)
	}
	s.ProviderID, s.URL = got.ID, got.URL
	return s, nil
}

func (c *Cards) absolute(path string) string {
	if strings.HasPrefix(path, "/") {
		return c.publicURL + path
	}
	return path
}

// Expire implements order.Cards.
func (c *Cards) Expire(ctx context.Context, id string) error {
	_, err := c.api.V1CheckoutSessions.Expire(ctx, id, &stripe.CheckoutSessionExpireParams{})
	if err == nil {
		return nil
	}
	if c := classify(err); !errors.Is(c, order.ErrCardRefused) && !errors.Is(c, order.ErrNotFound) {
		return c
	}
	// Only open sessions can be ended, so load its current state.
	got, err := c.api.V1CheckoutSessions.Retrieve(ctx, id, &stripe.CheckoutSessionRetrieveParams{})
	if err != nil {
		return classify(err)
	}
	switch got.Status {
	case stripe.CheckoutSessionStatusExpired:
		return nil
	case stripe.CheckoutSessionStatusComplete:
		return order.ErrSessionComplete
	case stripe.CheckoutSessionStatusOpen:
	}
	return fmt.Errorf("%w: card session %s is %s", order.ErrUnavailable, id, got.Status)
}

// Session implements order.Cards.
func (c *Cards) Session(ctx context.Context, id string) (order.CardState, error) {
	s, err := c.api.V1CheckoutSessions.Retrieve(ctx, id, &stripe.CheckoutSessionRetrieveParams{})
	if err != nil {
		return order.CardState{}, classify(err)
	}
	t := order.CardState{CheckoutID: s.Metadata[metaCheckout]}
	if s.PaymentIntent != nil && s.PaymentIntent.ID != "" {
		if t, err = c.Payment(ctx, s.PaymentIntent.ID, false); err != nil {
			return t, err
		}
		t.CheckoutID = s.Metadata[metaCheckout]
	}
	t.SessionID = s.ID
	t.SessionComplete = s.Status == stripe.CheckoutSessionStatusComplete
	t.SessionExpired = s.Status == stripe.CheckoutSessionStatusExpired
	return t, nil
}

// Payment implements order.Cards.
func (c *Cards) Payment(ctx context.Context, id string, refunds bool) (order.CardState, error) {
	p := &stripe.PaymentIntentRetrieveParams{}
	p.AddExpand("latest_charge")
	pi, err := c.api.V1PaymentIntents.Retrieve(ctx, id, p)
	if err != nil {
		return order.CardState{}, classify(err)
	}
	t := order.CardState{CheckoutID: pi.Metadata[metaCheckout], PaymentIntent: pi.ID}
	switch pi.Status {
	case stripe.PaymentIntentStatusSucceeded:
		t.Succeeded = true
		t.Received = money.Money{Amount: pi.AmountReceived, Currency: strings.ToUpper(string(pi.Currency))}
	case stripe.PaymentIntentStatusProcessing:
		t.Processing = true
	case stripe.PaymentIntentStatusRequiresPaymentMethod, stripe.PaymentIntentStatusCanceled:
		if e := pi.LastPaymentError; e != nil {
			t.Declined, t.Attempt = true, attemptOf(e)
		}
	default: // the buyer hasn't finished
	}
	if !t.Succeeded {
		return t, nil
	}
	// A charge without its fields has no details, so load it.
	charge := pi.LatestCharge
	unknown := charge == nil || charge.Created == 0
	if refunds || unknown || charge.AmountRefunded > 0 || charge.Refunded {
		if t.Refunds, err = c.refunds(ctx, id); err != nil {
			return t, err
		}
	}
	if unknown || charge.Disputed {
		err = c.dispute(ctx, id, &t)
	}
	return t, err
}

// attemptOf returns the id of the attempt that failed: its charge, or the payment method if there was no charge, as after a
// failed 3-D Secure. Stripe creates both anew for each attempt.
func attemptOf(e *stripe.Error) string {
	if e.ChargeID != "" {
		return e.ChargeID
	}
	if e.PaymentMethod != nil {
		return e.PaymentMethod.ID
	}
	return ""
}

func (c *Cards) refunds(ctx context.Context, intent string) (out []order.CardRefund, err error) {
	p := &stripe.RefundListParams{PaymentIntent: stripe.String(intent)}
	p.Limit = stripe.Int64(maxRefunds)
	for r, err := range c.api.V1Refunds.List(ctx, p) {
		if err != nil {
			if err = classify(err); errors.Is(err, order.ErrNotFound) {
				return nil, nil
			}
			return nil, err
		}
		out = append(out, refund(r))
	}
	return out, nil
}

func refund(r *stripe.Refund) order.CardRefund {
	status := purchase.RefundQueued // pending, requires_action
	switch r.Status {
	case stripe.RefundStatusSucceeded:
		status = purchase.RefundSucceeded
	case stripe.RefundStatusFailed, stripe.RefundStatusCanceled:
		status = purchase.RefundRefused
	case stripe.RefundStatusPending, stripe.RefundStatusRequiresAction:
	}
	return order.CardRefund{
		ProviderID: r.ID, RefundID: r.Metadata[metaRefund], Status: status,
		Amount: money.Money{Amount: r.Amount, Currency: strings.ToUpper(string(r.Currency))},
	}
}

// dispute reads the newest dispute of a payment.
func (c *Cards) dispute(ctx context.Context, intent string, t *order.CardState) error {
	p := &stripe.DisputeListParams{PaymentIntent: stripe.String(intent)}
	p.Limit = stripe.Int64(1)
	for d, err := range c.api.V1Disputes.List(ctx, p) {
		if err != nil {
			if err = classify(err); errors.Is(err, order.ErrNotFound) {
				return nil
			}
			return err
		}
		t.DisputeID, t.Disputed = d.ID, money.Money{Amount: d.Amount, Currency: strings.ToUpper(string(d.Currency))}
		switch d.Status {
		case stripe.DisputeStatusWon:
			t.Dispute = purchase.DisputeWon
		case stripe.DisputeStatusLost:
			t.Dispute = purchase.DisputeLost
		case stripe.DisputeStatusWarningNeedsResponse, stripe.DisputeStatusWarningUnderReview, stripe.DisputeStatusWarningClosed:
			t.Dispute = purchase.NoDispute // an inquiry doesn't take money
		default:
			t.Dispute = purchase.DisputeOpen
		}
		return nil
	}
	return nil
}

// Refund implements refund.Cards. It looks for an existing refund first, because the provider forgets idempotency keys after
// a day.
func (c *Cards) Refund(ctx context.Context, r purchase.Refund, intent string) (order.CardRefund, error) {
	made, err := c.refunds(ctx, intent)
	if err != nil {
		return order.CardRefund{}, err
	}
	for _, m := range made {
		if m.RefundID == r.ID {
			return m, nil
		}
	}
	p := &stripe.RefundCreateParams{
		PaymentIntent: stripe.String(intent),
		Amount:        new(r.Amount.Amount),
		Metadata:      map[string]string{metaRefund: r.ID},
	}
	p.SetIdempotencyKey("refund-" + r.ID)
	got, err := c.api.V1Refunds.Create(ctx, p)
	if err != nil {
		err = classify(err)
		if errors.Is(err, order.ErrCardRefused) {
			return order.CardRefund{RefundID: r.ID, Status: purchase.RefundRefused, Amount: r.Amount}, nil
		}
		return order.CardRefund{}, err
	}
	out := refund(got)
	out.RefundID = r.ID
	return out, nil
}

// classify separates errors that can be retried (ErrUnavailable: the outcome is unknown) from final ones.
func classify(err error) error {
	var e *stripe.Error
	if !errors.As(err, &e) {
		return fmt.Errorf("%w: card provider: %w", order.ErrUnavailable, err)
	}
	switch code := e.HTTPStatusCode; code {
	case http.StatusNotFound:
		return fmt.Errorf("%w: card provider: %s", order.ErrNotFound, e.Msg)
	case http.StatusBadRequest, http.StatusPaymentRequired:
		return fmt.Errorf("%w: %s (%s)", order.ErrCardRefused, e.Msg, e.Code)
	}
	// Wrong keys, conflicts, rate limits and failures of the provider are temporary, or the operator fixes them.
	return fmt.Errorf("%w: card provider returned %d: %s", order.ErrUnavailable, e.HTTPStatusCode, e.Msg)
}
