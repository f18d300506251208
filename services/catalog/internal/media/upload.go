package media

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"time"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/format"
	"github.com/vitrine/vitrine/services/catalog/internal/picture"
	"github.com/vitrine/vitrine/services/catalog/internal/studio"
)

// arriving is the folder of the parts of uploads. It has no public address.
const arriving = "uploads"

// hashLength is the length of the hashes in addresses, as in package content.
const hashLength = 20

// extensions are the accepted picture formats and their file extensions.
var extensions = map[picture.Format]string{"webp": ".webp", "png": ".png", "jpeg": ".jpg", "gif": ".gif", "avif": ".avif", "tiff": ".tif"}

// inspectTimeout limits how long an artist waits for the check of a picture.
const inspectTimeout = 15 * time.Second

func partKey(id string, offset int64) string {
	return arriving + "/" + id + "/" + strconv.FormatInt(offset, 10)
}

// WritePart stores a part of an upload. If the part arrives again, it replaces the first one.
func (l *Library) WritePart(ctx context.Context, id string, offset int64, part []byte) error {
	return l.objects.Write(ctx, partKey(id, offset), func(w io.Writer) error {
		_, err := w.Write(part)
		return err
	})
}

// Assemble joins the parts of an upload and checks, from the content, that it is a picture whose renditions can be made, a film or a
// recording, or the page of a live work. It stores a picture or a film as a protected original; PublishFilm makes a film public. A page is
// public at an unguessable address, like those of the content folder, and doesn't run there. If the file is none of these, Assemble returns
// an artwork.FieldError. It doesn't delete the parts; DropParts does.
func (l *Library) Assemble(ctx context.Context, id string, length int64) (p studio.File, err error) {
	if err := l.assembling.Acquire(ctx, length); err != nil {
		return p, err
	}
	defer l.assembling.Release(length)
	// Use the disk, because the file is read at several offsets before its type is known.
	file, err := os.CreateTemp("", "vitrine-upload-*")
	if err != nil {
		return p, err
	}
	defer func() { err = errors.Join(err, file.Close(), os.Remove(file.Name())) }()
	sum := sha256.New()
	if err := l.join(ctx, id, length, io.MultiWriter(file, sum)); err != nil {
		return p, err
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return p, err
	}
	p.Sum = hex.EncodeToString(sum.Sum(nil))
	ext, problem := format.Film(file)
	if ext == "" {
		problem = format.Refused(file)
	}
	if problem != "" {
		return p, refuse("this file %s", problem)
	}
	if ext != "" {
		return l.keepFilm(ctx, file, ext, p.Sum)
	}
	if isPage, err := beginsAsPage(file); err != nil {
		return p, err
	} else if isPage {
		return l.keepPage(ctx, file, length, p.Sum)
	}
	if length > studio.MaxPicture {
		return p, refuse("%s", studio.PictureLimit.TooLarge())
	}
	h, err := l.inspect(ctx, file, p.Sum)
	if err != nil {
		return p, err
	}
	ext = extensions[h.Format]
	m := artwork.Media{Kind: artwork.Image, Type: "image/" + string(h.Format), Width: h.Width, Height: h.Height}
	m.Hash = p.Sum[:hashLength]
	p.Media, p.Original = m, m.Hash+"/work"+ext
	return p, l.put(ctx, m.Hash, private(m.Hash, "work"+ext), file)
}

// inspect reads the header of an uploaded picture. It returns an artwork.FieldError for a file that no renditions can be made of.
func (l *Library) inspect(ctx context.Context, file *os.File, sum string) (picture.Header, error) {
	ctx, cancel := context.WithTimeout(ctx, inspectTimeout)
	defer cancel()
	h, err := l.pictures.Inspect(ctx, picture.Source{Hash: sum, Open: func(context.Context) (io.ReadCloser, error) {
		info, err := file.Stat()
		if err != nil {
			return nil, err
		}
		return io.NopCloser(io.NewSectionReader(file, 0, info.Size())), nil
	}}, true)
	if err == nil {
		err = h.Check()
	}
	refused, final := errors.AsType[*picture.RefusedError](err)
	switch {
	case final && refused.Cause == picture.Unknown || err == nil && extensions[h.Format] == "":
		return h, refuse("this isn't a picture, film or sound that we can read: send %s, %s, or a live work as %s",
			studio.PictureLimit.Formats, studio.FilmLimit.Formats, studio.PageLimit.Formats)
	case final:
		return h, refuse("we can't use this picture: %s", refused.Message)
	}
	return h, err
}

