package main

import (
	"bytes"
	"context"
	"crypto/md5"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/jackc/pgx/v5"
)

// Limits of the ratio between the 99th percentiles of the large and the small shop.
const (
	listLimit   = 2
	searchLimit = 3
)

const cardFields = `id slug title category editionSize editionsAvailable purchasePrice{amount currency} year media{sourceUrl} publishedAt artist{slug name}`

// scaleCatalogs measures the data API through a gateway that caches nothing.
func scaleCatalogs(ctx context.Context, s settings, r *report, shops [2]*sized) error {
	cards, works, err := sample(ctx, "http://"+shops[0].gatewayAt+"/graphql")
	if err != nil {
		return err
	}
	cards = slices.DeleteFunc(cards, func(c card) bool { return !strings.HasPrefix(c.ID, "10") || c.Title == "" })
	deep := works / 27 * 4 / 5
	list := func(filter, sort string, page int) string {
		return fmt.Sprintf(`{artworks(filter:{%s},sort:%s,page:%d){totalCount pageCount items{%s}}}`, filter, sort, page, cardFields)
	}
	text := func(v string) string { quoted, _ := json.Marshal(v); return string(quoted) }
	mediums := []string{"oil paint on canvas", "ink on paper", "etching on paper", "acrylic paint on wood"}
	colors := []string{"RED", "BLUE", "GREEN", "BLACK"}
	// Search for the same words in both shops, with the frequencies that they have in titles.
	rng := rand.New(rand.NewPCG(33, 33))
	common := rand.NewZipf(rng, 1.05, 10, vocabulary-1)
	words := make([]string, 500)
	for i := range words {
		words[i] = word(int(common.Uint64()))
	}
	at := func(i int) card { return cards[i*31%len(cards)] }
	// longest returns the longest words of a title.
	longest := func(title string, n int) []string {
		w := strings.FieldsFunc(strings.ToLower(title), func(r rune) bool { return !unicode.IsLetter(r) })
		slices.SortStableFunc(w, func(a, b string) int { return len(b) - len(a) })
		return w[:min(n, len(w))]
	}
	type request struct {
		name  string
		limit float64
		query func(i int) string
	}
	requests := []request{
		{"newest, page 1", listLimit, func(int) string { return list("", "NEWEST", 1) }},
		{fmt.Sprint("newest, page ", deep), listLimit, func(i int) string { return list("", "NEWEST", deep-i%5) }},
	}
	for _, sort := range []string{"OLDEST", "PRICE_ASC", "PRICE_DESC", "EDITION_ASC", "EDITION_DESC", "ARTIST", "TITLE"} {
		requests = append(requests, request{"by " + sort + ", pages 1 to 5", listLimit, func(i int) string { return list("", sort, 1+i%5) }})
	}
	requests = append(requests, []request{
		{fmt.Sprint("by TITLE, page ", deep), listLimit, func(i int) string { return list("", "TITLE", deep-i%5) }},
		{"of a category", listLimit, func(i int) string { return list("category:["+text(at(i).Category)+"]", "NEWEST", 1+i%3) }},
		{"of a category and a price", listLimit, func(i int) string {
			return list(fmt.Sprintf(`category:[%s],purchasePrice:{min:%d,max:%d}`, text(at(i).Category), 100000+i%10*10000, 400000+i%10*20000), []string{"NEWEST", "PRICE_ASC"}[i%2], 1)
		}},
		{"of an artist", listLimit, func(i int) string { return list(fmt.Sprintf(`artist:"%d"`, scaleBase+1+i%400), "NEWEST", 1) }},
		{"of a technique", listLimit, func(i int) string { return list("technique:["+text(mediums[i%4])+"]", "NEWEST", 1) }},
		{"of a colour", listLimit, func(i int) string { return list("color:["+colors[i%4]+"]", "NEWEST", 1) }},
		{"available", listLimit, func(i int) string {
			return list("availability:[AVAILABLE]", []string{"NEWEST", "PRICE_ASC"}[i%2], 1+i%3)
		}},
		{"sold out", listLimit, func(i int) string {
			return list("availability:[SOLD_OUT]", []string{"NEWEST", "PRICE_DESC"}[i%2], 1+i%3)
		}},
		{"detail", listLimit, func(i int) string {
			c := at(i)
			return fmt.Sprintf(`{artwork(slug:%s){%s description medium attributes{name value} artist{id bio otherArtworks(except:"%s",first:6){%s}}}}`, text(c.Slug), cardFields, c.ID, cardFields)
		}},
		{"related artworks", listLimit, func(i int) string {
			return fmt.Sprintf(`{relatedArtworks(slug:%s,first:12){%s}}`, text(at(i).Slug), cardFields)
		}},
		{"search, one word", searchLimit, func(i int) string { return list("search:"+text(words[i%len(words)]), "RELEVANCE", 1) }},
		{"search, the 20 most frequent words", searchLimit, func(i int) string { return list("search:"+text(word(i%20)), "RELEVANCE", 1) }},
		{"search, a word of every second artwork", searchLimit, func(i int) string {
			return list("search:"+text([]string{"paint", "oil", "canvas", "paper"}[i%4]), "RELEVANCE", 1)
		}},
		{"search, one word, newest first", searchLimit, func(i int) string { return list("search:"+text(words[i%len(words)]), "NEWEST", 1) }},
		{"search, one word of a category", searchLimit, func(i int) string {
			return list("search:"+text(words[i%len(words)])+",category:["+text(at(i).Category)+"]", "RELEVANCE", 1)
		}},
		{"search, one word of a category and a price, newest first", searchLimit, func(i int) string {
			return list("search:"+text(words[i%len(words)])+",category:["+text(at(i).Category)+"],purchasePrice:{min:10000,max:900000}", "NEWEST", 1)
		}},
		{"search, available, by price", searchLimit, func(i int) string {
			return list("search:"+text(words[i%len(words)])+",availability:[AVAILABLE]", "PRICE_ASC", 1)
		}},
		{"search, the beginning of a word", searchLimit, func(i int) string {
			w := longest(at(i).Title, 1)[0]
			return list("search:"+text(w[:max(3, len(w)*2/3)]), "RELEVANCE", 1)
		}},
		{"search, two words of a title", searchLimit, func(i int) string {
			return list("search:"+text(strings.Join(longest(at(i).Title, 2), " ")), "RELEVANCE", 1)
		}},
		{"search, misspelt", searchLimit, func(i int) string {
			w := longest(at(i).Title, 1)[0]
			return list("search:"+text(w[:len(w)/2]+"x"+w[len(w)/2:]), "RELEVANCE", 1)
		}},
		{"search, unknown", searchLimit, func(i int) string { return list("search:"+text(fmt.Sprintf("xq%dzzw", i)), "RELEVANCE", 1) }},
		{"suggestions", searchLimit, func(i int) string {
			w := longest(at(i).Title, 1)[0]
			return "{suggestions(text:" + text(w[:max(2, len(w)*2/3)]) + "){kind title slug image}}"
		}},
		{"counts of categories, colours and techniques", 0, func(int) string {
			return `{categories{slug artworkCount} colors{color artworkCount} techniques{name artworkCount}}`
		}},
	}...)
	group := fmt.Sprintf("Scale, data API, %d artworks beside %d, one request at a time", shops[1].works, shops[0].works)
	for _, q := range requests {
		err := compare(ctx, s, r, group, q.name, q.limit, func(ctx context.Context, shop, i int) error {
			body, _ := json.Marshal(map[string]string{"query": q.query(i)})
			status, reply, err := ask(ctx, http.DefaultClient, "http://"+shops[shop].gatewayAt+"/graphql", body)
			if err == nil && (status != http.StatusOK || bytes.Contains(reply, []byte(`"errors":[`))) {
				err = fmt.Errorf("%d %.300s", status, reply)
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

var (
	parameter = regexp.MustCompile(`sqlc\.n?arg\('?(\w+)'?\)|@(\w+)`)
	embedded  = regexp.MustCompile(`sqlc\.embed\((\w+)\)`)
)

// named returns a query of a service as the service sends it, and the names of its parameters in their order.
func named(root, service, file, name string) (sql string, parameters []string, err error) {
	text, err := os.ReadFile(filepath.Join(root, "services", service, "internal", "postgres", "queries", file+".sql"))
	if err != nil {
		return "", nil, err
	}
	_, rest, found := strings.Cut(string(text), "-- name: "+name+" :")
	if !found {
		return "", nil, fmt.Errorf("%s has no query %s in %s.sql", service, name, file)
	}
	_, rest, _ = strings.Cut(rest, "\n")
	sql, _, _ = strings.Cut(rest, "\n-- name: ")
	sql = parameter.ReplaceAllStringFunc(embedded.ReplaceAllString(sql, "$1.*"), func(found string) string {
		m := parameter.FindStringSubmatch(found)
		name := m[1] + m[2]
		i := slices.Index(parameters, name)
		if i < 0 {
			i, parameters = len(parameters), append(parameters, name)
		}
		return fmt.Sprint("$", i+1)
	})
	return strings.TrimSuffix(strings.TrimSpace(sql), ";"), parameters, nil
}

// query is a query of a service's queries/*.sql, with values for the i-th request.
type query struct {
	label, file, name string
	limit             float64
	values            func(i int) map[string]any
}

// checkoutQueries lists the queries of staff's and buyers' pages, and of the periodic jobs.
func checkoutQueries() []query {
	never, first := time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC), "ffffffff-ffff-ffff-ffff-ffffffffffff"
	all := []string{
		"reserved", "awaiting_payment", "payment_failed", "payment_seen", "confirming", "reverted", "paid", "delivering", "completed", "expired",
		"cancelled", "in_review", "refund_pending", "refunded", "refund_failed", "disputed",
	}
	page := map[string]any{"statuses": all, "before_at": never, "before_id": first, "limit": 25}
	with := func(more map[string]any) map[string]any {
		out := maps.Clone(page)
		maps.Copy(out, more)
		return out
	}
	orders, artworks := make([]string, 1000), make([]int64, 200)
	for i := range orders {
		orders[i], artworks[i/5] = generated(fmt.Sprintf("order %d", i)), int64(scaleBase+i/5)
	}
	claim := map[string]any{"work": "scale", "lease": time.Minute, "limit": 50, "settled_for": 400 * 24 * time.Hour}
	queries := []query{
		{"staff's orders, first page", "read_desk", "ListOrders", listLimit, always(page)},
		{"staff's orders, of one status", "read_desk", "ListOrders", listLimit, always(with(map[string]any{"statuses": []string{"refunded"}}))},
		{"staff's orders, before a date", "read_desk", "ListOrders", listLimit, func(i int) map[string]any {
			return with(map[string]any{"before_at": time.Date(2024, 1, 1+i%300, 0, 0, 0, 0, time.UTC)})
		}},
		{"staff's search, by an email address", "read_desk", "FindOrders", searchLimit, func(i int) map[string]any {
			return with(map[string]any{"prefix": fmt.Sprintf("buyer%d@", 1000+i), "prefix_end": fmt.Sprintf("buyer%d@\U0010FFFF", 1000+i)})
		}},
		{"staff's search, by a title's start", "read_desk", "FindOrders", searchLimit, func(i int) map[string]any {
			return with(map[string]any{"prefix": word(i % 300), "prefix_end": word(i%300) + "\U0010FFFF"})
		}},
		{"staff's search, by an order's last characters", "read_desk", "FindOrders", searchLimit, func(i int) map[string]any {
			return with(map[string]any{"short": fmt.Sprintf("%08x", i)})
		}},
		{"a collector's orders", "read_orders", "OrdersOf", listLimit, func(i int) map[string]any {
			return map[string]any{"account_id": account(i), "limit": 100}
		}},
		{"today's orders", "read_desk", "CreatedOn", listLimit, always(map[string]any{"statuses": all, "day": time.Date(2025, 6, 1, 0, 0, 0, 0, time.UTC)})},
		{"open orders", "read_desk", "OpenOrders", listLimit, always(nil)},
		{"invariants", "reconcile", "Invariants", 0, always(map[string]any{"orders": nil, "artworks": nil, "since": time.Time{}})},
		{"orders that changed within an hour", "reconcile", "ChangedOrders", 0, always(map[string]any{"within": time.Hour})},
		{"invariants of 1,000 orders", "reconcile", "Invariants", 0, always(map[string]any{"orders": orders, "artworks": artworks, "since": time.Now()})},
		{"editions of the invariants", "units", "Editions", listLimit, always(map[string]any{"limit": 1000})},
		{"gauges of pending work", "reconcile", "Unresolved", listLimit, always(nil)},
		{"quotes that nobody paid", "reconcile", "OverdueQuotes", listLimit, always(map[string]any{"chain_id": 31337, "before": time.Now()})},
	}
	for _, name := range []string{"Holds", "Sessions", "Refunds", "Unmatched", "Requests", "Ether", "Mints", "Settled", "Forgotten", "Auctions"} {
		queries = append(queries, query{"job: " + strings.ToLower(name), "reconcile", "Claim" + name, listLimit, always(claim)})
	}
	return queries
}

// accountQueries lists queries of what a signed-in visitor requests, of staff's pages and of periodic jobs, by service.
func accountQueries() map[string][]query {
	now := time.Now()
	never, first, last := time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC), "ffffffff-ffff-ffff-ffff-ffffffffffff", "\U0010FFFF"
	page := map[string]any{"before_at": never, "before_id": first, "limit": 25, "ids": []string{}}
	with := func(more map[string]any) map[string]any {
		out := maps.Clone(page)
		maps.Copy(out, more)
		return out
	}
	of := func(name string, more map[string]any) func(int) map[string]any {
		return func(i int) map[string]any {
			out := map[string]any{name: account(i * 7 % 5000)}
			maps.Copy(out, more)
			return out
		}
	}
	// digest returns the hash of a generated secret.
	digest := func(secret string) []byte {
		h := sha256.Sum256([]byte(secret))
		return h[:]
	}
	requests := func(more map[string]any) map[string]any {
		out := map[string]any{"kind": "", "status": "", "search": "", "now": now, "offset": 0, "limit": 25}
		maps.Copy(out, more)
		return out
	}
	return map[string][]query{
		"auth": {
			{"a session", "sessions", "ReadSession", listLimit, func(i int) map[string]any {
				return map[string]any{"id": generated(fmt.Sprintf("session %d 1", i*7%5000))}
			}},
			{"a token's session", "sessions", "ReadToken", listLimit, func(i int) map[string]any {
				return map[string]any{"hash": digest(fmt.Sprintf("token %s 0", generated(fmt.Sprintf("session %d 1", i*7%5000))))}
			}},
			{"an account", "accounts", "ReadAccount", listLimit, of("id", nil)},
			{"the account of an identity", "accounts", "AccountOfIdentity", listLimit, func(i int) map[string]any {
				return map[string]any{"issuer": "https://login.example.org", "subject": hashed(fmt.Sprint("subject ", i*7%5000))}
			}},
			{"the account of a wallet", "wallets", "AccountOfWallet", listLimit, func(i int) map[string]any { return map[string]any{"address": wallet(i * 7 % 5000)} }},
			{"sessions of an account", "read_sessions", "ReadSessions", listLimit, of("account_id", map[string]any{"now": now})},
			{"a login: earlier sessions", "sessions", "EarlierSessions", listLimit, func(i int) map[string]any {
				return map[string]any{"account_id": account(i * 7 % 5000), "id": first, "key": hashed(fmt.Sprintf("key %d 1", i*7%5000)), "distrusted": []string{"reuse"}}
			}},
			{"a logout everywhere", "sessions", "EndOtherSessions", listLimit, of("account_id", map[string]any{"now": now, "reason": "logout", "kept": first})},
			{"passkeys", "read_sessions", "ReadPasskeys", listLimit, of("account_id", nil)},
			{"login codes of an account that end", "tickets", "EndTickets", listLimit, of("account_id", map[string]any{"alert": "x", "authenticated_before": now})},
			{"a person's data requests", "data_requests", "DataRequests", listLimit, of("account_id", map[string]any{"since": now.AddDate(-1, 0, 0)})},
			{"staff's accounts, first page", "read_desk", "ListDeskAccounts", listLimit, always(page)},
			{"staff's search, by an address", "read_desk", "FindDeskAccounts", searchLimit, func(i int) map[string]any {
				return with(map[string]any{"prefix": fmt.Sprintf("buyer%d@", i%5000), "prefix_end": fmt.Sprintf("buyer%d@%s", i%5000, last)})
			}},
			{"staff's search, by an address's start", "read_desk", "FindDeskAccounts", searchLimit, func(i int) map[string]any {
				return with(map[string]any{"prefix": fmt.Sprintf("buyer%d", 1+i%40), "prefix_end": fmt.Sprintf("buyer%d%s", 1+i%40, last)})
			}},
			{"staff's search, by a wallet", "read_desk", "FindDeskAccounts", searchLimit, func(i int) map[string]any { return with(map[string]any{"address": wallet(i * 7 % 5000)}) }},
			{"actions of staff on an account", "read_desk", "ReadStaffActions", listLimit, of("account_id", nil)},
			{"job: sessions that expire", "sessions", "ExpireSessions", listLimit, always(map[string]any{"now": now, "reason": "expired", "max_rows": 100})},
			{"job: data requests", "data_requests", "DueDataRequests", listLimit, always(map[string]any{"now": now})},
			{"export of a person's data", "personal", "PersonalExport", 0, of("account_id", nil)},
		},
		"profiles": {
			{"a profile", "profiles", "ProfileByOwner", listLimit, of("owner_id", nil)},
			{"favorites", "read_lists", "ReadFavorites", listLimit, of("account_id", nil)},
			{"reminders", "read_lists", "ReadReminders", listLimit, of("account_id", nil)},
			{"email settings", "read_emails", "ReadEmailSettings", listLimit, of("account_id", nil)},
			{"a collector's public page", "read_collectors", "ReadPublicCollectorPage", listLimit, func(i int) map[string]any { return map[string]any{"name": fmt.Sprint("collector-", i%5000)} }},
			{"a collector's own page", "read_collectors", "ReadCollectorPage", listLimit, of("account_id", nil)},
			{"payout changes of an account", "read_payouts", "ReadPayoutUpdates", listLimit, of("account_id", map[string]any{"reader": first, "artist_id": nil, "id": nil})},
			{"payout wallets of an artist", "read_payouts", "ReadPayoutWallets", listLimit, func(i int) map[string]any { return map[string]any{"artist_id": 1 + i%200} }},
			{"a wallet's other artists", "payouts", "IsWalletOfAnother", listLimit, func(i int) map[string]any { return map[string]any{"address": wallet(i % 5000), "artist_id": 1 + i%200} }},
			{"staff's search, by accounts", "read_profiles", "FindProfiles", searchLimit, func(i int) map[string]any {
				return map[string]any{"owner_ids": []string{account(i % 5000), account((i + 1) % 5000)}, "prefix": nil, "prefix_end": nil, "limit": 25}
			}},
			{"staff's search, by a name's start", "read_profiles", "FindProfiles", searchLimit, func(i int) map[string]any {
				prefix := []string{"ada", "bel", "collector 12", "dora i", "tove"}[i%5]
				return map[string]any{"owner_ids": []string{}, "prefix": prefix, "prefix_end": prefix + last, "limit": 25}
			}},
			{"staff's search, a name that nobody has", "read_profiles", "FindProfiles", searchLimit, func(i int) map[string]any {
				return map[string]any{"owner_ids": []string{}, "prefix": fmt.Sprint("zzz", i), "prefix_end": fmt.Sprint("zzz", i, last), "limit": 25}
			}},
			{"browsers that get notifications", "read_lists", "ReadPushSubscriptions", listLimit, of("account_id", map[string]any{"session_id": first})},
			// Reads the index of all reminders. Jumping from entry to entry took longer, with 40 reminders for each.
			{"job: entries with reminders", "reminders", "WantedEntries", 0, always(map[string]any{"kind": "artwork"})},
			{"job: the first free edition", "reminders", "FirstFree", listLimit, always(nil)},
			{"job: reminders of an entry", "reminders", "DueReminders", listLimit, func(i int) map[string]any {
				return map[string]any{"kind": "artwork", "entry_id": 400 + i%100, "after": "00000000-0000-0000-0000-000000000000", "free_before": now, "max_rows": 50}
			}},
			{"job: payout changes that are due", "payouts", "DueUpdates", listLimit, always(map[string]any{"now": now})},
			{"export of a person's data", "personal", "PersonalExport", 0, of("account_id", map[string]any{"names": []string{}})},
		},
		"approvals": {
			{"a request by its link", "requests", "ReadRequest", listLimit, func(i int) map[string]any {
				return map[string]any{"id": "", "kind": "", "subject_id": "", "secret_hash": digest(fmt.Sprintf("secret %d 0", i%2500)), "withdrawal_id": ""}
			}},
			{"a request by its id", "requests", "ReadRequest", listLimit, func(i int) map[string]any {
				return map[string]any{"id": generated(fmt.Sprint("approval ", i%2500)), "kind": "", "subject_id": "", "secret_hash": nil, "withdrawal_id": ""}
			}},
			{"an account's open requests", "requests", "Pending", listLimit, of("account_id", nil)},
			{"an account's history", "read_log", "ReadHistory", listLimit, of("account_id", map[string]any{"now": now, "offset": 0, "limit": 25})},
			{"an account's withdrawals", "read_withdrawals", "ReadWithdrawals", listLimit, of("account_id", map[string]any{"now": now})},
			{"requests that wait for approvers", "requests", "ForApprovers", listLimit, always(nil)},
			// It counts all requests.
			{"staff's requests, first page", "read_log", "ReadRequests", 0, always(requests(nil))},
			{"staff's requests, open ones", "read_log", "ReadRequests", listLimit, always(requests(map[string]any{"status": "pending"}))},
			{"staff's search, by an address", "read_log", "ReadFoundRequests", searchLimit, func(i int) map[string]any {
				return requests(map[string]any{"search": fmt.Sprintf("buyer%d@example.org", i%2500)})
			}},
			{"job: requests that expire", "requests", "Overdue", listLimit, always(map[string]any{"now": now, "limit": 100})},
			{"export of a person's data", "personal", "PersonalExport", 0, of("account_id", map[string]any{"names": []string{}})},
		},
	}
}

// always returns the same values for each request.
func always(values map[string]any) func(int) map[string]any {
	return func(int) map[string]any { return values }
}

// account returns the id of the account with a number, as in scale_orders.sql.
func account(n int) string { return generated(fmt.Sprint("account ", n)) }

// wallet returns the wallet of the account with a number, as in scale_auth.sql.
func wallet(n int) string {
	return "0x" + (hashed(fmt.Sprint("wallet ", n)) + hashed("of an account"))[:40]
}

// hashed returns what Postgres' md5 returns.
func hashed(text string) string {
	return fmt.Sprintf("%x", md5.Sum([]byte(text)))
}

// generated returns an id of generated data: the hash of its name as a UUID.
func generated(name string) string {
	h := hashed(name)
	return h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:]
}

// scaleQueries measures queries of a service over its database.
func scaleQueries(ctx context.Context, s settings, r *report, shops [2]*sized, service, group string, queries []query) error {
	var conns [2]*pgx.Conn
	for i, shop := range shops {
		conn, err := pgx.Connect(ctx, shop.databases[service].String())
		if err != nil {
			return err
		}
		defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
		conns[i] = conn
	}
	for _, q := range queries {
		sql, parameters, err := named(s.root, service, q.file, q.name)
		if err != nil {
			return err
		}
		if err := compare(ctx, s, r, group, q.label, q.limit, func(ctx context.Context, shop, i int) error {
			values := q.values(i)
			args := make([]any, len(parameters))
			for i, p := range parameters {
				args[i] = values[p]
			}
			return rolledBack(ctx, conns[shop], sql, args)
		}); err != nil {
			return err
		}
	}
	return nil
}

// rolledBack runs a query and rolls back what it wrote.
func rolledBack(ctx context.Context, conn *pgx.Conn, sql string, args []any) error {
	tx, err := conn.Begin(ctx)
	if err != nil {
		return err
	}
	rows, err := tx.Query(ctx, sql, args...)
	if err != nil {
		return errors.Join(err, tx.Rollback(ctx))
	}
	for rows.Next() {
	}
	return errors.Join(rows.Err(), tx.Rollback(ctx))
}

// scalePages measures pages that the site renders for the first time.
func scalePages(ctx context.Context, s settings, r *report, shops [2]*sized) error {
	if !s.site {
		return nil // already reported
	}
	for _, shop := range shops {
		if err := ready(ctx, "http://"+shop.site+"/en/artworks/"); err != nil {
			return err
		}
	}
	cards, _, err := sample(ctx, "http://"+shops[0].gatewayAt+"/graphql")
	if err != nil {
		return err
	}
	for _, page := range []struct {
		name string
		path func(i int) string
	}{
		{"listing", func(i int) string { return fmt.Sprint("/en/artworks/?page=", 2+i) }},
		{"artwork", func(i int) string { return "/en/artworks/" + cards[i*31%len(cards)].Slug + "/" }},
	} {
		err := compare(ctx, s, r, fmt.Sprintf("Scale, pages of the site, %d artworks beside %d", shops[1].works, shops[0].works), page.name, listLimit, func(ctx context.Context, shop, i int) error {
			req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+shops[shop].site+page.path(i), nil)
			if err != nil {
				return err
			}
			res, err := http.DefaultClient.Do(req)
			if err != nil {
				return err
			}
			defer func() { _ = res.Body.Close() }()
			if _, err := io.Copy(io.Discard, res.Body); err != nil || res.StatusCode != http.StatusOK {
				return errors.Join(err, fmt.Errorf("%s: %s", req.URL, res.Status))
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}
