package content

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/vitrine/vitrine/services/catalog/internal/token"
)

// lively is a sound folder whose artwork 7 runs, has so many editions and says that it is deterministic.
func lively(editions int, proof string) map[string]string {
	files := sound()
	w := strings.Replace(files["artworks/w.md"], "editionSize: 5", fmt.Sprintf("editionSize: %d", editions), 1)
	w = strings.Replace(w, "withheld: [5, 2]\n", "", 1)
	files["artworks/w.md"] = strings.Replace(w, "    alt: A dot\n", "    alt: A dot\n    kind: generator\n    recipe: {generator: dots, seed: 4}\n    deterministic: true\n", 1)
	files["live/dots.html"] = `<!doctype html><script type="application/json" id="work">{}</script>`
	if proof != "" {
		files["proofs/w-7.yaml"] = proof
	}
	return files
}

// covering is a proof of the still and editions 1 to n of artwork 7.
func covering(n int) string {
	var b strings.Builder
	b.WriteString("seeds:\n  - \"4\"\n")
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, "  - %q\n", token.Hash(7, i))
	}
	b.WriteString("times:\n  - 0\nhashes:\n" + strings.Repeat("  - aa\n", n+1))
	return b.String()
}

func TestADeterministicWorkHasAProofOfItsEditions(t *testing.T) {
	t.Parallel()
	const at = "artworks/w.md:18: deterministic: "
	for name, c := range map[string]struct {
		editions, proven int
		proof, problem   string
	}{
		"all of a small edition":    {editions: 5, proof: covering(5), proven: 5},
		"a unique work":             {editions: 1, proof: covering(1), proven: 1},
		"the first of a large one":  {editions: 100, proof: covering(64), proven: 64},
		"more than there has to be": {editions: 100, proof: covering(70), proven: 64},
		"none":                      {editions: 5, problem: at + "there is no proof proofs/w-7.yaml of this file: catalog check --render draws it"},
		"an edition that grew":      {editions: 6, proof: covering(4), problem: at + "proofs/w-7.yaml does not cover 2 of the editions 1 to 6: catalog check --render draws them"},
		"one too few of many":       {editions: 100, proof: covering(63), problem: at + "proofs/w-7.yaml does not cover 1 of the editions 1 to 64: catalog check --render draws them"},
		"other hashes":              {editions: 5, proof: strings.ReplaceAll(covering(5), "0x", "0y"), problem: at + "proofs/w-7.yaml does not cover 5 of the editions 1 to 5: catalog check --render draws them"},
		"seeds without pictures":    {editions: 5, proof: strings.TrimSuffix(covering(5), "  - aa\n"), problem: "proofs/w-7.yaml:1: is no proof: expected seeds, times, and the hash of a picture for each of both"},
		"no YAML":                   {editions: 5, proof: "[", problem: "proofs/w-7.yaml:1: is no proof: expected seeds, times, and the hash of a picture for each of both"},
	} {
		col, err := Read(write(t, lively(c.editions, c.proof)))
		if c.problem == "" {
			if err != nil || col.Artworks[0].Media[0].Proven != c.proven {
				t.Errorf("%s: %v, proven %d, want %d", name, err, col.Artworks[0].Media[0].Proven, c.proven)
			}
			continue
		}
		problems, _ := errors.AsType[ProblemsError](err)
		if len(problems) != 1 || problems[0].String() != c.problem {
			t.Errorf("%s: %v, want %s", name, err, c.problem)
		}
	}
	// Whoever claims nothing needs no proof.
	for _, claim := range []string{"", "    deterministic: false\n"} {
		files := lively(5, "")
		files["artworks/w.md"] = strings.Replace(files["artworks/w.md"], "    deterministic: true\n", claim, 1)
		if col, err := Read(write(t, files)); err != nil || col.Artworks[0].Media[0].Proven != 0 {
			t.Errorf("without a claim: %v", err)
		}
	}
}
