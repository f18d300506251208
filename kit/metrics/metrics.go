// Package metrics registers a service's metrics.
package metrics

import (
	"errors"
	"fmt"

	"github.com/prometheus/client_golang/prometheus"
)

// Register adds a collector to the process's metrics, and returns the existing one if another service
// of the process, or an earlier test, registered the same. It panics if the existing one has another
// type: two meanings of one name are a programming error.
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
