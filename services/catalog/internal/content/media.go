package content

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/format"
	"github.com/vitrine/vitrine/services/catalog/internal/picture"
)

const (
	maxMedia = 200 << 20 // bytes
	// HashLength is the length of the hashes in addresses: 80 bits are enough to distinguish our own files.
	HashLength = 20
)

// medium is a media file that was read.
type medium struct {
	file          artwork.File
	url, typ      string
	sum           string // the full hash
	width, height int
	problem       string
}

// look reads a file once, even if several fields name it.
func (f *folder) look(file, full string) medium {
	if m, ok := f.media[file]; ok {
		return m
	}
	m := f.open(file, full)
	f.media[file] = m
	if m.problem == "" {
		f.digest = append(f.digest, "media/"+file+" "+m.sum)
		f.c.Files = append(f.c.Files, m.file)
	}
	return m
}

func (f *folder) open(file, full string) medium {
	ext := strings.ToLower(path.Ext(file))
	k, ok := format.Kinds[ext]
	if !ok {
		return medium{problem: fmt.Sprintf("has an unsupported type: expected a name that ends in one of %s", strings.Join(slices.Sorted(maps.Keys(format.Kinds)), " "))}
	}
	in, err := os.Open(full)
	if err != nil {
		return medium{problem: fmt.Sprintf("cannot be read: %v", errors.Unwrap(err))}
	}
	defer func() { _ = in.Close() }()
	m := medium{typ: k.Type}
	if problem := format.Problem(in, ext); problem != "" {
		return medium{problem: problem}
	}
	h := sha256.New()
	if _, err := io.Copy(h, in); err != nil {
		return medium{problem: "cannot be read"}
	}
	m.sum = hex.EncodeToString(h.Sum(nil))
	if k.Kind == artwork.Image && f.inspect != nil {
		if problem := f.measure(&m, full); problem != "" {
			return medium{problem: problem}
		}
	}
	name := artwork.Words(strings.TrimSuffix(path.Base(file), path.Ext(file)))
	name = cmp.Or(name, "file")
	m.file = artwork.File{Hash: m.sum[:HashLength], Name: name + ext, Path: full, Raster: k.Kind == artwork.Image}
	m.url = "/assets/" + m.file.Hash + "/" + m.file.Name
	return m
}

// measure finds out the size of a picture, or returns what is wrong with it. If that is unknown, the folder can't be read now.
func (f *folder) measure(m *medium, full string) (problem string) {
	h, err := f.inspect(f.ctx, picture.Source{Hash: m.sum, Open: func(context.Context) (io.ReadCloser, error) { return os.Open(full) }})
	if err == nil {
		err = h.Check()
	}
	switch refused, ok := errors.AsType[*picture.RefusedError](err); {
	case ok && refused.Cause == picture.TooLarge:
		return fmt.Sprintf("can't be used: %s", refused.Message)
	case ok:
		return "is not a readable picture: it is damaged or has the wrong name"
	case err != nil:
		f.failed = fmt.Errorf("content: the size of a picture is unknown: %w", err)
		return "cannot be read now"
	}
	m.width, m.height = h.Width, h.Height
	return ""
}

// find returns the file that a field names.
func (f *folder) find(e *entry, at, file string) (medium, bool) {
	full, ok := f.exists(e, at, file)
	if !ok {
		return medium{}, false
	}
	m := f.look(file, full)
	if m.problem != "" {
		e.wrongf(at, "%s: media/%s %s", path.Base(at), file, m.problem)
		return m, false
	}
	return m, true
}

// picture is a media field that is only a file name.
func (f *folder) picture(e *entry, at, file string) (*artwork.Media, bool) {
	m, ok := f.find(e, at, file)
	if !ok {
		return nil, false
	}
	if !m.file.Raster {
		e.wrongf(at, "%s: expected a picture, but media/%s isn't one", path.Base(at), file)
		return nil, false
	}
	return &artwork.Media{Kind: artwork.Image, Hash: m.file.Hash, URL: m.url, Type: m.typ, Width: m.width, Height: m.height}, true
}

// mediaItem is an element of an artwork's media, or a portrait or cover.
type mediaItem struct {
	File          string            `json:"file"`
	Alt           text              `json:"alt"`
	Kind          artwork.MediaKind `json:"kind"`
	Width         int               `json:"width"`
	Height        int               `json:"height"`
	Sum           string            `json:"sha256"`
	Color         string            `json:"color"`
	Poster        string            `json:"poster"`
	Duration      float64           `json:"duration"`
	Recipe        *recipe           `json:"recipe"`
	Deterministic *bool             `json:"deterministic"`
	// bare is a portrait or cover with nothing but a file.
	bare bool
}

func (m *mediaItem) UnmarshalJSON(b []byte) error {
	if m.bare = b[0] == '"'; m.bare {
		return json.Unmarshal(b, &m.File)
	}
	type plain mediaItem
	return json.Unmarshal(b, (*plain)(m))
}

// medium reads the file of an item and returns what is shown of it.
func (f *folder) medium(e *entry, at string, item mediaItem) (artwork.Media, bool) {
	out := artwork.Media{
		Alt: string(item.Alt), Kind: item.Kind, Color: strings.ToLower(item.Color), Width: item.Width, Height: item.Height,
		Deterministic: item.Deterministic, Duration: item.Duration,
	}
	if item.File == "" {
		return out, false
	}
	m, ok := f.find(e, at+"/file", item.File)
	if !ok {
		return out, false
	}
	if item.Sum != "" && item.Sum != m.sum {
		e.wrongf(at+"/sha256", "sha256: media/%s is not the expected file: its sha256 is %s", item.File, m.sum)
	}
	out.URL, out.Type = m.url, m.typ
	if out.Kind == "" {
		out.Kind = format.Kinds[path.Ext(m.file.Name)].Kind
	}
	if out.Kind == artwork.Generator {
		if item.Recipe != nil {
			out.Generator = item.Recipe.Generator
		}
	} else if out.Deterministic != nil {
		e.wrongf(at+"/deterministic", "deterministic is only for generators")
	}
	if m.file.Raster {
		out.Hash = m.file.Hash
		if out.Width != 0 && m.width != 0 && (out.Width != m.width || out.Height != m.height) {
			e.wrongf(at+"/width", "width, height: the picture has %d × %d pixels", m.width, m.height)
		}
		out.Width, out.Height = m.width, m.height
	}
	if item.Poster != "" {
		if p, ok := f.picture(e, at+"/poster", item.Poster); ok {
			out.Hash, out.Poster = p.Hash, p.URL
		}
	}
	if out.Kind == artwork.Generator {
		f.live(e, at, item.Recipe, m, &out)
	}
	return out, true
}

// protect removes the addresses of protected originals from everything that is shown, because a cover may use a work's file.
func (f *folder) protect() {
	hide := func(m *artwork.Media) {
		if m != nil && f.hidden[m.Hash] && m.Poster == "" {
			m.URL = ""
		}
	}
	for i := range f.c.Files {
		f.c.Files[i].Protected = f.hidden[f.c.Files[i].Hash]
	}
	for i := range f.c.Artworks {
		for j := range f.c.Artworks[i].Media {
			hide(&f.c.Artworks[i].Media[j])
		}
	}
	for i := range f.c.Artists {
		hide(f.c.Artists[i].Portrait)
	}
	for i := range f.c.Curators {
		hide(f.c.Curators[i].Portrait)
	}
	for i := range f.c.Drops {
		hide(f.c.Drops[i].Cover)
	}
	for i := range f.c.Posts {
		hide(f.c.Posts[i].Cover)
	}
}
