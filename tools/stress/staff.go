package main

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"

	"github.com/vitrine/vitrine/deploy/onebox/customer"
)

// Accounts of the identity provider; their password is the same.
const (
	collector = "collector@example.org"
	artist    = "artist@example.org"
	approver  = "approver@example.org"
	staff     = "staff@example.org"
	colleague = "colleague@example.org"
	password  = "vitrine"
)

// staffWork runs beside the purchases: tokens are withdrawn with approvals, an artist changes the payout wallet, staff refund
// orders. Every step is retried until it gets a definite response, and some are left undecided on purpose.
type staffWork struct {
	r                         *rig
	collector, artist, second *buyer
	staff, colleague          *buyer
}

func (r *rig) newStaffWork(ctx context.Context) (d *staffWork, err error) {
	d = &staffWork{r: r}
	for email, who := range map[string]**buyer{collector: &d.collector, artist: &d.artist, approver: &d.second, staff: &d.staff, colleague: &d.colleague} {
		var wrong error
		*who, wrong = newBuyer(ctx, r, email)
		err = errors.Join(err, wrong)
	}
	return d, err
}

// work runs until ctx ends and finishes what it started.
func (d *staffWork) work(ctx context.Context, people []*buyer, seed uint64, t *tally) {
	var all sync.WaitGroup
	steps := []func(context.Context, *rand.Rand, *tally) error{
		d.changeWallet, d.sellAuction, d.sellToList, d.refundOwn,
		func(ctx context.Context, rng *rand.Rand, t *tally) error { return d.settleMany(ctx, people, rng, t) },
	}
	for range 2 {
		steps = append(steps, func(ctx context.Context, rng *rand.Rand, t *tally) error { return d.settleOne(ctx, people, rng, t) })
	}
	for i, step := range steps {
		all.Go(func() {
			rng := rand.New(rand.NewPCG(seed, 1<<20+uint64(i)))
			for wait(ctx, time.Duration(rng.Int64N(int64(2*time.Second)))) {
				if err := step(context.WithoutCancel(ctx), rng, t); err != nil {
					t.fail(err)
				}
			}
		})
	}
	all.Wait()
}

// settleOne picks what happens to one paid order: a refund, or a withdrawal that is approved, rejected, cancelled or left open.
func (d *staffWork) settleOne(ctx context.Context, people []*buyer, rng *rand.Rand, t *tally) error {
	b := people[rng.IntN(len(people))]
	fate := rng.IntN(100)
	c, err := b.takeCompleted(ctx, t)
	if err != nil || c.ID == "" {
		return err
	}
	if fate < 25 {
		return d.refund(ctx, c.ID, t)
	}
	body := map[string]string{"tokenId": *c.TokenID, "to": b.Wallet.Hex()}
	return d.withdraw(ctx, b, withdrawal{"withdrawals", body, *c.TokenID}, fate, t)
}

// settleMany picks what happens to several paid orders of a buyer at the same time: a refund of each, or a withdrawal of all with one approval, which is
// approved, rejected, cancelled or left open. The buyer is the one with the most orders.
func (d *staffWork) settleMany(ctx context.Context, people []*buyer, rng *rand.Rand, t *tally) error {
	b := slices.MaxFunc(people, func(a, b *buyer) int { return a.orders() - b.orders() })
	fate := rng.IntN(100)
	var ids, tokens []string
	for range 3 {
		c, err := b.takeCompleted(ctx, t)
		if err != nil {
			return err
		}
		if c.ID != "" {
			ids, tokens = append(ids, c.ID), append(tokens, *c.TokenID)
		}
	}
	if len(ids) < 2 {
		for _, id := range ids {
			b.addPaid(id)
		}
		return nil
	}
	if fate < 25 {
		var all sync.WaitGroup
		for _, id := range ids {
			all.Go(func() {
				if err := d.refund(ctx, id, t); err != nil {
					t.fail(err)
				}
			})
		}
		all.Wait()
		t.add("refunds in a batch")
		return nil
	}
	// The approval's page shows the address, which no other withdrawal has.
	to := randomAddress().Hex()
	body := map[string]any{"tokenIds": tokens, "to": to}
	return d.withdraw(ctx, b, withdrawal{"batches", body, to}, fate, t)
}

// withdrawal is a request for a withdrawal of one token or of several.
type withdrawal struct {
	kind  string
	body  any
	about string // what only the page of its approval shows
}

// withdraw requests a withdrawal, which is then approved, rejected, cancelled or left undecided.
func (d *staffWork) withdraw(ctx context.Context, b *buyer, w withdrawal, fate int, t *tally) error {
	var requested struct{ BatchID string }
	if err := b.retry(ctx, http.MethodPost, "/api/withdrawals", w.body, &requested, customer.Key()...); err != nil {
		return refusal(t, "request "+w.kind, err)
	}
	t.add(w.kind + " requested")
	switch {
	case fate < 75:
		return d.decide(ctx, b, requested.BatchID, w.about, "approve", t)
	case fate < 85 && b.email != "":
		return d.decide(ctx, b, requested.BatchID, w.about, "reject", t)
	case fate < 95:
		if err := b.retry(ctx, http.MethodDelete, "/api/withdrawals/"+requested.BatchID, nil, nil); err != nil {
			return refusal(t, "cancel "+w.kind, err)
		}
		t.add(w.kind + " cancelled")
	default:
		t.add(w.kind + " left undecided")
	}
	return nil
}

