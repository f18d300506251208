// Package scalar implements the schema's own scalars.
package scalar

import (
	"fmt"
	"io"
	"time"

	"github.com/99designs/gqlgen/graphql"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

// MarshalTime writes RFC 3339 in UTC, and null for the zero time.
func MarshalTime(t time.Time) graphql.Marshaler {
	if t.IsZero() {
		return graphql.Null
	}
	return graphql.WriterFunc(func(w io.Writer) {
		b := make([]byte, 0, 40)
		b = append(b, '"')
		b = t.UTC().AppendFormat(b, time.RFC3339Nano)
		_, _ = w.Write(append(b, '"'))
	})
}

// UnmarshalTime reads RFC 3339.
func UnmarshalTime(v any) (time.Time, error) {
	s, ok := v.(string)
	if ok {
		if t, err := time.Parse(time.RFC3339Nano, s); err == nil {
			return t.UTC(), nil
		}
	}
	return time.Time{}, fmt.Errorf("%w: expected a time like 2026-05-01T18:00:00Z", artwork.ErrInvalid)
}
