// Package read implements the RPCs that only read: from rows to messages, without rules.
package read

import (
	"context"
	"errors"
	"log/slog"
	"strings"

	"connectrpc.com/connect/v2"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/gen/errorsv1"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/rpc"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/postgres/db"
)

// Reader implements what CollectionService, WithdrawalService, GiftService, PayoutService and ChainService read, and the metadata of tokens.
// Handlers of commands return its messages, too. It reads in the transaction of ctx if there is one. Its errors are public. A chain that is down
// hides only what belongs to it.
type Reader struct {
	Pool   *pgxpool.Pool
	Chains *chain.Chains
	// Accounts returns the wallets of a collection, and Artworks what metadata shows of an artwork.
	Accounts custody.Accounts
	Artworks Artworks
	// Issuers are the addresses that sign or signed the gallery's certificates, EIP-55, the current one first.
	Issuers []string
	// Registry is the registry that resolves names.
	Registry Registry
	// PublicURL is the gallery's origin. ArtOrigin is where live works run; without it metadata has no animation_url.
	PublicURL, ArtOrigin string
	// Gallery is the gallery's name; empty for the product's.
	Gallery string
	Log     *slog.Logger
}

// Artworks reads the catalog.
type Artworks interface {
	// Display returns what marketplaces show of an artwork's tokens, whether it is published or not. Errors: chain.ErrNotFound, chain.ErrUnavailable.
	Display(ctx context.Context, artworkID int64) (custody.Display, error)
}

// Registry is an ENS registry. Address is EIP-55, empty if names are off.
type Registry struct {
	ChainID uint32
	Address string
}

func (r *Reader) queries(ctx context.Context) *db.Queries { return db.New(postgres.Conn(ctx, r.Pool)) }

// ListChains returns the chains that are up, and the certificate issuers.
func (r *Reader) ListChains(context.Context, *chainv1.ListChainsRequest) (*chainv1.ListChainsResponse, error) {
	res := &chainv1.ListChainsResponse{CertificateIssuers: r.Issuers}
	if r.Registry.Address != "" {
		res.NameService = &chainv1.NameService{ChainId: r.Registry.ChainID, Registry: r.Registry.Address}
	}
	for _, l := range r.Chains.All() {
		c := l.Chain
		res.Items = append(res.Items, &chainv1.Chain{
			ChainId: c.ID, Name: c.Name, CurrencySymbol: c.CurrencySymbol, TokenContract: c.TokenContract, PaymentContract: c.PaymentContract,
			ExplorerUrl: c.ExplorerURL, Vault: c.Vault,
		})
	}
	return res, nil
}

// list returns the messages of rows.
func list[Row, Message any](rows []Row, convert func(Row) *Message) []*Message {
	out := make([]*Message, len(rows))
	for i, row := range rows {
		out[i] = convert(row)
	}
	return out
}

// lower returns addresses in lower case, so that they can be compared.
func lower(addresses []string) []string {
	out := make([]string, 0, len(addresses))
	for _, a := range addresses {
		out = append(out, strings.ToLower(a))
	}
	return out
}

// NotFound returns the public error of a row that doesn't exist or belongs to another account.
func NotFound() error {
	return rpc.Error(connect.CodeNotFound, errorsv1.Reason_REASON_NOT_FOUND, "There is no such token or withdrawal.", nil)
}

// Unavailable returns the public error of a service that is down.
func Unavailable(err error) error {
	return rpc.Unavailable(errorsv1.Reason_REASON_UNAVAILABLE, "This is not available right now. Try again in a moment.", err)
}

// ChainUnavailable returns the public error of a chain that is down, or has a temporary problem.
func ChainUnavailable(err error) error {
	return rpc.Unavailable(chainv1.Reason_REASON_CHAIN_UNAVAILABLE, "The chain is not available right now. Try again in a moment.", err)
}

// UnknownChain returns the public error of a chain that isn't configured.
func UnknownChain() error {
	return rpc.Error(connect.CodeInvalidArgument, errorsv1.Reason_REASON_INVALID, "The gallery doesn't use this chain.", map[string]string{"chainId": "not a chain of the gallery"})
}

// found returns the public error of a missing row.
func found(err error) error {
	if errors.Is(err, pgx.ErrNoRows) {
		return NotFound()
	}
	return err
}
