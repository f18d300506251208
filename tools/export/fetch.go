package export

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/failsafe-go/failsafe-go/failsafehttp"
	"golang.org/x/net/html"
	"golang.org/x/time/rate"

	"github.com/vitrine/vitrine/kit/httpclient"
)

const (
	// maxPage is the maximum size of a page.
	maxPage = 32 << 20
	// patience is the timeout for a page, including retries.
	patience = 5 * time.Minute
	// filePatience is the timeout for a file.
	filePatience = 30 * time.Minute
	userAgent    = "vitrine-export"
)

// fetcher reads the site. It honors Retry-After.
type fetcher struct {
	client *http.Client
	pages  *rate.Limiter
}

func newFetcher(parallel int, perSecond float64) *fetcher {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost, transport.MaxConnsPerHost = parallel, parallel
	transport.ResponseHeaderTimeout = time.Minute
	policy := failsafehttp.NewRetryPolicyBuilder().WithMaxRetries(5).WithBackoff(time.Second, 30*time.Second).ReturnLastFailure().Build() //nolint:bodyclose // there is no response yet
	return &fetcher{
		client: &http.Client{
			Transport:     failsafehttp.NewRoundTripper(transport, policy),
			CheckRedirect: httpclient.RefuseRedirects,
		},
		pages: rate.NewLimiter(rate.Limit(perSecond), max(1, parallel)),
	}
}

type response struct {
	status int
	// location is the target of a redirect, otherwise nil.
	location  *url.URL
	mediaType string
	body      []byte
}

func (f *fetcher) do(ctx context.Context, at *url.URL) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, at.String(), nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("User-Agent", userAgent)
	res, err := f.client.Do(req)
	if errors.Is(err, httpclient.ErrRedirect) && res != nil {
		res.Body = http.NoBody // already closed
		return res, nil
	}
	return res, err
}

// page reads a whole response into memory.
func (f *fetcher) page(ctx context.Context, at *url.URL) (response, error) {
	if err := f.pages.Wait(ctx); err != nil {
		return response{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	res, err := f.do(ctx, at)
	if err != nil {
		return response{}, err
	}
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(res.Body, maxPage+1))
	if err != nil {
		return response{}, err
	}
	if len(body) > maxPage {
		return response{}, errors.New("page too large")
	}
	mediaType, _, _ := mime.ParseMediaType(res.Header.Get("Content-Type"))
	return response{res.StatusCode, redirect(res), mediaType, body}, nil
}

// redirect returns the target of a redirect, or nil.
func redirect(res *http.Response) *url.URL {
	if res.StatusCode < 300 || res.StatusCode > 399 {
		return nil
	}
	to, err := res.Location()
	if err != nil || to.Scheme != "http" && to.Scheme != "https" {
		return nil
	}
	return to
}

// file requests a file. It follows redirects, because museums redirect to where their pictures are.
func (f *fetcher) file(ctx context.Context, at *url.URL) (*http.Response, error) {
	for range 5 {
		res, err := f.do(ctx, at)
		if err != nil {
			return nil, err
		}
		to := redirect(res)
		if to == nil {
			return res, nil
		}
		_ = res.Body.Close()
		at = to
	}
	return nil, errors.New("too many redirects")
}

// found returns the body of a response, and an error for every status but 200.
func (f *fetcher) found(ctx context.Context, at *url.URL) ([]byte, error) {
	res, err := f.page(ctx, at)
	if err != nil {
		return nil, err
	}
	if res.status != http.StatusOK {
		return nil, fmt.Errorf("%s: status %d", at, res.status)
	}
	return res.body, nil
}

// gallery is the part of /api/config that an export needs.
type gallery struct {
	BuildID            string   `json:"buildId"`
	ArtOrigin          string   `json:"artOrigin"`
	CertificateIssuers []string `json:"certificateIssuers"`
}

func (f *fetcher) gallery(ctx context.Context, site *url.URL) (g gallery, err error) {
	body, err := f.found(ctx, site.JoinPath("api", "config"))
	if err == nil {
		err = json.Unmarshal(body, &g)
	}
	if err != nil {
		return g, fmt.Errorf("read /api/config (is this the address of a gallery?): %w", err)
	}
	return g, nil
}

// liveWork is a work that is drawn by a program.
type liveWork struct {
	// path is its place on the art origin, hash what its first edition is drawn from.
	path, hash string
}

// liveWorks returns the live works by slug.
func (f *fetcher) liveWorks(ctx context.Context, site *url.URL) (map[string]liveWork, error) {
	live := map[string]liveWork{}
	for n, last := 1, 1; n <= last; n++ {
		at := site.JoinPath("graphql")
		at.RawQuery = url.Values{"query": {fmt.Sprintf("{artworks(page:%d){pageCount items{slug media{generatorPath} editions(first:1){hash}}}}", n)}}.Encode()
		body, err := f.found(ctx, at)
		if err != nil {
			return nil, err
		}
		var res struct {
			Data struct {
				Artworks struct {
					PageCount int
					Items     []struct {
						Slug     string
						Media    []struct{ GeneratorPath string }
						Editions []struct{ Hash string }
					}
				}
			}
			Errors []struct{ Message string }
		}
		if err := json.Unmarshal(body, &res); err != nil {
			return nil, fmt.Errorf("list of artworks: %w", err)
		}
		if len(res.Errors) > 0 {
			return nil, fmt.Errorf("list of artworks: %s", res.Errors[0].Message)
		}
		last = res.Data.Artworks.PageCount
		for _, item := range res.Data.Artworks.Items {
			for _, m := range item.Media {
				if u, err := url.Parse(m.GeneratorPath); err == nil && u.Path != "" && len(item.Editions) > 0 {
					live[item.Slug] = liveWork{u.Path, item.Editions[0].Hash}
				}
			}
		}
	}
	return live, nil
}

// sitemaps returns the addresses of all pages in the sitemaps.
func (f *fetcher) sitemaps(ctx context.Context, site *url.URL) (addresses []string, err error) {
	queue := []*url.URL{site.JoinPath("sitemap.xml")}
	for len(queue) > 0 {
		body, err := f.found(ctx, queue[0])
		if err != nil {
			return nil, fmt.Errorf("sitemap: %w", err)
		}
		queue = queue[1:]
		// The HTML parser can read this simple XML, too.
		doc, err := html.Parse(strings.NewReader(string(body)))
		if err != nil {
			return nil, fmt.Errorf("sitemap: %w", err)
		}
		for _, loc := range nodes(doc, func(n *html.Node) bool { return n.Data == "loc" }) {
			if loc.Parent.Data != "sitemap" {
				addresses = append(addresses, text(loc))
				continue
			}
			u, err := url.Parse(text(loc))
			if err != nil {
				return nil, fmt.Errorf("sitemap: %w", err)
			}
			// The sitemap names the public address; the export may reach the site under another one.
			queue = append(queue, site.JoinPath(u.Path))
		}
	}
	return addresses, nil
}
