package ethereum

import (
	"context"
	"errors"
	"testing"

	"github.com/vitrine/vitrine/kit/background"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

// Otherwise one node's response would end the process, and again after each restart.
func TestAPanicIsTheErrorOfItsNode(t *testing.T) {
	t.Parallel()
	_, err := guarded(t.Context(), reader{}, func(context.Context, reader) (int, error) { panic("index out of range") })
	if stack := (*background.PanicError)(nil); !errors.As(err, &stack) || !errors.Is(classify(err), chain.ErrTemporary) {
		t.Errorf("error = %v, want a PanicError, which is temporary", err)
	}
}
