package postgres

import (
	"context"

	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/postgres/db"
)

// Deployment adds the contracts that were deployed on the chain of this genesis, or returns ErrNotFound.
func (s *Store) Deployment(ctx context.Context, c chain.Chain) (chain.Chain, error) {
	row, err := s.queries(ctx).ReadDeployment(ctx, db.ReadDeploymentParams{ChainID: c.ID, GenesisHash: c.Genesis})
	if err != nil {
		return c, found(err)
	}
	c.TokenContract, c.PaymentContract, c.PriceFeed, c.StartBlock = row.TokenContract, row.PaymentContract, row.PriceFeed, row.StartBlock
	return c, nil
}

// SaveDeployment records contracts.
func (s *Store) SaveDeployment(ctx context.Context, c chain.Chain) error {
	return s.queries(ctx).PutDeployment(ctx, db.PutDeploymentParams{
		ChainID: c.ID, GenesisHash: c.Genesis, TokenContract: c.TokenContract, PaymentContract: c.PaymentContract, PriceFeed: c.PriceFeed,
		StartBlock: c.StartBlock,
	})
}

// OldestWaiting returns the age in seconds of the oldest transaction that isn't mined.
func (s *Store) OldestWaiting(ctx context.Context) (seconds float64, err error) {
	return s.queries(ctx).OldestWaiting(ctx)
}
