package main

import (
	"context"
	_ "embed"
	"errors"
	"maps"
	"net"
	"net/http"
	"slices"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"
)

//go:embed observe.html
var observePage []byte

// observe serves the metrics of all services, and a page that draws the service level objectives from them. The metrics of a split instance have
// the label instance, such as checkout-2.
func (h *instance) observe(ctx context.Context) error {
	if !h.cfg.Observe {
		return nil
	}
	mux := http.NewServeMux()
	ctx = context.WithoutCancel(ctx)
	all := prometheus.Gatherers{prometheus.DefaultGatherer}
	for _, p := range h.observed {
		all = append(all, prometheus.GathererFunc(func() ([]*dto.MetricFamily, error) { return p.metrics(ctx) }))
	}
	// A process that is starting again is left out.
	mux.Handle("GET /metrics", promhttp.HandlerFor(all, promhttp.HandlerOpts{ErrorHandling: promhttp.ContinueOnError}))
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write(observePage)
	})
	ln, err := net.Listen("tcp", local(h.cfg.ObservePort))
	if err != nil {
		return err
	}
	server := &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second}
	go func() {
		if err := server.Serve(ln); !errors.Is(err, http.ErrServerClosed) {
			h.failed <- err
		}
	}()
	h.onStop(func() { _ = server.Close() })
	return nil
}

// metrics reads the metrics of a process of a split instance and adds its name.
func (p part) metrics(ctx context.Context) ([]*dto.MetricFamily, error) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+local(metricsPort(p.port))+"/metrics", http.NoBody)
	if err != nil {
		return nil, err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	parser := expfmt.NewTextParser(model.UTF8Validation)
	families, err := parser.TextToMetricFamilies(res.Body)
	for _, family := range families {
		for _, m := range family.GetMetric() {
			m.Label = append(m.Label, &dto.LabelPair{Name: new("instance"), Value: new(p.name)})
		}
	}
	return slices.Collect(maps.Values(families)), err
}
