// Package stripetest is a small card provider that implements enough of Stripe's API for the hosted page, refunds and
// disputes, with idempotency keys and signed events.
package stripetest

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// Server is the provider. Its fields may be read after the test's work is done.
type Server struct {
	URL string

	mu       sync.Mutex
	n        int
	keys     map[string]string // idempotency key → form and object
	sessions map[string]*session
	intents  map[string]*intent
	events   []map[string]any // newest first
	// down makes every request fail with 500.
	down bool
	// account is the connected account that requests must name; "" for none.
	account string
	// RefundStatus is the initial status of refunds.
	RefundStatus string
}

type session struct {
	ID, Status, Intent, Checkout, Currency string
	Amount                                 int64
	Form                                   map[string]string
}

type intent struct {
	ID, Status, Checkout, Currency string
	Amount                         int64
	Declined                       bool
	Attempts                       int
	Refunds                        []map[string]any
	Dispute                        string
	Disputed                       int64
	// Disputes counts closed disputes: a closed one never changes.
	Disputes int
}

// New starts a provider that stops at the end of the test.
func New(t testing.TB) *Server {
	s := &Server{
		keys: map[string]string{}, sessions: map[string]*session{}, intents: map[string]*intent{}, RefundStatus: "succeeded",
	}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/checkout/sessions", s.create)
	mux.HandleFunc("GET /v1/checkout/sessions/{id}", s.getSession)
	mux.HandleFunc("POST /v1/checkout/sessions/{id}/expire", s.expire)
	mux.HandleFunc("GET /v1/payment_intents/{id}", s.getIntent)
	mux.HandleFunc("POST /v1/refunds", s.refund)
	mux.HandleFunc("GET /v1/refunds", s.listRefunds)
	mux.HandleFunc("GET /v1/disputes", s.listDisputes)
	mux.HandleFunc("GET /v1/events", s.listEvents)
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.down {
			fail(w, http.StatusInternalServerError, "down")
			return
		}
		if r.Header.Get("Stripe-Account") != s.account {
			fail(w, http.StatusForbidden, "The provided key does not have access to account")
			return
		}
		_ = r.ParseForm()
		mux.ServeHTTP(w, r)
	}))
	t.Cleanup(web.Close)
	s.URL = web.URL
	return s
}

func reply(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v)
}

func fail(w http.ResponseWriter, code int, message string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	_ = json.NewEncoder(w).Encode(map[string]any{"error": map[string]any{"type": "invalid_request_error", "message": message}})
}

func (s *Server) next(prefix string) string {
	s.n++
	return prefix + strconv.Itoa(s.n)
}

// keyed returns the object that the idempotency key created, or "" and a function that stores it.
func (s *Server) keyed(w http.ResponseWriter, r *http.Request) (object string, done bool, remember func(string)) {
	key := r.Header.Get("Idempotency-Key")
	form := r.PostForm.Encode()
	if had, ok := s.keys[key]; ok && key != "" {
		before, object, _ := strings.Cut(had, "\x00")
		if before != form {
			fail(w, http.StatusBadRequest, "Keys for idempotent requests can only be used with the same parameters")
			return "", true, nil
		}
		return object, false, nil
	}
	return "", false, func(id string) { s.keys[key] = form + "\x00" + id }
}

func (s *Server) create(w http.ResponseWriter, r *http.Request) {
	id, done, remember := s.keyed(w, r)
	if done {
		return
	}
	if id == "" {
		end, _ := strconv.ParseInt(r.PostForm.Get("expires_at"), 10, 64)
		if left := time.Until(time.Unix(end, 0)); left < 30*time.Minute || left > 24*time.Hour {
			fail(w, http.StatusBadRequest, "expires_at must be between 30 minutes and 24 hours from now")
			return
		}
		amount, _ := strconv.ParseInt(r.PostForm.Get("line_items[0][price_data][unit_amount]"), 10, 64)
		id = s.next("cs_test_")
		form := map[string]string{}
		for k := range r.PostForm {
			form[k] = r.PostForm.Get(k)
		}
		s.sessions[id] = &session{
			ID: id, Status: "open", Checkout: r.PostForm.Get("metadata[checkout_id]"), Amount: amount,
			Currency: r.PostForm.Get("line_items[0][price_data][currency]"), Form: form,
		}
		remember(id)
	}
	reply(w, s.sessions[id].json(s))
}

