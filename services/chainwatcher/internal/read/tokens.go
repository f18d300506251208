package read

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/rpc"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/postgres/db"
)

// GetCollection implements CollectionService.
func (r *Reader) GetCollection(ctx context.Context, _ *chainv1.GetCollectionRequest) (*chainv1.GetCollectionResponse, error) {
	res := &chainv1.GetCollectionResponse{}
	return res, r.collection(ctx, rpc.Caller(ctx).Subject, func(row db.ReadCollectionRow, c chain.Chain) {
		t := row.Token
		item := &chainv1.Token{
			TokenId: t.TokenID, ChainId: t.ChainID, Contract: c.TokenContract, ArtworkId: t.ArtworkID, EditionNumber: t.EditionNumber,
			Location: "wallet", Owner: cmp.Or(row.Holder, c.Vault), EditionSize: t.EditionSize, ArtworkTitle: t.Title, ArtworkSlug: t.Slug, ArtistName: t.Artist,
			Frozen: row.Frozen, Status: string(t.Status), MintTransactionHash: t.MintTx, AcquiredAt: timestamppb.New(row.AcquiredAt),
		}
		if row.Holder == "" || strings.EqualFold(row.Holder, c.Vault) {
			item.Location = "vault"
		}
		if row.Gift {
			item.GiftOrder = t.CheckoutID
		}
		res.Items = append(res.Items, item)
	})
}

// ListAccountTokens implements ChainService.
func (r *Reader) ListAccountTokens(ctx context.Context, req *chainv1.ListAccountTokensRequest) (*chainv1.ListAccountTokensResponse, error) {
	res := &chainv1.ListAccountTokensResponse{}
	return res, r.collection(ctx, req.GetAccountId(), func(row db.ReadCollectionRow, _ chain.Chain) { res.TokenIds = append(res.TokenIds, row.Token.TokenID) })
}

// collection calls add for each token in the collection of an account.
func (r *Reader) collection(ctx context.Context, accountID string, add func(db.ReadCollectionRow, chain.Chain)) error {
	p, err := r.Accounts.Account(ctx, accountID)
	if err != nil {
		return Unavailable(err)
	}
	var vaults []string
	for _, l := range r.Chains.All() {
		vaults = append(vaults, l.Chain.Vault)
	}
	rows, err := r.queries(ctx).ReadCollection(ctx, db.ReadCollectionParams{AccountID: accountID, Wallets: lower(p.Wallets), Vaults: lower(vaults)})
	for _, row := range rows {
		if link, err := r.Chains.Get(row.Token.ChainID); err == nil {
			add(row, link.Chain)
		}
	}
	return err
}

// ListTokens implements CollectionService.
func (r *Reader) ListTokens(ctx context.Context, req *chainv1.ListTokensRequest) (*chainv1.ListTokensResponse, error) {
	id := req.GetArtworkId()
	rows, err := r.queries(ctx).ReadTransfers(ctx, db.ReadTransfersParams{FirstID: chain.TokenID(id, 0), LastID: chain.TokenID(id+1, 0) - 1})
	if err != nil {
		return nil, err
	}
	res := &chainv1.ListTokensResponse{}
	for _, t := range rows {
		link, err := r.Chains.Get(t.ChainID)
		if err != nil {
			continue
		}
		i := slices.IndexFunc(res.GetItems(), func(h *chainv1.TokenHistory) bool { return h.GetTokenId() == t.TokenID && h.GetChainId() == t.ChainID })
		if i < 0 {
			i, res.Items = len(res.GetItems()), append(res.Items, &chainv1.TokenHistory{
				TokenId: t.TokenID, ChainId: t.ChainID, Contract: link.Chain.TokenContract, EditionNumber: chain.EditionNumber(t.TokenID),
			})
		}
		kind := "transferred"
		switch {
		case t.FromAddress == "":
			kind = "minted"
		case strings.EqualFold(t.FromAddress, link.Chain.Vault):
			kind = "withdrawn"
		}
		res.Items[i].Events = append(res.Items[i].Events, &chainv1.TokenEvent{
			Kind: kind, From: t.FromAddress, To: t.ToAddress, TransactionHash: t.TxHash, At: timestamppb.New(t.BlockTime), Final: t.Final,
		})
	}
	return res, nil
}

// ListMints implements ChainService. It leaves out mints in progress.
func (r *Reader) ListMints(ctx context.Context, req *chainv1.ListMintsRequest) (*chainv1.ListMintsResponse, error) {
	rows, err := r.queries(ctx).ReadMints(ctx, req.GetTokenIds())
	if err != nil {
		return nil, err
	}
	res := &chainv1.ListMintsResponse{}
	for _, id := range req.GetTokenIds() {
		i := slices.IndexFunc(rows, func(t db.ReadMintsRow) bool { return t.TokenID == id })
		if i < 0 {
			res.Unknown = append(res.Unknown, id)
			continue
		}
		t := rows[i]
		link, err := r.Chains.Get(t.ChainID)
		if t.Status != custody.Minted || err != nil {
			continue
		}
		res.Items = append(res.Items, &chainv1.TokenMinted{
			CheckoutId: t.CheckoutID, TokenId: id, ChainId: t.ChainID, Contract: link.Chain.TokenContract, TransactionHash: t.MintTx,
		})
	}
	return res, nil
}
