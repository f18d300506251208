package profiletest

import (
	"testing"

	"github.com/vitrine/vitrine/services/profiles/internal/profile"
)

func TestMemory(t *testing.T) { TestStore(t, func(*testing.T) profile.Store { return NewMemory() }) }
