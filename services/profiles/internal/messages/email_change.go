package messages

import "github.com/vitrine/vitrine/services/profiles/internal/emailchange"

// ConfirmEmail returns the email that asks one of the two addresses to confirm a change.
func ConfirmEmail(c emailchange.Change, to emailchange.Recipient) Mail {
	until := "The link is valid until " + c.ExpiresAt.UTC().Format("2 January 2006 at 15:04 UTC") + ". "
	m := Mail{
		Subject: "Confirm your new email address", Action: "Confirm or stop the change",
		Paragraphs: []string{
			"You asked us to change the email address of your account from " + c.CurrentEmail + " to " + c.NewEmail + ".",
			"We sent a link to both addresses. Your address changes once you've confirmed it from both.",
		},
		Footer: until + "If you didn’t ask for this, open it and stop the change: someone may be using your account.",
	}
	if to == emailchange.New {
		m.Paragraphs[0] = "Someone asked us to use " + c.NewEmail + " as the email address of their account."
		m.Footer = until + "If you didn’t ask for this, you can ignore this email: nothing changes without your confirmation."
	}
	return m
}

// EmailChanged returns the email to the former address of an account.
func EmailChanged(c emailchange.Change) Mail {
	return Mail{
		Subject: "Your email address has changed", Action: "Contact us",
		Paragraphs: []string{
			"Your account now uses " + c.NewEmail + ". We won’t send anything about it to this address any more.",
		},
		Footer: "If this wasn’t you, contact us now.",
	}
}
