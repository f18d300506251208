package sessiontest

import "testing"

func TestMemory(t *testing.T) { TestStore(t, func(*testing.T) Store { return NewMemory() }) }
