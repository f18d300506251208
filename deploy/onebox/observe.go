package main

import (
	"context"
	_ "embed"
	"errors"
	"net"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"
)

//go:embed observe.html
var observePage []byte

// observe serves the metrics of all services, and a page that draws the service level objectives from them.
func (h *instance) observe(context.Context) error {
	if !h.cfg.Observe {
		return nil
	}
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.Handler())
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
