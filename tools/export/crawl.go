package export

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

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"golang.org/x/sync/errgroup"
)

// immutable are the prefixes of files whose address contains a hash of their content.
var immutable = []string{"/assets/", "/_next/static/"}

// download reads all files that pages show, then those that style sheets refer to.
func (x *exporter) download(ctx context.Context) error {
	for {
		var round []string
		x.mu.Lock()
		for key, t := range x.targets {
			if t.kind == file && t.saved == "" && t.name == "" {
				round = append(round, key)
			}
		}
		x.mu.Unlock()
		if len(round) == 0 {
			return nil
		}
		group, groupCtx := errgroup.WithContext(ctx)
		group.SetLimit(x.Parallel)
		for _, key := range round {
			group.Go(func() error {
				if err := x.get(groupCtx, key); err != nil {
					return x.fail(groupCtx, key, err)
				}
				x.counted.Add(1)
				return nil
			})
		}
		if err := group.Wait(); err != nil {
			return err
		}
	}
}

// get reads one file, unless an earlier run has already saved it.
func (x *exporter) get(ctx context.Context, key string) error {
	at := must(url.Parse(key))
	own := at.Host == ""
	if own {
		at = x.Site.ResolveReference(at)
		if name := fileName(key, ""); path.Ext(name) != ".css" && path.Ext(name) != "" && isImmutable(key) {
			if info, err := x.root.Stat(name); err == nil && info.Mode().IsRegular() {
				name = x.name(name)
				x.bytes.Add(info.Size())
				x.set(key, func(t *target) { t.name, t.saved = name, name })
				return nil
			}
		}
	}
	// Immutable files are cached and cheap to serve, so they aren't rate limited.
	if !isImmutable(key) {
		if err := x.fetch.pages.Wait(ctx); err != nil {
			return err
		}
	}
	ctx, cancel := context.WithTimeout(ctx, filePatience)
	defer cancel()
	res, err := x.fetch.file(ctx, at)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	switch res.StatusCode {
	case http.StatusOK:
	case http.StatusNotFound, http.StatusGone:
		x.mu.Lock()
		x.missing = append(x.missing, key)
		x.targets[key].kind = absent
		x.mu.Unlock()
		return nil
	default:
		return fmt.Errorf("status %d", res.StatusCode)
	}
	mediaType, _, _ := mime.ParseMediaType(res.Header.Get("Content-Type"))
	saved, err := x.receive(res.Body)
	if err != nil {
		return err
	}
	switch {
	case x.isWork(key):
		return x.saveWork(key, saved)
	case mediaType == "text/css":
		return x.saveStylesheet(key, saved)
	}
	name := x.name(fileName(key, mediaType))
	if err := x.move(saved, name); err != nil {
		return err
	}
	x.set(key, func(t *target) { t.name, t.saved = name, name })
	return nil
}

func (x *exporter) isWork(key string) bool {
	return strings.HasPrefix(key, origin(x.Art.String())+"/works/")
}

func isImmutable(key string) bool {
	return slices.ContainsFunc(immutable, func(prefix string) bool { return strings.HasPrefix(key, prefix) })
}

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

// saveStylesheet registers the files that a style sheet refers to. The sheet is written once those files have their names.
func (x *exporter) saveStylesheet(key, saved string) error {
	sheet, err := x.root.ReadFile(saved)
	if err != nil {
		return err
	}
	base := must(url.Parse(key))
	rewriteStyles(string(sheet), func(ref string) (string, bool) {
		if at, err := base.Parse(ref); err == nil {
			x.addFile(at)
		}
		return ref, true
	})
	name := x.name(fileName(key, "text/css"))
	x.set(key, func(t *target) { t.name, t.saved = name, saved })
	return nil
}

// workPolicy lets live works on disk draw, but not connect to anything.
const workPolicy = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; media-src data: blob:; font-src data:"

// saveWork writes the page of a live work, which is self-contained.
func (x *exporter) saveWork(key, saved string) error {
	page, err := x.root.ReadFile(saved)
	if err != nil {
		return err
	}
	doc, err := html.Parse(strings.NewReader(string(page)))
	if err != nil {
		return err
	}
	if head := first(doc, named(atom.Head)); head != nil {
		head.InsertBefore(element(atom.Meta, "", "http-equiv", "Content-Security-Policy", "content", workPolicy), head.FirstChild)
	}
	name := x.name(path.Join(clean(must(url.Parse(key)).EscapedPath()), "index.html"))
	if err := x.put(name, []byte(render(doc))); err != nil {
		return err
	}
	x.set(key, func(t *target) { t.name, t.saved = name, name })
	return nil
}
