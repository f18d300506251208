package api

import (
	"context"
	"encoding/hex"
	"log/slog"
	"maps"
	"slices"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/money"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1/chainv1connect"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

// Chain implements ChainService. Only services may call it.
type Chain struct {
	Quotes  *chain.Quotes
	Chains  *chain.Chains
	Refunds *chain.Refunds
	// Releases removes tokens from refunded orders.
	Releases *chain.Releases
	Money    chain.MoneyStore
	Holdings *chain.Holdings
	Tokens   *chain.Tokens
	Payees   *chain.Payees
	Payouts  *chain.Payouts
	// Issuers are the addresses that sign or signed the gallery's certificates, EIP-55, the current one first.
	Issuers []string
	Names   chain.Names
	// Registry is the registry that Names uses.
	Registry Registry
	Log      *slog.Logger
}

// Registry is an ENS registry. Address is EIP-55, empty if names are off.
type Registry struct {
	ChainID uint32
	Address string
}

var _ chainv1connect.ChainServiceHandler = (*Chain)(nil)

// CreateQuote prices a checkout.
func (s *Chain) CreateQuote(ctx context.Context, req *chainv1.CreateQuoteRequest) (*chainv1.CreateQuoteResponse, error) {
	link, err := s.Chains.Get(req.GetChainId())
	if err != nil {
		return nil, public(err)
	}
	q, err := s.Quotes.Create(ctx, link.Chain, link.Contracts, chain.QuoteRequest{
		CheckoutID: req.GetCheckoutId(), Price: money.Money{Amount: req.GetAmount(), Currency: req.GetCurrency()},
		PayoutAddress: req.GetPayoutAddress(), ShareBps: int(req.GetArtistShareBps()), RefundAddress: req.GetRefundAddress(),
		HoldExpiresAt: req.GetHoldExpiresAt().AsTime(),
	})
	if err != nil {
		return nil, public(err)
	}
	return &chainv1.CreateQuoteResponse{
		ChainId: q.ChainID, To: q.Contract, Data: "0x" + hex.EncodeToString(q.Data), Value: q.Value.String(), ExpiresAt: timestamppb.New(q.Deadline),
		Rate: q.Rate, RateSource: q.RateSource, RateAt: timestamppb.New(q.RateAt), IntentHash: q.IntentHash,
	}, nil
}

// ListAccountTokens returns the tokens in an account's collection.
func (s *Chain) ListAccountTokens(ctx context.Context, req *chainv1.ListAccountTokensRequest) (*chainv1.ListAccountTokensResponse, error) {
	list, err := s.Tokens.Collection(ctx, req.GetAccountId())
	if err != nil {
		return nil, public(err)
	}
	res := &chainv1.ListAccountTokensResponse{}
	for _, t := range list {
		if _, err := s.Chains.Get(t.ChainID); err != nil {
			continue // as in GetCollection
		}
		res.TokenIds = append(res.TokenIds, t.TokenID)
	}
	return res, nil
}

// ListPayeeEntries returns the entries of wallets in the payment contracts.
func (s *Chain) ListPayeeEntries(ctx context.Context, req *chainv1.ListPayeeEntriesRequest) (*chainv1.ListPayeeEntriesResponse, error) {
	history, err := s.Payouts.History(ctx, req.GetPayees(), req.GetFrom().AsTime(), req.GetTo().AsTime(), int(req.GetLimit()))
	if err != nil {
		return nil, public(err)
	}
	res := &chainv1.ListPayeeEntriesResponse{}
	for _, id := range slices.Sorted(maps.Keys(history.Openings)) {
		res.Openings = append(res.Openings, &chainv1.PayeeOpening{ChainId: id, Amount: history.Openings[id].String()})
	}
	for _, e := range history.Entries {
		res.Items = append(res.Items, &chainv1.PayeeEntry{
			ChainId: e.ChainID, Payee: e.Payee, Amount: e.Amount.String(), At: timestamppb.New(e.BlockTime), TransactionHash: e.TxHash,
			BlockHash: e.BlockHash, LogIndex: e.LogIndex,
		})
	}
	return res, nil
}

// CheckPayee reports whether an address may be paid.
func (s *Chain) CheckPayee(ctx context.Context, req *chainv1.CheckPayeeRequest) (*chainv1.CheckPayeeResponse, error) {
	allowed, err := s.Payees.Allowed(ctx, req.GetAddress())
	if err != nil {
		return nil, public(err)
	}
	return &chainv1.CheckPayeeResponse{Allowed: allowed}, nil
}

// CheckRecipient checks the wallet of a gift.
func (s *Chain) CheckRecipient(ctx context.Context, req *chainv1.CheckRecipientRequest) (*chainv1.CheckRecipientResponse, error) {
	wallet, err := s.Payees.Recipient(ctx, req.GetTo(), req.GetName())
	if err != nil {
		return nil, public(err)
	}
	return &chainv1.CheckRecipientResponse{To: wallet.Address, Name: wallet.Text}, nil
}

// GetQuoteStatus reports whether a quote may have been paid.
func (s *Chain) GetQuoteStatus(ctx context.Context, req *chainv1.GetQuoteStatusRequest) (*chainv1.GetQuoteStatusResponse, error) {
	status, err := s.Quotes.Status(ctx, s.Chains, req.GetIntentHash(), req.GetTransactionHash())
	if err != nil {
		return nil, public(err)
	}
	return &chainv1.GetQuoteStatusResponse{Status: string(status)}, nil
}

// GetTokenRelease reports what ReleaseToken would do.
func (s *Chain) GetTokenRelease(ctx context.Context, req *chainv1.GetTokenReleaseRequest) (*chainv1.GetTokenReleaseResponse, error) {
	state, token, err := s.Releases.State(ctx, req.GetCheckoutId(), req.GetTokenId())
	if err != nil {
		return nil, public(err)
	}
	return &chainv1.GetTokenReleaseResponse{State: string(state), Vault: s.Releases.Chains.Vaults()[token.ChainID]}, nil
}

// ReleaseToken removes the token of a refunded order from it.
func (s *Chain) ReleaseToken(ctx context.Context, req *chainv1.ReleaseTokenRequest) (*chainv1.ReleaseTokenResponse, error) {
	state, err := s.Releases.Release(ctx, req.GetCheckoutId(), req.GetTokenId())
	if err != nil {
		return nil, public(err)
	}
	s.Log.InfoContext(ctx, "a release of a token was requested", "order", req.GetCheckoutId(), "token", req.GetTokenId(), "state", state)
	return &chainv1.ReleaseTokenResponse{State: string(state)}, nil
}

// HoldsTokens returns which of some tokens an account held at a block.
func (s *Chain) HoldsTokens(ctx context.Context, req *chainv1.HoldsTokensRequest) (*chainv1.HoldsTokensResponse, error) {
	var ranges []chain.Range
	for _, r := range req.GetTokens() {
		ranges = append(ranges, chain.Range{ChainID: r.GetChainId(), From: r.GetTokenFrom(), To: r.GetTokenTo(), Block: uint64(max(0, r.GetBlock()))})
	}
	held, err := s.Holdings.Held(ctx, chain.Person{AccountID: req.GetAccountId(), Wallets: req.GetWallets()}, ranges)
	if err != nil {
		return nil, public(err)
	}
	return &chainv1.HoldsTokensResponse{Holds: len(held) > 0, TokenIds: held}, nil
}

// ListChains returns the chains that are up, and the certificate issuers.
func (s *Chain) ListChains(ctx context.Context, _ *chainv1.ListChainsRequest) (*chainv1.ListChainsResponse, error) {
	res := &chainv1.ListChainsResponse{CertificateIssuers: s.Issuers}
	if s.Registry.Address != "" {
		res.NameService = &chainv1.NameService{ChainId: s.Registry.ChainID, Registry: s.Registry.Address}
	}
	for _, l := range s.Chains.All() {
		c := l.Chain
		res.Items = append(res.Items, &chainv1.Chain{
			ChainId: c.ID, Name: c.Name, CurrencySymbol: c.CurrencySymbol, TokenContract: c.TokenContract, PaymentContract: c.PaymentContract,
			ExplorerUrl: c.ExplorerURL, Vault: c.Vault,
		})
	}
	return res, nil
}

// ResolveName returns the address that an ENS name points to now.
func (s *Chain) ResolveName(ctx context.Context, req *chainv1.ResolveNameRequest) (*chainv1.ResolveNameResponse, error) {
	name, err := s.Names.Resolve(ctx, req.GetName())
	if err != nil {
		return nil, public(err)
	}
	return &chainv1.ResolveNameResponse{Name: name.Text, Address: name.Address}, nil
}
