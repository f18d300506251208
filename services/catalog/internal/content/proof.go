package content

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/goccy/go-yaml"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/token"
)

// maxProven is how many editions a proof has to cover at most, the same as in content/tools/check-render.mjs.
const maxProven = 64

// proof is what the drawing of a live work showed. Whether it is of today's page and recipe is the tools' to say: they draw.
type proof struct {
	Seeds  []string `yaml:"seeds"`
	Hashes []string `yaml:"hashes"` // of the pictures
	Times  []any    `yaml:"times"`
}

// proven holds an entry that says that it is deterministic to its proof: drawings of the editions that people may buy.
func (f *folder) proven(e *entry, field *fields, w *artwork.ArtworkEntry, m *artwork.Media, first bool) {
	if m.Kind != artwork.Generator || m.Deterministic == nil || !*m.Deterministic || w.ID == 0 || w.Editions.Size == 0 {
		return
	}
	line := field.at("deterministic")
	name := fmt.Sprintf("proofs/%s-%d.yaml", strings.TrimSuffix(path.Base(e.file), ".md"), w.ID)
	if _, err := os.Stat(filepath.Join(f.root, filepath.FromSlash(name))); err != nil || !first {
		field.wrongf(line, "deterministic: there is no proof %s of this file: catalog check --render draws it", name)
		return
	}
	text, ok := f.load(name)
	if !ok {
		return
	}
	var p proof
	if err := yaml.Unmarshal([]byte(text), &p); err != nil || len(p.Times) == 0 || len(p.Hashes) != len(p.Seeds)*len(p.Times) {
		f.wrongf(name, 1, "is no proof: expected seeds, times, and the hash of a picture for each of both")
		return
	}
	drawn := map[string]bool{}
	for _, seed := range p.Seeds {
		drawn[seed] = true
	}
	wanted, missing := min(w.Editions.Size, maxProven), 0
	for n := 1; n <= wanted; n++ {
		if !drawn[token.Hash(w.ID, n)] {
			missing++
		}
	}
	if missing > 0 {
		field.wrongf(line, "deterministic: %s does not cover %d of the editions 1 to %d: catalog check --render draws them", name, missing, wanted)
		return
	}
	m.Proven = wanted
}
