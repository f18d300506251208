package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/PuerkitoBio/goquery"
	"github.com/failsafe-go/failsafe-go/failsafehttp"
	"golang.org/x/time/rate"
)

// partial is the folder within a copy for unfinished files.
const partial = ".partial"

// options says what to copy, and to where.
type options struct {
	// site is the origin of the running gallery.
	site *url.URL
	// art is the origin of live works. Nil takes it from the gallery's /api/config.
	art *url.URL
	// dir is the target: a new folder, an empty one or an earlier copy.
	dir string
	// only limits the pages to those whose path begins with one of these. Empty copies all.
	only []string
	// ownership is what `chainwatcher ownership` wrote, or nil.
	ownership *ownership
	// parallel is the number of requests at a time.
	parallel int
	// perSecond limits requests for pages, which the server has to render.
	perSecond float64
	// progress receives a line of text every two seconds.
	progress io.Writer
	now      time.Time
}

// report is the result of an export.
type report struct {
	pages, files, tokens int
	bytes                int64
	// missing are addresses that the site refers to but doesn't have. Links to them are left out.
	missing []string
	// failed are addresses that could not be read. The next run tries them again.
	failed []string
}

// target is an address of the site and what it became in the copy.
type target struct {
	// name is its path in the copy, empty if the copy doesn't have it.
	name string
	// saved is the path of a page or a style sheet until its references are rewritten.
	saved string
	page  bool
	// moved is the address that it redirects to.
	moved string
	// ids are the parts of a page that links can lead to.
	ids map[string]bool
}

type exporter struct {
	options
	client *http.Client
	limit  *rate.Limiter
	root   *os.Root
	// public is the origin in the site's own absolute links.
	public string
	config config
	live   map[string]liveWork // by slug

	saves, bytes atomic.Int64

	mu      sync.Mutex
	targets map[string]*target // by key
	names   map[string]bool    // the paths that are taken, in lower case
	written map[string]bool    // the files of the copy
	missing []string
	failed  []string
}

// export copies a gallery. It returns an error if there is no usable copy; addresses that could not be read are in the report.
func export(ctx context.Context, o options) (report, error) {
	root, err := open(o.dir)
	if err != nil {
		return report{}, err
	}
	defer func() { _ = root.Close() }()
	x := &exporter{
		options: o, root: root, limit: rate.NewLimiter(rate.Limit(o.perSecond), max(1, o.parallel)),
		targets: map[string]*target{}, names: map[string]bool{}, written: map[string]bool{},
	}
	x.client = x.newClient()
	for _, name := range []string{"index.html", aboutFile, manifestFile, ownershipPage, ownershipJSON, ownershipCSV} {
		x.names[name] = true
	}
	if err := x.readConfig(ctx); err != nil {
		return report{}, err
	}
	if x.live, err = x.liveWorks(ctx); err != nil {
		return report{}, err
	}
	pages, err := x.sitemaps(ctx)
	if err != nil {
		return report{}, err
	}
	stop := x.reportProgress(ctx)
	defer stop()
	if err := x.crawl(ctx, pages); err != nil {
		return report{}, err
	}
	stop()
	return x.write()
}

// open opens the folder of a copy. It rejects a folder with anything else in it, because an export deletes outdated files.
func open(dir string) (*os.Root, error) {
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	ours := len(entries) == 0 || slices.ContainsFunc(entries, func(e os.DirEntry) bool { return e.Name() == sumsFile || e.Name() == partial })
	if !ours {
		return nil, fmt.Errorf("%s is neither empty nor an earlier export: choose another folder", dir)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	return root, root.MkdirAll(partial, 0o755)
}

// reportProgress prints a line every two seconds until the returned function is called.
func (x *exporter) reportProgress(ctx context.Context) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		tick := time.NewTicker(2 * time.Second)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				x.mu.Lock()
				known := len(x.targets)
				x.mu.Unlock()
				fmt.Fprintf(x.progress, "%d addresses so far, %d MB\n", known, x.bytes.Load()>>20)
			}
		}
	}()
	return func() {
		cancel()
		<-done
	}
}

