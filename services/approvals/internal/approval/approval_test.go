package approval

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/clock"
)

func TestTransitions(t *testing.T) {
	for _, from := range Statuses {
		for _, to := range Statuses {
			want := from == Pending && to != Pending
			if got := from.Allowed(to); got != want {
				t.Errorf("%s → %s: %v, want %v", from, to, got, want)
			}
		}
	}
}

func TestDecisions(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	owner, stranger := Person{AccountID: "owner"}, Person{AccountID: "stranger"}
	second := Person{AccountID: "second", Roles: []string{roleApprover}}
	ownerToo := Person{AccountID: "owner", Roles: []string{roleApprover}}
	for name, c := range map[string]struct {
		links  []Link
		status Status
		late   bool
		take   int
		by     Person
		err    error
		whole  bool
	}{
		"owner decides a withdrawal":                           {links: []Link{{Role: Owner, Status: Pending}}, by: owner, whole: true},
		"a stranger can't decide by the link":                  {links: []Link{{Role: Owner, Status: Pending}}, by: stranger, err: ErrForbidden},
		"an approver can't decide for the owner":               {links: []Link{{Role: Owner, Status: Pending}}, by: second, err: ErrForbidden},
		"one of two approvers doesn't complete the request":    {links: []Link{{Role: Owner, Status: Pending}, {Role: Approver, Status: Pending}}, by: owner},
		"the second approver completes the request":            {links: []Link{{Role: Owner, Status: Approved, DecidedBy: "owner"}, {Role: Approver, Status: Pending}}, take: 1, by: second, whole: true},
		"an account without the role can't approve":            {links: []Link{{Role: Owner, Status: Approved, DecidedBy: "owner"}, {Role: Approver, Status: Pending}}, take: 1, by: stranger, err: ErrForbidden},
		"one person can't approve twice":                       {links: []Link{{Role: Owner, Status: Approved, DecidedBy: "owner"}, {Role: Approver, Status: Pending}}, take: 1, by: ownerToo, err: ErrSamePerson},
		"one approver doesn't count as two":                    {links: []Link{{Role: Approver, Status: Approved, DecidedBy: "second"}, {Role: Approver, Status: Pending}}, take: 1, by: second, err: ErrSamePerson},
		"a used link returns decided":                          {links: []Link{{Role: Owner, Status: Approved}}, by: owner, err: ErrDecided},
		"a cancelled request returns decided":                  {links: []Link{{Role: Owner, Status: Pending}}, status: Cancelled, by: owner, err: ErrDecided},
		"a request that was marked as expired returns expired": {links: []Link{{Role: Owner, Status: Pending}}, status: Expired, by: owner, err: ErrExpired},
		"a late request returns expired before it is marked":   {links: []Link{{Role: Owner, Status: Pending}}, late: true, by: owner, err: ErrExpired},
		"permissions aren't revealed after the decision":       {links: []Link{{Role: Owner, Status: Approved}}, by: stranger, err: ErrDecided},
	} {
		t.Run(name, func(t *testing.T) {
			r := &Request{AccountID: "owner", Status: Pending, ExpiresAt: now.Add(time.Hour), Links: c.links}
			if c.status != "" {
				r.Status = c.status
			}
			if c.late {
				r.ExpiresAt = now
			}
			whole, err := r.approve(&r.Links[c.take], c.by, now)
			if !errors.Is(err, c.err) || whole != c.whole {
				t.Fatalf("whole %v, err %v; want %v, %v", whole, err, c.whole, c.err)
			}
			if whole != (r.Status == Approved) && c.status == "" {
				t.Errorf("status = %s after whole = %t, want approved = %t", r.Status, whole, whole)
			}
		})
	}
}

