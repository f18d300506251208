package content

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

// recipe is the input for drawing a work. The generator defines params. Recipes of films and recordings have more fields, which only
// the folder's tools read.
type recipe struct {
	Generator string          `json:"generator"`
	Seed      json.RawMessage `json:"seed"`
	Params    json.RawMessage `json:"params"`
}

// drawing is the input of a live work's page.
type drawing struct {
	Seed   any `yaml:"seed" json:"seed"`
	Params any `yaml:"params" json:"params,omitempty"`
	// Width and Height are the still's, so that the page has its proportions.
	Width  int `yaml:"width" json:"width"`
	Height int `yaml:"height" json:"height"`
}

// live finds the page of a live work: the file itself if it is a page, otherwise live/<generator>.html.
func (f *folder) live(e *entry, at string, r *recipe, file medium, out *artwork.Media) {
	at += "/recipe"
	drawn := drawing{Width: out.Width, Height: out.Height}
	if r != nil {
		drawn.Seed = r.Seed
		if len(r.Params) > 0 {
			drawn.Params = r.Params
		}
	}
	switch {
	case strings.HasSuffix(file.file.Name, ".html"):
		out.Page = file.file.Hash + "/" + file.file.Name
	case r == nil || r.Generator == "":
		if strings.HasSuffix(file.file.Name, ".glb") && out.Poster == "" {
			e.wrongf(at, "recipe: we don't draw 3D models: name the generator whose page live/<generator>.html draws it, or add a poster")
		}
		return
	default:
		name := "live/" + r.Generator + ".html"
		full := filepath.Join(f.root, filepath.FromSlash(name))
		if info, err := os.Stat(full); err != nil || !info.Mode().IsRegular() {
			e.wrongf(at, "recipe: the generator's page %s does not exist: add it, or build it with node tools/live.mjs", name)
			return
		}
		// Names in media/ never start with a dot, so the two can't collide.
		page := f.look("../"+name, full)
		if page.problem != "" {
			e.wrongf(at, "%s: %s", name, page.problem)
			return
		}
		out.Page = page.file.Hash + "/" + page.file.Name
	}
	work, err := json.Marshal(drawn)
	if err != nil {
		e.wrongf(at, "recipe: params cannot be written as JSON")
		return
	}
	out.Recipe = work
}
