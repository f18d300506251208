package media

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"path"
	"slices"
	"strings"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/color"
	"github.com/vitrine/vitrine/services/catalog/internal/picture"
)

// widths are the widths of renditions, descending. An original that isn't wider than the first is itself the largest one.
var widths = []int{1920, 1280, 960, 640, 320}

const (
	// firstUpTo is the maximum width of the renditions that Make makes. Wider ones, which take most of the time, are made when they are first requested.
	firstUpTo = 960
	// maxWebPSide is the largest width or height that a WebP file can have.
	maxWebPSide = 16383
)

const (
	blurWidth   = 16
	colorsWidth = 96
	// maxMoving is how many pixels an animation has at most, in all its frames together: at that size it has some megabytes.
	maxMoving = 60_000_000
	// movingWidth is the maximum width of an animation.
	movingWidth = 1280
	// Recipe is the version of how renditions are made. It is part of their names, because files never change at their address. When the result
	// changes, increase it, and add a migration that requests new renditions.
	Recipe = "4"
	// metadataName is the file with the results for a picture, so that a new database doesn't need to make them again.
	metadataName = "made-" + Recipe + ".json"
	// metadataProtectedName is the same for protected pictures, whose original is not among their renditions.
	metadataProtectedName = "made-protected-" + Recipe + ".json"
)

// The names of results that aren't renditions.
const (
	blurName   = "blur"
	groundName = "ground"
	colorsName = "colors"
	// movingName ends the name of an animation. No AVIF is made of it.
	movingName = "moving.webp"
)

// Make makes the renditions of an original, or reads the earlier results. Errors that match picture.ErrRefused are final, others are temporary.
func (l *Library) Make(ctx context.Context, f artwork.File, urgent bool) (artwork.Made, error) {
	if made, ok := l.made(ctx, f); ok {
		return made, nil
	}
	source := l.source(original(f))
	h, err := l.pictures.Inspect(ctx, source, urgent)
	if err != nil {
		return artwork.Made{}, err
	}
	made := artwork.Made{Width: h.Width, Height: h.Height}
	stem := strings.TrimSuffix(f.Name, path.Ext(f.Name))
	asIs := h.Format == picture.WebP && h.Frames == 1 && !f.Protected && h.Width <= widths[0]
	job := picture.Conversion{Urgent: urgent, Outputs: []picture.Output{
		{Name: blurName, Format: picture.WebP, Width: blurWidth, Quality: picture.Placeholder},
		{Name: groundName, Format: picture.RGBA, Width: blurWidth},
		{Name: colorsName, Format: picture.RGBA, Width: colorsWidth},
	}}
	var later []artwork.Rendition
	for _, width := range renditionWidths(h.Width, asIs) {
		if width > firstUpTo {
			later = append(later, renditionOf(f, h, width))
			continue
		}
		job.Outputs = append(job.Outputs, picture.Output{Name: rendition(stem, width), Format: picture.WebP, Width: width})
	}
	if h.Frames > 1 {
		job.Outputs = append(job.Outputs, picture.Output{Name: fmt.Sprintf("%s-%s-%s", stem, Recipe, movingName), Format: picture.WebP, Width: widthMoving(h), Moving: true})
	}
	transparent := false
	_, err = l.pictures.Convert(ctx, source, job, func(file picture.File) error {
		switch file.Name {
		case blurName, groundName, colorsName:
			content, err := io.ReadAll(file.Content)
			if err != nil {
				return err
			}
			switch file.Name {
			case blurName:
				made.Blur = "data:image/webp;base64," + base64.StdEncoding.EncodeToString(content)
			case groundName:
				made.Color = dominant(content)
			default:
				made.Colors, transparent = colors(content)
				made.Accent = accent(content)
			}
			return nil
		}
		r := artwork.Rendition{URL: Prefix + f.Hash + "/" + file.Name, Width: file.Width, Height: file.Height, Type: "image/webp"}
		switch {
		case !strings.HasSuffix(file.Name, "-"+movingName):
			made.Renditions = append(made.Renditions, r)
		case file.Frames > 1:
			made.Animation = &r
		default:
			return nil // render couldn't keep it moving
		}
		return l.objects.Write(ctx, public(f.Hash, file.Name), func(w io.Writer) error {
			_, err := io.Copy(w, file.Content)
			return err
		})
	})
	if err != nil {
		return made, err
	}
	made.Renditions = append(made.Renditions, later...)
	if asIs {
		made.Renditions = append(made.Renditions, artwork.Rendition{URL: Prefix + f.Hash + "/" + f.Name, Width: h.Width, Height: h.Height, Type: "image/webp"})
	}
	if h.Format == picture.AVIF && !f.Protected && h.Width <= widths[0] {
		if err := l.copy(ctx, original(f), avifKey(public(f.Hash, rendition(stem, h.Width)))); err != nil {
			return made, err
		}
	}
	service := ""
	if !transparent && tileable(f, made) {
		service = Prefix + f.Hash + "/" + tilesName
	}
	made.Tiles = &service
	return made, l.objects.Write(ctx, metadata(f), func(w io.Writer) error { return json.NewEncoder(w).Encode(made) })
}

// renditionWidths returns the widths to make of an original, ascending. An original that is its own largest rendition isn't made.
func renditionWidths(width int, asIs bool) (out []int) {
	for _, w := range widths {
		if w < width {
			out = append([]int{w}, out...)
		}
	}
	if width <= widths[0] && !asIs {
		out = append(out, width)
	}
	return out
}