// takeCompleted takes the oldest paid order that is still untouched, if it is delivered. Without one the checkout has no ID.
func (b *buyer) takeCompleted(ctx context.Context, t *tally) (c customer.Checkout, err error) {
	id := b.takePaid()
	if id == "" {
		return c, nil
	}
	if err := b.retry(ctx, http.MethodGet, "/api/checkouts/"+id, nil, &c); err != nil {
		return customer.Checkout{}, refusal(t, "look", err)
	}
	if c.Status != "completed" || c.TokenID == nil {
		b.addPaid(id) // not yet
		return customer.Checkout{}, nil
	}
	return c, nil
}

// decide uses the emailed link, or the wallet's signature for accounts without an email address.
func (d *staffWork) decide(ctx context.Context, b *buyer, withdrawal, token, what string, t *tally) error {
	var err error
	if b.email != "" {
		// The page shows the token; emails of other withdrawals look alike.
		var secret string
		secret, err = d.link(ctx, b.email, "approve-token-withdrawal", token)
		if err == nil {
			err = b.retry(ctx, http.MethodPost, "/api/approvals/link/"+what, map[string]string{}, nil, "Approval-Secret", secret)
		}
	} else {
		err = b.sign(ctx, withdrawal)
	}
	if err != nil {
		return refusal(t, what, decided(err))
	}
	t.add("withdrawals: " + what)
	return nil
}

// decided reports whether err says that a repeated decision was already made.
func decided(err error) error {
	var f *failure
	if errors.As(err, &f) && f.Code == "already_decided" {
		return nil
	}
	return err
}

// sign approves with an EIP-712 signature once the request exists.
func (b *buyer) sign(ctx context.Context, subject string) error {
	var typed string
	err := until(ctx, patience, "a request to sign", func() bool {
		var list struct {
			Items []struct{ SubjectID, TypedData string }
		}
		if err := b.retry(ctx, http.MethodGet, "/api/approvals", nil, &list); err != nil {
			return false
		}
		for _, item := range list.Items {
			if item.SubjectID == subject {
				typed = item.TypedData
			}
		}
		return typed != ""
	})
	if err != nil {
		return err
	}
	var data apitypes.TypedData
	if err := json.Unmarshal([]byte(typed), &data); err != nil {
		return err
	}
	hash, _, err := apitypes.TypedDataAndHash(data)
	if err != nil {
		return err
	}
	sig, err := crypto.Sign(hash, b.Key)
	if err != nil {
		return err
	}
	sig[64] += 27
	body := map[string]string{"subjectId": subject, "signature": hexutil.Encode(sig)}
	return decided(b.retry(ctx, http.MethodPost, "/api/approvals/by-signature", body, nil))
}

var secretOf = regexp.MustCompile(`/#([A-Za-z0-9_-]+)`)

// link waits for an email whose link opens a pending request that mentions about, and returns the link's secret.
func (d *staffWork) link(ctx context.Context, to, page, about string) (secret string, err error) {
	failed := until(ctx, patience, "a mail to "+to+" about "+about, func() bool {
		var bodies []string
		bodies, err = d.r.strings(ctx, "mailbox", `SELECT body FROM messages WHERE $1 = ANY(recipients) AND body LIKE '%/' || $2 || '/%' ORDER BY received_at DESC LIMIT 20`, to, page)
		for _, body := range bodies {
			m := secretOf.FindStringSubmatch(body)
			if m == nil {
				continue
			}
			var a struct {
				Status, Summary string
				Details         []struct{ Value string }
			}
			if d.second.retry(ctx, http.MethodGet, "/api/approvals/link", nil, &a, "Approval-Secret", m[1]) != nil || a.Status != "pending" {
				continue
			}
			for _, line := range a.Details {
				if strings.EqualFold(line.Value, about) {
					secret = m[1]
					return true
				}
			}
		}
		return false
	})
	return secret, errors.Join(failed, err)
}

