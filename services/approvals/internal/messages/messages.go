// Package messages contains the texts of approvals: what a request says, and its emails.
package messages

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/vitrine/vitrine/services/approvals/internal/approval"
)

// Withdrawal returns the sentence and the lines that a withdrawal shows. Those of one token name its work first. Of several tokens the lines of the
// works come last, in their order, because Current leaves out some of them. Their numbers stay the same, so that the page matches the email.
func Withdrawal(works []approval.Work, to approval.Wallet, contract string, chainID uint32) (string, []approval.Line) {
	from := []approval.Line{{Label: "From", Value: "Our vault"}}
	if to.Name != "" {
		from = append(from, approval.Line{Label: "Wallet name", Value: to.Name})
	}
	from = append(from, approval.Line{Label: "To wallet", Value: to.Address}, approval.Line{Label: "Network", Value: network(chainID)})
	address := approval.Line{Label: "Contract", Value: contract}
	var lines []approval.Line
	if len(works) == 1 {
		lines = append([]approval.Line{{Label: "Artwork", Value: edition(works[0])}, {Label: "Artist", Value: works[0].Artist}}, from...)
		lines = append(lines, approval.Line{Label: "Token", Value: fmt.Sprint(works[0].TokenID)}, address)
	} else {
		lines = append(from, address)
		for i, w := range works {
			lines = append(lines, approval.Line{Label: fmt.Sprintf("Work %d", i+1), Value: fmt.Sprintf("%s by %s (token %d)", edition(w), line(w.Artist), w.TokenID)})
		}
	}
	return sendTo(works, to), lines
}

// Current returns a request in its current form: without the works that the owner cancelled. If all are cancelled, it returns the
// original request.
func Current(r *approval.Request) *approval.Request {
	left, cancelled := Split(r.Works, r.CancelledWorks)
	if len(cancelled) == 0 || len(left) == 0 {
		return r
	}
	first := len(r.Lines) - len(r.Works)
	var lines []approval.Line
	for i, l := range r.Lines {
		if i < first || !r.Cancelled(i-first) {
			lines = append(lines, l)
		}
	}
	out := r.WithLines(sendTo(left, r.To), lines)
	out.Works, out.CancelledWorks = left, nil
	return out
}

// Summary returns the sentence of a request in its current form: stored is the one that it was opened with.
func Summary(stored string, works []approval.Work, cancelledWorks []int32, to approval.Wallet) string {
	left, cancelled := Split(works, cancelledWorks)
	if len(cancelled) == 0 || len(left) == 0 {
		return stored
	}
	return sendTo(left, to)
}

// Split returns the works that the owner didn't cancel and those that they did, at these positions from 1, both in the order of the request.
func Split(works []approval.Work, cancelledWorks []int32) (left, cancelled []approval.Work) {
	for i, w := range works {
		if slices.Contains(cancelledWorks, int32(i+1)) {
			cancelled = append(cancelled, w)
		} else {
			left = append(left, w)
		}
	}
	return left, cancelled
}

func sendTo(works []approval.Work, to approval.Wallet) string {
	return fmt.Sprintf("Send %s to wallet %s", subject(works), to)
}

// subject returns what is withdrawn: an edition, or the number of works.
func subject(works []approval.Work) string {
	if len(works) == 1 {
		return edition(works[0])
	}
	return fmt.Sprintf("%d works", len(works))
}

// ArtistLink is how long an artist has been linked to the account that requested a change, and until when if another account takes its
// place. A zero time means an unknown start, or no end.
type ArtistLink struct{ Since, Ends, RequestedAt time.Time }

// recentLink is the age below which a link is pointed out, because staff may have linked the artist to themselves.
const recentLink = 30 * 24 * time.Hour

// lines warn the approver of a new link and of one that ends.
func (l ArtistLink) lines() (lines []approval.Line) {
	const date = "2 January 2006 at 15:04 UTC"
	if !l.Since.IsZero() && l.RequestedAt.Sub(l.Since) < recentLink {
		lines = append(lines, approval.Line{Label: "Artist's account", Value: "linked by our team on " + l.Since.UTC().Format(date) + ": confirm with the artist before you approve"})
	}
	if !l.Ends.IsZero() {
		lines = append(lines, approval.Line{Label: "Artist's account", Value: "moves to another account on " + l.Ends.UTC().Format(date)})
	}
	return lines
}

// Payout returns the sentence and the lines that a change of payout wallet shows.
func Payout(artist, before string, after approval.Wallet, link ArtistLink) (string, []approval.Line) {
	lines := []approval.Line{
		{Label: "Artist", Value: artist},
		{Label: "Current wallet", Value: cmp.Or(before, "none")},
		{Label: "New wallet", Value: after.Address},
	}
	if after.Name != "" {
		lines = slices.Insert(lines, 2, approval.Line{Label: "Wallet name", Value: after.Name})
	}
	lines = append(lines, link.lines()...)
	return fmt.Sprintf("Pay %s's share of ether sales to wallet %s", artist, after), lines
}

// Mail is the text of an email. Action labels its button; empty is none.
type Mail struct {
	Subject, Heading, Action, Footer string
	Paragraphs                       []string
}

