// Package instant converts timestamps of other services.
package instant

import (
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"
)

// Of returns the time in UTC, truncated to the database's precision; zero for nil.
func Of(t *timestamppb.Timestamp) time.Time {
	if t == nil {
		return time.Time{}
	}
	return t.AsTime().Truncate(time.Microsecond)
}
