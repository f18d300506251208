// Package approvaltest is the test suite that every store of requests passes.
package approvaltest

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/services/approvals/internal/approval"
)

// Start is when the suite's requests are made.
var Start = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// tokens counts the tokens of requests: no two wait for the same one.
var tokens atomic.Int64

// Request returns a pending request that expires an hour after made, and the secret of its only link.
func Request(account, subject string, made time.Time) (r *approval.Request, secret string) {
	secret, hash := id.Secret()
	return &approval.Request{
		ID: id.New(), Kind: approval.TokenWithdrawal, SubjectID: subject, AccountID: account, Email: account + "@example.org", Wallets: []string{"0xa"},
		ChainID: 100, To: approval.Wallet{Address: "0xb", Name: "b.eth"}, Summary: "Send a token", Lines: []approval.Line{{Label: "To wallet", Value: "0xb"}},
		Subject: approval.Subject{Works: []approval.Work{{
			ID: id.New(), TokenID: tokens.Add(1), Title: "Long Furrow", Artist: "Adaeze Nwokolo", Number: 3, Size: 25, Picture: "/assets/7.webp",
		}}},
		Digest: "d", Status: approval.Pending,
		CreatedAt: made, ExpiresAt: made.Add(time.Hour), Links: []approval.Link{{Hash: hash, Role: approval.Owner, Email: account + "@example.org", Status: approval.Pending}},
	}, secret
}

// TestStore runs the suite. Each part gets an empty store.
func TestStore(t *testing.T, fresh func(t *testing.T) approval.Store) {
	t.Helper()
	for name, run := range map[string]func(t *testing.T, s approval.Store){
		"a request is made once":           once,
		"it is found by each of its names": found,
		"an update is kept, or nothing is": updated,
		"pending ones are the account's":   pending,
		"overdue ones ran out of time":     overdue,
		"approvers see their turn":         forApprovers,
		"a token waits in one request":     tokensWait,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			run(t, fresh(t))
		})
	}
}

func create(t *testing.T, s approval.Store, r *approval.Request, want bool) {
	t.Helper()
	if created, err := s.Create(t.Context(), r); created != want || err != nil {
		t.Fatalf("created %t, %v, want %t", created, err, want)
	}
}

