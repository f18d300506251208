package graph

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/vitrine/vitrine/kit/metrics"
)

type graphMetrics struct {
	seconds   *prometheus.HistogramVec
	responses *prometheus.CounterVec
}

func newMetrics() graphMetrics {
	return graphMetrics{
		seconds: metrics.Histogram("catalog_graphql_seconds", "Duration of GraphQL operations.", "operation", "outcome"),
		responses: metrics.Register(prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "catalog_responses_total", Help: "Anonymous queries by whether their response was in the cache.",
		}, []string{"result"})),
	}
}

// measured is a request that is measured.
type measured struct {
	began              time.Time
	operation, outcome string
}

func begin() *measured { return &measured{began: time.Now(), operation: "invalid", outcome: "refused"} }

func (m graphMetrics) observe(one *measured) {
	m.seconds.WithLabelValues(one.operation, one.outcome).Observe(time.Since(one.began).Seconds())
}

// operationOf names an operation by the schema's field that it reads or changes. Its own name comes from the caller, who could
// send any number of names.
func operationOf(operation *ast.OperationDefinition) string {
	name := ""
	for _, selection := range operation.SelectionSet {
		field, ok := selection.(*ast.Field)
		switch {
		case !ok || field.Definition == nil:
			return "several"
		case name != "" && name != field.Name:
			return "several"
		}
		name = field.Name
	}
	return name
}

func result(hit bool) string {
	if hit {
		return "hit"
	}
	return "miss"
}

// outcomeOf returns failed if the error is ours, and refused if it is the caller's.
func outcomeOf(errs gqlerror.List) string {
	for _, err := range errs {
		if code := err.Extensions["code"]; code == codeInternal || code == codeUnavailable {
			return "failed"
		}
	}
	return "refused"
}
