package messages

import (
	"strings"
	"time"
)

// ConfirmDeletion requests a confirmation from the owner of an account.
func ConfirmDeletion(until time.Time) Mail {
	return Mail{
		Subject: "Confirm that we should delete your account",
		Paragraphs: []string{
			"You asked us to delete your account. Confirm it with the button below. The link works until " + stamp(until) + ".",
			"Not you? Don't click the button. Log in, end all other sessions and change your password.",
		},
		Action: "Review deletion",
	}
}

// DeletionScheduled says when a confirmed deletion begins.
func DeletionScheduled(at time.Time) Mail {
	return Mail{
		Subject: "Your account will be deleted",
		Paragraphs: []string{
			"We'll delete your account after " + stamp(at) + ". Until then you can cancel in your profile.",
			"We keep invoices for as long as tax law requires. Works in your own wallet stay yours. This is the last email about your account.",
		},
		Action: "View or cancel",
	}
}

// ExportReady says that a copy of somebody's data is ready.
func ExportReady(until time.Time) Mail {
	return Mail{
		Subject: "Your data is ready to download",
		Paragraphs: []string{
			"The copy of your data is ready. You can download it in your profile until " + stamp(until) + ".",
			"Not you? Log in, end all other sessions and change your password.",
		},
		Action: "Download your data",
	}
}

// ReasonSentence returns the sentence for a service's reason not to delete an account: "the order 0199… is paid: it must end first".
func ReasonSentence(reason string) string {
	for _, known := range []struct{ about, sentence string }{
		{"the order ", "One of your orders isn't finished. Wait until it's complete, or cancel it."},
		{"the review ", "We're still reviewing one of your payments. We'll email you when that's done."},
		{"the refund ", "A refund is on its way to you. Wait until it arrives."},
		{"the token ", "You have works in our vault. Withdraw them to your own wallet first."},
		{"the withdrawal ", "One of your withdrawals is in progress. Wait until it's done, or cancel it."},
		{"the gift ", "One of your gifts hasn't been accepted yet. Take it back on its order page, or wait until it's accepted."},
		{"the payout ", "One of your payouts is in progress. Wait until it's done."},
		{"the request ", "One of your requests is waiting for approval. Approve or cancel it first."},
		{"the content folder ", "Your account is linked to an artist or curator of the gallery. Contact us, so that we can unlink it."},
		{"the role ", "Your account has a role at the gallery. Contact us, so that we can remove it."},
	} {
		if strings.HasPrefix(reason, known.about) {
			if known.about == "the payout " && strings.HasPrefix(reason, "the payout change ") {
				return "A change of your payout wallet is in progress. Wait until it's done, or cancel it."
			}
			return known.sentence
		}
	}
	return "We're still processing something you did. Try again in a few minutes."
}
