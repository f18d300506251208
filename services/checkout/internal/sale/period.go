package sale

import (
	"errors"
	"fmt"
	"time"
)

// ErrPeriod means that a text isn't a period, or one that hasn't begun.
var ErrPeriod = errors.New("no such period")

// Period is the time that a statement covers, in UTC.
type Period struct {
	// Name is the text that ParsePeriod reads.
	Name string
	// From is inclusive, To is exclusive.
	From, To time.Time
}

// Everything is the name of the period without limits.
const Everything = "all"

// ParsePeriod returns a month ("2026-11"), a quarter ("2026-Q4"), a year ("2026") or all time ("all"). ErrPeriod.
func ParsePeriod(name string) (Period, error) {
	if name == Everything {
		return Period{Name: name, From: time.Unix(0, 0).UTC(), To: time.Date(9999, 12, 31, 0, 0, 0, 0, time.UTC)}, nil
	}
	if from, err := time.Parse("2006-01", name); err == nil {
		return Period{Name: name, From: from, To: from.AddDate(0, 1, 0)}, nil
	}
	if from, err := time.Parse("2006", name); err == nil {
		return Period{Name: name, From: from, To: from.AddDate(1, 0, 0)}, nil
	}
	var year, quarter int
	if _, err := fmt.Sscanf(name, "%4d-Q%1d", &year, &quarter); err == nil && quarter >= 1 && quarter <= 4 && name == fmt.Sprintf("%04d-Q%d", year, quarter) {
		from := time.Date(year, time.Month(3*quarter-2), 1, 0, 0, 0, 0, time.UTC)
		return Period{Name: name, From: from, To: from.AddDate(0, 3, 0)}, nil
	}
	return Period{}, fmt.Errorf("%w: %q", ErrPeriod, name)
}
