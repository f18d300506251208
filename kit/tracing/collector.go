package tracing

import (
	"cmp"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net/http"
	"os"
	"time"

	"github.com/vitrine/vitrine/kit/httpclient"
)

// collectorTimeout limits one export of spans. It is the default of the exporter's own client.
const collectorTimeout = 10 * time.Second

// collectorClient returns the HTTP client that sends spans. It follows no redirects: the exporter's own client follows those that keep the
// method and sends the headers, which contain the collector's key. With a custom client the exporter ignores its settings for TLS, so they
// are read here.
func collectorClient() (*http.Client, error) {
	transport, ok := http.DefaultTransport.(*http.Transport)
	if !ok {
		transport = new(http.Transport)
	}
	transport = transport.Clone()
	settings := &tls.Config{MinVersion: tls.VersionTLS12}
	if file := collectorSetting("CERTIFICATE"); file != "" {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, fmt.Errorf("OTEL_EXPORTER_OTLP_CERTIFICATE: %w", err)
		}
		settings.RootCAs = x509.NewCertPool()
		if !settings.RootCAs.AppendCertsFromPEM(text) {
			return nil, fmt.Errorf("OTEL_EXPORTER_OTLP_CERTIFICATE: %s has no certificate", file)
		}
	}
	if file, key := collectorSetting("CLIENT_CERTIFICATE"), collectorSetting("CLIENT_KEY"); file != "" || key != "" {
		own, err := tls.LoadX509KeyPair(file, key)
		if err != nil {
			return nil, fmt.Errorf("OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE and OTEL_EXPORTER_OTLP_CLIENT_KEY: %w", err)
		}
		settings.Certificates = []tls.Certificate{own}
	}
	transport.TLSClientConfig = settings
	return &http.Client{Transport: transport, Timeout: collectorTimeout, CheckRedirect: httpclient.RefuseRedirects}, nil
}

// collectorSetting returns a setting of the exporter: the one for traces, or the one for everything.
func collectorSetting(name string) string {
	return cmp.Or(os.Getenv("OTEL_EXPORTER_OTLP_TRACES_"+name), os.Getenv("OTEL_EXPORTER_OTLP_"+name))
}
