// Package export writes a copy of a gallery's public pages that opens from disk, without a server.
//
// It reads a running site over HTTP like any visitor: first pages from the sitemaps and the links on them, then every file that they show.
// It leaves out scripts and everything else that needs the server. Each run reads all pages again and reuses files whose address contains
// a hash of their content, so an interrupted export continues where it stopped.
package export

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/net/html"
	"golang.org/x/sync/errgroup"
)

// partial is the folder within an export for unfinished files.
const partial = ".partial"

// Options says what to export, and to where.
type Options struct {
	// Site is the origin of the running gallery.
	Site *url.URL
	// Art is the origin of live works. Nil takes it from the gallery's /api/config.
	Art *url.URL
	// Dir is the target: a new folder, an empty one or an earlier export.
	Dir string
	// Only limits the pages to those whose path begins with one of these. Empty exports all.
	Only []string
	// Ownership is what `chainwatcher ownership` wrote, or nil.
	Ownership *Ownership
	// Parallel is the number of requests at a time.
	Parallel int
	// PerSecond limits requests for pages, which the server has to render.
	PerSecond float64
	// Progress receives a line of text every two seconds.
	Progress io.Writer
	Now      time.Time
}

// Report is the result of an export.
type Report struct {
	Pages, Files, Tokens int
	Bytes                int64
	// Missing are addresses that the site links to but doesn't have. Links to them are left out.
	Missing []string
	// Failed are addresses that could not be read. The next run tries them again.
	Failed []string
}

type kind int

const (
	// page is a page of the copy.
	page kind = iota + 1
	// file is any other file of the copy.
	file
	// service is a page that needs the server, or isn't for visitors.
	service
	// absent is an address that doesn't exist.
	absent
)

// target is an address of the site and what it became in the export.
type target struct {
	kind kind
	// name is its path in the export.
	name string
	// saved is the path of its unfinished content.
	saved string
	// moved is the address that it redirects to.
	moved string
	ids   map[string]bool
}

type exporter struct {
	Options
	fetch *fetcher
	root  *os.Root
	// public is the origin in the site's own absolute links.
	public string
	about  gallery
	live   map[string]liveWork // by slug

	mu      sync.Mutex
	targets map[string]*target
	failed  []string
	missing []string
	names   map[string]bool
	counted atomic.Int64 // files done
	bytes   atomic.Int64
	saves   atomic.Int64
}

// Run exports a gallery. It returns an error if there is no usable copy; addresses that could not be read are in the report.
func Run(ctx context.Context, o Options) (Report, error) {
	root, err := open(o.Dir)
	if err != nil {
		return Report{}, err
	}
	defer func() { _ = root.Close() }()
	x := &exporter{
		Options: o, fetch: newFetcher(o.Parallel, o.PerSecond), root: root,
		targets: map[string]*target{}, names: map[string]bool{},
	}
	if x.about, err = x.fetch.gallery(ctx, o.Site); err != nil {
		return Report{}, err
	}
	if x.Art == nil {
		if x.Art, err = url.Parse(x.about.ArtOrigin); err != nil {
			return Report{}, fmt.Errorf("origin of live works in /api/config: %w", err)
		}
	}
	if x.live, err = x.fetch.liveWorks(ctx, o.Site); err != nil {
		return Report{}, err
	}
	stop := x.report(ctx)
	defer stop()
	if err := x.crawl(ctx); err != nil {
		return Report{}, err
	}
	if err := x.download(ctx); err != nil {
		return Report{}, err
	}
	stop()
	return x.write()
}

// open opens the folder of an export. It rejects a folder with anything else in it, because an export deletes outdated files.
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

// report prints progress until the returned function is called.
func (x *exporter) report(ctx context.Context) (stop func()) {
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
				pages, files := 0, 0
				for _, t := range x.targets {
					switch t.kind {
					case page:
						pages++
					case file:
						files++
					}
				}
				x.mu.Unlock()
				fmt.Fprintf(x.Progress, "%d pages, %d of %d files, %d MB\n", pages, x.counted.Load(), files, x.bytes.Load()>>20)
			}
		}
	}()
	return func() {
		cancel()
		<-done
	}
}

// crawl reads all pages in rounds: those in the sitemaps, then those that they link to.
func (x *exporter) crawl(ctx context.Context) error {
	addresses, err := x.fetch.sitemaps(ctx, x.Site)
	if err != nil {
		return err
	}
	if len(addresses) == 0 {
		return errors.New("the sitemaps name no page")
	}
	x.public = origin(addresses[0])
	var round []string
	for _, a := range addresses {
		if key, ok := x.key(a); ok {
			round = append(round, key)
		}
	}
	for len(round) > 0 {
		var next []string
		group, groupCtx := errgroup.WithContext(ctx)
		group.SetLimit(x.Parallel)
		for _, key := range round {
			if !x.claim(key) {
				continue
			}
			group.Go(func() error {
				links, err := x.read(groupCtx, key)
				x.mu.Lock()
				defer x.mu.Unlock()
				next = append(next, links...)
				return err
			})
		}
		if err := group.Wait(); err != nil {
			return err
		}
		round = next
	}
	return ctx.Err()
}

