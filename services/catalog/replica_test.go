package catalog_test

import (
	"context"
	"errors"
	"log/slog"

	"github.com/vitrine/vitrine/services/catalog"
)

// another runs one more replica until the test ends.
func (h *fixture) another(cfg catalog.Config, log *slog.Logger) {
	h.t.Helper()
	svc, err := catalog.Open(h.t.Context(), cfg, log)
	if err != nil {
		h.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(h.t.Context())
	ended := make(chan error, 1)
	go func() { ended <- svc.Run(ctx) }()
	h.t.Cleanup(func() {
		cancel()
		if err := errors.Join(<-ended, svc.Close()); err != nil {
			h.t.Error(err)
		}
	})
}
