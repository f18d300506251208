package catalog_test

import (
	"crypto/sha256"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/vitrine/vitrine/kit/identity/identitytest"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/kit/testkit/repository"
	catalogv1 "github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1/catalogv1connect"
	"github.com/vitrine/vitrine/services/catalog"
)

// Hashes of the first two editions of artwork 64, as contracts/vectors/token-hashes.json and any node know them.
const (
	firstOf64 = "0x54e54966b0895ae64a0dd408a045e1494244289578408f4aa37879f1e6e9f721"
	lastOf64  = "0xf5d5ce003d63c7f50aba7745c62f266d0b4ae3a048d566b5c4a327816f41f8e3"
)

// flatPage is what artwork 64 runs on.
const flatPage = `<!doctype html><script type="application/json" id="work">{}</script>`

// drawn is a proof of artwork 64: what the repository's own tools drew, with the page and the size of these tests.
func drawn(t *testing.T) string {
	t.Helper()
	proof, err := os.ReadFile(repository.Path("content/proofs/fifth-slightly-flat-64.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	_, pictures, ok := strings.Cut(string(proof), "\neditions:")
	if !ok {
		t.Fatal("the proof doesn't list its editions")
	}
	return fmt.Sprintf("page: %x\nrecipe: {seed: 1701, width: 800, height: 500}\neditions:%s", sha256.Sum256([]byte(flatPage)), pictures)
}

// live adds artwork 64 of 50 editions, which runs, and its proof, with a wrong hash of one edition if spoilt.
func (h *fixture) live(t *testing.T, spoilt bool) {
	t.Helper()
	text := drawn(t)
	if spoilt {
		text = strings.ReplaceAll(text, lastOf64, firstOf64)
	}
	h.write("proofs/flat-64.yaml", text)
	h.write("live/dots.html", flatPage)
	h.write("artworks/flat.md", "---\nid: 64\ntitle: Flat\nartist: 3\ncategory: image\neditionSize: 50\npublishedAt: 2026-01-01T00:00:00Z\nmedia:\n"+
		"  - {file: dot.png, alt: A dot, kind: generator, recipe: {generator: dots, seed: 1701}, deterministic: true}\n---\n")
}

func TestEditionsHaveTheirTokensHashes(t *testing.T) {
	t.Parallel()
	h := setup(t)
	h.live(t, false)
	h.importContent()
	for query, want := range map[string]string{
		`{artwork(slug:"flat-64"){editions(first:1){number tokenId hash} media{generatorPath deterministic editionsProven}}}`: `{"data":{"artwork":{"editions":[{"number":1,"tokenId":"64000001","hash":"` + firstOf64 + `"}],` +
			`"media":[{"generatorPath":"/works/64/?hash=","deterministic":true,"editionsProven":50}]}}}`,
		`{artwork(slug:"flat-64"){editions(from:50,first:100){number hash}}}`: `{"data":{"artwork":{"editions":[{"number":50,"hash":"` + lastOf64 + `"}]}}}`,
		`{artwork(slug:"flat-64"){editions(from:51){number}}}`:                `{"data":{"artwork":{"editions":[]}}}`,
		// Until an edition is chosen, a live work is its wall.
		`{artworks(filter:{ids:["64"]}){items{media{blur imageService renditions{url width height type}}}}}`: `{"data":{"artworks":{"items":[{"media":[{"blur":null,"imageService":null,"renditions":[` +
			`{"url":"/assets/editions/64/wall-320.jpg","width":320,"height":200,"type":"image/jpeg"},{"url":"/assets/editions/64/wall-640.jpg","width":640,"height":400,"type":"image/jpeg"},` +
			`{"url":"/assets/editions/64/wall-960.jpg","width":960,"height":600,"type":"image/jpeg"},{"url":"/assets/editions/64/wall-1280.jpg","width":1280,"height":800,"type":"image/jpeg"},` +
			`{"url":"/assets/editions/64/wall-1920.jpg","width":1920,"height":1200,"type":"image/jpeg"}]}]}]}}}`,
		`{artwork(slug:"work-1-1"){editions{number} media{generatorPath editionsProven}}}`: `{"data":{"artwork":{"editions":[{"number":1},{"number":2},{"number":3},{"number":4},{"number":5}],` +
			`"media":[{"generatorPath":null,"editionsProven":null}]}}}`,
	} {
		if _, got := h.ask(query, nil); got != want {
			t.Errorf("%s\n got %s\nwant %s", query, got, want)
		}
	}
	// A changed page without a proof isn't imported: the badge belongs to the proven page.
	h.write("live/dots.html", flatPage+"<!-- edited -->")
	err := catalog.Import(t.Context(), h.cfg, testkit.Log(t), []string{h.folder})
	if err == nil || !strings.Contains(err.Error(), "artworks/flat.md:9: deterministic: proofs/flat-64.yaml was made with another version of dots.html: run catalog check --render to draw it again") {
		t.Errorf("import of an edited page: error = %v, want an outdated proof at artworks/flat.md:9", err)
	}
	if _, _, page := h.fetch("/works/64/?hash=" + firstOf64); strings.Contains(string(page), "edited") {
		t.Error("the edited page still has the previous page's badge")
	}
	// A work that doesn't claim to be deterministic may change at any time, and has no badge.
	flat := h.read("artworks/flat.md")
	h.write("artworks/flat.md", strings.Replace(flat, ", deterministic: true", "", 1))
	h.importContent()
	if _, got := h.ask(`{artwork(slug:"flat-64"){media{deterministic editionsProven}}}`, nil); got != `{"data":{"artwork":{"media":[{"deterministic":null,"editionsProven":null}]}}}` {
		t.Errorf("edited page without a claim = %s, want no proof", got)
	}
	if _, got := h.ask(`{artwork(slug:"flat-64"){editions{number}}}`, nil); strings.Count(got, "number") != 27 {
		t.Errorf("editions without a count = %s, want 27", got)
	}
	for _, args := range []string{"from:0", "from:-1", "first:0", "first:101"} {
		status, text, code := h.send(http.MethodPost, "/graphql", "application/json", operation(`{artwork(slug:"flat-64"){editions(`+args+`){number}}}`))
		if status != http.StatusOK || code != "BAD_USER_INPUT" {
			t.Errorf("editions(%s): status = %d, body %s, want 200 and BAD_USER_INPUT", args, status, text)
		}
	}
	// All fields of 27 works with 100 editions each exceed the limit of an operation.
	if status, text, code := h.send(http.MethodPost, "/graphql", "application/json", operation(`{artworks{items{editions(first:100){number tokenId hash}}}}`)); status != http.StatusBadRequest || code != "OPERATION_TOO_COMPLEX" {
		t.Errorf("editions of a whole page: %d %s, want 400, OPERATION_TOO_COMPLEX", status, text)
	}

	client := catalogv1connect.NewCatalogServiceClient(h.fleet.Client(h.t, "catalog", h.url))
	for id, want := range map[int64]string{64: "/works/64/?hash=", 1: ""} {
		res, err := client.GetOffer(t.Context(), &catalogv1.GetOfferRequest{ArtworkId: id})
		if err != nil || res.GetOffer().GetLivePath() != want {
			t.Errorf("offer of %d: %v, %q, want %q", id, err, res.GetOffer().GetLivePath(), want)
		}
	}
}

func TestCheckRendersWithTheFoldersTool(t *testing.T) {
	t.Parallel()
	h := &fixture{t: t, cfg: catalog.Default(), folder: t.TempDir(), fleet: identitytest.New(t)}
	h.useRender()
	h.gallery()
	h.live(t, true)
	check := func(args ...string) string {
		return fmt.Sprint(catalog.Check(t.Context(), h.cfg, testkit.Log(t), append(args, h.folder)))
	}
	if got, want := check(), "1 problem in "+h.folder; got != want {
		t.Errorf("proof with a missing edition: %s, want %s", got, want)
	}
	if got := check("--render"); !strings.HasPrefix(got, "the folder has no tool that draws") {
		t.Errorf("check without a tool = %s, want the folder has no tool that draws", got)
	}
	if got := check("--draw"); !strings.HasPrefix(got, "usage: check [--render] <folder>") {
		t.Errorf("check with an unknown flag = %s, want the usage", got)
	}
	h.write("good.yaml", drawn(t))
	// A tool that draws: its output is then checked.
	h.write("tools/check-render.mjs", "import { copyFileSync } from 'node:fs'\ncopyFileSync(new URL('../good.yaml', import.meta.url), new URL('../proofs/flat-64.yaml', import.meta.url))\n")
	if got := check("--render"); got != "<nil>" {
		t.Errorf("after rendering: %s, want <nil>", got)
	}
	// A page that was edited since then is reported without drawing.
	h.write("live/dots.html", flatPage+"<!-- edited -->")
	if got, want := check(), "1 problem in "+h.folder; got != want {
		t.Errorf("proof of another page: %s, want %s", got, want)
	}
	h.write("live/dots.html", flatPage)
	h.write("tools/check-render.mjs", "process.exitCode = 1\n")
	if got := check("--render"); !strings.HasSuffix(got, "exit status 1") {
		t.Errorf("check with a failing tool = %s, want exit status 1", got)
	}
}

func TestCheckReportsWhatRenderingNeeds(t *testing.T) {
	h := &fixture{t: t, folder: t.TempDir()}
	h.gallery()
	check := func() string {
		return fmt.Sprint(catalog.Check(t.Context(), catalog.Default(), testkit.Log(t), []string{"--render", h.folder}))
	}
	h.write("tools/check-render.mjs", "")
	h.write("tools/package.json", "{}")
	if got, want := check(), "the tool that draws lacks what it needs: run npm ci in "+filepath.Join(h.folder, "tools"); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	h.write("tools/node_modules/x", "")
	t.Setenv("PATH", t.TempDir())
	if got, want := check(), "the tool that draws needs Node: "; !strings.HasPrefix(got, want) {
		t.Errorf("%s, want %s", got, want)
	}
}
