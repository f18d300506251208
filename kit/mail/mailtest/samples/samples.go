package main

import "github.com/vitrine/vitrine/kit/mail"

// samples returns emails by name that together have every part that an email can have. All services' emails are made of these parts.
func samples() map[string]mail.Message {
	const origin = "https://shop.example.org"
	full := mail.Message{
		Key: "sample", To: "ada@example.org", Subject: "In your collection: Long Furrow #3", Heading: "Long Furrow is in your collection",
		Picture:    &mail.Picture{URL: origin + "/assets/furrow-1280.webp.jpg", Alt: "Long Furrow by Adaeze Nwokolo"},
		Paragraphs: []string{"Hello Ada,", "edition 3 of 25 is yours.", "\u05d0\u05d1\u05d2 by \u0627\u0628\u062a"},
		Action:     &mail.Link{Label: "View your collection", URL: origin + "/en/profile/collection/"},
		Footer:     "You get this email because you bought a work.", Names: []string{"Long Furrow", "Adaeze Nwokolo"},
		Stop: mail.StopBy(origin, "secret"),
	}
	least := mail.Message{Key: "least", To: full.To, Subject: "Confirm your wallet", Paragraphs: full.Paragraphs[:1]}
	link := least
	link.Action, link.Footer = full.Action, full.Footer
	return map[string]mail.Message{"everything": full, "only words": least, "a link and a footer": link}
}
