package documents

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// rates are the rates of the migration, and the limits of a rate.
var rates = []int{0, 1, 1700, 1800, 1900, 2000, 2100, 2200, 2300, 2400, 2500, 2550, 2700, 9999, 10_000}

func TestContained(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		gross    int64
		bps      int
		net, vat int64
	}{
		{0, 2000, 0, 0},
		{1, 2000, 1, 0},
		{3, 2000, 2, 1}, // 0.1667 down, 0.5 up
		{125_000, 2000, 104_167, 20_833},
		{11_900, 1900, 10_000, 1900},
		{12_550, 2550, 10_000, 2550},
		{100, 0, 100, 0},
		{math.MaxInt64, 10_000, math.MaxInt64 / 2, math.MaxInt64/2 + 1},
	} {
		if net, vat := Contained(c.gross, c.bps); net != c.net || vat != c.vat {
			t.Errorf("%d at %d: %d + %d, want %d + %d", c.gross, c.bps, net, vat, c.net, c.vat)
		}
	}
}

func TestNetAndTaxAddUp(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		gross, bps := rapid.Int64Range(0, math.MaxInt64).Draw(t, "gross"), rapid.SampledFrom(rates).Draw(t, "bps")
		net, vat := Contained(gross, bps)
		if net+vat != gross || net < 0 || vat < 0 {
			t.Fatalf("net %d + tax %d, want both positive and the sum %d", net, vat, gross)
		}
		if gross < 1<<40 {
			// The tax differs from its exact value by at most half a unit: |2·vat·(10000+r) − 2·gross·r| ≤ 10000+r.
			if d := 2*vat*int64(10_000+bps) - 2*gross*int64(bps); d > int64(10_000+bps) || d <= -int64(10_000+bps) {
				t.Fatalf("tax %d of %d at %d, want the nearest to the exact value", vat, gross, bps)
			}
		}
	})
}

// TestCreditNotesRefundTheTax splits an invoice into parts: each part adds up, none is negative, and together they equal the
// invoice.
func TestCreditNotesRefundTheTax(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		gross, bps := rapid.Int64Range(1, 1<<50).Draw(t, "gross"), rapid.SampledFrom(rates).Draw(t, "bps")
		invoiceNet, invoiceVAT := Contained(gross, bps)
		var before, beforeVAT, beforeNet int64
		for before < gross {
			part := rapid.Int64Range(1, gross-before).Draw(t, "part")
			if rapid.IntRange(0, 4).Draw(t, "end") == 0 {
				part = gross - before
			}
			net, vat := credit(part, before, beforeVAT, bps)
			if net+vat != part || vat < 0 || net < 0 {
				t.Fatalf("net %d + tax %d, want both positive and the sum %d", net, vat, part)
			}
			before, beforeVAT, beforeNet = before+part, beforeVAT+vat, beforeNet+net
		}
		if beforeVAT != invoiceVAT || beforeNet != invoiceNet {
			t.Fatalf("credits of %d + %d, want the invoice's %d + %d", beforeNet, beforeVAT, invoiceNet, invoiceVAT)
		}
	})
}