// keepFilm stores a film or a recording. Its address works once PublishFilm was called.
func (l *Library) keepFilm(ctx context.Context, file *os.File, ext, sum string) (studio.File, error) {
	hash, name := sum[:hashLength], "work"+ext
	place := public(hash, name)
	return studio.File{
		Media:    artwork.Media{Kind: artwork.Video, URL: Prefix + place, Type: format.Kinds[ext].Type},
		Original: place, Sum: sum,
	}, l.put(ctx, hash, private(hash, name), file)
}

// PublishFilm makes a film that keepFilm kept public at its address, and deletes the private copy, whose signed addresses lead to the public one
// then. Repeating it changes nothing. Errors are temporary.
func (l *Library) PublishFilm(ctx context.Context, place string) error {
	_, err := l.objects.Size(ctx, place)
	if errors.Is(err, fs.ErrNotExist) {
		err = l.objects.Duplicate(ctx, hidden+"/"+place, place)
	}
	if err != nil {
		return err
	}
	return l.objects.Delete(ctx, hidden+"/"+place)
}

// pageHead is how many bytes decide whether a file is a page.
const pageHead = 4 << 10

func beginsAsPage(file *os.File) (bool, error) {
	head := make([]byte, pageHead)
	n, err := file.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return false, err
	}
	return format.IsPage(head[:n]), nil
}

// keepPage checks and stores the page of a live work.
func (l *Library) keepPage(ctx context.Context, file *os.File, length int64, sum string) (studio.File, error) {
	if length > studio.MaxPage {
		return studio.File{}, refuse("%s", studio.PageLimit.TooLarge())
	}
	body := make([]byte, length)
	if _, err := file.ReadAt(body, 0); err != nil {
		return studio.File{}, err
	}
	page, problem := format.ReadPage(body)
	if problem != "" {
		return studio.File{}, refuse("this page %s", problem)
	}
	hash := sum[:hashLength]
	key := public(hash, "work.html")
	return studio.File{
		Media:    artwork.Media{Kind: artwork.Generator, Type: "text/html", URL: Prefix + key, Page: key, Width: page.Width, Height: page.Height},
		Original: key, Sum: sum,
	}, l.put(ctx, hash, key, file)
}

// put stores a file unless it already exists: a file never changes at its address.
func (l *Library) put(ctx context.Context, hash, key string, file *os.File) error {
	if err := l.claim(ctx, hash); err != nil {
		return err
	}
	if _, err := l.objects.Size(ctx, key); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	return l.objects.Write(ctx, key, func(w io.Writer) error {
		_, err := io.Copy(w, file)
		return err
	})
}

func refuse(reason string, args ...any) error {
	return &artwork.FieldError{Field: "picture", Reason: fmt.Sprintf(reason, args...)}
}

// join writes the parts of an upload one after the other.
func (l *Library) join(ctx context.Context, id string, length int64, to io.Writer) error {
	for offset := int64(0); offset < length; {
		part, err := l.objects.Read(ctx, partKey(id, offset))
		if err == nil && len(part) == 0 {
			err = fs.ErrNotExist
		}
		if err != nil {
			return fmt.Errorf("upload %s at %d: %w", id, offset, err)
		}
		if offset += int64(len(part)); offset > length {
			return refuse("the file changed while it was sent: send it again")
		}
		if _, err := to.Write(part); err != nil {
			return err
		}
	}
	return nil
}

// DropParts removes the parts of an upload.
func (l *Library) DropParts(ctx context.Context, id string) error {
	for o, err := range l.objects.List(ctx, arriving+"/"+id+"/") {
		if err == nil {
			err = l.objects.Delete(ctx, o.Key)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
