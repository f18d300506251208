package checkout_test

import (
	"context"
	"math/big"
	"slices"
	"testing"
	"time"

	"connectrpc.com/connect/v2"
	"google.golang.org/genproto/googleapis/api/httpbody"

	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/testkit"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
)

func (s *shop) export(ctx context.Context, period string) (*httpbody.HttpBody, error) {
	ctx, call := connect.NewClientContext(ctx)
	res, err := s.desk().ExportMovements(ctx, &checkoutv1.ExportMovementsRequest{Period: period})
	if err != nil {
		return nil, err
	}
	if got := call.ResponseHeader().Get("Content-Disposition"); got != `attachment; filename="movements-`+period+`.csv"` || call.ResponseHeader().Get("Cache-Control") != "private, no-store" {
		s.t.Errorf("headers of %s = %v, want the attachment movements-%s.csv, private, no-store", period, call.ResponseHeader(), period)
	}
	return res, nil
}

func (s *shop) movements(period string) []csvRow {
	s.t.Helper()
	body, err := s.export(staff(s.t.Context()), period)
	if err != nil {
		s.t.Fatal(err)
	}
	return s.csvRows(body)
}

// ledgerSums compares the sums of an export with the ledger's rows of a time, for each asset and each kind of account.
func (s *shop) ledgerSums(rows []csvRow, from, to time.Time) {
	s.t.Helper()
	got := map[string]*big.Int{}
	groups := map[string]bool{}
	for _, row := range rows {
		asset := row["Unit"]
		if row["Chain"] != "" {
			asset = "eip155:" + row["Chain"]
		}
		parts := new(big.Int)
		for column, kind := range map[string]string{"Amount": "ours", "Artist's share": "artist", "Fee": "fee", "Owed to buyer": "buyer"} {
			n, ok := new(big.Int).SetString(row[column+" in base units"], 10)
			if !ok {
				s.t.Fatalf("%s of %v isn't a number, want an integer in base units", column, row)
			}
			if kind != "ours" {
				parts.Add(parts, n)
			} else {
				parts.Sub(parts, n)
			}
			key := kind + " " + asset
			if got[key] == nil {
				got[key] = new(big.Int)
			}
			got[key].Add(got[key], n)
		}
		if parts.Sign() != 0 {
			s.t.Errorf("the parts of %v differ from its amount by %s, want 0", row, parts)
		}
		if groups[row["Ledger"]+asset] {
			s.t.Errorf("%s is listed twice, want once", row["Ledger"])
		}
		groups[row["Ledger"]+asset] = true
	}
	want, err := s.pool.Query(s.t.Context(), `
		SELECT CASE WHEN account ~ '^(card|chain):' THEN 'ours' WHEN account LIKE 'artist:%' THEN 'artist' WHEN account = 'platform:revenue' THEN 'fee' ELSE 'buyer' END
		       || ' ' || asset, sum(CASE WHEN account ~ '^(card|chain):' THEN amount ELSE -amount END)::text
		FROM ledger WHERE at >= $1 AND at < $2 GROUP BY 1`, from, to)
	if err != nil {
		s.t.Fatal(err)
	}
	defer want.Close()
	seen := 0
	for want.Next() {
		var key, sum string
		if err := want.Scan(&key, &sum); err != nil {
			s.t.Fatal(err)
		}
		seen++
		if got[key] == nil || got[key].String() != sum {
			s.t.Errorf("%s in the export = %v, want the ledger's %s", key, got[key], sum)
		}
	}
	if err := want.Err(); err != nil || seen == 0 {
		s.t.Fatalf("%d sums in the ledger, %v, want some", seen, err)
	}
	if n := s.count(`SELECT count(*) FROM (SELECT DISTINCT entry_group, asset FROM ledger WHERE at >= $1 AND at < $2) x`, from, to); n != len(rows) {
		s.t.Errorf("%d rows of %d groups, want %d", len(rows), n, len(rows))
	}
}

