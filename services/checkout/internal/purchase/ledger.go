package purchase

import (
	"fmt"

	"github.com/vitrine/vitrine/kit/money"
)

// Entry is one line of the ledger. The lines of one Group sum to zero for each Asset. Money received is positive on an asset account and
// negative on the account of the party that it is owed to.
type Entry struct {
	Group   string
	Account string
	// Asset is a currency, or "eip155:<chain>" in wei.
	Asset  string
	Amount money.Wei
}

// Negative returns -w.
func Negative(w money.Wei) money.Wei { return money.Wei{}.Sub(w) }

// The asset accounts of the ledger.
const (
	accountCard     = "card:clearing"
	accountContract = "chain:contract"
	// accountTreasury pays ether refunds; accountWallets received the money sent outside the contract.
	accountTreasury = "chain:treasury"
	accountWallets  = "chain:wallets"
)

// Total returns the payment in minor units or wei.
func (p *Payment) Total() money.Wei {
	if p.Method == Ether {
		return p.Wei
	}
	return money.NewWei(p.Amount.Amount)
}

// LedgerAsset returns what the ledger counts the payment in.
func (p *Payment) LedgerAsset() string {
	switch {
	case p.Method != Ether:
		return p.Amount.Currency
	case p.Asset != "":
		return fmt.Sprintf("eip155:%d/erc20:%s", p.ChainID, p.Asset)
	}
	return fmt.Sprintf("eip155:%d", p.ChainID)
}

// ReceivedOn returns the account that received the payment.
func (p *Payment) ReceivedOn() string {
	switch {
	case p.Method != Ether:
		return accountCard
	case p.Unexpected:
		return accountWallets
	}
	return accountContract
}

// Total returns the refund in minor units or wei.
func (r *Refund) Total() money.Wei {
	if r.Method == Ether {
		return r.Wei
	}
	return money.NewWei(r.Amount.Amount)
}

// PaidFrom returns the account that pays the refund.
func (r *Refund) PaidFrom() string {
	if r.Method == Ether {
		return accountTreasury
	}
	return accountCard
}
