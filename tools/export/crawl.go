package main

import (
	"context"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/sync/errgroup"
)

// patience is the timeout for one address, including retries.
const patience = 30 * time.Minute

// immutable are the prefixes of files whose address contains a hash of their content.
var immutable = []string{"/assets/", "/_next/static/"}

// crawl reads addresses in rounds: first those in the sitemaps, then those that they refer to.
func (x *exporter) crawl(ctx context.Context, round []string) error {
	for len(round) > 0 {
		var next []string
		group, groupCtx := errgroup.WithContext(ctx)
		group.SetLimit(x.parallel)
		for _, key := range round {
			if !x.claim(key) {
				continue
			}
			group.Go(func() error {
				refs, err := x.read(groupCtx, key)
				if groupCtx.Err() != nil {
					return groupCtx.Err()
				}
				x.mu.Lock()
				defer x.mu.Unlock()
				next = append(next, refs...)
				if err != nil {
					x.failed = append(x.failed, fmt.Sprintf("%s: %v", key, err))
				}
				return nil
			})
		}
		if err := group.Wait(); err != nil {
			return err
		}
		round = next
	}
	return ctx.Err()
}

// claim registers an address. It reports false if it is already registered.
func (x *exporter) claim(key string) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.targets[key] != nil {
		return false
	}
	x.targets[key] = &target{}
	return true
}

func (x *exporter) set(key string, t target) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.targets[key] = &t
}

// read requests an address and saves what it returns. It returns the addresses that this refers to. An address that doesn't belong in the copy gets no name.
func (x *exporter) read(ctx context.Context, key string) (refs []string, err error) {
	if x.keep(key) {
		return nil, nil
	}
	// Immutable files are cached and cheap to serve, so they aren't rate limited.
	if !isImmutable(key) {
		if err := x.limit.Wait(ctx); err != nil {
			return nil, err
		}
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	at := x.site.ResolveReference(must(url.Parse(key)))
	res, err := x.get(ctx, at)
	if err != nil {
		return nil, err
	}
	defer func() { _ = res.Body.Close() }()
	switch {
	case res.StatusCode == http.StatusNotFound || res.StatusCode == http.StatusGone:
		x.mu.Lock()
		defer x.mu.Unlock()
		x.missing = append(x.missing, key)
		return nil, nil
	case res.StatusCode/100 == 3:
		location, err := res.Location()
		if err != nil {
			return nil, err
		}
		to, ok := x.key(location)
		if !ok || !x.wanted(to) && !isImmutable(to) {
			return nil, nil
		}
		x.set(key, target{moved: to})
		return []string{to}, nil
	case res.StatusCode != http.StatusOK:
		return nil, fmt.Errorf("status %d", res.StatusCode)
	}
	saved, err := x.receive(res.Body)
	if err != nil {
		return nil, err
	}
	mediaType, _, _ := mime.ParseMediaType(res.Header.Get("Content-Type"))
	switch {
	case x.isWork(key):
		return nil, x.saveWork(key, saved)
	case mediaType == "text/html" && x.owns(at) && x.owns(res.Request.URL):
		return x.readPage(key, saved)
	case mediaType == "text/html":
		return nil, nil // another site
	case mediaType == "text/css":
		return x.readSheet(key, saved)
	}
	name := x.name(fileName(key, mediaType))
	if err := x.move(saved, name); err != nil {
		return nil, err
	}
	x.set(key, target{name: name})
	return nil, nil
}

// keep reports whether an earlier run has saved this file, whose content never changes.
func (x *exporter) keep(key string) bool {
	name := fileName(key, "")
	if !isImmutable(key) || path.Ext(name) == "" || path.Ext(name) == ".css" {
		return false
	}
	info, err := x.root.Stat(name)
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	name = x.name(name)
	x.set(key, target{name: name})
	x.mu.Lock()
	defer x.mu.Unlock()
	x.written[name] = true
	return true
}

func isImmutable(key string) bool {
	return slices.ContainsFunc(immutable, func(prefix string) bool { return strings.HasPrefix(key, prefix) })
}

func (x *exporter) isWork(key string) bool { return strings.HasPrefix(key, origin(x.art)+"/works/") }

// readPage strips a page and returns what it links to and shows.
func (x *exporter) readPage(key, saved string) (refs []string, err error) {
	doc, err := x.parse(saved)
	if err != nil {
		return nil, err
	}
	if doc.Find(`meta[name="robots"][content*="noindex"]`).Length() > 0 {
		return nil, nil
	}
	strip(doc)
	x.runLive(doc, key)
	if err := x.root.WriteFile(saved, render(doc), 0o644); err != nil {
		return nil, err
	}
	x.set(key, target{page: true, name: x.name(pageName(key)), saved: saved, ids: ids(doc)})
	base := must(url.Parse(key))
	visit(doc, func(_ *goquery.Selection, u use, ref string) (string, bool) {
		refs = x.appendRef(refs, base, u, ref)
		return ref, true
	})
	return refs, nil
}

// readSheet returns the files that a style sheet refers to.
func (x *exporter) readSheet(key, saved string) (refs []string, err error) {
	sheet, err := x.root.ReadFile(saved)
	if err != nil {
		return nil, err
	}
	base := must(url.Parse(key))
	rewriteStyles(string(sheet), func(ref string) (string, bool) {
		refs = x.appendRef(refs, base, shown, ref)
		return ref, true
	})
	x.set(key, target{name: x.name(fileName(key, "text/css")), saved: saved})
	return refs, nil
}

// appendRef adds the key of a reference to refs, if it belongs in the copy.
func (x *exporter) appendRef(refs []string, base *url.URL, u use, ref string) []string {
	at, err := base.Parse(strings.TrimSpace(ref))
	if err != nil {
		return refs
	}
	key, ok := x.key(at)
	if !ok || u == link && (!strings.HasPrefix(key, "/") || !x.wanted(key)) {
		return refs
	}
	return append(refs, key)
}

// workPolicy lets live works on disk draw, but not connect to anything.
const workPolicy = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; media-src data: blob:; font-src data:"

// saveWork writes the page of a live work, which is self-contained.
func (x *exporter) saveWork(key, saved string) error {
	doc, err := x.parse(saved)
	if err != nil {
		return err
	}
	addPolicy(doc, workPolicy)
	name := x.name(path.Join(clean(must(url.Parse(key)).EscapedPath()), "index.html"))
	if err := x.put(name, render(doc)); err != nil {
		return err
	}
	x.set(key, target{name: name})
	return nil
}

// receive saves a response as an unfinished file.
func (x *exporter) receive(body io.Reader) (saved string, err error) {
	saved = fmt.Sprintf("%s/%d", partial, x.saves.Add(1))
	f, err := x.root.Create(saved)
	if err != nil {
		return "", err
	}
	n, err := io.Copy(f, body)
	x.bytes.Add(n)
	if closed := f.Close(); err == nil {
		err = closed
	}
	return saved, err
}

// put writes a file of the copy atomically.
func (x *exporter) put(name string, data []byte) error {
	saved := fmt.Sprintf("%s/%d", partial, x.saves.Add(1))
	if err := x.root.WriteFile(saved, data, 0o644); err != nil {
		return err
	}
	return x.move(saved, name)
}

// move makes an unfinished file a file of the copy.
func (x *exporter) move(saved, name string) error {
	x.mu.Lock()
	x.written[name] = true
	x.mu.Unlock()
	if err := x.root.MkdirAll(path.Dir(name), 0o755); err != nil {
		return err
	}
	return x.root.Rename(saved, name)
}
