package checkout_test

import (
	"testing"

	"connectrpc.com/connect/v2"

	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	"github.com/vitrine/vitrine/services/checkout/internal/refund"
	"github.com/vitrine/vitrine/services/checkout/internal/stripe/stripetest"
)

// TestDeskReleasesAnEdition refunds an order and puts its edition on sale again: only staff may, once, and the decision is kept.
func TestDeskReleasesAnEdition(t *testing.T) {
	t.Parallel()
	s := setup(t, 1, true)
	id := s.hold("ada").GetId()
	session := s.card("ada", id)
	s.provider.Pay(session)
	if code := s.webhook(0, stripetest.Event("evt_1", "checkout.session.completed", session, "")); code != 200 {
		t.Fatalf("code = %v, want 200", code)
	}
	s.status("ada", id, "delivering")
	read := func() *checkoutv1.DeskRelease {
		t.Helper()
		res, err := s.desk().GetDeskRelease(staff(t.Context()), &checkoutv1.GetDeskReleaseRequest{Id: id})
		if err != nil {
			t.Fatal(err)
		}
		return res
	}
	release := func(note string) (*checkoutv1.DeskRelease, error) {
		return s.desk().ReleaseEdition(staff(t.Context()), &checkoutv1.ReleaseEditionRequest{Id: id, Note: note})
	}
	if got := read(); got.GetState() != "none" {
		t.Errorf("state = %q, want none", got.GetState())
	}
	_, err := release("n")
	wantReason(t, err, connect.CodeFailedPrecondition, "action_not_possible")
	_, err = s.desk().ReleaseEdition(as(t.Context(), "ada"), &checkoutv1.ReleaseEditionRequest{Id: id, Note: "n"})
	wantReason(t, err, connect.CodePermissionDenied, "forbidden")

	if _, err := s.pool.Exec(t.Context(), `UPDATE edition_units SET status = 'free', checkout_id = NULL`); err == nil {
		t.Error("the database released a sold edition, want an error")
	}
	if err := s.refund(id, 0); err != nil {
		t.Fatal(err)
	}
	s.status("ada", id, "refunded")
	s.parties.Custody = refund.ReleaseGone
	if got := read(); got.GetState() != "gone" {
		t.Errorf("state = %q, want gone", got.GetState())
	}
	_, err = release("n")
	wantReason(t, err, connect.CodeFailedPrecondition, "token_left_vault")
	s.parties.Custody = ""
	if _, err := release(""); connect.CodeOf(err) != connect.CodeInvalidArgument {
		t.Errorf("without a reason: error = %v, want invalid_argument", err)
	}
	for range 2 {
		res, err := release("The artist agrees.")
		if err != nil || res.GetState() != "released" || !res.GetReleasedAt().IsValid() {
			t.Fatalf("release = %v, %v, want released with a time", res, err)
		}
	}
	var by, note string
	if err := s.pool.QueryRow(t.Context(), `SELECT decided_by, note FROM decisions WHERE action = 'release' AND checkout_id = $1`, id).Scan(&by, &note); err != nil || by == "" || note != "The artist agrees." {
		t.Errorf("decision = by %q with note %q, %v, want a person and The artist agrees.", by, note, err)
	}
	for _, change := range []string{
		`UPDATE checkouts SET released_at = NULL, status = 'completed'`, `UPDATE checkouts SET status = 'completed'`,
	} {
		if _, err := s.pool.Exec(t.Context(), change); err == nil {
			t.Errorf("%s: error = nil, want one", change)
		}
	}
	if next := s.hold("grace"); next.GetEditionNumber() != 1 {
		t.Errorf("the next buyer holds edition %d, want 1", next.GetEditionNumber())
	}
}
