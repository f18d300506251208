package documents

import "math/big"

// Contained splits a gross amount into net and tax: tax = gross × rate ÷ (1 + rate), rounded to the nearest minor unit, half
// up; net is the rest, so both always add up to gross. Amounts are in minor units and not negative; rateBps is in hundredths
// of a percent.
func Contained(gross int64, rateBps int) (net, vat int64) {
	whole := big.NewInt(int64(10_000 + rateBps))
	tax := new(big.Int).Mul(big.NewInt(gross), big.NewInt(int64(rateBps)))
	// Half up: ⌊(2a + b) ÷ 2b⌋.
	tax.Lsh(tax, 1).Add(tax, whole)
	tax.Quo(tax, whole.Lsh(whole, 1))
	vat = tax.Int64()
	return gross - vat, vat
}

// credit splits a credit of gross after earlier credits of the same invoice, which sum to before and beforeVAT. The tax of
// all credits equals the tax of their sum, so a price that is refunded in parts returns exactly the tax of the invoice.
func credit(gross, before, beforeVAT int64, rateBps int) (net, vat int64) {
	_, all := Contained(before+gross, rateBps)
	vat = all - beforeVAT
	return gross - vat, vat
}