// changeWallet changes the artist's payout wallet: approved by both, by one, by none, or rejected by the second person.
func (d *staffWork) changeWallet(ctx context.Context, rng *rand.Rand, t *tally) error {
	fate := rng.IntN(100)
	to := randomAddress().Hex()
	if err := d.artist.retry(ctx, http.MethodPost, "/api/payout-wallet-updates", map[string]string{"address": to}, nil, customer.Key()...); err != nil {
		return refusal(t, "payout wallet", err)
	}
	t.add("payout changes requested")
	if fate < 15 {
		return nil
	}
	what := "approve"
	for _, who := range []*buyer{d.artist, d.second} {
		if who == d.second && fate < 30 {
			return nil
		}
		if who == d.second && fate < 50 {
			what = "reject"
		}
		secret, err := d.link(ctx, who.email, "approve-payout-wallet-update", to)
		if err != nil {
			return err
		}
		if err := who.retry(ctx, http.MethodPost, "/api/approvals/link/"+what, map[string]string{}, nil, "Approval-Secret", secret); decided(err) != nil {
			return refusal(t, what+" a payout wallet", err)
		}
	}
	t.add("payout changes: " + what)
	return nil
}

var inFull = map[string]any{"inFull": true, "note": "stress test"}

// refund refunds an order, and tries to do so a second time.
func (d *staffWork) refund(ctx context.Context, id string, t *tally) error {
	for _, again := range []string{"", " again"} {
		var c struct{ RefundRequest *struct{ ID string } }
		if err := d.staff.retry(ctx, http.MethodPost, "/api/checkouts/"+id+"/refunds", inFull, &c, customer.Key()...); err != nil {
			if err := refusal(t, "refund"+again, err); err != nil {
				return err
			}
			continue
		}
		if c.RefundRequest != nil {
			decision, approve := "/api/refund-requests/"+c.RefundRequest.ID+"/decision", map[string]any{"decision": "approve"}
			if err := d.refused(ctx, "approve one's own refund", decision, approve, t); err != nil {
				return err
			}
			if err := d.colleague.retry(ctx, http.MethodPost, decision, approve, nil, customer.Key()...); err != nil {
				if err := refusal(t, "approve a refund"+again, err); err != nil {
					return err
				}
				continue
			}
		}
		t.add("refunds" + again)
	}
	return nil
}

// refundOwn buys an edition as a member of staff, who may not refund it.
func (d *staffWork) refundOwn(ctx context.Context, rng *rand.Rand, t *tally) error {
	if rng.IntN(10) > 0 {
		return nil
	}
	if err := purchase(ctx, d.staff, rng, t); err != nil {
		return err
	}
	c, err := d.staff.takeCompleted(ctx, t)
	if err != nil || c.ID == "" {
		return err
	}
	return d.refused(ctx, "refund one's own order", "/api/checkouts/"+c.ID+"/refunds", inFull, t)
}

// refused makes a call as a member of staff who decides about themselves, which must fail.
func (d *staffWork) refused(ctx context.Context, step, path string, body any, t *tally) error {
	err := d.staff.retry(ctx, http.MethodPost, path, body, nil, customer.Key()...)
	if err == nil {
		return errors.New("a member of staff could " + step)
	}
	return refusal(t, step, err)
}

var hiddenField = regexp.MustCompile(`name="request" value="([^"]+)"`)

// signInByMail logs in on the identity provider's page as a browser does.
func (b *buyer) signInByMail(ctx context.Context) error {
	b.SignedIn("") // every endpoint rejects an expired token, including those for signing in
	c := *b.HTTP
	jar, err := cookiejar.New(nil)
	if err != nil {
		return err
	}
	c.Jar = jar
	page, at, err := fetch(ctx, &c, b.Base+"/api/auth/login?redirect=%2Fen%2Fprofile%2F&screen=login", nil)
	if err != nil {
		return err
	}
	m := hiddenField.FindStringSubmatch(page)
	if m == nil {
		return &failure{Status: http.StatusBadGateway, Code: "no_form"}
	}
	var fragment string
	c.CheckRedirect = func(req *http.Request, _ []*http.Request) error {
		if strings.HasPrefix(req.URL.Path, "/en/login") {
			fragment = req.URL.Fragment
			return http.ErrUseLastResponse
		}
		return nil
	}
	at.Path, at.RawQuery = "/login", ""
	if _, _, err := fetch(ctx, &c, at.String(), url.Values{"request": {m[1]}, "email": {b.email}, "password": {password}}); err != nil {
		return err
	}
	values, err := url.ParseQuery(fragment)
	if err != nil || values.Get("code") == "" {
		return &failure{Status: http.StatusBadGateway, Code: "no_code"}
	}
	var tokens struct{ AccessToken string }
	session := customer.Customer{Base: b.Base, HTTP: &c}
	if err := session.Call(ctx, http.MethodPost, "/api/auth/session", map[string]string{"code": values.Get("code")}, &tokens); err != nil {
		return err
	}
	b.SignedIn(tokens.AccessToken)
	return nil
}

// orders counts the paid orders that are still untouched.
func (b *buyer) orders() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.paid)
}

func (b *buyer) addPaid(id string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.paid = append(b.paid, id)
}

// takePaid returns the oldest paid order that is still untouched.
func (b *buyer) takePaid() (id string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.paid) > 0 {
		id, b.paid = b.paid[0], b.paid[1:]
	}
	return id
}
