package main

import "testing"

// The queries are read from files by their names. A name that changed would only show after half an hour of generating shops.
func TestCheckoutQueries(t *testing.T) {
	for _, q := range checkoutQueries() {
		if _, _, err := named("../../..", "checkout", q.file, q.name); err != nil {
			t.Errorf("%s: %v", q.label, err)
		}
	}
}
