package postgres

import (
	"context"

	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

// Deployment fills in the contracts that were deployed on the chain of this genesis, or answers ErrNotFound.
func (s *Store) Deployment(ctx context.Context, c chain.Chain) (chain.Chain, error) {
	err := s.row(ctx, deploymentSQL, int64(c.ID), c.Genesis).Scan(&c.TokenContract, &c.PaymentContract, &c.PriceFeed, &c.StartBlock)
	return c, found(err)
}

// SaveDeployment records contracts.
func (s *Store) SaveDeployment(ctx context.Context, c chain.Chain) error {
	_, err := s.exec(ctx, putDeploymentSQL, int64(c.ID), c.Genesis, c.TokenContract, c.PaymentContract, c.PriceFeed, int64(c.StartBlock))
	return err
}

// OldestWaiting is the age in seconds of the oldest transaction that is not mined.
func (s *Store) OldestWaiting(ctx context.Context) (seconds float64, err error) {
	return seconds, s.row(ctx, oldestWaitingSQL).Scan(&seconds)
}
