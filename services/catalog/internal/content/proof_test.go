package content

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/vitrine/vitrine/services/catalog/internal/token"
)

// lively is a valid folder whose artwork 7 is a deterministic live work with n editions.
func lively(editions int, proof string) map[string]string {
	files := sound()
	w := strings.Replace(files["artworks/w.md"], "editionSize: 5", fmt.Sprintf("editionSize: %d", editions), 1)
	w = strings.Replace(w, "withheld: [5, 2]\n", "", 1)
	files["artworks/w.md"] = strings.Replace(w, "    alt: A dot\n", "    alt: A dot\n    kind: generator\n    recipe: {generator: dots, seed: 4}\n    deterministic: true\n", 1)
	files["live/dots.html"] = dots
	if proof != "" {
		files["proofs/w-7.yaml"] = proof
	}
	return files
}

const dots = `<!doctype html><script type="application/json" id="work">{}</script>`

// covering is a proof of the still and editions 1 to n of artwork 7.
func covering(n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "page: %x\nrecipe:\n  height: 20\n  width: 40\n  seed: 4\n", sha256.Sum256([]byte(dots)))
	b.WriteString("seeds:\n  - \"4\"\n")
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, "  - %q\n", token.Hash(7, i))
	}
	b.WriteString("times:\n  - 0\nhashes:\n" + strings.Repeat("  - aa\n", n+1))
	return b.String()
}

func TestADeterministicWorkNeedsAProof(t *testing.T) {
	t.Parallel()
	const at = "artworks/w.md:18: deterministic: "
	for name, c := range map[string]struct {
		editions, proven int
		proof, problem   string
	}{
		"all of a small edition":   {editions: 5, proof: covering(5), proven: 5},
		"a unique work":            {editions: 1, proof: covering(1), proven: 1},
		"the first of a large one": {editions: 100, proof: covering(64), proven: 64},
		"more than required":       {editions: 100, proof: covering(70), proven: 64},
		"none":                     {editions: 5, problem: at + "the proof proofs/w-7.yaml does not exist: run catalog check --render to create it"},
		"an edition that grew":     {editions: 6, proof: covering(4), problem: at + "proofs/w-7.yaml does not cover 2 of the editions 1 to 6: run catalog check --render to draw them"},
		"one edition missing":      {editions: 100, proof: covering(63), problem: at + "proofs/w-7.yaml does not cover 1 of the editions 1 to 64: run catalog check --render to draw them"},
		"other hashes":             {editions: 5, proof: strings.ReplaceAll(covering(5), "0x", "0y"), problem: at + "proofs/w-7.yaml does not cover 5 of the editions 1 to 5: run catalog check --render to draw them"},
		"seeds without pictures":   {editions: 5, proof: strings.TrimSuffix(covering(5), "  - aa\n"), problem: "proofs/w-7.yaml:1: is not a proof: expected seeds, times, and a picture's hash for each pair of them"},
		"no YAML":                  {editions: 5, proof: "[", problem: "proofs/w-7.yaml:1: is not a proof: expected seeds, times, and a picture's hash for each pair of them"},
	} {
		t.Run(name, func(t *testing.T) {
			col, err := Read(t.Context(), write(t, lively(c.editions, c.proof)), measured(t))
			if c.problem == "" {
				if err != nil || col.Artworks[0].Media[0].Proven != c.proven {
					t.Errorf("got %v, proven %d, want %d", err, col.Artworks[0].Media[0].Proven, c.proven)
				}
				return
			}
			problems, _ := errors.AsType[ProblemsError](err)
			if len(problems) != 1 || problems[0].String() != c.problem {
				t.Errorf("got %v, want %s", err, c.problem)
			}
		})
	}
	// A work without the claim needs no proof.
	for _, claim := range []string{"", "    deterministic: false\n"} {
		files := lively(5, "")
		files["artworks/w.md"] = strings.Replace(files["artworks/w.md"], "    deterministic: true\n", claim, 1)
		if col, err := Read(t.Context(), write(t, files), measured(t)); err != nil || col.Artworks[0].Media[0].Proven != 0 {
			t.Errorf("without a claim: Read() = %v, want nil and no proof", err)
		}
	}
}

// TestAStaleProofIsReported changes the input and the content of a proof after it was drawn.
func TestAStaleProofIsReported(t *testing.T) {
	t.Parallel()
	const (
		at    = "artworks/w.md:18: deterministic: proofs/w-7.yaml "
		again = ": run catalog check --render to draw it again"
		w     = "artworks/w.md"
		proof = "proofs/w-7.yaml"
	)
	for name, c := range map[string]struct{ file, from, to, problem string }{
		"the page":                   {"live/dots.html", "<!doctype html>", "<!doctype html><title>Dots</title>", at + "was made with another version of dots.html" + again},
		"the recipe's seed":          {w, "seed: 4", "seed: 5", at + "was made with another recipe or size of the still" + again},
		"the seed's kind":            {w, "seed: 4", `seed: "4"`, at + "was made with another recipe or size of the still" + again},
		"a parameter":                {w, "seed: 4", "seed: 4, params: {scale: 0.5}", at + "was made with another recipe or size of the still" + again},
		"the proof's page":           {proof, "page: ", "page: 0", at + "was made with another version of dots.html" + again},
		"a truncated page":           {proof, "page: ", "page: \"\" #", at + "does not name its page and recipe" + again},
		"the proof's recipe":         {proof, "width: 40", "width: 41", at + "was made with another recipe or size of the still" + again},
		"the still's seed":           {proof, `- "4"`, `- "5"`, at + "does not start with the still's seed" + again},
		"a proof by an older format": {proof, "recipe:\n  height: 20\n  width: 40\n  seed: 4\n", "work: aa\n", at + "does not name its page and recipe" + again},
		// Changes that don't affect the drawing need no new proof.
		"another order":    {proof, "  height: 20\n  width: 40\n", "  width: 40.0\n  height: 20\n", ""},
		"another title":    {w, `"Wärk: one"`, `"Wärk: two"`, ""},
		"another alt text": {w, "alt: A dot", "alt: Many dots", ""},
	} {
		t.Run(name, func(t *testing.T) {
			files := lively(5, covering(5))
			changed := strings.Replace(files[c.file], c.from, c.to, 1)
			if changed == files[c.file] {
				t.Fatal("the change has no effect")
			}
			files[c.file] = changed
			col, err := Read(t.Context(), write(t, files), measured(t))
			if c.problem == "" {
				if err != nil || col.Artworks[0].Media[0].Proven != 5 {
					t.Errorf("error = %v, want nil and 5 proven editions", err)
				}
				return
			}
			problems, _ := errors.AsType[ProblemsError](err)
			if len(problems) != 1 || problems[0].String() != c.problem {
				t.Errorf("got %v, want %s", err, c.problem)
			}
		})
	}
}

func TestEveryLiveWorkIsProven(t *testing.T) {
	t.Parallel()
	files := lively(5, covering(5))
	files["artworks/w.md"] = strings.Replace(files["artworks/w.md"], "    recipe: {generator: dots, seed: 4}\n", "", 1)
	_, err := Read(t.Context(), write(t, files), measured(t))
	if err == nil || !strings.Contains(err.Error(), "artworks/w.md:17: deterministic: the work has no generator to draw: name one in a recipe") {
		t.Errorf("Read() = %v, want artworks/w.md:17: deterministic: the work has no generator to draw", err)
	}
}
