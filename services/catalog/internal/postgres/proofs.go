package postgres

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/vitrine/vitrine/kit/jobs"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/postgres/db"
	"github.com/vitrine/vitrine/services/catalog/internal/studio"
)

// Proof returns a proof. Error: artwork.ErrNotFound.
func (s *Store) Proof(ctx context.Context, id string) (studio.Proof, error) {
	if !studio.ValidID(id) {
		return studio.Proof{}, artwork.ErrNotFound
	}
	r, err := s.queries(ctx).Proof(ctx, id)
	if err != nil {
		return studio.Proof{}, found(err)
	}
	return proof(db.ProofsOfDraftsRow(r))
}

func proof(r db.ProofsOfDraftsRow) (studio.Proof, error) {
	p := studio.Proof{
		ID: r.ID, ArtworkID: r.ArtworkID, Page: r.Page, File: r.File, Sum: r.Sum, Width: r.Width, Height: r.Height, State: studio.ProofState(r.State), Reason: r.Reason, Repeatable: r.Repeatable,
	}
	if err := json.Unmarshal(r.Drawings, &p.Drawings); err != nil {
		return p, fmt.Errorf("the drawings of proof %s: %w", r.ID, err)
	}
	return p, nil
}

// proofOf returns the proof of a draft, nil if it isn't a live work.
func (s *Store) proofOf(ctx context.Context, draft string) (*studio.Proof, error) {
	rows, err := s.queries(ctx).ProofsOfDrafts(ctx, []string{draft})
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	p, err := proof(rows[0])
	return &p, err
}

// saveProof sets the page of a draft to the page of an upload, or removes it.
func (s *Store) saveProof(ctx context.Context, draft string, before *studio.Proof, page *studio.File, files studio.Files, now time.Time) error {
	if !files.ChangesProof(before, page) {
		return nil
	}
	var number int64
	if before != nil {
		number = before.ArtworkID
		if err := s.queries(ctx).DeleteProof(ctx, draft); err != nil {
			return err
		}
	}
	if page == nil {
		return nil
	}
	m := page.Media
	id, err := s.queries(ctx).CreateProof(ctx, db.CreateProofParams{
		DraftID: draft, ArtworkID: number, Page: m.Page, File: m.URL, Sum: page.Sum, Width: m.Width, Height: m.Height, UpdatedAt: now,
	})
	if err != nil || !files.Prove {
		return err
	}
	return jobs.Add(ctx, s.conn(ctx), artwork.ProveDraft{ProofID: id})
}

// StartProof implements media.Proofs.
func (s *Store) StartProof(ctx context.Context, id string, now time.Time) (studio.Proof, error) {
	p, err := s.Proof(ctx, id)
	if err != nil {
		return p, err
	}
	rows, err := s.queries(ctx).StartProof(ctx, db.StartProofParams{ID: id, At: now})
	if err == nil && rows == 0 {
		err = artwork.ErrNotFound // it is finished
	}
	p.State = studio.ProofRunning
	return p, err
}

// EndProof implements media.Proofs.
func (s *Store) EndProof(ctx context.Context, id string, r studio.ProofResult, now time.Time) error {
	if r.Drawings == nil {
		r.Drawings = []studio.Drawing{} // stored as an empty list, not as null
	}
	doc, err := json.Marshal(r.Drawings)
	if err == nil {
		_, err = s.queries(ctx).EndProof(ctx, db.EndProofParams{
			ID: id, State: string(r.State), Reason: artwork.Writable(r.Reason), Repeatable: r.Repeatable, Drawings: doc, At: now,
		})
	}
	return err
}

// RepeatProof implements graph.DraftChanges.
func (s *Store) RepeatProof(ctx context.Context, draft string, allowed func(studio.Draft) error, now time.Time) error {
	return postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		d, err := s.lockDraft(ctx, draft)
		if err == nil {
			err = allowed(d)
		}
		if err != nil {
			return err
		}
		if again, err := d.RepeatProof(); err != nil || !again {
			return err
		}
		id, err := s.queries(ctx).RepeatProof(ctx, db.RepeatProofParams{DraftID: draft, At: now})
		if err != nil {
			return err
		}
		return jobs.Add(ctx, s.conn(ctx), artwork.ProveDraft{ProofID: id})
	})
}

// UnfinishedProofs implements media.Proofs.
func (s *Store) UnfinishedProofs(ctx context.Context, limit int32) ([]string, error) {
	return s.queries(ctx).UnfinishedProofs(ctx, limit)
}
