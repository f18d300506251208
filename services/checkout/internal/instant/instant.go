// Package instant reads the times that other services tell.
package instant

import (
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"
)

// Of is the time in UTC, cut to what the database keeps of it; zero for none.
func Of(t *timestamppb.Timestamp) time.Time {
	if t == nil {
		return time.Time{}
	}
	return t.AsTime().Truncate(time.Microsecond)
}
