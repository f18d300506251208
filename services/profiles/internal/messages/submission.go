package messages

import "github.com/vitrine/vitrine/services/profiles/internal/submission"

// Submission returns the email about a draft that was submitted, returned or accepted.
func Submission(c submission.Change) Mail {
	if c.Profile {
		return page(c)
	}
	switch c.State {
	case submission.Submitted:
		return Mail{
			Subject: c.ArtistName + " submitted “" + c.Title + "”", Action: "Review the submission",
			Paragraphs: []string{c.ArtistName + " submitted a work. Accept it, or say what should change."},
			Footer:     "You get this email because your address is in the setting STAFF_EMAILS.",
		}
	case submission.ChangesRequested:
		return Mail{
			Subject: "Please change a few things in “" + c.Title + "”", Action: "Open your draft",
			Paragraphs: []string{"We looked at “" + c.Title + "” and would like you to change something. Our comment is in your studio. Edit the draft and submit it again when you're ready."},
		}
	case submission.Accepted:
	}
	return Mail{
		Subject: "We accepted “" + c.Title + "”", Action: "Open your studio",
		Paragraphs: []string{"Thank you. We accepted “" + c.Title + "” and are preparing it for the site. It isn't public yet; you'll see it in your studio once it is."},
	}
}

// page returns the email about changes of an artist's own page.
func page(c submission.Change) Mail {
	switch c.State {
	case submission.Submitted:
		return Mail{
			Subject: c.ArtistName + " submitted changes to their page", Action: "Review the changes",
			Paragraphs: []string{c.ArtistName + " changed the text or the portrait on their page. Accept the changes, or say what should be different."},
			Footer:     "You get this email because your address is in the setting STAFF_EMAILS.",
		}
	case submission.ChangesRequested:
		return Mail{
			Subject: "Please change a few things on your page", Action: "Open your draft",
			Paragraphs: []string{"We looked at your changes and would like something to be different. Our comment is in your studio. Edit the draft and submit it again when you're ready."},
		}
	case submission.Accepted:
	}
	return Mail{
		Subject: "Your page is up to date", Action: "Open your studio",
		Paragraphs: []string{"Thank you. We accepted your changes, and they are on your page now."},
	}
}