func TestDigestCoversWhatIsShown(t *testing.T) {
	base := func() *Request {
		return &Request{Kind: TokenWithdrawal, SubjectID: "1", AccountID: "a", Summary: "s", Lines: []Line{{"To", "0x1"}, {"From", "0x2"}}}
	}
	seen := map[string]string{digest(base()): "base"}
	for name, change := range map[string]func(*Request){
		"kind":            func(r *Request) { r.Kind = PayoutWalletUpdate },
		"subject":         func(r *Request) { r.SubjectID = "2" },
		"account":         func(r *Request) { r.AccountID = "b" },
		"summary":         func(r *Request) { r.Summary = "t" },
		"value":           func(r *Request) { r.Lines[0].Value = "0x3" },
		"label":           func(r *Request) { r.Lines[0].Label = "T" },
		"shifted borders": func(r *Request) { r.Lines = []Line{{"To0", "x1"}, {"From", "0x2"}} },
		"fewer lines":     func(r *Request) { r.Lines = r.Lines[:1] },
	} {
		r := base()
		change(r)
		if other, ok := seen[digest(r)]; ok {
			t.Errorf("%s and %s have the same digest, want two", name, other)
		}
		seen[digest(r)] = name
	}
}

// away is a store that is unavailable.
type away struct{ Store }

var errUnavailable = errors.New("the store does not respond")

func (away) Read(context.Context, Key) (*Request, error) { return nil, errUnavailable }

func TestAnUnavailableStoreIsNotNotFound(t *testing.T) {
	s := New(Ports{Store: away{}, Clock: clock.System}, Rules{})
	if _, _, err := s.ApproveBySignature(t.Context(), "w1", "0x", Person{AccountID: "owner"}, ""); !errors.Is(err, errUnavailable) {
		t.Errorf("ApproveBySignature() = %v, want errUnavailable", err)
	}
}

// failingStore is a store of two overdue requests; changing one of them fails.
type failingStore struct {
	Store

	good *Request
}

func (failingStore) Overdue(context.Context, time.Time, int) ([]string, error) {
	return []string{"bad", "good"}, nil
}

func (failingStore) Append(context.Context, Entry) error { return nil }

func (b failingStore) Update(ctx context.Context, k Key, fn func(context.Context, *Request) error) error {
	if k.ID == "bad" {
		return errUnavailable
	}
	return fn(ctx, b.good)
}

// silent sends nothing.
type silent struct{ Notices }

func (silent) SendOutcome(context.Context, *Request) error { return nil }
func (silent) Decided(context.Context, *Request) error     { return nil }

func TestAFailingRequestBlocksNoOther(t *testing.T) {
	b := failingStore{good: &Request{ID: "good", Status: Pending}}
	n, err := New(Ports{Store: b, Notices: silent{}, Clock: clock.System}, Rules{}).Sweep(t.Context())
	if n != 1 || !errors.Is(err, errUnavailable) || b.good.Status != Expired {
		t.Errorf("Sweep() = %d, %v, the other request is %s, want 1, errUnavailable, %s", n, err, b.good.Status, Expired)
	}
}

func TestNewLinksAreLimited(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	rules := Rules{ResendEvery: time.Minute, ResendsPerDay: 5}
	for name, c := range map[string]struct {
		ago  []time.Duration
		want time.Duration
	}{
		"the first":                        {},
		"the next within a minute":         {[]time.Duration{20 * time.Second}, 40 * time.Second},
		"the next after a minute":          {[]time.Duration{time.Minute}, 0},
		"the fifth":                        {[]time.Duration{4 * time.Hour, 3 * time.Hour, 2 * time.Hour, time.Hour}, 0},
		"the sixth within a day":           {[]time.Duration{5 * time.Hour, 4 * time.Hour, 3 * time.Hour, 2 * time.Hour, time.Hour}, 19 * time.Hour},
		"the sixth, a day after one":       {[]time.Duration{24 * time.Hour, 4 * time.Hour, 3 * time.Hour, 2 * time.Hour, time.Hour}, 0},
		"the longer of both waits applies": {[]time.Duration{24*time.Hour - 10*time.Second, 4 * time.Hour, 3 * time.Hour, 2 * time.Hour, 50 * time.Second}, 10 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			var sent []time.Time
			for _, ago := range c.ago {
				sent = append(sent, now.Add(-ago))
			}
			if got := rules.resendWait(sent, now); got != c.want {
				t.Errorf("wait %s, want %s", got, c.want)
			}
		})
	}
}
