// Command samples prints emails that together have every part that an email can have: a JSON object of subject and HTML by name.
package main

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/vitrine/vitrine/kit/mail"
)

type sample struct {
	Subject string `json:"subject"`
	HTML    string `json:"html"`
}

func main() {
	out := map[string]sample{}
	for name, m := range samples() {
		html, _, err := mail.Render(m)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		out[name] = sample{m.Subject, html}
	}
	if err := json.NewEncoder(os.Stdout).Encode(out); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
