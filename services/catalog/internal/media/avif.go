package media

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/picture"
)

// maxAVIFWidth is the maximum width of an AVIF rendition in pixels: what phones request. A wider one takes seconds.
const maxAVIFWidth = 1280

// untilAVIF is how long a WebP rendition may be cached by who accepts AVIF, while that is being made.
const untilAVIF = "public, max-age=60"

// avifKey is the key of a rendition's AVIF, next to it. An empty file means that AVIF was not smaller.
func avifKey(rendition string) string {
	return strings.TrimSuffix(rendition, path.Ext(rendition)) + ".avif"
}

// acceptsAVIF reports whether the browser accepts AVIF.
func acceptsAVIF(r *http.Request) (accepts bool) {
	for part := range strings.SplitSeq(r.Header.Get("Accept"), ",") {
		t, params, err := mime.ParseMediaType(part)
		if err != nil || t != "image/avif" {
			continue
		}
		q, err := strconv.ParseFloat(params["q"], 64)
		accepts = err != nil || q > 0
	}
	return accepts
}

// hasAVIF reports whether a rendition has an AVIF, and whether it is still to be made.
func (l *Library) hasAVIF(ctx context.Context, hash, name string) (has, missing bool) {
	size, err := l.objects.Size(ctx, avifKey(public(hash, name)))
	if !errors.Is(err, fs.ErrNotExist) {
		return err == nil && size > 0, false
	}
	if width := renditionWidth(name); width == 0 || width > maxAVIFWidth {
		return false, false
	}
	_, err = l.objects.Size(ctx, public(hash, name)) // nobody makes up renditions
	return false, err == nil
}

// mailSuffix is added to the name of a WebP file for the same picture as JPEG, for mail programs (kit/mail.PictureAt).
const mailSuffix = ".jpg"

// keepJPEG makes a public WebP file's JPEG when it is first requested, which takes about a tenth of a second: the servers of mail programs
// fetch a picture once, and don't try again. It returns fs.ErrNotExist if there is no such file. Errors that match picture.ErrRefused are final,
// others are temporary.
func (l *Library) keepJPEG(ctx context.Context, webp, jpeg string) error {
	if _, err := l.objects.Size(ctx, jpeg); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if _, err := l.objects.Size(ctx, webp); err != nil {
		return err
	}
	job := picture.Conversion{Urgent: true, Outputs: []picture.Output{{Name: path.Base(jpeg), Format: picture.JPEG}}}
	_, err := l.pictures.Convert(ctx, l.source(webp), job, func(file picture.File) error {
		return l.objects.Write(ctx, jpeg, func(w io.Writer) error {
			_, err := io.Copy(w, file.Content)
			return err
		})
	})
	return err
}

// MakeAVIF makes the AVIF of a rendition from the original, unless it exists. If it isn't smaller, an empty file records that. Errors that
// match picture.ErrRefused are final, others are temporary.
func (l *Library) MakeAVIF(ctx context.Context, f artwork.File, made artwork.Made, name string) error {
	for _, r := range made.Renditions {
		if path.Base(r.URL) != name || !strings.HasSuffix(name, fmt.Sprintf("-%s-%d.webp", Recipe, r.Width)) || r.Width > maxAVIFWidth {
			continue
		}
		if _, err := l.objects.Size(ctx, avifKey(public(f.Hash, name))); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		have, err := l.objects.Size(ctx, public(f.Hash, name))
		if err != nil {
			return err
		}
		job := picture.Conversion{Outputs: []picture.Output{{Name: name, Format: picture.AVIF, Width: r.Width}}}
		_, err = l.pictures.Convert(ctx, l.source(original(f)), job, func(file picture.File) error {
			content, err := io.ReadAll(file.Content)
			if err != nil {
				return err
			}
			if int64(len(content)) >= have {
				content = nil
			}
			return l.objects.Write(ctx, avifKey(public(f.Hash, name)), func(w io.Writer) error {
				_, err := io.Copy(w, bytes.NewReader(content))
				return err
			})
		})
		return err
	}
	return nil
}