func (x *session) json(s *Server) map[string]any {
	m := map[string]any{
		"id": x.ID, "object": "checkout.session", "status": x.Status, "payment_status": "unpaid",
		"metadata": map[string]string{"checkout_id": x.Checkout}, "payment_intent": nil, "url": nil,
	}
	if x.Intent != "" {
		m["payment_intent"] = x.Intent
		if s.intents[x.Intent].Status == "succeeded" {
			m["payment_status"] = "paid"
		}
	}
	if x.Status == "open" {
		m["url"] = s.URL + "/pay/" + x.ID
	}
	return m
}

func (s *Server) getSession(w http.ResponseWriter, r *http.Request) {
	x := s.sessions[r.PathValue("id")]
	if x == nil {
		fail(w, http.StatusNotFound, "No such checkout session")
		return
	}
	reply(w, x.json(s))
}

func (s *Server) expire(w http.ResponseWriter, r *http.Request) {
	x := s.sessions[r.PathValue("id")]
	switch {
	case x == nil:
		fail(w, http.StatusNotFound, "No such checkout session")
	case x.Status != "open":
		fail(w, http.StatusBadRequest, "Only Checkout Sessions with a status in [\"open\"] can be expired.")
	default:
		x.Status = "expired"
		reply(w, x.json(s))
	}
}

func (s *Server) getIntent(w http.ResponseWriter, r *http.Request) {
	x := s.intents[r.PathValue("id")]
	if x == nil {
		fail(w, http.StatusNotFound, "No such payment_intent")
		return
	}
	m := map[string]any{
		"id": x.ID, "object": "payment_intent", "status": x.Status, "amount": x.Amount, "currency": x.Currency,
		"amount_received": int64(0), "metadata": map[string]string{"checkout_id": x.Checkout}, "latest_charge": nil,
	}
	if x.Declined {
		m["last_payment_error"] = map[string]any{"type": "card_error", "code": "card_declined", "charge": fmt.Sprintf("ch_%s_%d", x.ID, x.Attempts)}
	}
	if x.Status == "succeeded" {
		back := int64(0)
		for _, refund := range x.Refunds {
			if refund["status"] != "failed" {
				back += refund["amount"].(int64)
			}
		}
		m["amount_received"] = x.Amount
		m["latest_charge"] = map[string]any{
			"id": "ch_" + x.ID, "object": "charge", "created": 1, "amount": x.Amount, "amount_refunded": back,
			"refunded": back == x.Amount, "disputed": x.Dispute != "",
		}
	}
	reply(w, m)
}

func (s *Server) refund(w http.ResponseWriter, r *http.Request) {
	id, done, remember := s.keyed(w, r)
	if done {
		return
	}
	x := s.intents[r.PostForm.Get("payment_intent")]
	if x == nil {
		fail(w, http.StatusNotFound, "No such payment_intent")
		return
	}
	if id == "" {
		amount, _ := strconv.ParseInt(r.PostForm.Get("amount"), 10, 64)
		id = s.next("re_")
		x.Refunds = append(x.Refunds, map[string]any{
			"id": id, "object": "refund", "amount": amount, "currency": x.Currency, "status": s.RefundStatus,
			"payment_intent": x.ID, "metadata": map[string]string{"refund_id": r.PostForm.Get("metadata[refund_id]")},
		})
		remember(id)
	}
	for _, refund := range x.Refunds {
		if refund["id"] == id {
			reply(w, refund)
		}
	}
}

func list(w http.ResponseWriter, items []map[string]any) {
	if items == nil {
		items = []map[string]any{}
	}
	reply(w, map[string]any{"object": "list", "data": items, "has_more": false})
}

func (s *Server) listRefunds(w http.ResponseWriter, r *http.Request) {
	if x := s.intents[r.Form.Get("payment_intent")]; x != nil {
		list(w, x.Refunds)
		return
	}
	list(w, nil)
}

func (s *Server) listDisputes(w http.ResponseWriter, r *http.Request) {
	if x := s.intents[r.Form.Get("payment_intent")]; x != nil && x.Dispute != "" {
		list(w, []map[string]any{{
			"id": fmt.Sprintf("dp_%d_%s", x.Disputes, x.ID), "object": "dispute", "status": x.Dispute, "payment_intent": x.ID, "amount": x.Disputed, "currency": x.Currency,
		}})
		return
	}
	list(w, nil)
}

