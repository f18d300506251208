package cards

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/vitrine/vitrine/kit/postgres"
)

// object is what the API answers, as decoded JSON.
type object map[string]any

func (o object) text(name string) string { s, _ := o[name].(string); return s }

func (o object) number(name string) int64 {
	switch n := o[name].(type) {
	case int64:
		return n
	case json.Number:
		i, _ := n.Int64()
		return i
	}
	return 0
}

// problem is an error in the provider's shape.
type problem struct {
	status              int
	kind, code, message string
}

func (p problem) Error() string { return p.message }

func invalid(format string, args ...any) error {
	return problem{http.StatusBadRequest, "invalid_request_error", "", fmt.Sprintf(format, args...)}
}

func missing(kind, id string) error {
	return problem{http.StatusNotFound, "invalid_request_error", "resource_missing", fmt.Sprintf("No such %s: '%s'", kind, id)}
}

type apiHandler func(ctx context.Context, r *http.Request, form url.Values) (any, error)

// api checks the key, answers a repeated idempotency key with the first reply, and writes errors in the provider's shape.
func (p *Provider) api(handle apiHandler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key, _, basic := r.BasicAuth()
		if !basic {
			key, _ = strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		}
		if key != p.o.SecretKey {
			writeError(w, http.StatusUnauthorized, "invalid_request_error", "", "Invalid API Key provided")
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, 1<<20)
		if err := r.ParseForm(); err != nil {
			writeError(w, http.StatusBadRequest, "invalid_request_error", "", err.Error())
			return
		}
		status, body := p.once(r, handle)
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Request-Id", newID("req"))
		w.WriteHeader(status)
		_, _ = w.Write(body)
	})
}

// once runs a call in one transaction with its idempotency key (replies of servers' own faults are not kept).
func (p *Provider) once(r *http.Request, handle apiHandler) (status int, body []byte) {
	key := r.Header.Get("Idempotency-Key")
	sum := sha256.Sum256([]byte(r.Method + r.URL.Path + "?" + r.Form.Encode()))
	hash := hex.EncodeToString(sum[:])
	err := postgres.InTx(r.Context(), p.pool, func(ctx context.Context) error {
		q := postgres.Conn(ctx, p.pool)
		if key != "" && r.Method == http.MethodPost {
			if _, err := q.Exec(ctx, `SELECT pg_advisory_xact_lock(hashtext($1))`, key); err != nil {
				return err
			}
			var known, reply string
			err := q.QueryRow(ctx, `SELECT hash, status, body FROM replies WHERE key = $1`, key).Scan(&known, &status, &reply)
			if err == nil {
				if known != hash {
					return problem{http.StatusBadRequest, "idempotency_error", "", "Keys for idempotent requests can only be used with the same parameters they were first used with."}
				}
				body = []byte(reply)
				return nil
			}
			if !errors.Is(err, pgx.ErrNoRows) {
				return err
			}
		}
		out, err := handle(ctx, r, r.Form)
		if err != nil {
			return err
		}
		if status, body, err = encode(http.StatusOK, out); err != nil {
			return err
		}
		if key != "" && r.Method == http.MethodPost {
			_, err = q.Exec(ctx, `INSERT INTO replies (key, hash, status, body) VALUES ($1, $2, $3, $4)`, key, hash, status, string(body))
		}
		return err
	})
	var wrong problem
	switch {
	case err == nil:
		p.poke()
		return status, body
	case errors.As(err, &wrong):
		status, body, _ = encode(wrong.status, errorBody(wrong.kind, wrong.code, wrong.message))
		return status, body
	default:
		p.o.Log.Error("cards", "path", r.URL.Path, "err", err)
		status, body, _ = encode(http.StatusInternalServerError, errorBody("api_error", "", "The provider failed."))
		return status, body
	}
}

func encode(status int, v any) (int, []byte, error) {
	body, err := json.Marshal(v)
	return status, body, err
}

func errorBody(kind, code, message string) object {
	e := object{"type": kind, "message": message}
	if code != "" {
		e["code"] = code
	}
	return object{"error": e}
}

func writeError(w http.ResponseWriter, status int, kind, code, message string) {
	_, body, _ := encode(status, errorBody(kind, code, message))
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(body)
}

func newID(prefix string) string {
	return prefix + "_test_" + rand.Text()
}

// put stores an object; parent lets children be found.
func (p *Provider) put(ctx context.Context, o object, parent string) error {
	data, err := json.Marshal(o)
	if err != nil {
		return err
	}
	_, err = postgres.Conn(ctx, p.pool).Exec(ctx, `INSERT INTO objects (id, kind, parent, data) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO UPDATE SET data = excluded.data`,
		o.text("id"), o.text("object"), parent, data)
	return err
}

// load reads an object under a lock, or answers the provider's "no such".
func (p *Provider) load(ctx context.Context, kind, id string) (object, error) {
	var data []byte
	lock := ""
	if postgres.InsideTx(ctx, p.pool) {
		lock = " FOR UPDATE"
	}
	err := postgres.Conn(ctx, p.pool).QueryRow(ctx, `SELECT data FROM objects WHERE id = $1 AND kind = $2`+lock, id, kind).Scan(&data)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, missing(kind, id)
	}
	if err != nil {
		return nil, err
	}
	return decode(data)
}

func decode(data []byte) (object, error) {
	var o object
	d := json.NewDecoder(strings.NewReader(string(data)))
	d.UseNumber()
	return o, d.Decode(&o)
}

