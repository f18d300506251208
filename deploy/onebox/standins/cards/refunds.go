package cards

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/vitrine/vitrine/kit/postgres"
)

// createRefund refunds a charge, in full or in part.
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
	return p.page(ctx, "/v1/refunds", "objects", "data",
		`kind = 'refund' AND ($1 = '' OR data->>'charge' = $1) AND ($2 = '' OR data->>'payment_intent' = $2)`,
		[]any{f.Get("charge"), f.Get("payment_intent")}, f)
}

func (p *Provider) listDisputes(ctx context.Context, _ *http.Request, f url.Values) (any, error) {
	return p.page(ctx, "/v1/disputes", "objects", "data",
		`kind = 'dispute' AND ($1 = '' OR data->>'charge' = $1) AND ($2 = '' OR data->>'payment_intent' = $2)`,
		[]any{f.Get("charge"), f.Get("payment_intent")}, f)
}

func (p *Provider) listCharges(ctx context.Context, _ *http.Request, f url.Values) (any, error) {
	return p.page(ctx, "/v1/charges", "objects", "data", `kind = 'charge' AND ($1 = '' OR data->>'payment_intent' = $1)`, []any{f.Get("payment_intent")}, f)
}

// disputeDue opens the disputes that are due.
func (p *Provider) disputeDue(ctx context.Context) error {
	return postgres.InTx(ctx, p.pool, func(ctx context.Context) error {
		rows, err := postgres.Conn(ctx, p.pool).Query(ctx, `DELETE FROM disputes_due WHERE due_at <= now() RETURNING charge`)
		if err != nil {
			return err
		}
		due, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			return err
		}
		for _, id := range due {
			c, err := p.load(ctx, "charge", id)
			if err != nil {
				return err
			}
			if err := p.dispute(ctx, c); err != nil {
				return err
			}
		}
		return nil
	})
}

func (p *Provider) dispute(ctx context.Context, c object) error {
	d := object{
		"id": newID("dp"), "object": "dispute", "amount": c.number("amount"), "charge": c.text("id"), "payment_intent": c.text("payment_intent"),
		"currency": c.text("currency"), "created": time.Now().Unix(), "reason": "fraudulent", "status": "needs_response", "livemode": false, "metadata": object{},
		"evidence": object{},
	}
	c["disputed"], c["dispute"] = true, d.text("id")
	if err := p.put(ctx, c, c.text("payment_intent")); err != nil {
		return err
	}
	if err := p.put(ctx, d, c.text("id")); err != nil {
		return err
	}
	return p.emit(ctx, "charge.dispute.created", d)
}

// updateDispute accepts evidence. As in Stripe's test mode, the text winning_evidence wins and losing_evidence loses.
func (p *Provider) updateDispute(ctx context.Context, r *http.Request, f url.Values) (any, error) {
	status := map[string]string{"winning_evidence": "won", "losing_evidence": "lost"}[f.Get("evidence[uncategorized_text]")]
	return p.resolveDispute(ctx, r.PathValue("id"), status, group(f, "evidence"))
}

// closeDispute marks a dispute as lost.
func (p *Provider) closeDispute(ctx context.Context, r *http.Request, _ url.Values) (any, error) {
	return p.resolveDispute(ctx, r.PathValue("id"), "lost", nil)
}

func (p *Provider) resolveDispute(ctx context.Context, id, status string, evidence object) (any, error) {
	d, err := p.load(ctx, "dispute", id)
	if err != nil {
		return nil, err
	}
	if now := d.text("status"); now == "won" || now == "lost" {
		return nil, invalid("This dispute is already closed with a status of %s.", now)
	}
	if evidence != nil {
		d["evidence"] = evidence
	}
	if status == "" {
		d["status"] = "under_review"
		return d, p.put(ctx, d, "")
	}
	d["status"] = status
	if err := p.put(ctx, d, ""); err != nil {
		return nil, err
	}
	return d, p.emit(ctx, "charge.dispute.closed", d)
}
