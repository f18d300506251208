package postgres

import "context"

// Version implements graph.Versions. It costs one small query. What this process remembers of an older version is forgotten.
func (s *Store) Version(ctx context.Context) (int64, error) {
	v, err := s.read().ContentVersion(ctx)
	if err == nil {
		s.counts.at(v)
	}
	return v, err
}

// move increments the version of the content at the end of a transaction that changed public content. Other such transactions wait for
// this one to end, so nothing slow may follow.
func (s *Store) move(ctx context.Context) error { return s.queries(ctx).MoveContentVersion(ctx) }