// listEvents lists all events since a time on one page.
func (s *Server) listEvents(w http.ResponseWriter, r *http.Request) {
	since, err := strconv.ParseInt(r.Form.Get("created[gte]"), 10, 64)
	if err != nil {
		fail(w, http.StatusBadRequest, "Invalid timestamp: created")
		return
	}
	var out []map[string]any
	for _, e := range s.events {
		if e["created"].(int64) >= since {
			out = append(out, e)
		}
	}
	list(w, out)
}

// Down makes the provider respond with 500, or stops that.
func (s *Server) Down(down bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.down = down
}

// For makes the provider refuse requests that aren't made for this connected account.
func (s *Server) For(account string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.account = account
}

// Session returns the last session of a checkout: its id and the form that opened it.
func (s *Server) Session(checkout string) (id string, form map[string]string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, x := range s.sessions {
		if x.Checkout == checkout && (id == "" || x.ID > id) {
			id, form = x.ID, x.Form
		}
	}
	return id, form
}

// Count returns the numbers of sessions, succeeded payments and refunds.
func (s *Server) Count() (sessions, paid, refunds int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, x := range s.intents {
		if x.Status == "succeeded" {
			paid++
		}
		refunds += len(x.Refunds)
	}
	return len(s.sessions), paid, refunds
}

// Charge returns what was charged for a session and what went back of it, in minor units, with the number of refunds that didn't fail.
func (s *Server) Charge(session string) (charged, returned int64, refunds int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	x := s.sessions[session]
	if x == nil || s.intents[x.Intent] == nil || s.intents[x.Intent].Status != "succeeded" {
		return 0, 0, 0
	}
	for _, refund := range s.intents[x.Intent].Refunds {
		if refund["status"] != "failed" {
			returned += refund["amount"].(int64)
			refunds++
		}
	}
	return s.intents[x.Intent].Amount, returned, refunds
}

// Pay acts as a buyer with a good card and returns the payment intent, or "" if the session isn't open.
func (s *Server) Pay(id string) string { return s.card(id, false) }

// Decline acts as a buyer with a bad card.
func (s *Server) Decline(id string) string { return s.card(id, true) }

func (s *Server) card(id string, bad bool) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	x := s.sessions[id]
	if x == nil || x.Status != "open" {
		return ""
	}
	if x.Intent == "" {
		x.Intent = s.next("pi_")
		s.intents[x.Intent] = &intent{ID: x.Intent, Checkout: x.Checkout, Amount: x.Amount, Currency: x.Currency}
	}
	p := s.intents[x.Intent]
	p.Declined, p.Status = bad, "requires_payment_method"
	p.Attempts++
	if !bad {
		p.Status, x.Status = "succeeded", "complete"
		s.events = append([]map[string]any{{
			"id": s.next("evt_listed_"), "object": "event", "type": "checkout.session.completed", "livemode": false, "created": time.Now().Unix(),
			"data": map[string]any{"object": map[string]any{"id": x.ID, "object": "checkout.session", "payment_intent": x.Intent}},
		}}, s.events...)
	}
	return x.Intent
}

// Dispute sets the state of a payment's dispute: needs_response, won, lost.
func (s *Server) Dispute(intent, status string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	x := s.intents[intent]
	if (x.Dispute == "won" || x.Dispute == "lost") && status != x.Dispute {
		x.Disputes++
	}
	x.Dispute, x.Disputed = status, x.Amount
}

// DisputePart is like Dispute, for a part of a payment.
func (s *Server) DisputePart(intent, status string, amount int64) {
	s.Dispute(intent, status)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.intents[intent].Disputed = amount
}

// Refunds sets the status of future refunds, and of the intent's existing ones, as when a bank returns the money.
func (s *Server) Refunds(intent, status string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.RefundStatus = status
	if x := s.intents[intent]; x != nil {
		for _, refund := range x.Refunds {
			refund["status"] = status
		}
	}
}

// Event returns the body of an event about an object.
func Event(id, kind, object, intent string) []byte {
	o := map[string]any{"id": object}
	if intent != "" {
		o["payment_intent"] = intent
	}
	b, err := json.Marshal(map[string]any{
		"id": id, "object": "event", "type": kind, "livemode": false, "created": 1, "data": map[string]any{"object": o},
	})
	if err != nil {
		panic(err)
	}
	return b
}

// Sign returns the Stripe-Signature header of a body.
func Sign(body []byte, secret string, at time.Time) string {
	m := hmac.New(sha256.New, []byte(secret))
	fmt.Fprintf(m, "%d.", at.Unix())
	m.Write(body)
	return fmt.Sprintf("t=%d,v1=%s", at.Unix(), hex.EncodeToString(m.Sum(nil)))
}
