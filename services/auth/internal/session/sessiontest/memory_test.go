package sessiontest

import (
	"testing"

	"github.com/vitrine/vitrine/services/auth/internal/session"
)

func TestMemory(t *testing.T) {
	TestStore(t, func(_ *testing.T, events session.Events) Store { return NewMemory(events) })
}
