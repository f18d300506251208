package receipt_test

import (
	"bytes"
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/kit/testkit/pdftest"
	"github.com/vitrine/vitrine/services/checkout/internal/receipt"
	"github.com/vitrine/vitrine/services/checkout/internal/sale"
)

func wei(text string) money.Wei {
	w, err := money.ParseWei(text)
	if err != nil {
		panic(err)
	}
	return w
}

// statement is one with every kind of entry, and more entries than fit on a page.
func statement(sales int) sale.Statement {
	sold := sale.Order{OrderID: order3().ID, Title: "Interruptions, à la quinte", Edition: 3, EditionSize: 25, Price: usd(125_000)}
	card := sold
	card.Card = true
	usdAccount := sale.Account{Asset: sale.Asset{Currency: "USD"}, Opening: sale.Balance{Held: wei("106250")}, Closing: sale.Balance{Held: wei("191250")}, Sales: wei("125000"), Fees: wei("18750"), Refunds: wei("-21250")}
	usdAccount.Entries = []sale.Entry{
		{At: at, Kind: sale.EntrySale, Gross: wei("125000"), Fee: wei("18750"), Amount: wei("106250"), Balance: wei("212500"), Order: card},
		{At: at, Kind: sale.EntryRefund, Gross: wei("-25000"), Fee: wei("-3750"), Amount: wei("-21250"), Balance: wei("191250"), Order: card},
	}
	eth := sale.Account{Asset: sale.Asset{ChainID: 1}, Closing: sale.Balance{Contract: wei("42500000000000001")}}
	share := wei("42500000000000001")
	for i := range sales {
		eth.Entries = append(eth.Entries, sale.Entry{
			At: at.Add(time.Duration(i) * time.Minute), Kind: sale.EntrySale, Gross: wei("50000000000000001"), Fee: wei("7500000000000000"), Amount: share, Balance: share.Mul(int64(i + 1)),
			Order: sold, Transaction: "0x" + strings.Repeat("ab", 32),
		})
	}
	wallet := "0x90F79bf6EB2c4f870365E785982E1f101E93b906"
	eth.Entries = append(eth.Entries,
		sale.Entry{At: at, Kind: sale.EntryPayout, Amount: share.Mul(int64(-sales)), Wallet: wallet, Transaction: "0x" + strings.Repeat("cd", 32)},
		sale.Entry{At: at, Kind: sale.EntryCredit, Amount: share, Balance: share, Wallet: wallet, Transaction: "0x" + strings.Repeat("ef", 32)},
		sale.Entry{At: at, Kind: sale.EntryCounted, Amount: share.Mul(-1), Order: sold},
	)
	eth.Sales, eth.Fees, eth.Payouts, eth.Credits = wei("50000000000000001").Mul(int64(sales)), wei("7500000000000000").Mul(int64(sales)), share.Mul(int64(-sales)), share
	return sale.Statement{
		Artist: sale.Artist{Name: "Vera Molnár"}, Period: sale.Period{Name: "2026-11", From: time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC), To: time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)},
		MadeAt: at, Open: true, Accounts: []sale.Account{usdAccount, eth},
	}
}

// TestEachStatementIsOnePDF prints statements without, with few and with the most entries. With PAPERS set to a folder, it saves them
// there for inspection.
func TestEachStatementIsOnePDF(t *testing.T) {
	t.Parallel()
	r := printer(t)
	for name, change := range map[string]func(*sale.Statement){
		"plain":   func(*sale.Statement) {},
		"empty":   func(s *sale.Statement) { s.Accounts, s.Open = nil, false },
		"longest": func(s *sale.Statement) { *s = statement(sale.MaxEntries - 5) },
		"unusual": func(s *sale.Statement) {
			s.Artist.Name, s.Period.Name = "", sale.Everything
			s.Accounts[0].Asset.Currency = "JPY"
			s.Accounts[1].Entries[0].Title = strings.Repeat("A very long title, indeed ", 20)
			s.Accounts[1].Entries[1].Title = "Żółć — „Море“ 漢字"
			s.Accounts = append(s.Accounts, sale.Account{Asset: sale.Asset{ChainID: 1, Token: "0x" + strings.Repeat("a", 40)}, Opening: sale.Balance{Held: wei("12")}, Closing: sale.Balance{Held: wei("12")}})
		},
	} {
		t.Run(name, func(t *testing.T) {
			if name == "longest" {
				testkit.Long(t)
			}
			st := statement(4)
			change(&st)
			began := time.Now()
			data, err := r.Statement(t.Context(), st, invoice().Seller)
			if err != nil || !bytes.HasPrefix(data, []byte("%PDF-")) {
				t.Errorf("error = %v, want a PDF", err)
				return
			}
			t.Logf("%d bytes in %s", len(data), time.Since(began))
			// The largest message of an RPC is 8 MiB.
			if len(data) > 7<<20 {
				t.Errorf("%s = %d bytes, want at most %d", name, len(data), 7<<20)
			}
			if dir := os.Getenv("PAPERS"); dir != "" {
				if err := os.WriteFile(filepath.Join(dir, "statement-"+name+".pdf"), data, 0o600); err != nil {
					t.Error(err)
				}
			}
			if name == "longest" {
				return // reading its text takes long
			}
			if again, err := r.Statement(t.Context(), st, invoice().Seller); err != nil || !bytes.Equal(data, again) {
				t.Errorf("second rendering: error = %v, equal = %t, want the same bytes", err, bytes.Equal(data, again))
			}
			want := map[string][]string{
				"plain": {"Vera Molnár", "November 2026", "1 November 2026 to 30 November 2026", "USD 1,250.00, paid by card. 1250.00 less our fee of 187.50", "ETH on Ethereum (chain 1)", "0.042500000000000001", "-0.170000000000000004"},
				"empty": {"No sales or payouts in this period."}, "unusual": {"All time", "Żółć — „Море“ 漢字"},
			}[name]
			for _, phrase := range want {
				if !pdftest.Has(t, data, phrase) {
					t.Errorf("%s = %s, want %q in it", name, pdftest.Text(t, data), phrase)
				}
			}
		})
	}
}

