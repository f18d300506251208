package cards

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stripe/stripe-go/v83"
	"github.com/stripe/stripe-go/v83/webhook"

	"github.com/vitrine/vitrine/kit/postgres"
)

// emit writes an event in the transaction of the change it reports.
func (p *Provider) emit(ctx context.Context, kind string, o object) error {
	id := newID("evt")
	event := object{
		"id": id, "object": "event", "api_version": stripe.APIVersion, "created": time.Now().Unix(), "livemode": false, "pending_webhooks": 1,
		"request": object{"id": nil, "idempotency_key": nil}, "type": kind, "data": object{"object": o},
	}
	if p.o.Account != "" {
		event["account"] = p.o.Account
	}
	payload, err := json.Marshal(event)
	if err != nil {
		return err
	}
	_, err = postgres.Conn(ctx, p.pool).Exec(ctx, `INSERT INTO events (id, payload) VALUES ($1, $2)`, id, string(payload))
	return err
}

func (p *Provider) wakeUp() {
	select {
	case p.wake <- struct{}{}:
	default:
	}
}

// deliver posts events until the shop responds with 2xx, with waits that double up to a minute (Stripe's reach hours).
func (p *Provider) deliver(ctx context.Context) {
	client := &http.Client{Timeout: 10 * time.Second}
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		case <-p.wake:
		}
		rows, err := p.pool.Query(ctx, `SELECT id, payload FROM events WHERE delivered_at IS NULL AND next_at <= now() ORDER BY seq LIMIT 50`)
		if err != nil {
			continue
		}
		type event struct{ ID, Payload string }
		due, err := pgx.CollectRows(rows, pgx.RowToStructByPos[event])
		if err != nil {
			continue
		}
		for _, e := range due {
			if ctx.Err() != nil {
				return
			}
			if err := p.post(ctx, client, []byte(e.Payload)); err != nil {
				p.o.Log.Debug("webhook not taken", "event", e.ID, "error", err)
				_, _ = p.pool.Exec(ctx, `UPDATE events SET attempts = attempts + 1, last_error = $2, next_at = now() + least(60, power(2, attempts)) * interval '1 second' WHERE id = $1`, e.ID, err.Error())
				continue
			}
			_, _ = p.pool.Exec(ctx, `UPDATE events SET attempts = attempts + 1, delivered_at = now() WHERE id = $1`, e.ID)
		}
	}
}

func (p *Provider) post(ctx context.Context, client *http.Client, payload []byte) error {
	now := time.Now()
	parts := []string{fmt.Sprintf("t=%d", now.Unix())}
	for _, secret := range p.o.WebhookSecrets {
		parts = append(parts, fmt.Sprintf("v1=%x", webhook.ComputeSignature(now, payload, secret)))
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, p.o.WebhookURL, bytes.NewReader(payload))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json; charset=utf-8")
	req.Header.Set("Stripe-Signature", strings.Join(parts, ","))
	res, err := client.Do(req)
	if err != nil {
		return err
	}
	_ = res.Body.Close()
	if res.StatusCode/100 != 2 {
		return errors.New(res.Status)
	}
	return nil
}

// expire ends expired sessions and opens due disputes.
func (p *Provider) expire(ctx context.Context) {
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		if err := p.disputeDue(ctx); err != nil && ctx.Err() == nil {
			p.o.Log.Error("cards: no dispute", "error", err)
		}
		rows, err := p.pool.Query(ctx, `SELECT id FROM objects WHERE kind = 'checkout.session' AND data->>'status' = 'open' AND (data->>'expires_at')::bigint <= extract(epoch FROM now()) LIMIT 100`)
		if err != nil {
			continue
		}
		ids, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			continue
		}
		for _, id := range ids {
			err := postgres.InTx(ctx, p.pool, func(ctx context.Context) error {
				s, err := p.load(ctx, "checkout.session", id)
				if err != nil || s.text("status") != "open" {
					return err
				}
				return p.end(ctx, s)
			})
			if err != nil {
				p.o.Log.Error("cards: session not ended", "id", id, "error", err)
			}
		}
	}
}

func (p *Provider) listEvents(ctx context.Context, _ *http.Request, f url.Values) (any, error) {
	types := f["types[]"]
	if t := f.Get("type"); t != "" {
		types = []string{t}
	}
	for name, values := range f {
		if strings.HasPrefix(name, "types[") && name != "types[]" {
			types = append(types, values...)
		}
	}
	since, until := f.Get("created[gte]"), f.Get("created[lte]")
	for _, s := range []string{since, until} {
		if _, err := strconv.ParseInt(s, 10, 64); s != "" && err != nil {
			return nil, invalid("Invalid timestamp: created")
		}
	}
	return p.page(ctx, "/v1/events", "events", "payload", `($1::text[] IS NULL OR payload::jsonb->>'type' = ANY ($1))
		AND ($2 = '' OR (payload::jsonb->>'created')::bigint >= nullif($2, '')::bigint) AND ($3 = '' OR (payload::jsonb->>'created')::bigint <= nullif($3, '')::bigint)
		AND ($4 = '' OR (delivered_at IS NOT NULL) = ($4 = 'true'))`, []any{types, since, until, f.Get("delivery_success")}, f)
}

func (p *Provider) getEvent(ctx context.Context, r *http.Request, _ url.Values) (any, error) {
	var data []byte
	err := p.pool.QueryRow(ctx, `SELECT payload FROM events WHERE id = $1`, r.PathValue("id")).Scan(&data)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, missing("event", r.PathValue("id"))
	}
	if err != nil {
		return nil, err
	}
	return decode(data)
}
