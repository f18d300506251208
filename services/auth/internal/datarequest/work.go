package datarequest

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"
)

// Work does the next step of every due request. A failed step is logged and repeated by the next run. Repeating a step
// changes nothing that was already done.
func (s *Service) Work(ctx context.Context) error {
	due, err := s.Store.Due(ctx, s.Clock.Now())
	if err != nil {
		return err
	}
	for _, r := range due {
		if err := s.step(ctx, r); err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			s.Log.WarnContext(ctx, "a data request waits", "request", r.ID, "kind", r.Kind, "state", r.State, "error", err)
		}
	}
	return nil
}

func (s *Service) step(ctx context.Context, r Request) error {
	now := s.Clock.Now()
	switch {
	case r.Kind == Export && r.State == Waiting:
		return s.export(ctx, r, now)
	case r.State == Done || r.State == Unconfirmed:
		_, err := s.Store.Move(ctx, r.ID, Move{From: r.State, To: Expired, DueAt: now}, nil)
		return err
	case r.State == Waiting:
		return s.begin(ctx, r, now)
	case r.State == Running:
		// By now, access tokens of ended sessions have expired.
		return s.forget(ctx, r, Move{From: Running, To: Clearing, DueAt: now.Add(time.Minute)})
	case r.State == Clearing:
		return s.forget(ctx, r, Move{From: Clearing, To: Done, DueAt: now})
	}
	return nil
}

// begin blocks further logins, unless something must end first.
func (s *Service) begin(ctx context.Context, r Request, now time.Time) error {
	a, err := s.Accounts.Account(ctx, r.AccountID)
	if err != nil && !errors.Is(err, ErrNotFound) {
		return err
	}
	a.ID = r.AccountID
	reasons, err := s.blocked(ctx, a)
	if err != nil {
		return err
	}
	if len(reasons) > 0 {
		_, err := s.Store.Move(ctx, r.ID, Move{From: Waiting, To: Waiting, DueAt: now.Add(retry), Reasons: reasons}, nil)
		return err
	}
	// From here on the person can't cancel, so the state changes before anything is deleted.
	moved, err := s.Store.Move(ctx, r.ID, Move{From: Waiting, To: Running, DueAt: now.Add(s.Rules.Tokens)}, func(ctx context.Context) error {
		return s.Accounts.Close(ctx, r.AccountID)
	})
	if err != nil || !moved {
		return err
	}
	s.Log.InfoContext(ctx, "an account is being deleted", "request", r.ID, "account", r.AccountID)
	return s.deleteUser(ctx, a)
}

// deleteUser blocks further logins at the identity provider. It is repeated before the services forget.
func (s *Service) deleteUser(ctx context.Context, a Account) error {
	if a.Provider == "" {
		return nil
	}
	return s.Accounts.DeleteUser(ctx, a.Provider)
}

// forget makes the identity provider and every service forget the person, this service last, because it has the person's names.
func (s *Service) forget(ctx context.Context, r Request, done Move) error {
	a, err := s.Accounts.Account(ctx, r.AccountID)
	if err != nil && !errors.Is(err, ErrNotFound) {
		return err
	}
	if err := s.deleteUser(ctx, a); err != nil {
		return err
	}
	for _, part := range append(append([]Part{}, s.Parts...), s.Own) {
		reasons, err := part.Forget(ctx, r.AccountID, a.names(), false)
		if err != nil {
			return fmt.Errorf("%s: %w", part.Name(), err)
		}
		if len(reasons) > 0 { // something started before the sessions ended
			s.Log.WarnContext(ctx, "a deletion waits for something to end", "request", r.ID, "service", part.Name(), "reasons", reasons)
			_, err := s.Store.Move(ctx, r.ID, Move{From: r.State, To: r.State, DueAt: s.Clock.Now().Add(retry), Reasons: s.say(reasons)}, nil)
			return err
		}
	}
	_, err = s.Store.Move(ctx, r.ID, done, nil)
	return err
}

// export makes the copy: one file per service.
func (s *Service) export(ctx context.Context, r Request, now time.Time) error {
	a, err := s.Accounts.Account(ctx, r.AccountID)
	if errors.Is(err, ErrNotFound) { // deleted in the meantime
		_, err := s.Store.Move(ctx, r.ID, Move{From: Waiting, To: Expired, DueAt: now}, nil)
		return err
	}
	if err != nil {
		return err
	}
	var file bytes.Buffer
	archive := zip.NewWriter(&file)
	add := func(name string, data []byte) error {
		w, err := archive.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: now})
		if err == nil {
			_, err = w.Write(data)
		}
		return err
	}
	if err := add("README.txt", []byte(readme)); err != nil {
		return err
	}
	for _, part := range append([]Part{s.Own}, s.Parts...) {
		data, err := part.Export(ctx, a.ID, a.names())
		if err != nil {
			return fmt.Errorf("%s: %w", part.Name(), err)
		}
		if err := add(part.Name()+".json", data); err != nil {
			return err
		}
	}
	if err := archive.Close(); err != nil {
		return err
	}
	until := now.Add(copyFor)
	_, err = s.Store.Move(ctx, r.ID, Move{From: Waiting, To: Done, DueAt: until, Archive: file.Bytes()}, func(ctx context.Context) error {
		return s.Notices.ExportReady(ctx, a, r.ID, until)
	})
	return err
}

const readme = `This is everything that the gallery holds about you.

Each file has the data of one part of the gallery as JSON, with a list of rows for each of its tables. Emails and gifts that other people
sent to your verified address or your wallets are included, but not the other people's data. Invoices and certificates are in your orders
and in your collection.
`