// TestMovements exports sales and refunds by card and by ether, money without an order, and a refund that the bank returned: one row for
// each movement, whose sums are those of the ledger and whose taxes are those of the documents.
func TestMovements(t *testing.T) {
	t.Parallel()
	s := setup(t, 10, true)
	offer := s.parties.Offers[artwork]
	offer.Artwork.Title = `=HYPERLINK("http://x")`
	s.parties.Offers[artwork] = offer
	month := time.Now().UTC().Format("2006-01")
	if rows := s.movements(month); len(rows) != 1 || rows[0]["Kind"] != "No money moved in this period." || rows[0]["Period"] != month {
		t.Errorf("rows before any sale = %v, want one that says so for %s", rows, month)
	}
	s.parties.Wallet = refundAddress
	creditedID, paid := s.ether("one")
	s.parties.Wallet = ""
	heldID, _ := s.ether("two")
	sold := s.deliver("three")
	if err := sold.refund(25_000); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, 15*time.Second, func() bool { return s.find(sold.id).GetPartlyRefunded() })
	s.event("direct", &chainv1.UnexpectedPayment{
		ChainId: 31337, TransactionHash: "0xdirect", BlockHash: "0xd", Amount: "12345678901234567890", Reason: "direct_transfer", LogIndex: -1,
	})
	s.list("open", 1)

	year := time.Now().UTC().Year()
	rows := s.movements(month)
	s.ledgerSums(rows, time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC), time.Now().Add(time.Hour))
	find := func(kind, order string) csvRow {
		t.Helper()
		i := slices.IndexFunc(rows, func(row csvRow) bool { return row["Kind"] == kind && row["Order"] == order })
		if i < 0 {
			t.Fatalf("no %s of %q, want one in %v", kind, order, rows)
		}
		return rows[i]
	}
	invoice, credit := s.deskOrder(sold.id).GetDocuments()[0].GetNumber(), s.deskOrder(sold.id).GetDocuments()[1].GetNumber()
	for _, want := range []struct {
		kind, order string
		row         csvRow
	}{
		{"Sale", sold.id, csvRow{
			"Artwork": `'=HYPERLINK("http://x")`, "Edition": "3 of 10", "Artist": "Vera Molnár", "Artist's number": "7", "Price": "1250.00", "Price currency": "USD",
			"Paid by": "card", "Account": "card:clearing", "Unit": "USD", "Chain": "", "Amount": "1250.00", "Artist's share": "1062.50", "Fee": "187.50", "Owed to buyer": "0.00",
			"Amount in base units": "125000", "Document": invoice, "Gross": "1250.00", "Document currency": "USD", "Gross in base units": "125000",
			"Card provider's number": sold.intent, "Transaction": "", "Period": month,
		}},
		{"Refund", sold.id, csvRow{
			"Amount": "-250.00", "Artist's share": "-212.50", "Fee": "-37.50", "Document": credit, "Gross": "-250.00", "Reason": "refunded_by_staff", "Account": "card:clearing",
		}},
		{"Sale", creditedID, csvRow{
			"Paid by": "ether", "Account": "chain:contract", "Unit": "ETH", "Chain": "31337", "Amount in base units": paid.GetAmount(),
			"Artist's share in base units": paid.GetArtistShare(), "Transaction": "0xtone", "Price": "1250.00", "Gross": "1250.00", "Document currency": "USD",
		}},
		{"Sale", heldID, csvRow{"Artist's share in base units": paid.GetArtistShare(), "Transaction": "0xttwo"}},
		{"Payment without a sale", "", csvRow{
			"Account": "chain:wallets", "Amount": "12.34567890123456789", "Amount in base units": "12345678901234567890", "Owed to buyer": "12.34567890123456789",
			"Artwork": "", "Edition": "", "Price": "", "Document": "", "Artist": "", "Gross": "",
		}},
	} {
		row := find(want.kind, want.order)
		for name, value := range want.row {
			if got, ok := row[name]; !ok || got != value {
				t.Errorf("%s of %q: %s is %q, want %q", want.kind, want.order, name, got, value)
			}
		}
		if at, err := time.Parse(time.RFC3339, row["Time (UTC)"]); err != nil || at.Location() != time.UTC || time.Since(at) > time.Minute {
			t.Errorf("time = %q, want UTC within the last minute", row["Time (UTC)"])
		}
	}

	// The bank returns the refund: the money is here again, and the credit note counts once.
	s.provider.Refunds(sold.intent, "failed")
	sold.send("refund.failed", "re", sold.intent)
	testkit.Eventually(t, 15*time.Second, func() bool { return len(s.movements(month)) == len(rows)+1 })
	rows = s.movements(month)
	s.ledgerSums(rows, time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC), time.Now().Add(time.Hour))
	if row := find("Refund returned", sold.id); row["Amount"] != "250.00" || row["Document"] != "" {
		t.Errorf("the returned refund = %v, want 250.00 without a document", row)
	}
	for _, column := range []string{"Gross", "Net", "Tax"} {
		sum := new(big.Int)
		for _, row := range rows {
			if n, ok := new(big.Int).SetString(row[column+" in base units"], 10); ok {
				sum.Add(sum, n)
			}
		}
		name := map[string]string{"Gross": "gross", "Net": "net", "Tax": "vat"}[column]
		if want := s.count(`SELECT sum(CASE kind WHEN 'invoice' THEN ` + name + ` ELSE -` + name + ` END)::bigint FROM papers`); sum.Int64() != int64(want) {
			t.Errorf("%s is %s, the documents have %d", column, sum, want)
		}
	}

	// Days and earlier months: each movement is in one of them.
	if _, err := s.pool.Exec(t.Context(), `INSERT INTO ledger (entry_group, account, asset, amount, checkout_id, at)
		SELECT 'sale:before', account, asset, amount, checkout_id, '2025-03-31T23:59:59.9Z' FROM ledger WHERE checkout_id = $1 AND entry_group LIKE 'sale:%'`, sold.id); err != nil {
		t.Fatal(err)
	}
	for period, n := range map[string]int{"2025-03": 1, "2025-03-31": 1, "2025-03-30": 0, "2025-04": 0, "2025-02": 0} {
		got := s.movements(period)
		if n == 1 && (len(got) != 1 || got[0]["Ledger"] != "sale:before" || got[0]["Time (UTC)"] != "2025-03-31T23:59:59Z") || n == 0 && got[0]["Amount"] != "" {
			t.Errorf("movements of %s = %v, want the sale of the period alone", period, got)
		}
	}
}