func (p *Provider) children(ctx context.Context, kind, parent string) ([]object, error) {
	rows, err := postgres.Conn(ctx, p.pool).Query(ctx, `SELECT data FROM objects WHERE kind = $1 AND parent = $2 ORDER BY created_at DESC`, kind, parent)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (object, error) {
		var data []byte
		if err := row.Scan(&data); err != nil {
			return nil, err
		}
		return decode(data)
	})
}

// get answers an object with what expand[] asks for.
func (p *Provider) get(kind string) apiHandler {
	return func(ctx context.Context, r *http.Request, form url.Values) (any, error) {
		o, err := p.load(ctx, kind, r.PathValue("id"))
		if err != nil {
			return nil, err
		}
		return o, p.expandInto(ctx, o, form["expand[]"], form)
	}
}

var expandable = map[string]string{"payment_intent": "payment_intent", "latest_charge": "charge", "charge": "charge"}

func (p *Provider) expandInto(ctx context.Context, o object, paths []string, form url.Values) error {
	for name, values := range form {
		if strings.HasPrefix(name, "expand[") && name != "expand[]" {
			paths = append(paths, values...)
		}
	}
	slices.Sort(paths)
	for _, path := range paths {
		at := o
		for name := range strings.SplitSeq(path, ".") {
			switch child := at[name].(type) {
			case object:
				at = child
				continue
			case string:
				kind, ok := expandable[name]
				if !ok || child == "" {
					return nil
				}
				full, err := p.load(ctx, kind, child)
				if err != nil {
					return err
				}
				at[name] = full
				at = full
			default:
				at = object{}
			}
		}
	}
	return nil
}

// createSession opens a hosted pay page: POST /v1/checkout/sessions in payment mode with price_data.
func (p *Provider) createSession(ctx context.Context, _ *http.Request, f url.Values) (any, error) {
	if f.Get("mode") != "payment" {
		return nil, invalid("You must provide one of payment, setup or subscription for mode; this provider takes payment.")
	}
	amount, err := strconv.ParseInt(f.Get("line_items[0][price_data][unit_amount]"), 10, 64)
	if err != nil || amount <= 0 {
		return nil, invalid("Invalid integer: line_items[0][price_data][unit_amount]")
	}
	quantity := int64(1)
	if q := f.Get("line_items[0][quantity]"); q != "" {
		if quantity, err = strconv.ParseInt(q, 10, 64); err != nil || quantity != 1 {
			return nil, invalid("This provider sells one of a thing at a time.")
		}
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
		"metadata": group(f, "metadata"), "intent_metadata": group(f, "payment_intent_data[metadata]"),
		"product_name": name, "product_description": f.Get("line_items[0][price_data][product_data][description]"),
		"product_image": f.Get("line_items[0][price_data][product_data][images][0]"),
	}
	if err := p.put(ctx, s, ""); err != nil {
		return nil, err
	}
	return s, p.expandInto(ctx, s, nil, f)
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

// expireSession ends an open session; a paid or ended one refuses, as Stripe does.
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

// createRefund gives money of a charge back, whole or in part.
func (p *Provider) createRefund(ctx context.Context, _ *http.Request, f url.Values) (any, error) {
	chargeID := f.Get("charge")
	if intent := f.Get("payment_intent"); intent != "" {
		i, err := p.load(ctx, "payment_intent", intent)
		if err != nil {
			return nil, err
		}
		if chargeID = i.text("latest_charge"); chargeID == "" {
			return nil, invalid("This PaymentIntent (%s) does not have a successful charge to refund.", intent)
		}
	}
	c, err := p.load(ctx, "charge", chargeID)
	if err != nil {
		return nil, err
	}
	left := c.number("amount") - c.number("amount_refunded")
	amount := left
	if a := f.Get("amount"); a != "" {
		if amount, err = strconv.ParseInt(a, 10, 64); err != nil || amount <= 0 {
			return nil, invalid("Invalid integer: amount")
		}
	}
	if left == 0 {
		return nil, problem{http.StatusBadRequest, "invalid_request_error", "charge_already_refunded", "Charge " + chargeID + " has already been refunded."}
	}
	if amount > left {
		return nil, invalid("Refund amount (%d) is greater than unrefunded amount on charge (%d)", amount, left)
	}
	re := object{
		"id": newID("re"), "object": "refund", "amount": amount, "charge": chargeID, "payment_intent": c.text("payment_intent"), "currency": c.text("currency"),
		"created": time.Now().Unix(), "metadata": group(f, "metadata"), "reason": optional(f.Get("reason")), "status": "succeeded",
	}
	c["amount_refunded"] = c.number("amount_refunded") + amount
	c["refunded"] = c.number("amount_refunded") == c.number("amount")
	if err := p.put(ctx, re, chargeID); err != nil {
		return nil, err
	}
	if err := p.put(ctx, c, c.text("payment_intent")); err != nil {
		return nil, err
	}
	if err := p.emit(ctx, "charge.refunded", c); err != nil {
		return nil, err
	}
	return re, p.emit(ctx, "refund.updated", re)
}

func (p *Provider) listRefunds(ctx context.Context, _ *http.Request, f url.Values) (any, error) {
	chargeID := f.Get("charge")
	if intent := f.Get("payment_intent"); intent != "" {
		i, err := p.load(ctx, "payment_intent", intent)
		if err != nil {
			return nil, err
		}
		chargeID = i.text("latest_charge")
	}
	list, err := p.children(ctx, "refund", chargeID)
	if err != nil {
		return nil, err
	}
	return listOf("/v1/refunds", list), nil
}

func listOf(path string, data []object) object {
	if data == nil {
		data = []object{}
	}
	return object{"object": "list", "url": path, "has_more": false, "data": data}
}
