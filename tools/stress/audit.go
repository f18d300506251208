package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/vitrine/vitrine/kit/bus"
)

// unfinished counts purchases that have not ended. A purchase in review counts as ended: staff must decide it.
const unfinished = `SELECT count(*) FROM checkouts WHERE status NOT IN ('completed', 'expired', 'cancelled', 'refunded', 'in_review', 'disputed', 'refund_failed')`

// quiet waits until nothing is in progress. Its error lists what still is.
func (r *rig) quiet(ctx context.Context, within time.Duration) (time.Duration, error) {
	began := time.Now()
	var left []string
	err := until(ctx, within, "quiet", func() bool {
		left = r.notEnded(ctx)
		return len(left) == 0
	})
	if err != nil {
		return time.Since(began), fmt.Errorf("%w: %s", err, strings.Join(left, "; "))
	}
	return time.Since(began), nil
}

func (r *rig) notEnded(ctx context.Context) (left []string) {
	ask := func(what, db, sql string) {
		if n, err := r.count(ctx, db, sql); err != nil {
			left = append(left, what+": "+err.Error())
		} else if n > 0 {
			left = append(left, fmt.Sprintf("%d %s", n, what))
		}
	}
	ask("purchases", "checkout", unfinished)
	ask("card events", "cards", `SELECT count(*) FROM events WHERE delivered_at IS NULL`)
	ask("transactions", "chainwatcher", `SELECT count(*) FROM tokens t WHERE NOT EXISTS (
		SELECT FROM transfers f WHERE f.token_id = t.token_id AND f.final) AND NOT EXISTS (
		SELECT FROM freezes z WHERE z.checkout_id = t.checkout_id AND z.refunded)`)
	ask("withdrawals", "chainwatcher", `SELECT count(*) FROM withdrawals WHERE status IN ('approved', 'signing', 'broadcast', 'mined')`)
	ask("changes of payout wallets", "profiles", `SELECT count(*) FROM payout_updates WHERE status IN ('approved', 'cooling')`)
	ask("refunds", "checkout", `SELECT count(*) FROM refunds WHERE status IN ('pending', 'sent')`)
	ask("auctions", "checkout", unsettled)
	for _, db := range databases {
		ask("events of "+db, db, `SELECT count(*) FROM outbox WHERE published_at IS NULL`)
		ask("mails of "+db, db, `SELECT count(*) FROM mails WHERE sent_at IS NULL AND gave_up_at IS NULL`)
	}
	if len(left) == 0 {
		missed, err := r.unreceived(ctx)
		if err != nil {
			left = append(left, "events: "+err.Error())
		}
		left = append(left, missed...)
	}
	return left
}

func (r *rig) count(ctx context.Context, db, sql string, args ...any) (n int64, err error) {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	return n, r.pools[db].QueryRow(ctx, sql, args...).Scan(&n)
}

// strings returns one column.
func (r *rig) strings(ctx context.Context, db, sql string, args ...any) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	rows, err := r.pools[db].Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

// unreceived lists, per consumer, the events that neither its inbox nor its dead letters contain: lost ones.
func (r *rig) unreceived(ctx context.Context) (missed []string, err error) {
	consumers, err := r.consumers(ctx)
	if err != nil {
		return nil, err
	}
	for durable, subject := range consumers {
		service, _, _ := strings.Cut(durable, "-")
		if r.pools[service] == nil {
			continue
		}
		known, err := r.strings(ctx, service, `SELECT id FROM inbox WHERE consumer = $1 UNION SELECT id FROM dead_letters WHERE consumer = $1`, durable)
		if err != nil {
			return nil, err
		}
		have := map[string]bool{}
		for _, id := range known {
			have[id] = true
		}
		for _, db := range databases {
			events, err := r.strings(ctx, db, `SELECT id FROM outbox WHERE subject = $1`, subject)
			if err != nil {
				return nil, err
			}
			n := 0
			for _, id := range events {
				if !have[id] {
					n++
				}
			}
			if n > 0 {
				missed = append(missed, fmt.Sprintf("%d events %s of %s not received by %s", n, subject, db, durable))
			}
		}
	}
	return missed, nil
}