// Request asks one person for a decision.
func Request(r *approval.Request, role approval.Role) Mail {
	cancelled := cancelledText(r, role)
	r = Current(r)
	m := Mail{Action: "Review request"}
	var why string
	switch {
	case r.Kind == approval.TokenWithdrawal && role == approval.Owner:
		m.Subject, m.Heading = "Approve your withdrawal: "+subject(r.Works), "Send "+subject(r.Works)+" to your wallet?"
		why = "You asked to move " + these(r.Works) + " from our vault to your wallet. Check the details, then approve or reject the withdrawal."
	case r.Kind == approval.TokenWithdrawal:
		m.Subject, m.Heading = "Your approval is needed: withdrawal of "+subject(r.Works), "Approve the withdrawal of "+subject(r.Works)+"?"
		why = "A collector wants to move " + these(r.Works) + " from our vault to their wallet and has approved it. You decide as the second person."
	case role == approval.Owner:
		m.Subject, m.Heading = "Approve your new payout wallet", "Change your payout wallet?"
		why = "You asked to have your share of ether sales paid to another wallet. Check the details, then approve or reject the change."
	default:
		m.Subject, m.Heading = "Your approval is needed: payout wallet of "+line(r.Artist), "Approve a new payout wallet for "+line(r.Artist)+"?"
		why = line(r.Artist) + " wants to have their share of ether sales paid to another wallet and has approved it. You decide as the second person."
	}
	m.Paragraphs = []string{why, r.Summary + "."}
	for _, l := range r.Lines {
		m.Paragraphs = append(m.Paragraphs, l.Label+": "+l.Value)
	}
	if cancelled != "" {
		m.Paragraphs = append(m.Paragraphs, cancelled)
	}
	m.Paragraphs = append(m.Paragraphs,
		"Opening the link doesn't decide anything: the page shows the request again, and you choose there.",
		"This link expires on "+r.ExpiresAt.UTC().Format("2 January 2006 at 15:04")+" UTC.")
	if role == approval.Owner {
		m.Footer = "Not you? Open the link and choose Reject. You don't need to log in."
	} else {
		m.Footer = "Does this look wrong? Open the link and choose Reject. You don't need to log in."
	}
	return m
}

// cancelledText lists the works of a withdrawal that the owner cancelled; it is empty without any.
func cancelledText(r *approval.Request, role approval.Role) string {
	var names []string
	_, cancelled := Split(r.Works, r.CancelledWorks)
	for _, w := range cancelled {
		names = append(names, edition(w))
	}
	if len(names) == 0 {
		return ""
	}
	who, stay := "You", "They stay"
	if role != approval.Owner {
		who = "The collector"
	}
	if len(names) == 1 {
		stay = "It stays"
	}
	return fmt.Sprintf("%s cancelled the withdrawal of %s. %s in our vault.", who, strings.Join(names, "; "), stay)
}

// these returns "this work" or "these works".
func these(works []approval.Work) string {
	if len(works) > 1 {
		return "these works"
	}
	return "this work"
}

// Outcome returns the email to the owner about how the request ended, or false for a request that needs no email.
func Outcome(r *approval.Request) (Mail, bool) {
	r = Current(r)
	what, unchanged := "your withdrawal of "+subject(r.Works), "Nothing was moved: the token stays in our vault."
	if len(r.Works) > 1 {
		unchanged = "Nothing was moved: the works stay in our vault."
	}
	if r.Kind == approval.PayoutWalletUpdate {
		what, unchanged = "your new payout wallet", "Nothing changed: your share goes to the same wallet as before."
	}
	var m Mail
	var text string
	switch r.Status {
	case approval.Approved:
		m.Subject = "Approved: " + what
		text = "Your request is being processed. We'll email you when it's complete."
	case approval.Rejected:
		m.Subject = "Rejected: " + what
		text = "Your request was rejected. " + unchanged
	case approval.Expired:
		m.Subject, m.Action = "Expired: "+what, "Request again"
		text = "Nobody approved your request in time, so it has ended. " + unchanged + " You can request it again."
	case approval.Pending, approval.Cancelled:
		return Mail{}, false
	}
	m.Heading, m.Paragraphs = m.Subject, []string{r.Summary + ".", text}
	return m, true
}

// Picture describes the picture of a withdrawal's artwork.
func Picture(w approval.Work) string {
	if w.Artist == "" {
		return line(w.Title)
	}
	return line(w.Title) + " by " + line(w.Artist)
}

// edition joins a title and an edition: Title, #3 of 25.
func edition(w approval.Work) string {
	return fmt.Sprintf("%s, #%d of %d", cmp.Or(line(w.Title), "Untitled"), w.Number, w.Size)
}

// line puts a text on one line, because a line break must not end an email's header.
func line(text string) string { return strings.Join(strings.Fields(text), " ") }

// network returns the name of a chain.
func network(id uint32) string {
	switch id {
	case 1:
		return "Ethereum"
	case 100:
		return "Gnosis"
	default:
		return fmt.Sprintf("Chain %d", id)
	}
}

// Wait returns a duration in words: 40 seconds, 3 minutes, 2 hours.
func Wait(d time.Duration) string {
	for _, u := range []struct {
		unit time.Duration
		name string
	}{{time.Hour, "hour"}, {time.Minute, "minute"}, {time.Second, "second"}} {
		// Round up, so that a person who waits that long is not refused again.
		if n := int((d + u.unit - 1) / u.unit); d > u.unit || u.unit == time.Second {
			n = max(n, 1)
			if n == 1 {
				return "1 " + u.name
			}
			return fmt.Sprintf("%d %ss", n, u.name)
		}
	}
	return ""
}