// claim registers a page to read. It reports false if the page is already registered or not wanted.
func (x *exporter) claim(key string) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	if _, known := x.targets[key]; known {
		return false
	}
	t := &target{}
	x.targets[key] = t
	if !x.wanted(key) {
		t.kind = service
		return false
	}
	return true
}

// wanted reports whether a page belongs in the copy, judging by its address.
func (x *exporter) wanted(key string) bool {
	p, query, asked := strings.Cut(key, "?")
	if needsServer.MatchString(p) || asked && !listed.MatchString(query) {
		return false
	}
	return len(x.Only) == 0 || slices.ContainsFunc(x.Only, func(prefix string) bool { return strings.HasPrefix(p, prefix) })
}

// read requests a page, saves what remains of it, and returns the pages that it links to.
func (x *exporter) read(ctx context.Context, key string) ([]string, error) {
	res, err := x.fetch.page(ctx, x.Site.JoinPath("/").ResolveReference(must(url.Parse(key))))
	if err != nil {
		return nil, x.fail(ctx, key, err)
	}
	switch {
	case res.status == http.StatusNotFound || res.status == http.StatusGone:
		x.set(key, func(t *target) { t.kind = absent })
		x.mu.Lock()
		x.missing = append(x.missing, key)
		x.mu.Unlock()
		return nil, nil
	case res.location != nil:
		to, ok := x.key(res.location.String())
		if !ok {
			x.set(key, func(t *target) { t.kind = absent })
			return nil, nil
		}
		x.set(key, func(t *target) { t.moved = to })
		return []string{to}, nil
	case res.status != http.StatusOK:
		return nil, x.fail(ctx, key, fmt.Errorf("status %d", res.status))
	}
	if !strings.HasPrefix(res.mediaType, "text/html") {
		return nil, x.saveLinked(key, res)
	}
	doc, err := html.Parse(strings.NewReader(string(res.body)))
	if err != nil {
		return nil, x.fail(ctx, key, err)
	}
	if noindex(doc) {
		x.set(key, func(t *target) { t.kind = service })
		return nil, nil
	}
	strip(doc)
	x.runLive(doc, key)
	saved, err := x.save([]byte(render(doc)))
	if err != nil {
		return nil, err
	}
	name := x.name(pageName(key))
	x.set(key, func(t *target) { t.kind, t.name, t.saved, t.ids = page, name, saved, ids(doc) })
	return x.collect(doc, key), nil
}

// collect registers the files that a page shows and returns the pages that it links to.
func (x *exporter) collect(doc *html.Node, from string) (pages []string) {
	base := must(url.Parse(from))
	visit(doc, func(_ *html.Node, u use, ref string) (string, bool) {
		at, err := base.Parse(strings.TrimSpace(ref))
		if err != nil {
			return ref, true
		}
		if u == link {
			if key, ok := x.key(at.String()); ok {
				pages = append(pages, key)
			}
		} else {
			x.addFile(at)
		}
		return ref, true
	})
	return pages
}

// addFile registers a file to download.
func (x *exporter) addFile(at *url.URL) {
	key, ok := x.fileKey(at)
	if !ok {
		return
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if _, known := x.targets[key]; !known {
		x.targets[key] = &target{kind: file}
	}
}

// saveLinked saves a document that a page links to, such as a feed or a calendar.
func (x *exporter) saveLinked(key string, res response) error {
	name := x.name(fileName(key, res.mediaType))
	if err := x.put(name, res.body); err != nil {
		return err
	}
	x.set(key, func(t *target) { t.kind, t.name, t.saved = file, name, name })
	return nil
}

func (x *exporter) set(key string, change func(*target)) {
	x.mu.Lock()
	defer x.mu.Unlock()
	t := x.targets[key]
	if t == nil {
		t = &target{}
		x.targets[key] = t
	}
	change(t)
}

// fail records an address that could not be read. The export continues, unless it was cancelled.
func (x *exporter) fail(ctx context.Context, key string, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.targets[key] = &target{kind: absent}
	x.failed = append(x.failed, fmt.Sprintf("%s: %v", key, err))
	return nil
}

// save writes unfinished content and returns its path.
func (x *exporter) save(data []byte) (string, error) {
	name := fmt.Sprintf("%s/%d", partial, x.saves.Add(1))
	return name, x.root.WriteFile(name, data, 0o644)
}

// put writes a file of the export atomically.
func (x *exporter) put(name string, data []byte) error {
	saved, err := x.save(data)
	if err != nil {
		return err
	}
	return x.move(saved, name)
}

func (x *exporter) move(saved, name string) error {
	if err := x.root.MkdirAll(path.Dir(name), 0o755); err != nil {
		return err
	}
	return x.root.Rename(saved, name)
}