// TestEachRowNamesItsPeriod: rows of several statements can be put together.
func TestEachRowNamesItsPeriod(t *testing.T) {
	t.Parallel()
	empty := statement(0)
	empty.Accounts = nil
	all := statement(3)
	all.Period.Name, all.Artist.Name = sale.Everything, "=Vera"
	for name, test := range map[string]struct {
		statement      sale.Statement
		period, artist string
	}{
		"month": {statement(3), "November 2026", "Vera Molnár"}, "all time": {all, "All time", "'=Vera"}, "nothing sold": {empty, "November 2026", "Vera Molnár"},
	} {
		data, err := (&receipt.Printer{}).StatementCSV(test.statement)
		if err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
		if err != nil || len(rows) < 2 {
			t.Fatalf("%s: %d rows, %v, want at least 2", name, len(rows), err)
		}
		period, artist := slices.Index(rows[0], "Period"), slices.Index(rows[0], "Artist")
		for _, row := range rows[1:] {
			if row[period] != test.period || row[artist] != test.artist {
				t.Errorf("%s: a row of %q and %q, want %q and %q", name, row[period], row[artist], test.period, test.artist)
			}
		}
		if said := rows[1][1] == "No sales or payouts in this period."; said != (name == "nothing sold") {
			t.Errorf("%s: first row = %v, want no sales = %t", name, rows[1], name == "nothing sold")
		}
	}
}

// TestNoCellIsAFormula prints titles that spreadsheets would run.
func TestNoCellIsAFormula(t *testing.T) {
	t.Parallel()
	for _, title := range []string{"=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", `a "b", c` + "\nd", "plain"} {
		t.Run(title, func(t *testing.T) {
			st := statement(1)
			st.Accounts[0].Entries[0].Title = title
			data, err := (&receipt.Printer{}).StatementCSV(st)
			if err != nil {
				t.Fatal(err)
			}
			rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
			if err != nil {
				t.Fatal(err)
			}
			want := title
			if strings.ContainsAny(title[:1], "=+-@\t\r\n") {
				want = "'" + title
			}
			// The writer drops carriage returns that aren't the end of a row.
			if got := rows[2][2]; got != strings.ReplaceAll(want, "\r", "") {
				t.Errorf("%q is %q, want %q", title, got, want)
			}
			for _, row := range rows[1:] {
				for i, cell := range row {
					amount := rows[0][i] == "Gross" || rows[0][i] == "Fee" || strings.HasPrefix(rows[0][i], "Amount") || strings.HasPrefix(rows[0][i], "Balance")
					if cell != "" && strings.ContainsAny(cell[:1], "=+-@\t\r\n") && !amount {
						t.Errorf("the column %s has %q, want no formula", rows[0][i], cell)
					}
					if amount && strings.Trim(cell, "-.0123456789") != "" {
						t.Errorf("the column %s has the amount %q, want a number", rows[0][i], cell)
					}
				}
			}
		})
	}
	// The longest one is below the largest message, too.
	if data, err := (&receipt.Printer{}).StatementCSV(statement(sale.MaxEntries - 5)); err != nil || len(data) > 7<<20 {
		t.Errorf("StatementCSV() = %d bytes, %v, want at most %d", len(data), err, 7<<20)
	}
}
