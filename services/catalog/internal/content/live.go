package content

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

// recipe is how a work is drawn. What params means is the generator's own.
type recipe struct {
	Generator string         `yaml:"generator" json:"-"`
	Seed      any            `yaml:"seed" json:"seed"`
	Params    map[string]any `yaml:"params" json:"params,omitempty"`
	// The still's, so that the page has its proportions.
	Width  int `yaml:"width" json:"width"`
	Height int `yaml:"height" json:"height"`
}

// live finds the page of a live work: the file itself where it is a page, else live/<generator>.html.
func (f *folder) live(e *fields, node *ast.MappingNode, file medium, out *artwork.Media) {
	var r recipe
	if node != nil {
		if err := yaml.NodeToValue(node, &r); err != nil {
			e.wrongf(e.at("recipe"), "recipe: expected a generator, a seed and params")
			return
		}
	}
	switch {
	case strings.HasSuffix(file.file.Name, ".html"):
		out.Page = file.file.Hash + "/" + file.file.Name
	case r.Generator == "":
		return
	default:
		if r.Generator != artwork.Words(r.Generator) {
			e.wrongf(e.at("recipe"), "recipe: a generator's name has small letters, digits and hyphens")
			return
		}
		name := "live/" + r.Generator + ".html"
		full := filepath.Join(f.root, filepath.FromSlash(name))
		if info, err := os.Stat(full); err != nil || !info.Mode().IsRegular() {
			e.wrongf(e.at("recipe"), "recipe: there is no page %s for the work to run on", name)
			return
		}
		// Names in media/ never begin with dots, so that the two cannot meet.
		page := f.look("../"+name, full)
		if page.problem != "" {
			e.wrongf(e.at("recipe"), "%s: %s", name, page.problem)
			return
		}
		out.Page = page.file.Hash + "/" + page.file.Name
	}
	r.Width, r.Height = out.Width, out.Height
	work, err := json.Marshal(r)
	if err != nil {
		e.wrongf(e.at("recipe"), "recipe: params cannot be written as JSON")
		return
	}
	out.Recipe = work
}
