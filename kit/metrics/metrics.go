// Package metrics registers what a service counts.
package metrics

import (
	"errors"
	"fmt"

	"github.com/prometheus/client_golang/prometheus"
)

// Register adds a collector to the process's metrics, and returns the one that
// is already there where another service of the process, or an earlier one of a
// test, registered the same. It panics where that one is of another kind: two
// meanings of one name are a mistake of the program.
func Register[C prometheus.Collector](c C) C {
	err := prometheus.Register(c)
	if err == nil {
		return c
	}
	if have, ok := errors.AsType[prometheus.AlreadyRegisteredError](err); ok {
		if same, ok := have.ExistingCollector.(C); ok {
			return same
		}
	}
	panic(fmt.Errorf("metrics: %w", err))
}