// stream calls fn with the broker's stream of events.
func (r *rig) stream(ctx context.Context, fn func(jetstream.Stream) error) error {
	nc, err := nats.Connect("nats://" + local(r.port(9422)))
	if err != nil {
		return err
	}
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		return err
	}
	s, err := js.Stream(ctx, bus.Stream)
	if err != nil {
		return err
	}
	return fn(s)
}

// consumers returns the stream's durable consumers with their subjects.
func (r *rig) consumers(ctx context.Context) (map[string]string, error) {
	out := map[string]string{}
	return out, r.stream(ctx, func(s jetstream.Stream) error {
		list := s.ListConsumers(ctx)
		for c := range list.Info() {
			out[c.Name] = c.Config.FilterSubject
		}
		return list.Err()
	})
}

// repeated counts messages of the stream with the id of an earlier one, which inboxes had to ignore.
func (r *rig) repeated(ctx context.Context) (n int, err error) {
	err = r.stream(ctx, func(s jetstream.Stream) error {
		seen := map[string]bool{}
		for seq := s.CachedInfo().State.FirstSeq; seq <= s.CachedInfo().State.LastSeq; seq++ {
			m, err := s.GetMsg(ctx, seq)
			if err != nil {
				continue
			}
			id := m.Header.Get(jetstream.MsgIDHeader)
			if seen[id] {
				n++
			}
			seen[id] = true
		}
		return nil
	})
	return n, err
}

// check is a query that must return no rows.
type check struct{ invariant, db, sql string }