// renditionOf returns the rendition of an original at a width, as render scales it.
func renditionOf(f artwork.File, h picture.Header, width int) artwork.Rendition {
	scale := min(1, float64(width)/float64(h.Width), maxWebPSide/float64(h.Width), maxWebPSide/float64(h.Height))
	side := func(length int) int { return max(1, int(math.Round(float64(length)*scale))) }
	name := rendition(strings.TrimSuffix(f.Name, path.Ext(f.Name)), width)
	return artwork.Rendition{URL: Prefix + f.Hash + "/" + name, Width: side(h.Width), Height: side(h.Height), Type: "image/webp"}
}

// widthMoving returns the width of an animation, with which all its frames have at most maxMoving pixels.
func widthMoving(h picture.Header) int {
	scale := math.Sqrt(maxMoving / (float64(h.Width) * float64(h.Height) * float64(h.Frames)))
	return min(movingWidth, h.Width, max(1, int(scale*float64(h.Width))))
}

// source returns an object as an original of a picture.
func (l *Library) source(key string) picture.Source {
	return picture.Source{Hash: key, Open: func(ctx context.Context) (io.ReadCloser, error) { return l.objects.Open(ctx, key) }}
}

// made reads the metadata of an earlier run, if every rendition that Make makes is there.
func (l *Library) made(ctx context.Context, f artwork.File) (artwork.Made, bool) {
	var made artwork.Made
	doc, err := l.objects.Read(ctx, metadata(f))
	if err != nil || json.Unmarshal(doc, &made) != nil {
		return made, false
	}
	files := made.Renditions
	if made.Animation != nil {
		files = append(slices.Clip(files), *made.Animation)
	}
	for _, r := range files {
		if wideRendition(path.Base(r.URL)) {
			continue
		}
		if _, err := l.objects.Size(ctx, public(f.Hash, path.Base(r.URL))); err != nil {
			return made, false
		}
	}
	return made, len(made.Renditions) > 0 && made.Colors != nil && made.Tiles != nil && made.Accent != ""
}

func (l *Library) copy(ctx context.Context, from, to string) error {
	in, err := l.objects.Open(ctx, from)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	return l.objects.Write(ctx, to, func(w io.Writer) error {
		_, err := io.Copy(w, in)
		return err
	})
}

// metadata returns the key of a picture's metadata.
func metadata(f artwork.File) string {
	name := metadataName
	if f.Protected {
		name = metadataProtectedName
	}
	return public(f.Hash, strings.TrimSuffix(f.Name, path.Ext(f.Name))+"-"+name)
}

// rendition returns the name of an original's rendition at a width, in pixels.
func rendition(stem string, width int) string {
	return fmt.Sprintf("%s-%s-%d.webp", stem, Recipe, width)
}

// pixelSize is the size of a pixel: red, green, blue, alpha.
const pixelSize = 4

// opaque is the alpha value from which a pixel counts.
const opaque = 128

// colors returns the colour families of a picture, none for a fully transparent one, and whether a part is transparent.
func colors(rgba []byte) (families []color.Family, transparent bool) {
	counts := map[color.Family]int{}
	for p := range slices.Chunk(rgba, pixelSize) {
		if len(p) == pixelSize && p[3] >= opaque {
			counts[color.Of(p[0], p[1], p[2])]++
		}
		transparent = transparent || len(p) == pixelSize && p[3] < 255
	}
	return append([]color.Family{}, color.OfPicture(counts)...), transparent
}

// box holds the pixels of similar colours: their number and the sums of their channels.
type box struct{ n, r, g, b int }

// boxes sorts the opaque pixels of a picture by the highest bits of each channel. It returns their number as well.
func boxes(rgba []byte, bits int) (out []box, opaques int) {
	out = make([]box, 1<<(3*bits))
	for p := range slices.Chunk(rgba, pixelSize) {
		if len(p) < pixelSize || p[3] < opaque {
			continue
		}
		opaques++
		b := &out[int(p[0]>>(8-bits))<<(2*bits)|int(p[1]>>(8-bits))<<bits|int(p[2]>>(8-bits))]
		b.n, b.r, b.g, b.b = b.n+1, b.r+int(p[0]), b.g+int(p[1]), b.b+int(p[2])
	}
	return out, opaques
}

// mean returns the colour in the middle of a box, grey for an empty one.
func (b box) mean() string {
	if b.n == 0 {
		return "#808080"
	}
	return fmt.Sprintf("#%02x%02x%02x", b.r/b.n, b.g/b.n, b.b/b.n)
}

// vividness returns how strong the colour of a box looks, from 0 for a grey. Very dark and very light colours look weaker than they are.
func (b box) vividness() float64 {
	n := 255 * float64(b.n)
	high, low := float64(max(b.r, b.g, b.b))/n, float64(min(b.r, b.g, b.b))/n
	light := (high + low) / 2
	return (high - low) * min(1, 2*light, 4*(1-light))
}

// dominant returns the colour that most of a picture is near: the mean of the fullest of 64 boxes.
func dominant(rgba []byte) string {
	all, _ := boxes(rgba, 2)
	return slices.MaxFunc(all, func(a, b box) int { return a.n - b.n }).mean()
}

const (
	// noticed is the share of a picture that a colour needs in order to be its accent.
	noticed = 0.015
	// pale is the vividness up to which a colour is a grey.
	pale = 0.06
)

// accent returns the most vivid colour of a picture that is clearly there. A picture without colours has its dominant one.
func accent(rgba []byte) string {
	all, opaques := boxes(rgba, 3)
	best, most := "", pale
	for _, b := range all {
		if b.n > 0 && float64(b.n) >= noticed*float64(opaques) && b.vividness() > most {
			best, most = b.mean(), b.vividness()
		}
	}
	return cmp.Or(best, dominant(rgba))
}
