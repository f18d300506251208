package messages_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/vitrine/vitrine/services/approvals/internal/approval"
	"github.com/vitrine/vitrine/services/approvals/internal/messages"
)

// A withdrawal of one work is named by it, one of several by their number. The lines name each work and token.
func TestWithdrawal(t *testing.T) {
	t.Parallel()
	furrow := approval.Work{TokenID: 7_000_003, Title: "Long\nFurrow", Artist: "Adaeze Nwokolo", Number: 3, Size: 25}
	tide := approval.Work{TokenID: 8_000_001, Title: "Slow Tide", Artist: "Ada Brien", Number: 1, Size: 1}
	for name, c := range map[string]struct {
		works                                       []approval.Work
		summary, mail, rejected, stays, first, last string
	}{
		"one": {
			[]approval.Work{furrow},
			"Send Long Furrow, #3 of 25 to wallet alice.eth (0xAb)", "Approve your withdrawal: Long Furrow, #3 of 25",
			"Rejected: your withdrawal of Long Furrow, #3 of 25", "the token stays in our vault",
			"Artwork: Long Furrow, #3 of 25", "Contract: 0xC0",
		},
		"two": {
			[]approval.Work{furrow, tide},
			"Send 2 works to wallet alice.eth (0xAb)", "Approve your withdrawal: 2 works",
			"Rejected: your withdrawal of 2 works", "the works stay in our vault",
			"From: Our vault", "Work 2: Slow Tide, #1 of 1 by Ada Brien (token 8000001)",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := &approval.Request{Kind: approval.TokenWithdrawal, Status: approval.Rejected, Subject: approval.Subject{Works: c.works}}
			r.Summary, r.Lines = messages.Withdrawal(c.works, approval.Wallet{Address: "0xAb", Name: "alice.eth"}, "0xC0", 1)
			if r.Summary != c.summary {
				t.Errorf("summary = %q, want %q", r.Summary, c.summary)
			}
			text := func(l approval.Line) string { return l.Label + ": " + l.Value }
			if first, last := text(r.Lines[0]), text(r.Lines[len(r.Lines)-1]); first != c.first || last != c.last {
				t.Errorf("lines = %q … %q, want %q … %q", first, last, c.first, c.last)
			}
			if m := messages.Request(r, approval.Owner); m.Subject != c.mail {
				t.Errorf("request = %q, want %q", m.Subject, c.mail)
			}
			if m, ok := messages.Outcome(r); !ok || m.Subject != c.rejected || !strings.Contains(strings.Join(m.Paragraphs, " "), c.stays) {
				t.Errorf("outcome = %v, want %q with %q", m, c.rejected, c.stays)
			}
		})
	}
}

// What is left of a withdrawal is stated with its wallet and the lines of the works that weren't cancelled, whatever their labels are.
func TestCurrent(t *testing.T) {
	t.Parallel()
	r := &approval.Request{
		Kind: approval.TokenWithdrawal, To: approval.Wallet{Address: "0xAb", Name: "alice.eth"}, Digest: "of all", CancelledWorks: []int32{1, 3},
		Subject: approval.Subject{Works: []approval.Work{{Title: "Furrow", Number: 3, Size: 25}, {Title: "Tide", Number: 1, Size: 1}, {Title: "Bus", Number: 2, Size: 9}}},
	}
	r.Lines = []approval.Line{{Label: "Wallet", Value: "alice.eth"}, {Label: "First", Value: "Furrow"}, {Label: "Second", Value: "Tide"}, {Label: "Third", Value: "Bus"}}
	got := messages.Current(r)
	if want := "Send Tide, #1 of 1 to wallet alice.eth (0xAb)"; got.Summary != want {
		t.Errorf("summary = %q, want %q", got.Summary, want)
	}
	if want := []approval.Line{r.Lines[0], r.Lines[2]}; !slices.Equal(got.Lines, want) {
		t.Errorf("lines = %v, want %v", got.Lines, want)
	}
	if len(got.Works) != 1 || got.Works[0].Title != "Tide" || len(got.CancelledWorks) != 0 || got.Digest == r.Digest {
		t.Errorf("%+v, want only Tide, with another digest", got)
	}
	r.CancelledWorks = []int32{1, 2, 3}
	if got := messages.Current(r); got != r {
		t.Errorf("all cancelled: %+v, want the request unchanged", got)
	}
}
