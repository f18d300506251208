package tracing

import (
	"encoding/pem"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"go.opentelemetry.io/otel/trace"
)

// exportOne sends one span and returns the error of the last attempt.
func exportOne(t *testing.T) error {
	t.Helper()
	stop, err := Start(t.Context(), "test", "1", slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	_, span := Span(t.Context(), "test", trace.SpanKindInternal)
	span.End()
	return stop(t.Context())
}

// Redirects of a collector aren't followed: they could send the spans and the key in the headers to an unknown system.
func TestTheCollectorCantRedirect(t *testing.T) {
	var called, followed atomic.Int32
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { followed.Add(1) }))
	t.Cleanup(elsewhere.Close)
	collector := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		called.Add(1)
		http.Redirect(w, r, elsewhere.URL, http.StatusTemporaryRedirect)
	}))
	t.Cleanup(collector.Close)
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.URL)
	_ = exportOne(t)
	if called.Load() == 0 || followed.Load() != 0 {
		t.Errorf("%d calls to the collector, %d to where it redirects; want some and none", called.Load(), followed.Load())
	}
}

// The exporter's settings for TLS still work.
func TestTheCollectorsCertificate(t *testing.T) {
	var called atomic.Int32
	collector := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { called.Add(1) }))
	t.Cleanup(collector.Close)
	file := filepath.Join(t.TempDir(), "roots.pem")
	if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: collector.Certificate().Raw}), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.URL)
	t.Setenv("OTEL_EXPORTER_OTLP_CERTIFICATE", file)
	if err := exportOne(t); err != nil || called.Load() == 0 {
		t.Errorf("%d exports, error = %v, want one or more and nil", called.Load(), err)
	}
	t.Setenv("OTEL_EXPORTER_OTLP_CERTIFICATE", file+".absent")
	if err := exportOne(t); err == nil || !strings.Contains(err.Error(), "OTEL_EXPORTER_OTLP_CERTIFICATE") {
		t.Errorf("error %v, want one that names the setting", err)
	}
}
