// Package s3 opens buckets of S3-compatible stores.
package s3

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	gocloudaws "gocloud.dev/aws"
	gocloud "gocloud.dev/blob"
	"gocloud.dev/blob/s3blob"

	"github.com/vitrine/vitrine/kit/blob"
)

// Driver implements [blob.Driver].
type Driver struct {
	// Attempts is how often a request is sent, with growing pauses; 0 is the client's own number, three. Tests of faults send it once.
	Attempts int
}

// Open returns the bucket of an address like s3://bucket?region=eu-central-1&endpoint=…&use_path_style=true.
func (d Driver) Open(ctx context.Context, o blob.Options, address *url.URL) (*gocloud.Bucket, error) {
	q := address.Query()
	pathStyle, err := strconv.ParseBool(q.Get("use_path_style"))
	if err != nil && q.Has("use_path_style") {
		return nil, fmt.Errorf("use_path_style: %q is neither true nor false", q.Get("use_path_style"))
	}
	q.Del("use_path_style")
	cfg, err := gocloudaws.V2ConfigFromURLParams(ctx, q)
	if err != nil {
		return nil, err
	}
	if o.AccessKey != "" {
		cfg.Credentials = credentials.NewStaticCredentialsProvider(o.AccessKey, o.SecretKey, "")
	}
	if q.Has("endpoint") { // stores other than Amazon's don't support the SDK's newer checksums
		cfg.RequestChecksumCalculation, cfg.ResponseChecksumValidation = aws.RequestChecksumCalculationWhenRequired, aws.ResponseChecksumValidationWhenRequired
	}
	return s3blob.OpenBucket(ctx, s3.NewFromConfig(cfg, func(o *s3.Options) {
		o.UsePathStyle, o.HTTPClient, o.RetryMaxAttempts = pathStyle, withoutRedirects(o.HTTPClient), d.Attempts
	}), address.Host, nil)
}

// Present implements [blob.Driver].
func (Driver) Present(as func(any) bool, contentType, disposition, cacheControl string) {
	var in *s3.GetObjectInput
	if as(&in) {
		in.ResponseContentType, in.ResponseContentDisposition, in.ResponseCacheControl = &contentType, &disposition, &cacheControl
	}
}

const (
	dialTimeout = 5 * time.Second
	// readTimeout is how long a store may take to begin its response to a read. The gateway waits for 30 seconds, and the SDK tries three times.
	readTimeout = 8 * time.Second
)

// withoutRedirects returns the SDK's client, with its transport and settings, but without redirects. The SDK's own client follows
// redirects that keep the method, and sends them the signature. It also waits without end for a store that accepts a request and is silent.
func withoutRedirects(client s3.HTTPClient) s3.HTTPClient {
	sdk, ok := client.(*awshttp.BuildableClient)
	if !ok {
		sdk = awshttp.NewBuildableClient()
	}
	sdk = sdk.WithDialerOptions(func(d *net.Dialer) { d.Timeout = dialTimeout })
	writes := sdk.GetTransport()
	reads := writes.Clone()
	reads.ResponseHeaderTimeout = readTimeout
	return &http.Client{Transport: transports{reads, writes}, Timeout: sdk.GetTimeout(), CheckRedirect: refuseRedirects}
}

// transports has a timeout for reads only: a store may take long to assemble a large file.
type transports struct{ reads, writes http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (t transports) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		return t.reads.RoundTrip(r)
	}
	return t.writes.RoundTrip(r)
}

// refuseRedirects returns a redirect as the response. The SDK reports it as an error with the store's code.
func refuseRedirects(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
