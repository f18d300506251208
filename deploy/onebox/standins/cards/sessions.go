package cards

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// createSession opens a hosted payment page: POST /v1/checkout/sessions in payment mode with price_data.
func (p *Provider) createSession(ctx context.Context, _ *http.Request, f url.Values) (any, error) {
	if f.Get("mode") != "payment" {
		return nil, invalid("You must provide one of payment, setup or subscription for mode; this provider takes payment.")
	}
	amount, err := strconv.ParseInt(f.Get("line_items[0][price_data][unit_amount]"), 10, 64)
	if err != nil || amount <= 0 {
		return nil, invalid("Invalid integer: line_items[0][price_data][unit_amount]")
	}
	if q := f.Get("line_items[0][quantity]"); q != "" && q != "1" {
		return nil, invalid("This provider sells one of a thing at a time.")
	}
	currency := strings.ToLower(f.Get("line_items[0][price_data][currency]"))
	name := f.Get("line_items[0][price_data][product_data][name]")
	if len(currency) != 3 || name == "" {
		return nil, invalid("Missing required param: line_items[0][price_data]")
	}
	if _, err := url.ParseRequestURI(f.Get("success_url")); err != nil {
		return nil, invalid("Not a valid URL: success_url")
	}
	now := time.Now()
	expires := now.Add(24 * time.Hour).Unix()
	if e := f.Get("expires_at"); e != "" {
		if expires, err = strconv.ParseInt(e, 10, 64); err != nil || expires < now.Add(30*time.Minute-time.Second).Unix() || expires > now.Add(24*time.Hour+time.Minute).Unix() {
			return nil, invalid("The `expires_at` timestamp must be at least 30 minutes and at most 24 hours from Checkout Session creation.")
		}
	}
	id := newID("cs")
	s := object{
		"id": id, "object": "checkout.session", "created": now.Unix(), "expires_at": expires, "livemode": false, "mode": "payment",
		"status": "open", "payment_status": "unpaid", "payment_intent": nil, "amount_subtotal": amount, "amount_total": amount, "currency": currency,
		"url": p.o.PublicURL + "/c/pay/" + id, "success_url": f.Get("success_url"), "cancel_url": f.Get("cancel_url"),
		"client_reference_id": optional(f.Get("client_reference_id")), "customer_email": optional(f.Get("customer_email")),
		"customer_details": object{"email": optional(f.Get("customer_email"))},
		"metadata":         group(f, "metadata"), "intent_metadata": group(f, "payment_intent_data[metadata]"),
		"product_name": name, "product_description": f.Get("line_items[0][price_data][product_data][description]"),
		"product_image": f.Get("line_items[0][price_data][product_data][images][0]"),
	}
	if err := p.put(ctx, s, ""); err != nil {
		return nil, err
	}
	return s, p.expand(ctx, s, expansions(f))
}

func optional(s string) any {
	if s == "" {
		return nil
	}
	return s
}

// group reads prefix[name]=value.
func group(f url.Values, prefix string) object {
	out := object{}
	for k, v := range f {
		if name, ok := strings.CutPrefix(k, prefix+"["); ok && strings.HasSuffix(name, "]") && len(v) > 0 {
			out[strings.TrimSuffix(name, "]")] = v[0]
		}
	}
	return out
}

// expireSession ends an open session. Paid or ended sessions are refused, as at Stripe.
func (p *Provider) expireSession(ctx context.Context, r *http.Request, _ url.Values) (any, error) {
	s, err := p.load(ctx, "checkout.session", r.PathValue("id"))
	if err != nil {
		return nil, err
	}
	if s.text("status") != "open" {
		return nil, invalid("Only Checkout Sessions with a status in [\"open\"] can be expired. This Checkout Session has a status of %s.", s.text("status"))
	}
	return s, p.end(ctx, s)
}

func (p *Provider) end(ctx context.Context, s object) error {
	s["status"], s["url"] = "expired", nil
	if err := p.put(ctx, s, ""); err != nil {
		return err
	}
	return p.emit(ctx, "checkout.session.expired", s)
}

func (p *Provider) listSessions(ctx context.Context, _ *http.Request, f url.Values) (any, error) {
	return p.page(ctx, "/v1/checkout/sessions", "objects", "data",
		`kind = 'checkout.session' AND ($1 = '' OR data->>'status' = $1) AND ($2 = '' OR data->>'payment_intent' = $2)`,
		[]any{f.Get("status"), f.Get("payment_intent")}, f)
}

// listItems returns the session's single line item.
func (p *Provider) listItems(ctx context.Context, r *http.Request, _ url.Values) (any, error) {
	s, err := p.load(ctx, "checkout.session", r.PathValue("id"))
	if err != nil {
		return nil, err
	}
	amount := s.number("amount_total")
	item := object{
		"id": "li_" + s.text("id"), "object": "item", "description": s.text("product_name"), "quantity": 1, "currency": s.text("currency"),
		"amount_subtotal": amount, "amount_total": amount, "amount_tax": 0, "amount_discount": 0,
		"price": object{"id": "price_" + s.text("id"), "object": "price", "currency": s.text("currency"), "unit_amount": amount, "type": "one_time"},
	}
	return object{"object": "list", "url": "/v1/checkout/sessions/" + s.text("id") + "/line_items", "has_more": false, "data": []object{item}}, nil
}

// updateIntent changes an intent's metadata and description; an empty value removes one.
func (p *Provider) updateIntent(ctx context.Context, r *http.Request, f url.Values) (any, error) {
	i, err := p.load(ctx, "payment_intent", r.PathValue("id"))
	if err != nil {
		return nil, err
	}
	all := object{}
	if known, ok := i["metadata"].(map[string]any); ok {
		all = known
	}
	for name, value := range group(f, "metadata") {
		if all[name] = value; value == "" {
			delete(all, name)
		}
	}
	i["metadata"] = all
	if f.Has("description") {
		i["description"] = optional(f.Get("description"))
	}
	if err := p.put(ctx, i, ""); err != nil {
		return nil, err
	}
	return i, p.expand(ctx, i, expansions(f))
}
