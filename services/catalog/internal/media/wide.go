package media

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"time"

	"github.com/vitrine/vitrine/kit/background"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/picture"
)

// renditionName matches the names of renditions: the recipe and the width.
var renditionName = regexp.MustCompile(`-(\d{1,3})-(\d{1,5})\.webp$`)

// renditionWidth returns the width in the name of a rendition that is made as it is now, or 0.
func renditionWidth(name string) int {
	m := renditionName.FindStringSubmatch(name)
	if m == nil || m[1] != Recipe {
		return 0
	}
	width, _ := strconv.Atoi(m[2]) // at most five digits
	return width
}

// wideRendition reports whether a rendition is made when it is first requested.
func wideRendition(name string) bool { return renditionWidth(name) > firstUpTo }

// keepWide makes a wide rendition when it is first requested, and waits for it, some seconds at most; then it returns errBeingMade. It does nothing for
// other files. It returns fs.ErrNotExist if there is no such rendition. Errors that match picture.ErrRefused are final, others are temporary.
func (l *Library) keepWide(ctx context.Context, hash, name string) error {
	if !wideRendition(name) {
		return nil
	}
	if _, err := l.objects.Size(ctx, public(hash, name)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	f, made, err := l.wanted.File(ctx, hash)
	if errors.Is(err, artwork.ErrNotFound) {
		return fmt.Errorf("%w: %w", fs.ErrNotExist, err)
	}
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(made.Renditions, func(r artwork.Rendition) bool { return path.Base(r.URL) == name }) {
		return fs.ErrNotExist // nobody makes up renditions
	}
	// Who stops waiting doesn't stop it: others wait, too, or will.
	done := l.making.DoChan(public(hash, name), func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), renderTimeout)
		defer cancel()
		// It runs in another goroutine, where a panic would end the process.
		return nil, background.Guard(ctx, func(ctx context.Context) error { return l.makeWide(ctx, f, name) })
	})
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(madeWait):
		return errBeingMade
	case result := <-done:
		return result.Err
	}
}

func (l *Library) makeWide(ctx context.Context, f artwork.File, name string) error {
	job := picture.Conversion{Urgent: true, Outputs: []picture.Output{{Name: name, Format: picture.WebP, Width: renditionWidth(name)}}}
	_, err := l.pictures.Convert(ctx, l.source(original(f)), job, func(file picture.File) error {
		return l.objects.Write(ctx, public(f.Hash, name), func(w io.Writer) error {
			_, err := io.Copy(w, file.Content)
			return err
		})
	})
	return err
}
