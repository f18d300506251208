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

	"github.com/vitrine/vitrine/kit/exif"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/studio"
)

// arriving is the part of the library with the parts of uploads. No address leads there.
const arriving = "uploads"

// hashLength is the length of the hashes in addresses, as in package content.
const hashLength = 20

// extensions are the formats of pictures that artists may send, and how names end.
var extensions = map[string]string{"webp": ".webp", "png": ".png", "jpeg": ".jpg", "gif": ".gif", "avif": ".avif"}

func partKey(id string, offset int64) string {
	return arriving + "/" + id + "/" + strconv.FormatInt(offset, 10)
}

// WritePart keeps a part of an upload. A part that arrives again replaces the first one.
func (l *Library) WritePart(ctx context.Context, id string, offset int64, part []byte) error {
	return l.objects.Write(ctx, partKey(id, offset), func(w io.Writer) error {
		_, err := w.Write(part)
		return err
	})
}

// Assemble puts an upload of a length together, checks that it is a picture whose renditions can be made, and keeps it as a protected
// original. An artwork.FieldError says why it is none. The parts stay until DropParts.
func (l *Library) Assemble(ctx context.Context, id string, length int64) (p studio.Picture, err error) {
	// On disk, because a picture is read from several places before it is known to be one.
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
	h, err := inspect(file)
	ext := extensions[h.Format]
	switch {
	case errors.Is(err, errPicture) && h.Width > 0:
		return p, refuse("this picture is too large to show: save it with at most %d million pixels, and not progressive", maxPixels/1_000_000)
	case errors.Is(err, errPicture) || err == nil && ext == "":
		return p, refuse("this isn't a picture that we can read: send a WebP, PNG, JPEG, GIF or AVIF file")
	case err != nil:
		return p, err
	}
	m := artwork.Media{Kind: artwork.Image, Type: "image/" + h.Format, Width: h.Width, Height: h.Height}
	if h.Format == "jpeg" && exif.Orientation(file) >= 5 {
		m.Width, m.Height = m.Height, m.Width
	}
	p.Sum = hex.EncodeToString(sum.Sum(nil))
	m.Hash = p.Sum[:hashLength]
	p.Media, p.Original = m, m.Hash+"/work"+ext
	key := hidden + "/" + p.Original
	// A file never changes under its address.
	if _, err := l.objects.Size(ctx, key); !errors.Is(err, fs.ErrNotExist) {
		return p, err
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return p, err
	}
	return p, l.objects.Write(ctx, key, func(w io.Writer) error {
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
