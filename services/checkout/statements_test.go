package checkout_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"math/big"
	"slices"
	"sync"
	"testing"
	"time"

	"connectrpc.com/connect/v2"
	"google.golang.org/genproto/googleapis/api/httpbody"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/kit/testkit/pdftest"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1/checkoutv1connect"
	"github.com/vitrine/vitrine/services/checkout/internal/sale"
)

// contracts is a fake of the chainwatcher: the balance of the artist's wallet in the payment contract of chain 31337.
type contracts struct {
	mu      sync.Mutex
	down    bool
	changes []sale.Change
}

func (c *contracts) Changes(_ context.Context, wallets []string, p sale.Period, limit int) (map[uint32]money.Wei, []sale.Change, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.down || !slices.Equal(wallets, []string{refundAddress}) {
		return nil, nil, sale.ErrUnavailable
	}
	openings := map[uint32]money.Wei{}
	var changes []sale.Change
	for _, change := range c.changes {
		if change.At.Before(p.From) {
			openings[change.ChainID] = openings[change.ChainID].Add(change.Amount)
		} else if change.At.Before(p.To) && len(changes) < limit {
			changes = append(changes, change)
		}
	}
	return openings, changes, nil
}

func (c *contracts) add(changes ...sale.Change) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.changes = append(c.changes, changes...)
}

// credited is what the payment contract did at a payment.
func credited(t *testing.T, paid *chainv1.Payment) sale.Change {
	t.Helper()
	amount, err := money.ParseWei(paid.GetArtistShare())
	if err != nil {
		t.Fatal(err)
	}
	return sale.Change{
		Event: sale.Event{ChainID: paid.GetChainId(), BlockHash: paid.GetBlockHash(), LogIndex: paid.GetLogIndex()}, At: paid.GetBlockTime().AsTime(),
		Transaction: paid.GetTransactionHash(), Payee: refundAddress, Amount: amount,
	}
}

func (s *shop) statement(account, file string) (*httpbody.HttpBody, error) {
	ctx, call := connect.NewClientContext(as(s.t.Context(), account))
	res, err := checkoutv1connect.NewSalesServiceClient(s.fleet.Client(s.t, "checkout", s.urls[0])).GetStatement(ctx, &checkoutv1.GetStatementRequest{File: file})
	if err != nil {
		return nil, err
	}
	if got := call.ResponseHeader().Get("Content-Disposition"); got != `attachment; filename="statement-`+file+`"` || call.ResponseHeader().Get("Cache-Control") != "private, no-store" {
		s.t.Errorf("headers of %s = %v, want the attachment statement-%s, private, no-store", file, call.ResponseHeader(), file)
	}
	return res, nil
}

// csvRow is a row of a statement by its columns.
type csvRow map[string]string

func (s *shop) csv(period string) []csvRow {
	s.t.Helper()
	body, err := s.statement("artist", period+".csv")
	if err != nil {
		s.t.Fatal(err)
	}
	return s.csvRows(body)
}

// csvRows reads a CSV file.
func (s *shop) csvRows(body *httpbody.HttpBody) []csvRow {
	s.t.Helper()
	text, marked := bytes.CutPrefix(body.GetData(), []byte("\ufeff"))
	if !marked || body.GetContentType() != "text/csv; charset=utf-8" {
		s.t.Errorf("%s that begins with %q, want text/csv; charset=utf-8 after a byte order mark", body.GetContentType(), text[:3])
	}
	records, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		s.t.Fatal(err)
	}
	var out []csvRow
	for _, record := range records[1:] {
		row := csvRow{}
		for i, name := range records[0] {
			row[name] = record[i]
		}
		out = append(out, row)
	}
	return out
}

