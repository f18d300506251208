// Package timestamp converts timestamps of other services.
package timestamp

import (
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"
)

// Time returns t in UTC, truncated to the database's precision; zero for nil.
func Time(t *timestamppb.Timestamp) time.Time {
	if t == nil {
		return time.Time{}
	}
	return t.AsTime().Truncate(time.Microsecond)
}