// newClient returns a client that repeats failed requests and honors Retry-After. It doesn't follow redirects within the site, whose links have to lead
// to the new address. It follows others, because museums redirect to where their pictures are.
func (x *exporter) newClient() *http.Client {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost, transport.MaxConnsPerHost = x.parallel, x.parallel
	transport.ResponseHeaderTimeout = time.Minute
	policy := failsafehttp.NewRetryPolicyBuilder().WithMaxRetries(5).WithBackoff(time.Second, 30*time.Second).ReturnLastFailure().Build() //nolint:bodyclose // there is no response yet
	return &http.Client{
		Transport: failsafehttp.NewRoundTripper(transport, policy),
		CheckRedirect: func(req *http.Request, via []*http.Request) error {
			if x.owns(via[0].URL) && x.owns(req.URL) {
				return http.ErrUseLastResponse
			}
			if len(via) > 5 {
				return errors.New("too many redirects")
			}
			return nil
		},
	}
}

func (x *exporter) get(ctx context.Context, at *url.URL) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, at.String(), nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("User-Agent", "vitrine-export")
	return x.client.Do(req)
}

// found requests an address that must exist.
func (x *exporter) found(ctx context.Context, at *url.URL) (*http.Response, error) {
	res, err := x.get(ctx, at)
	if err == nil && res.StatusCode != http.StatusOK {
		_ = res.Body.Close()
		err = fmt.Errorf("%s: status %d", at, res.StatusCode)
	}
	return res, err
}

func (x *exporter) foundJSON(ctx context.Context, at *url.URL, into any) error {
	res, err := x.found(ctx, at)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	return json.NewDecoder(res.Body).Decode(into)
}

// config is the part of /api/config that an export needs.
type config struct {
	BuildID   string `json:"buildId"`
	ArtOrigin string `json:"artOrigin"`
}

func (x *exporter) readConfig(ctx context.Context) (err error) {
	if err := x.foundJSON(ctx, x.site.JoinPath("api", "config"), &x.config); err != nil {
		return fmt.Errorf("read /api/config (is this the address of a gallery?): %w", err)
	}
	if x.art == nil {
		if x.art, err = url.Parse(x.config.ArtOrigin); err != nil {
			return fmt.Errorf("origin of live works in /api/config: %w", err)
		}
	}
	return nil
}

// liveWork is a work that is drawn by a program.
type liveWork struct {
	// path is its place on the art origin, hash what its first edition is drawn from.
	path, hash string
}

// liveWorks returns the live works by slug.
func (x *exporter) liveWorks(ctx context.Context) (map[string]liveWork, error) {
	live := map[string]liveWork{}
	for n, last := 1, 1; n <= last; n++ {
		at := x.site.JoinPath("graphql")
		at.RawQuery = url.Values{"query": {fmt.Sprintf("{artworks(page:%d){pageCount items{slug media{generatorPath} editions(first:1){hash}}}}", n)}}.Encode()
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
		if err := x.foundJSON(ctx, at, &res); err != nil {
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

// sitemaps returns the keys of all wanted pages in the sitemaps, and learns the site's public origin from them.
func (x *exporter) sitemaps(ctx context.Context) (pages []string, err error) {
	queue := []*url.URL{x.site.JoinPath("sitemap.xml")}
	for len(queue) > 0 {
		res, err := x.found(ctx, queue[0])
		if err != nil {
			return nil, fmt.Errorf("sitemap: %w", err)
		}
		queue = queue[1:]
		// The HTML parser can read this simple XML, too.
		doc, err := goquery.NewDocumentFromReader(res.Body)
		_ = res.Body.Close()
		if err != nil {
			return nil, fmt.Errorf("sitemap: %w", err)
		}
		for _, loc := range doc.Find("loc").EachIter() {
			at, err := url.Parse(loc.Text())
			if err != nil {
				return nil, fmt.Errorf("sitemap: %w", err)
			}
			if loc.Parent().Is("sitemap") {
				// The sitemap has the public address; this program may reach the site at another one.
				queue = append(queue, x.site.JoinPath(at.Path))
				continue
			}
			if x.public == "" {
				x.public = origin(at)
			}
			if key, ok := x.key(at); ok && x.wanted(key) {
				pages = append(pages, key)
			}
		}
	}
	if x.public == "" {
		return nil, errors.New("the sitemaps have no pages")
	}
	return pages, nil
}