func read(t *testing.T, s approval.Store, k approval.Key) *approval.Request {
	t.Helper()
	r, err := s.Read(t.Context(), k)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func once(t *testing.T, s approval.Store) {
	first, _ := Request("ada", "w1", Start)
	create(t, s, first, true)
	again, _ := Request("eve", "w1", Start)
	create(t, s, again, false)
	if r := read(t, s, approval.Key{Kind: approval.TokenWithdrawal, SubjectID: "w1"}); r.ID != first.ID || r.AccountID != "ada" || len(r.Links) != 1 {
		t.Errorf("request = %+v, want %s of ada with one link", r, first.ID)
	}
	other, _ := Request("ada", "w1", Start)
	other.Kind = approval.PayoutWalletUpdate
	create(t, s, other, true)
}

func found(t *testing.T, s approval.Store) {
	made, secret := Request("ada", "w1", Start)
	create(t, s, made, true)
	neighbour, _ := Request("ada", "w2", Start)
	create(t, s, neighbour, true)
	for name, k := range map[string]approval.Key{
		"id": {ID: made.ID}, "secret": {SecretHash: id.Hash(secret)}, "subject": {Kind: approval.TokenWithdrawal, SubjectID: "w1"},
		"withdrawal": {WithdrawalID: made.Works[0].ID}, "batch": {WithdrawalID: made.ID},
	} {
		r := read(t, s, k)
		if r.ID != made.ID || r.Email != made.Email || !slices.Equal(r.Wallets, made.Wallets) || r.ChainID != 100 || r.To != made.To || r.Summary != made.Summary ||
			!slices.Equal(r.Lines, made.Lines) || !reflect.DeepEqual(r.Subject, made.Subject) || r.Digest != "d" || r.Status != approval.Pending || !r.CreatedAt.Equal(Start) || !r.ExpiresAt.Equal(Start.Add(time.Hour)) ||
			!r.DecidedAt.IsZero() || len(r.Links) != 1 || r.Links[0].Role != approval.Owner || r.Links[0].Email != made.Email {
			t.Errorf("request read by %s = %+v, want %+v, pending for an hour on chain 100, with the owner's link", name, r, made)
		}
	}
	for name, k := range map[string]approval.Key{
		"id": {ID: id.New()}, "secret": {SecretHash: id.Hash(secret + "x")}, "subject": {Kind: approval.PayoutWalletUpdate, SubjectID: "w1"},
		"withdrawal": {WithdrawalID: id.New()}, "text": {WithdrawalID: "w1"},
	} {
		if _, err := s.Read(t.Context(), k); !errors.Is(err, approval.ErrNotFound) {
			t.Errorf("reading by another %s: error = %v, want ErrNotFound", name, err)
		}
		if err := s.Update(t.Context(), k, func(context.Context, *approval.Request) error { return nil }); !errors.Is(err, approval.ErrNotFound) {
			t.Errorf("update by another %s: error = %v, want ErrNotFound", name, err)
		}
	}
}

func updated(t *testing.T, s approval.Store) {
	made, secret := Request("ada", "w1", Start)
	create(t, s, made, true)
	at, broken := Start.Add(time.Minute), errors.New("broken")
	next, hash := id.Secret()
	change := func(fails error) error {
		return s.Update(t.Context(), approval.Key{SecretHash: id.Hash(secret)}, func(ctx context.Context, r *approval.Request) error {
			r.Status, r.DecidedAt = approval.Approved, at
			l := &r.Links[0]
			l.Hash, l.Status, l.DecidedBy, l.DecidedAt, l.ViewedAt = hash, approval.Approved, "ada", at, at.Add(-time.Second)
			r.Outcome, r.OutcomeAt = approval.Completed, at.Add(time.Hour)
			if err := s.Append(ctx, approval.Entry{RequestID: r.ID, Event: approval.EventResent.As(approval.Owner), Actor: "ada", IP: "192.0.2.1", At: at}); err != nil {
				return err
			}
			return fails
		})
	}
	if err := change(broken); !errors.Is(err, broken) {
		t.Errorf("failed change: error = %v, want %v", err, broken)
	}
	if r := read(t, s, approval.Key{ID: made.ID}); r.Status != approval.Pending || r.Links[0].Status != approval.Pending || r.Links[0].DecidedBy != "" {
		t.Errorf("request after a failure = %+v, want it pending and its link undecided", r)
	}
	if err := change(nil); err != nil {
		t.Fatal(err)
	}
	r := read(t, s, approval.Key{SecretHash: id.Hash(next)})
	if l := r.Links[0]; r.Status != approval.Approved || !r.DecidedAt.Equal(at) || l.Status != approval.Approved || l.DecidedBy != "ada" || !l.DecidedAt.Equal(at) ||
		!l.ViewedAt.Equal(at.Add(-time.Second)) || r.Outcome != approval.Completed || !r.OutcomeAt.Equal(at.Add(time.Hour)) {
		t.Errorf("request = %+v, want approved by ada at %s and completed an hour later", r, at)
	}
	if _, err := s.Read(t.Context(), approval.Key{SecretHash: id.Hash(secret)}); !errors.Is(err, approval.ErrNotFound) {
		t.Errorf("reading by a replaced secret: error = %v, want ErrNotFound", err)
	}
	// A failed change is not in the log either, and other entries aren't new links.
	if err := s.Append(t.Context(), approval.Entry{RequestID: made.ID, Event: approval.EventViewed.As(approval.Owner), At: at}); err != nil {
		t.Fatal(err)
	}
	if sent, err := s.Resent(t.Context(), made.ID); err != nil || len(sent) != 1 || !sent[0].Equal(at) {
		t.Errorf("new links = %v, %v, want one at %s", sent, err, at)
	}
}

func pending(t *testing.T, s approval.Store) {
	var ids []string
	for i, subject := range []string{"w1", "w2", "w3"} {
		r, _ := Request("ada", subject, Start.Add(time.Duration(i)*time.Minute))
		create(t, s, r, true)
		ids = append(ids, r.ID)
	}
	other, _ := Request("eve", "w4", Start)
	create(t, s, other, true)
	end(t, s, ids[1])
	list, err := s.Pending(t.Context(), "ada")
	if err != nil || len(list) != 2 || list[0].ID != ids[2] || list[1].ID != ids[0] || len(list[0].Links) != 1 {
		t.Errorf("pending = %+v, %v, want %s, then %s, with one link", list, err, ids[2], ids[0])
	}
}

func overdue(t *testing.T, s approval.Store) {
	var ids []string
	for i, subject := range []string{"w1", "w2", "w3", "w4"} {
		r, _ := Request("ada", subject, Start.Add(time.Duration(i)*time.Minute))
		create(t, s, r, true)
		ids = append(ids, r.ID)
	}
	end(t, s, ids[0])
	for _, c := range []struct {
		after time.Duration
		limit int
		want  []string
	}{{0, 10, nil}, {time.Hour + time.Minute, 10, ids[1:2]}, {2 * time.Hour, 10, ids[1:]}, {2 * time.Hour, 2, ids[1:3]}} {
		if got, err := s.Overdue(t.Context(), Start.Add(c.after), c.limit); err != nil || !slices.Equal(got, c.want) {
			t.Errorf("after %s: %v, %v, want %v", c.after, got, err, c.want)
		}
	}
}

func forApprovers(t *testing.T, s approval.Store) {
	var ids []string
	for i, subject := range []string{"w1", "w2", "w3", "w4"} {
		r, _ := Request("ada", subject, Start.Add(-time.Duration(i)*time.Minute))
		_, hash := id.Secret()
		r.Links = append(r.Links, approval.Link{Hash: hash, Role: approval.Approver, Status: approval.Pending})
		create(t, s, r, true)
		ids = append(ids, r.ID)
	}
	// The owner of w1 has not approved; w4 has ended after its owner approved.
	for _, requestID := range ids[1:] {
		err := s.Update(t.Context(), approval.Key{ID: requestID}, func(_ context.Context, r *approval.Request) error {
			l := &r.Links[0]
			l.Status, l.DecidedBy, l.DecidedAt = approval.Approved, "ada", Start
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	end(t, s, ids[3])
	list, err := s.ForApprovers(t.Context())
	if err != nil || len(list) != 2 || list[0].ID != ids[2] || list[1].ID != ids[1] || len(list[0].Links) != 2 {
		t.Errorf("for approvers = %+v, %v, want %s, then %s, with two links", list, err, ids[2], ids[1])
	}
}

func tokensWait(t *testing.T, s approval.Store) {
	first, _ := Request("ada", "w1", Start)
	first.Works = append(first.Works, approval.Work{ID: id.New(), TokenID: tokens.Add(1), Title: "Slow Tide", Number: 1, Size: 1})
	create(t, s, first, true)
	one, two := first.Works[0].TokenID, first.Works[1].TokenID
	waits := func(want ...int64) {
		t.Helper()
		got, err := s.PendingTokens(t.Context(), "ada", []int64{one, two, 1 << 40})
		slices.Sort(got)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("pending = %v, %v, want %v", got, err, want)
		}
	}
	waits(one, two)
	second, _ := Request("eve", "w2", Start)
	second.Works[0].TokenID = two
	if _, err := s.Create(t.Context(), second); !errors.Is(err, approval.ErrPending) {
		t.Errorf("a second request of a token: error = %v, want ErrPending", err)
	}
	err := s.Update(t.Context(), approval.Key{WithdrawalID: first.ID}, func(_ context.Context, r *approval.Request) error {
		r.CancelledWorks = []int32{2}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	waits(one)
	create(t, s, second, true)
	waits(one, two)
	end(t, s, first.ID)
	waits(two)
}

func end(t *testing.T, s approval.Store, requestID string) {
	t.Helper()
	err := s.Update(t.Context(), approval.Key{ID: requestID}, func(_ context.Context, r *approval.Request) error {
		r.Status, r.DecidedAt = approval.Cancelled, Start
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
