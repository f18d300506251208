package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/auth/internal/datarequest"
	"github.com/vitrine/vitrine/services/auth/internal/postgres/db"
)

// DataRequests implements datarequest.Store.
type DataRequests struct{ pool *pgxpool.Pool }

// NewDataRequests returns a store on a migrated database.
func NewDataRequests(pool *pgxpool.Pool) *DataRequests { return &DataRequests{pool} }

func (s *DataRequests) queries(ctx context.Context) *db.Queries {
	return db.New(postgres.Conn(ctx, s.pool))
}

func request[Row ~struct {
	ID          string
	AccountID   string
	Kind        string
	State       string
	RequestedAt time.Time
	DueAt       time.Time
	Reasons     []string
}](row Row) datarequest.Request {
	r := datarequest.Request(row)
	r.RequestedAt, r.DueAt = r.RequestedAt.UTC(), r.DueAt.UTC()
	return r
}

func requests[Row ~struct {
	ID          string
	AccountID   string
	Kind        string
	State       string
	RequestedAt time.Time
	DueAt       time.Time
	Reasons     []string
}](rows []Row) []datarequest.Request {
	out := make([]datarequest.Request, len(rows))
	for i, row := range rows {
		out[i] = request(row)
	}
	return out
}

// Create implements datarequest.Store.
func (s *DataRequests) Create(ctx context.Context, r datarequest.Request, secretHash []byte, created func(context.Context) error) (live datarequest.Request, err error) {
	err = postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		n, err := s.queries(ctx).CreateDataRequest(ctx, db.CreateDataRequestParams{
			ID: r.ID, AccountID: r.AccountID, Kind: r.Kind, State: r.State, RequestedAt: r.RequestedAt, DueAt: r.DueAt, SecretHash: secretHash,
		})
		if err == nil && n == 1 && created != nil {
			err = created(ctx)
		}
		if err != nil {
			return err
		}
		row, err := s.queries(ctx).LiveDataRequest(ctx, db.LiveDataRequestParams{AccountID: r.AccountID, Kind: r.Kind})
		live = request(row)
		return err
	})
	return live, err
}

// List implements datarequest.Store.
func (s *DataRequests) List(ctx context.Context, accountID string, since time.Time) ([]datarequest.Request, error) {
	rows, err := s.queries(ctx).DataRequests(ctx, db.DataRequestsParams{AccountID: accountID, Since: since})
	return requests(rows), err
}

// Confirm implements datarequest.Store.
func (s *DataRequests) Confirm(ctx context.Context, secretHash []byte, dueAt, now time.Time, confirmed func(context.Context, datarequest.Request) error) (r datarequest.Request, err error) {
	err = postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		row, err := s.queries(ctx).ConfirmDataRequest(ctx, db.ConfirmDataRequestParams{SecretHash: secretHash, DueAt: dueAt, Now: now})
		if errors.Is(err, pgx.ErrNoRows) {
			return datarequest.ErrNotFound
		}
		if err != nil {
			return err
		}
		r = request(row)
		return confirmed(ctx, r)
	})
	return r, err
}

// Due implements datarequest.Steps.
func (s *DataRequests) Due(ctx context.Context, now time.Time) ([]datarequest.Request, error) {
	rows, err := s.queries(ctx).DueDataRequests(ctx, now)
	return requests(rows), err
}

// Move implements datarequest.Steps.
func (s *DataRequests) Move(ctx context.Context, requestID string, m datarequest.Move, done func(context.Context) error) (moved bool, err error) {
	if m.Reasons == nil {
		m.Reasons = []string{}
	}
	err = postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		n, err := s.queries(ctx).MoveDataRequest(ctx, db.MoveDataRequestParams{
			ID: requestID, FromState: m.From, ToState: m.To, DueAt: m.DueAt, Reasons: m.Reasons, Archive: m.Archive,
		})
		if moved = n == 1; err == nil && moved && done != nil {
			err = done(ctx)
		}
		return err
	})
	return moved && err == nil, err
}

// Archive implements datarequest.Store.
func (s *DataRequests) Archive(ctx context.Context, accountID, requestID string, now time.Time) ([]byte, error) {
	file, err := s.queries(ctx).DataRequestArchive(ctx, db.DataRequestArchiveParams{ID: requestID, AccountID: accountID, Now: now})
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, datarequest.ErrNotFound
	}
	return file, err
}