// reconciles checks a statement against itself, and its closing balances against the ledger and the contract as of a time.
func (s *shop) reconciles(rows []csvRow, before time.Time) {
	s.t.Helper()
	number := func(text string) *big.Int {
		n, ok := new(big.Int).SetString(text, 10)
		if !ok {
			s.t.Fatalf("%q isn't a number, want an integer in base units", text)
		}
		return n
	}
	balance, closing := new(big.Int), new(big.Int)
	closed := map[string]string{}
	for _, row := range rows {
		switch asset := row["Chain"] + row["Unit"]; row["Kind"] {
		case "Opening balance":
			balance = number(row["Balance in base units"])
		case "Closing balance":
			closing = number(row["Balance in base units"])
			closed[asset] = closing.String()
		case "Held by the gallery":
			key := map[bool]string{true: "eip155:" + row["Chain"], false: row["Unit"]}[row["Chain"] != ""]
			var held string
			if err := s.pool.QueryRow(s.t.Context(), `SELECT coalesce(-sum(amount), 0)::text FROM ledger WHERE account = 'artist:7:payable' AND asset = $1 AND at < $2`,
				key, before).Scan(&held); err != nil || held != row["Balance in base units"] {
				s.t.Errorf("the statement has %s %s, want the ledger's %s (%v)", row["Balance in base units"], key, held, err)
			}
			closing.Sub(closing, number(row["Balance in base units"]))
		case "In the payment contract":
			openings, _, err := s.contracts.Changes(s.t.Context(), []string{refundAddress}, sale.Period{From: before, To: before}, 0)
			if err != nil || openings[31337].String() != row["Balance in base units"] || closing.Cmp(number(row["Balance in base units"])) != 0 {
				s.t.Errorf("the statement has a contract balance of %s, want the contract's %s and the rest of the closing balance, %s (%v)", row["Balance in base units"], openings[31337], closing, err)
			}
		default:
			balance.Add(balance, number(row["Amount in base units"]))
			if balance.Cmp(number(row["Balance in base units"])) != 0 {
				s.t.Errorf("balance of %v, want the sum of the rows, %s", row, balance)
			}
			closed[asset] = "" // until the closing balance follows
			continue
		}
		if row["Kind"] == "Closing balance" && balance.Cmp(number(row["Balance in base units"])) != 0 {
			s.t.Errorf("balance of %v, want the sum of the rows, %s", row, balance)
		}
	}
	for asset, amount := range closed {
		if amount == "" {
			s.t.Errorf("no closing balance of %s, want one for each asset", asset)
		}
	}
}

func kinds(rows []csvRow) (out []string) {
	for _, row := range rows {
		out = append(out, row["Kind"])
	}
	return out
}

