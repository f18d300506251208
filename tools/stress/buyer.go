package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/vitrine/vitrine/deploy/onebox/customer"
)

// patience is how long a buyer keeps retrying one step while faults are injected.
const patience = 2 * time.Minute

// buyer is a customer who retries.
type buyer struct {
	*customer.Customer

	// email belongs to an account at the identity provider; buyers without one sign in with their wallet.
	email string

	auctions *auctions

	mu   sync.Mutex
	paid []string // paid orders that nothing further has happened to yet
}

type failure = customer.ResponseError

// transport is shared by all buyers, because they run on one machine.
var transport = &http.Transport{MaxIdleConns: 600, MaxIdleConnsPerHost: 600, IdleConnTimeout: 30 * time.Second}

// newBuyer returns a buyer with an account, which is one of the identity provider if email isn't empty.
func newBuyer(ctx context.Context, r *rig, email string) (*buyer, error) {
	b, err := newFundedWallet(ctx, r)
	if err != nil {
		return nil, err
	}
	b.email = email
	return b, b.retryStep(ctx, func() error {
		if err := b.signIn(ctx); err != nil {
			return err
		}
		return b.CompleteProfile(ctx, email)
	})
}

// newFundedWallet returns a funded wallet without an account.
func newFundedWallet(ctx context.Context, r *rig) (*buyer, error) {
	c, err := customer.New(ctx, r.base, r.chain.URL(), &http.Client{Transport: r.seen, Timeout: 20 * time.Second})
	return &buyer{Customer: c, auctions: &r.auctions}, err
}

func (b *buyer) signIn(ctx context.Context) error {
	if b.email != "" {
		return b.signInByMail(ctx)
	}
	return b.SignIn(ctx)
}

// renew signs in again if the token, which is valid for five minutes, is about to expire.
func (b *buyer) renew(ctx context.Context) error {
	if b.TokenAge() < 3*time.Minute {
		return nil
	}
	return b.retryStep(ctx, func() error { return b.signIn(ctx) })
}

// fetch returns a page and its final address. A non-nil form is posted.
func fetch(ctx context.Context, c *http.Client, address string, form url.Values) (string, *url.URL, error) {
	method, body := http.MethodGet, io.Reader(nil)
	if form != nil {
		method, body = http.MethodPost, strings.NewReader(form.Encode())
	}
	req, err := http.NewRequestWithContext(ctx, method, address, body)
	if err != nil {
		return "", nil, err
	}
	if form != nil {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	res, err := c.Do(req)
	if err != nil {
		return "", nil, err
	}
	defer func() { _ = res.Body.Close() }()
	page, err := io.ReadAll(res.Body)
	if err != nil {
		return "", nil, &url.Error{Op: method, URL: address, Err: err}
	}
	if res.StatusCode >= http.StatusInternalServerError {
		return "", nil, &failure{Status: res.StatusCode}
	}
	return string(page), res.Request.URL, nil
}

// retry makes a call until it gets a definite response. Headers are name-value pairs.
func (b *buyer) retry(ctx context.Context, method, path string, body, into any, headers ...string) error {
	return b.retryStep(ctx, func() error { return b.Call(ctx, method, path, body, into, headers...) })
}

// retryStep repeats a step with the same key until it gets a definite response: not a broken connection,
// 429 or 5xx, and while signed in.
func (b *buyer) retryStep(ctx context.Context, step func() error) error {
	deadline := time.Now().Add(patience)
	for {
		err := step()
		var (
			f          *failure
			noResponse *url.Error
		)
		switch {
		case err == nil:
			return nil
		case errors.As(err, &f):
			switch {
			case f.Status == http.StatusUnauthorized, f.Code == "token_expired", f.Code == "recent_login_required":
				_ = b.signIn(ctx)
			case f.Status < 500 && f.Status != http.StatusTooManyRequests && f.Code != "request_in_flight":
				return err
			}
		case !errors.As(err, &noResponse):
			return err
		}
		if time.Now().After(deadline) {
			// The last response was to signing in, not to the step.
			return errors.New("no response in " + patience.String() + ": " + err.Error())
		}
		if !wait(ctx, 250*time.Millisecond) {
			return ctx.Err()
		}
	}
}

func (b *buyer) reserve(ctx context.Context, artwork int) (c customer.Checkout, err error) {
	key := customer.Key()
	err = b.retryStep(ctx, func() error {
		c, err = b.Hold(ctx, fmt.Sprint(artwork), key...)
		return err
	})
	return c, err
}

func (b *buyer) cancel(ctx context.Context, id string) error {
	return b.retry(ctx, http.MethodDelete, "/api/checkouts/"+id, nil, nil)
}

// payByCard opens the provider's page and submits it.
func (b *buyer) payByCard(ctx context.Context, id, number string) error {
	var page string
	key := customer.Key()
	err := b.retryStep(ctx, func() (err error) {
		page, err = b.CardPage(ctx, id, key...)
		return err
	})
	if err != nil {
		return err
	}
	return b.retryStep(ctx, func() error { return b.SubmitCard(ctx, page, number) })
}

// quote requests the transaction that pays with ether. refundTo is where refunds go, or empty.
func (b *buyer) quote(ctx context.Context, id, refundTo string) (q customer.Quote, err error) {
	key := customer.Key()
	err = b.retryStep(ctx, func() error {
		q, err = b.EtherQuote(ctx, id, refundTo, key...)
		return err
	})
	return q, err
}

// payByEther requests a quote and sends exactly that transaction, once.
func (b *buyer) payByEther(ctx context.Context, id, refundTo string) error {
	q, err := b.quote(ctx, id, refundTo)
	if err != nil {
		return err
	}
	_, err = b.Send(ctx, q)
	return err
}
