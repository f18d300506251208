package main

import "testing"

// The queries are read from files by their names. A name that changed would only show after half an hour of generating shops.
func TestScaleQueries(t *testing.T) {
	services := accountQueries()
	services["checkout"] = checkoutQueries()
	for service, queries := range services {
		for _, q := range queries {
			_, parameters, err := named("../..", service, q.file, q.name)
			if err != nil {
				t.Errorf("%s: %v", q.label, err)
			}
			values := q.values(1)
			for _, p := range parameters {
				if _, ok := values[p]; !ok && service != "checkout" && q.name != "FindDeskAccounts" {
					t.Errorf("%s, %s: no value of %s", service, q.label, p)
				}
			}
		}
	}
}
