package content

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/goccy/go-yaml"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/token"
)

// maxProven is the maximum number of editions that a proof has to cover, the same as in content/tools/check-render.mjs.
const maxProven = 64

// proof is the result of drawing a live work, and its input: the page, by its SHA-256, and the recipe.
type proof struct {
	Page   string   `yaml:"page"`
	Recipe *drawing `yaml:"recipe"`
	Seeds  []string `yaml:"seeds"`
	Hashes []string `yaml:"hashes"` // of the pictures
	Times  []any    `yaml:"times"`
}

// proven checks an entry that claims to be deterministic against its proof: drawings of the editions that can be bought.
func (f *folder) proven(e *entry, at string, w *artwork.ArtworkEntry, m *artwork.Media, first bool) {
	if m.Kind != artwork.Generator || m.Deterministic == nil || !*m.Deterministic || w.ID == 0 || w.Editions.Size == 0 {
		return
	}
	at += "/deterministic"
	name := fmt.Sprintf("proofs/%s-%d.yaml", strings.TrimSuffix(path.Base(e.file), ".md"), w.ID)
	if _, err := os.Stat(filepath.Join(f.root, filepath.FromSlash(name))); err != nil || !first {
		e.wrongf(at, "deterministic: the proof %s does not exist: run catalog check --render to create it", name)
		return
	}
	text, ok := f.load(name)
	if !ok {
		return
	}
	if f.inspect == nil { // the recipe contains the size of the still
		return
	}
	if m.Page == "" || m.Recipe == nil {
		if m.Generator == "" {
			e.wrongf(at, "deterministic: the work has no generator to draw: name one in a recipe")
		}
		return
	}
	var p proof
	if err := yaml.Unmarshal([]byte(text), &p); err != nil || len(p.Times) == 0 || len(p.Hashes) != len(p.Seeds)*len(p.Times) {
		f.wrongf(name, 1, "is not a proof: expected seeds, times, and a picture's hash for each pair of them")
		return
	}
	if stale := p.stale(m); stale != "" {
		e.wrongf(at, "deterministic: %s %s: run catalog check --render to draw it again", name, stale)
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
		e.wrongf(at, "deterministic: %s does not cover %d of the editions 1 to %d: run catalog check --render to draw them", name, missing, wanted)
		return
	}
	m.Proven = wanted
}

// stale returns how a proof differs from the current work, or "".
func (p proof) stale(m *artwork.Media) string {
	if p.Page == "" || p.Recipe == nil {
		return "does not name its page and recipe"
	}
	hash, page := path.Split(m.Page)
	if len(p.Page) != 2*sha256.Size || !strings.HasPrefix(p.Page, strings.TrimSuffix(hash, "/")) {
		return fmt.Sprintf("was made with another version of %s", page)
	}
	// Compare the recipe as the page contains it, so that the notation of numbers and the order of fields don't matter.
	if drawn, err := json.Marshal(p.Recipe); err != nil || !bytes.Equal(drawn, m.Recipe) {
		return "was made with another recipe or size of the still"
	}
	if len(p.Seeds) == 0 || p.Seeds[0] != fmt.Sprint(p.Recipe.Seed) {
		return "does not start with the still's seed"
	}
	return ""
}
