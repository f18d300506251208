package session

import (
	"errors"
	"testing"
	"time"

	"github.com/vitrine/vitrine/services/auth/internal/account"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func fresh(key string, generation int) Session {
	return Session{ID: "s", Key: key, Generation: generation, RotatedAt: noon, CreatedAt: noon, IdleUntil: noon.Add(Idle), Until: noon.Add(Absolute)}
}

func TestUse(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		session    Session
		generation int
		key        string
		after      time.Duration
		rotate     bool
		err        error
		next       int
		ended      string
	}{
		"first refresh rotates":                {session: fresh("", 0), rotate: true, next: 1},
		"current token rotates":                {session: fresh("", 4), generation: 4, after: time.Hour, rotate: true, next: 5},
		"predecessor at once":                  {session: fresh("", 1), rotate: true, next: 1},
		"predecessor at the end of the grace":  {session: fresh("", 1), after: Grace, rotate: true, next: 1},
		"predecessor after the grace":          {session: fresh("", 1), after: Grace + 1, err: ErrReused, next: 1, ended: account.EndedReuse},
		"older one within the grace":           {session: fresh("", 2), err: ErrReused, next: 2, ended: account.EndedReuse},
		"bound keeps its token":                {session: fresh("k", 0), key: "k", after: time.Hour},
		"bound without a proof":                {session: fresh("k", 0), err: ErrProof},
		"bound with another key":               {session: fresh("k", 0), key: "x", err: ErrProof},
		"unbound with a proof rotates":         {session: fresh("", 0), key: "x", rotate: true, next: 1},
		"last moment of idleness":              {session: fresh("", 0), after: Idle - 1, rotate: true, next: 1},
		"idle for too long":                    {session: fresh("", 0), after: Idle, err: account.ErrGone},
		"older than absolute, and never idle":  {session: Session{IdleUntil: noon.Add(2 * Absolute), Until: noon.Add(Absolute)}, after: Absolute, err: account.ErrGone},
		"ended before":                         {session: Session{IdleUntil: noon.Add(Idle), Until: noon.Add(Absolute), EndedAt: noon, EndReason: account.EndedLogout}, err: account.ErrGone, ended: account.EndedLogout},
		"reuse of a bound token is no reuse":   {session: fresh("k", 0), key: "k"},
		"a token of the future is not a grace": {session: fresh("", 0), generation: 3, err: ErrReused, ended: account.EndedReuse},
	} {
		t.Run(name, func(t *testing.T) {
			s := c.session
			now := noon.Add(c.after)
			rotate, err := s.Use(c.generation, c.key, now)
			if rotate != c.rotate || !errors.Is(err, c.err) || s.Generation != c.next || s.EndReason != c.ended {
				t.Errorf("rotate = %t, error = %v, generation = %d, ended = %q; want %t, %v, %d, %q", rotate, err, s.Generation, s.EndReason, c.rotate, c.err, c.next, c.ended)
			}
			if err == nil && (s.IdleUntil.After(s.Until) || s.IdleUntil.Before(now)) {
				t.Errorf("idle until %s, want between %s and %s", s.IdleUntil, now, s.Until)
			}
		})
	}
}

func TestIdleNeverPassesAbsolute(t *testing.T) {
	t.Parallel()
	s := fresh("k", 0)
	for day := range 30 {
		if _, err := s.Use(0, "k", noon.Add(time.Duration(day)*24*time.Hour)); err != nil {
			t.Fatalf("day %d: error = %v, want nil", day, err)
		}
	}
	if !s.IdleUntil.Equal(noon.Add(Absolute)) {
		t.Errorf("idle until %s, want %s", s.IdleUntil, noon.Add(Absolute))
	}
}
