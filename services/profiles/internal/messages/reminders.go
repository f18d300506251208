package messages

import (
	"strconv"

	"github.com/vitrine/vitrine/kit/oneline"
	"github.com/vitrine/vitrine/services/profiles/internal/reminder"
)

// Reminder returns the email about a drop that opened or an edition that became available.
func Reminder(i reminder.Item) Mail {
	if i.Kind == reminder.Artwork {
		return Mail{
			Subject: i.Title + " is available again", Action: "View the work",
			Paragraphs: []string{
				"An edition of " + i.Title + " by " + i.Artist + " is available. We can’t hold it for you, so have a look soon.",
			},
			Footer: "You asked us to email you once about this work. If you miss it, you can ask again on its page.",
		}
	}
	works := ""
	switch {
	case i.Works == 1:
		works = ", with one work"
	case i.Works > 1:
		works = ", with " + strconv.Itoa(i.Works) + " works"
	}
	return Mail{
		Subject: i.Title + " is open", Action: "View the drop",
		Paragraphs: []string{"The drop you’ve been waiting for is open" + works + ". Come in and take your time."},
		Footer:     "You asked us to email you once when this drop opens.",
	}
}

// ReminderNotification returns the browser notification that accompanies the email.
func ReminderNotification(i reminder.Item) (title, body string) {
	if i.Kind == reminder.Artwork {
		return oneline.Isolate(i.Title) + " is available again", "An edition of this work by " + oneline.Isolate(i.Artist) + " is available. Have a look soon."
	}
	return oneline.Isolate(i.Title) + " is open", "The drop you’ve been waiting for is open. Come in and take your time."
}