var checks = []check{
	{"I1 more held and sold than there are", "checkout", `SELECT artwork_id::text FROM artworks WHERE held + sold > units OR units > size`},
	{"I1 counts differ from units", "checkout", `SELECT a.artwork_id::text FROM artworks a JOIN edition_units u USING (artwork_id) GROUP BY a.artwork_id, a.held, a.sold
		HAVING a.held <> count(*) FILTER (WHERE u.status = 'held') OR a.sold <> count(*) FILTER (WHERE u.status = 'sold')`},
	{"I1 an edition sold twice", "checkout", `SELECT artwork_id || '#' || edition FROM checkouts WHERE status IN ('paid', 'delivering', 'completed', 'disputed')
		GROUP BY artwork_id, edition HAVING count(*) > 1`},
	{"I2 a final payment without exactly one end", "checkout", `SELECT p.id::text FROM payments p JOIN checkouts c ON c.id = p.checkout_id WHERE p.status = 'final' AND
		(p.credited AND c.status IN ('paid', 'delivering', 'completed', 'disputed'))::int
		+ EXISTS (SELECT FROM refunds f WHERE f.payment_id = p.id AND f.reason <> 'auction_settled' AND f.status IN ('pending', 'succeeded'))::int
		+ EXISTS (SELECT FROM reviews w WHERE w.payment_id = p.id AND w.reason <> 'auction_settled' AND w.closed_at IS NULL)::int <> 1`},
	{"I3 a completed order without exactly one credit", "checkout", `SELECT id::text FROM checkouts c WHERE status IN ('paid', 'delivering', 'completed', 'disputed')
		AND (SELECT count(*) FROM payments p WHERE p.checkout_id = c.id AND p.credited) <> 1`},
	{"I4 the ledger does not balance", "checkout", `SELECT asset FROM ledger GROUP BY asset HAVING sum(amount) <> 0`},
	{"I4 a group of the ledger does not balance", "checkout", `SELECT entry_group FROM ledger GROUP BY entry_group, asset HAVING sum(amount) <> 0`},
	{"I5 a step that is not allowed", "checkout", `SELECT h.checkout_id::text FROM checkout_history h WHERE h.from_status <> '' AND NOT EXISTS (
		SELECT FROM checkout_transitions t WHERE t.from_status = h.from_status AND t.to_status = h.to_status)`},
	{"I5 a state without its step", "checkout", `SELECT c.id::text FROM checkouts c WHERE c.status <> (
		SELECT h.to_status FROM checkout_history h WHERE h.checkout_id = c.id ORDER BY h.version DESC LIMIT 1)`},
	{"I5 a step of the chain that is not allowed", "chainwatcher", `SELECT h.machine || ' ' || h.id FROM history h WHERE h.from_status <> '' AND NOT EXISTS (
		SELECT FROM transitions t WHERE t.machine = h.machine AND t.from_status = h.from_status AND t.to_status = h.to_status)`},
	{"I3 a token minted other than once", "chainwatcher", `SELECT token_id::text FROM transfers WHERE final AND from_address IN ('', '0x0000000000000000000000000000000000000000')
		GROUP BY token_id HAVING count(*) > 1`},
	{"I2 a payment given back twice", "checkout", `SELECT payment_id::text FROM refunds WHERE status <> 'failed'
		GROUP BY payment_id, reason = 'auction_settled' HAVING count(*) > 1`},
	{"I2 a charge given back beyond itself", "cards", `SELECT id FROM objects WHERE kind = 'charge' AND (data->>'amount_refunded')::bigint > (data->>'amount')::bigint`},
	{"payout wallets: more than one is active, or another than was approved last", "profiles", `SELECT w.artist_id::text FROM artist_wallets w
		LEFT JOIN payout_updates u ON u.artist_id = w.artist_id AND u.status = 'active'
		GROUP BY w.artist_id, w.address HAVING count(u.id) > 1 OR max(lower(coalesce(u.address, ''))) <> lower(w.address)`},
	{"I5 a step of a payout wallet that is not allowed", "profiles", `SELECT h.update_id::text FROM payout_history h WHERE h.from_status <> '' AND NOT EXISTS (
		SELECT FROM payout_transitions t WHERE t.from_status = h.from_status AND t.to_status = h.to_status)`},
	{"a purchase that has not ended", "checkout", `SELECT id || ' ' || status FROM checkouts WHERE status NOT IN ('completed', 'expired', 'cancelled', 'refunded', 'in_review', 'disputed')`},
}

// audit returns every violation of the invariants. It compares the databases, the card provider, the chain and the mailbox.
func (r *rig) audit(ctx context.Context) (wrong []string) {
	note := func(what string, found []string, err error) {
		if err != nil {
			wrong = append(wrong, what+": "+err.Error())
		} else if len(found) > 0 {
			wrong = append(wrong, fmt.Sprintf("%s: %d, %s", what, len(found), strings.Join(found[:min(3, len(found))], ", ")))
		}
	}
	for _, c := range slices.Concat(checks, auctionChecks) {
		found, err := r.strings(ctx, c.db, c.sql)
		note(c.invariant, found, err)
	}
	for _, db := range databases {
		found, err := r.strings(ctx, db, `SELECT consumer || ' ' || id || ': ' || left(reason, 200) FROM dead_letters`)
		note("I6 dead letters of "+db, found, err)
		found, err = r.strings(ctx, db, `SELECT key FROM mails WHERE gave_up_at IS NOT NULL`)
		note("I7 abandoned mails of "+db, found, err)
	}
	for _, c := range []struct {
		what string
		find func(context.Context) ([]string, error)
	}{
		{"I6 events lost", r.unreceived},
		{"I7 mails", r.mails},
		{"I2 the card provider's charges", r.charges},
		{"I3 the chain's tokens", r.tokens},
		{"I2 the chain's payments", r.etherPaid},
		{"auctions: what arrived", r.differences},
		{"withdrawals: the chain's transfers", r.transfers},
		{"approvals", r.decisions},
		{"the catalog shows other counts", r.shown},
	} {
		found, err := c.find(ctx)
		note(c.what, found, err)
	}
	return wrong
}