// TestStatements sells by card and by ether, with and without a wallet, refunds a part, pays out, and compares the statements of
// several periods with the ledger and the contract.
func TestStatements(t *testing.T) {
	t.Parallel()
	s := setup(t, 10, true)
	for account, code := range map[string]connect.Code{"collector": connect.CodePermissionDenied, "twice": connect.CodeFailedPrecondition} {
		_, err := s.statement(account, "all.pdf")
		wantReason(t, err, code, map[string]string{"collector": "forbidden", "twice": "artist_ambiguous"}[account])
	}
	for _, file := range []string{"2026.doc", "2026-13.pdf", "all", "../all.pdf", "2099-01.pdf"} {
		if _, err := s.statement("artist", file); connect.CodeOf(err) != connect.CodeInvalidArgument {
			t.Errorf("%s: %v, want invalid_argument", file, err)
		}
	}
	const none = "No sales or payouts in this period."
	if rows := s.csv("all"); len(rows) != 1 || rows[0]["Kind"] != none {
		t.Errorf("rows before any sale = %v, want one: %s", rows, none)
	}

	offer := s.parties.Offers[artwork]
	offer.Artwork.Title = `=HYPERLINK("http://x")`
	s.parties.Offers[artwork] = offer
	s.parties.Wallet = refundAddress
	creditedID, paid := s.ether("one")
	s.contracts.add(credited(t, paid))
	s.parties.Wallet = ""
	heldID, _ := s.ether("two")
	card := s.deliver("three").id
	if err := (&delivered{s: s, id: card}).refund(25_000); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, 15*time.Second, func() bool { return s.find(card).GetPartlyRefunded() })

	rows := s.csv("all")
	s.reconciles(rows, time.Now().AddDate(1, 0, 0))
	want := []string{"Opening balance", "Sale", "Refund", "Closing balance", "Held by the gallery", "Opening balance", "Sale", "Sale", "Closing balance", "Held by the gallery", "In the payment contract"}
	if got := kinds(rows); !slices.Equal(got, want) {
		t.Fatalf("the statement has the rows %q, want %q", got, want)
	}
	for i, columns := range map[int]csvRow{
		1: {"Artwork": `'=HYPERLINK("http://x")`, "Edition": "3 of 10", "Order": card, "Price": "1250.00", "Price currency": "USD", "Paid by": "card", "Gross": "1250.00", "Fee": "187.50", "Amount": "1062.50", "Balance": "1062.50", "Unit": "USD", "Amount in base units": "106250", "Chain": ""},
		2: {"Gross": "-250.00", "Fee": "-37.50", "Amount": "-212.50", "Balance": "850.00", "Order": card},
		3: {"Balance": "850.00", "Balance in base units": "85000", "Amount": ""},
		6: {"Order": creditedID, "Paid by": "ether", "Price": "1250.00", "Unit": "ETH", "Chain": "31337", "Amount in base units": paid.GetArtistShare(), "Transaction": "0xtone"},
		7: {"Order": heldID, "Amount in base units": paid.GetArtistShare(), "Transaction": "0xttwo"},
	} {
		for name, value := range columns {
			if rows[i][name] != value {
				t.Errorf("row %d: %s is %q, want %q", i, name, rows[i][name], value)
			}
		}
		if at, err := time.Parse(time.RFC3339, rows[i]["Time (UTC)"]); err != nil || at.Location() != time.UTC || time.Since(at) > time.Minute {
			t.Errorf("time of row %d = %q, want UTC within the last minute", i, rows[i]["Time (UTC)"])
		}
	}

	// A payout, a duplicate payment, and a sale that was credited in another year than it was booked in.
	share := credited(t, paid).Amount
	other := credited(t, paid)
	other.BlockHash, other.Transaction = "0xother", "0xtother"
	payout := sale.Change{Event: sale.Event{ChainID: 31337, BlockHash: "0xout"}, At: time.Now(), Transaction: "0xpayout", Payee: refundAddress, Amount: share.Add(share).Mul(-1)}
	s.contracts.add(other, payout)
	rows = s.csv("all")
	s.reconciles(rows, time.Now().AddDate(1, 0, 0))
	if got := kinds(rows[5:]); !slices.Contains(got, "Credit") || !slices.Contains(got, "Payout") || rows[len(rows)-1]["Balance"] != "0" {
		t.Errorf("rows after the payout = %v, want a credit and a payout, then balance 0", rows[5:])
	}

	// Ledger lines of an earlier year: the years and the whole time agree.
	if _, err := s.pool.Exec(t.Context(), `INSERT INTO ledger (entry_group, account, asset, amount, checkout_id, at)
		SELECT 'sale:before', account, asset, amount, checkout_id, '2025-03-15T12:00:00Z' FROM ledger WHERE checkout_id = $1 AND entry_group LIKE 'sale:%'`, card); err != nil {
		t.Fatal(err)
	}
	for period, before := range map[string]time.Time{
		"2025": time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), "2025-Q1": time.Date(2025, 4, 1, 0, 0, 0, 0, time.UTC), "2025-03": time.Date(2025, 4, 1, 0, 0, 0, 0, time.UTC),
		fmt.Sprint(time.Now().UTC().Year()): time.Now().AddDate(1, 0, 0), "all": time.Now().AddDate(1, 0, 0),
	} {
		s.reconciles(s.csv(period), before)
	}
	if rows := s.csv("2025-03"); len(rows) != 4 || rows[0]["Balance"] != "0.00" || rows[2]["Balance"] != "1062.50" || rows[0]["Time (UTC)"] != "2025-03-01T00:00:00Z" || rows[2]["Time (UTC)"] != "2025-04-01T00:00:00Z" {
		t.Errorf("the statement of a month = %v, want 4 rows in March 2025, from 0.00 to 1062.50", rows)
	}
	if rows := s.csv("2025-02"); len(rows) != 1 || rows[0]["Kind"] != none || rows[0]["Period"] != "February 2025" {
		t.Errorf("the statement of a month before = %v, want one row for February 2025: %s", rows, none)
	}
	if rows := s.csv("2025-04"); len(rows) != 3 || rows[0]["Balance"] != "1062.50" || rows[1]["Balance"] != "1062.50" {
		t.Errorf("the statement of a month without entries = %v, want 3 rows with balance 1062.50", rows)
	}

	body, err := s.statement("artist", "all.pdf")
	if err != nil || body.GetContentType() != "application/pdf" {
		t.Fatalf("statement = %s, %v, want a PDF", body.GetContentType(), err)
	}
	for _, want := range []string{"Statement", "Vera Molnár", "All time", "USD", "1912.50", "ETH on chain 31337", "Closing balance"} {
		if !pdftest.Has(t, body.GetData(), want) {
			t.Errorf("the PDF has no %q: %s", want, pdftest.Text(t, body.GetData()))
		}
	}

	s.contracts.mu.Lock()
	s.contracts.down = true
	s.contracts.mu.Unlock()
	_, err = s.statement("artist", "all.csv")
	wantReason(t, err, connect.CodeUnavailable, "unavailable")
	s.contracts.mu.Lock()
	s.contracts.down, s.contracts.changes = false, nil
	for i := range sale.MaxEntries + 1 {
		s.contracts.changes = append(s.contracts.changes, sale.Change{Event: sale.Event{ChainID: 31337, BlockHash: fmt.Sprint("0x", i)}, At: time.Now(), Payee: refundAddress, Amount: money.NewWei(1)})
	}
	s.contracts.mu.Unlock()
	_, err = s.statement("artist", "all.pdf")
	wantReason(t, err, connect.CodeFailedPrecondition, "statement_too_long")
}
