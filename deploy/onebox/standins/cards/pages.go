package cards

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/vitrine/vitrine/deploy/onebox/standins/page"
	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/kit/postgres"
)

//go:embed pay.html authorize.html ended.html
var templates embed.FS

var (
	payPage       = page.Parse(templates, "pay.html")
	authorizePage = page.Parse(templates, "authorize.html")
	endedPage     = page.Parse(templates, "ended.html")
)

// The provider's test cards.
const (
	cardDeclined  = "4000000000000002"
	cardNoFunds   = "4000000000009995"
	cardSecure    = "4000002760003184"
	cardDisputed  = "4000000000000259"
	cardSucceeded = "4242424242424242"
)

var errEnded = errors.New("session is not open")

type payView struct {
	Name, Description, Image, Price, Cancel, Error, Number, Expiry string
}

func view(s object) payView {
	return payView{
		Name: s.text("product_name"), Description: s.text("product_description"), Image: s.text("product_image"),
		Price: money.Money{Amount: s.number("amount_total"), Currency: strings.ToUpper(s.text("currency"))}.Format(), Cancel: s.text("cancel_url"),
	}
}

func (p *Provider) open(ctx context.Context, id string) (object, error) {
	s, err := p.load(ctx, "checkout.session", id)
	if err != nil {
		return nil, err
	}
	if s.text("status") != "open" || s.number("expires_at") <= time.Now().Unix() {
		return s, errEnded
	}
	return s, nil
}

func (p *Provider) showPay(w http.ResponseWriter, r *http.Request) {
	s, err := p.open(r.Context(), r.PathValue("session"))
	if err != nil {
		p.ended(w, s, err)
		return
	}
	v := view(s)
	if id := s.text("payment_intent"); id != "" && r.URL.Query().Has("failed") {
		if i, err := p.load(r.Context(), "payment_intent", id); err == nil {
			if failure, ok := i["last_payment_error"].(map[string]any); ok {
				v.Error, _ = failure["message"].(string)
				// Only this card needs the bank's confirmation. The address contains the typed expiry.
				v.Number, v.Expiry = grouped(cardSecure), r.URL.Query().Get("expiry")
			}
		}
	}
	page.Write(w, http.StatusOK, payPage, v)
}

func (p *Provider) ended(w http.ResponseWriter, s object, err error) {
	var wrong problem
	switch {
	case errors.Is(err, errEnded) && s.text("status") == "complete":
		page.Write(w, http.StatusOK, endedPage, map[string]string{"Title": "This is paid", "Text": "The payment went through. You can return to the gallery.", "Back": p.success(s)})
	case errors.Is(err, errEnded):
		page.Write(w, http.StatusGone, endedPage, map[string]string{"Title": "This page has ended", "Text": "The time to pay has run out. Nothing was charged.", "Back": s.text("cancel_url")})
	case errors.As(err, &wrong):
		page.Write(w, http.StatusNotFound, endedPage, map[string]string{"Title": "This payment doesn't exist", "Text": "Check the address, or start again in the gallery.", "Back": ""})
	default:
		p.o.Log.Error("cards", "error", err)
		page.Write(w, http.StatusInternalServerError, endedPage, map[string]string{"Title": "Something went wrong", "Text": "Nothing was charged. Try again.", "Back": ""})
	}
}

func (p *Provider) success(s object) string {
	return strings.ReplaceAll(s.text("success_url"), "{CHECKOUT_SESSION_ID}", s.text("id"))
}

// grouped writes a card number in groups, as on cards.
func grouped(number string) string {
	var groups []string
	for part := range slices.Chunk([]byte(number), 4) {
		groups = append(groups, string(part))
	}
	return strings.Join(groups, " ")
}

func digits(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return r
		}
		return -1
	}, s)
}

func (p *Provider) pay(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, 64<<10)
	number := digits(r.FormValue("number"))
	var declined string
	var s object
	next := ""
	err := postgres.InTx(r.Context(), p.pool, func(ctx context.Context) (err error) {
		if s, err = p.open(ctx, r.PathValue("session")); err != nil {
			return err
		}
		switch {
		case len(number) < 13 || !luhn(number):
			declined = "Your card number is invalid."
		case !future(r.FormValue("expiry")):
			declined = "Your card's expiration date is invalid or in the past."
		case len(digits(r.FormValue("cvc"))) < 3:
			declined = "Your card's security code is incomplete."
		case number == cardSecure:
			next = "/c/authorize/" + s.text("id") + "?" + url.Values{"expiry": {r.FormValue("expiry")}}.Encode()
		case number == cardDeclined:
			declined = "Your card was declined."
			return p.decline(ctx, s, number, "card_declined", "generic_decline", declined)
		case number == cardNoFunds:
			declined = "Your card has insufficient funds."
			return p.decline(ctx, s, number, "card_declined", "insufficient_funds", declined)
		default:
			next = p.success(s)
			return p.settle(ctx, s, number)
		}
		return nil
	})
	switch {
	case errors.Is(err, errEnded) && s.text("status") == "complete":
		// The button was pressed twice.
		http.Redirect(w, r, p.success(s), http.StatusSeeOther)
	case err != nil:
		p.ended(w, s, err)
	case declined != "":
		p.wakeUp()
		v := view(s)
		v.Error, v.Number, v.Expiry = declined, r.FormValue("number"), r.FormValue("expiry")
		page.Write(w, http.StatusPaymentRequired, payPage, v)
	default:
		p.wakeUp()
		http.Redirect(w, r, next, http.StatusSeeOther)
	}
}