// TestExportsAreForFinance: other roles are refused, and who exported what is recorded.
func TestExportsAreForFinance(t *testing.T) {
	t.Parallel()
	s := setup(t, 1, false)
	with := func(role string) context.Context {
		return identity.With(t.Context(), &identity.Principal{Subject: "acc-" + role, SessionID: "s-" + role, Roles: []string{role}})
	}
	month := time.Now().UTC().Format("2006-01")
	for role, code := range map[string]connect.Code{"support": connect.CodePermissionDenied, "content": connect.CodePermissionDenied, "finance": 0, "admin": 0} {
		if _, err := s.export(with(role), month); err != nil && connect.CodeOf(err) != code || err == nil && code != 0 {
			t.Errorf("export as %s: error = %v, want code %v", role, err, code)
		}
	}
	if n := s.count(`SELECT count(*) FROM decisions WHERE action = 'export' AND decided_by IN ('acc-finance', 'acc-admin') AND note = $1`, month+": 0 movements"); n != 2 {
		t.Errorf("%d exports are recorded, want 2", n)
	}
	for _, period := range []string{"2026", "2026-13", "2026-02-30", "all", "2099-01", "2026-11-1", ""} {
		_, err := s.export(with("finance"), period)
		if connect.CodeOf(err) != connect.CodeInvalidArgument {
			t.Errorf("%q: %v, want invalid_argument", period, err)
		}
	}
}