func (p *Provider) showAuthorize(w http.ResponseWriter, r *http.Request) {
	s, err := p.open(r.Context(), r.PathValue("session"))
	if err != nil {
		p.ended(w, s, err)
		return
	}
	page.Write(w, http.StatusOK, authorizePage, view(s))
}

func (p *Provider) authorize(w http.ResponseWriter, r *http.Request) {
	var s object
	next := ""
	err := postgres.InTx(r.Context(), p.pool, func(ctx context.Context) (err error) {
		if s, err = p.open(ctx, r.PathValue("session")); err != nil {
			return err
		}
		if r.FormValue("answer") == "authorize" {
			next = p.success(s)
			return p.settle(ctx, s, cardSecure)
		}
		next = "/c/pay/" + s.text("id") + "?" + url.Values{"failed": {""}, "expiry": {r.URL.Query().Get("expiry")}}.Encode()
		return p.decline(ctx, s, cardSecure, "payment_intent_authentication_failure", "", "Your bank did not authorize the payment.")
	})
	if err != nil {
		p.ended(w, s, err)
		return
	}
	p.wakeUp()
	http.Redirect(w, r, next, http.StatusSeeOther)
}

// intent returns the session's payment intent. It creates it at the first attempt, as Stripe does.
func (p *Provider) intent(ctx context.Context, s object) (object, error) {
	if id := s.text("payment_intent"); id != "" {
		return p.load(ctx, "payment_intent", id)
	}
	i := object{
		"id": newID("pi"), "object": "payment_intent", "amount": s.number("amount_total"), "amount_received": int64(0), "currency": s.text("currency"),
		"created": time.Now().Unix(), "livemode": false, "metadata": s["intent_metadata"], "status": "requires_payment_method", "latest_charge": nil, "last_payment_error": nil,
	}
	s["payment_intent"] = i["id"]
	return i, nil
}

func (p *Provider) charge(ctx context.Context, i object, number string, ok bool) (object, error) {
	status := "failed"
	if ok {
		status = "succeeded"
	}
	c := object{
		"id": newID("ch"), "object": "charge", "amount": i.number("amount"), "amount_captured": int64(0), "amount_refunded": int64(0), "captured": ok, "paid": ok,
		"currency": i.text("currency"), "created": time.Now().Unix(), "livemode": false, "metadata": i["metadata"], "payment_intent": i.text("id"),
		"refunded": false, "disputed": false, "status": status,
		"payment_method_details": object{"type": "card", "card": object{"brand": "visa", "last4": number[len(number)-4:], "country": "US"}},
	}
	if ok {
		c["amount_captured"] = i.number("amount")
	}
	return c, p.put(ctx, c, i.text("id"))
}

func (p *Provider) settle(ctx context.Context, s object, number string) error {
	i, err := p.intent(ctx, s)
	if err != nil {
		return err
	}
	c, err := p.charge(ctx, i, number, true)
	if err != nil {
		return err
	}
	i["status"], i["amount_received"], i["latest_charge"], i["last_payment_error"] = "succeeded", i.number("amount"), c.text("id"), nil
	s["status"], s["payment_status"], s["url"] = "complete", "paid", nil
	if err := p.put(ctx, i, s.text("id")); err != nil {
		return err
	}
	if err := p.put(ctx, s, ""); err != nil {
		return err
	}
	for _, e := range []struct {
		kind string
		o    object
	}{{"charge.succeeded", c}, {"payment_intent.succeeded", i}, {"checkout.session.completed", s}} {
		if err := p.emit(ctx, e.kind, e.o); err != nil {
			return err
		}
	}
	if number == cardDisputed {
		_, err := postgres.Conn(ctx, p.pool).Exec(ctx, `INSERT INTO disputes_due (charge, due_at) VALUES ($1, now() + $2)`, c.text("id"), p.o.DisputeAfter)
		return err
	}
	return nil
}

func (p *Provider) decline(ctx context.Context, s object, number, code, decline, message string) error {
	i, err := p.intent(ctx, s)
	if err != nil {
		return err
	}
	c, err := p.charge(ctx, i, number, false)
	if err != nil {
		return err
	}
	failure := object{"type": "card_error", "code": code, "message": message, "charge": c.text("id")}
	if decline != "" {
		failure["decline_code"] = decline
	}
	i["last_payment_error"], i["latest_charge"] = failure, c.text("id")
	if err := p.put(ctx, i, s.text("id")); err != nil {
		return err
	}
	if err := p.put(ctx, s, ""); err != nil {
		return err
	}
	return p.emit(ctx, "payment_intent.payment_failed", i)
}

// luhn checks a card number (ISO/IEC 7812-1, annex B).
func luhn(number string) bool {
	sum := 0
	for i := range len(number) {
		d := int(number[len(number)-1-i] - '0')
		if i%2 == 1 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return sum%10 == 0
}

// future reads MM/YY.
func future(expiry string) bool {
	d := digits(expiry)
	if len(d) != 4 {
		return false
	}
	var month, year int
	if _, err := fmt.Sscanf(d, "%2d%2d", &month, &year); err != nil || month < 1 || month > 12 {
		return false
	}
	return time.Now().Before(time.Date(2000+year, time.Month(month)+1, 1, 0, 0, 0, 0, time.UTC))
}
