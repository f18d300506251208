package catalog_test

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"connectrpc.com/connect/v2"

	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/blob"
	"github.com/vitrine/vitrine/kit/blob/blobtest"
	"github.com/vitrine/vitrine/kit/identity"

	"github.com/vitrine/vitrine/kit/testkit"
	catalogv1 "github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1/catalogv1connect"
	"github.com/vitrine/vitrine/services/catalog"
)

func (h *fixture) fetch(path string) (int, http.Header, []byte) {
	h.t.Helper()
	res, err := http.Get(h.url + path)
	if err != nil {
		h.t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		h.t.Fatal(err)
	}
	return res.StatusCode, res.Header, body
}

func TestProtectedOriginals(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*fixture){
		"folder": func(*fixture) {}, "bucket": func(h *fixture) { h.useBucket(false) }, "bucket with downloads from it": func(h *fixture) { h.useBucket(true) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			protectedOriginals(t, setup(t, change))
		})
	}
}

// useBucket stores media in a bucket instead of the folder.
func (h *fixture) useBucket(presign bool) {
	o := blobtest.Server(h.t)
	h.cfg.MediaBucket, h.cfg.AccessKeyID, h.cfg.SecretAccessKey, h.cfg.Buckets, h.cfg.MediaPresign = o.Bucket, o.AccessKey, kit.Secret(o.SecretKey), o.Driver, presign
}

func protectedOriginals(t *testing.T, h *fixture) {
	t.Helper()
	original, err := os.ReadFile(filepath.Join(h.folder, "media/dot.png"))
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(original)
	public := "/assets/" + hex.EncodeToString(sum[:])[:20] + "/dot.png"
	if status, _, _ := h.fetch(public); status != http.StatusOK {
		t.Fatalf("original before protection: status = %d, want 200", status)
	}
	h.write("artworks/w1.md", "---\nid: 1\ntitle: Work 1\nartist: 3\ncategory: image\neditionSize: 5\npublishedAt: 2026-01-01T00:00:00Z\nprotected: true\nmedia:\n  - {file: dot.png, alt: A dot}\n---\n")
	h.importContent()
	if status, _, _ := h.fetch(public); status != http.StatusNotFound {
		t.Errorf("protected original: status = %d, want 404", status)
	}
	// Other works show the same file: its renditions, and its own address nowhere.
	var text, whole string
	largest := regexp.MustCompile(`/(dot-\d+-800\.webp)","width":800`)
	testkit.Eventually(t, 20*time.Second, func() bool {
		_, text = h.ask(`{artworks{items{media{url poster renditions{url width}}}} drops{items{cover{url}}}}`, nil)
		if found := largest.FindStringSubmatch(text); found != nil {
			whole = found[1]
		}
		return whole != ""
	})
	if strings.Contains(text, "dot.png") || strings.Contains(text, "originals") {
		t.Errorf("data API = %s, want nothing of the original", text)
	}
	if status, header, _ := h.fetch(strings.Replace(public, "dot.png", whole, 1)); status != http.StatusOK || header.Get("Content-Type") != "image/webp" {
		t.Errorf("the rendition: %d %v, want 200, image/webp", status, header)
	}

	desk := catalogv1connect.NewCatalogServiceClient(h.fleet.Client(h.t, "catalog", h.url))
	service := t.Context()
	offer, err := desk.GetOffer(service, &catalogv1.GetOfferRequest{ArtworkId: 1})
	if err != nil || offer.GetOffer().GetMediaHash() != "0x"+hex.EncodeToString(sum[:]) {
		t.Errorf("media hash = %q, %v, want 0x%x", offer.GetOffer().GetMediaHash(), err, sum)
	}
	signed, err := desk.SignOriginal(service, &catalogv1.SignOriginalRequest{ArtworkId: 1})
	if err != nil {
		t.Fatal(err)
	}
	if left := time.Until(signed.GetExpiresAt().AsTime()); left <= 4*time.Minute || left > 5*time.Minute {
		t.Errorf("the address is valid for %v, want 4 to 5 minutes", left)
	}
	status, header, body := h.fetch(signed.GetPath())
	direct := header.Get("X-Amz-Request-Id") != "" // the redirect to the bucket was followed; its test checks the address
	if status != http.StatusOK || string(body) != string(original) || !direct && header.Get("Cache-Control") != "private, no-store" || !direct && header.Get("Content-Type") != "image/png" {
		t.Errorf("signed: %d %v, %d bytes, want 200, image/png, private, no-store, %d bytes", status, header, len(body), len(original))
	}
	if direct != h.cfg.MediaPresign {
		t.Errorf("downloaded from the bucket = %t, want %t", direct, h.cfg.MediaPresign)
	}
	// A script of the site reads it through the gallery: the site's policy refuses another origin.
	script, err := http.NewRequestWithContext(t.Context(), http.MethodGet, h.url+signed.GetPath(), nil)
	if err != nil {
		t.Fatal(err)
	}
	script.Header.Set("Sec-Fetch-Dest", "empty")
	if res, err := http.DefaultClient.Do(script); err != nil || res.StatusCode != http.StatusOK || res.Header.Get("X-Amz-Request-Id") != "" {
		t.Errorf("request from a script = %v, %v, want 200 without a redirect to the bucket", res, err)
	}
	bare, _, _ := strings.Cut(signed.GetPath(), "?")
	for _, path := range []string{bare, signed.GetPath() + "x", strings.Replace(signed.GetPath(), "exp=1", "exp=2", 1), strings.Replace(signed.GetPath(), "dot.png", "dot.jpg", 1)} {
		if status, _, _ := h.fetch(path); status != http.StatusForbidden {
			t.Errorf("%s: %d, want 403", path, status)
		}
	}
	if _, err := desk.SignOriginal(service, &catalogv1.SignOriginalRequest{ArtworkId: 99}); connect.CodeOf(err) != connect.CodeNotFound {
		t.Errorf("an unknown work: error = %v, want not_found", err)
	}
	if _, err := desk.SignOriginal(identity.With(t.Context(), staff), &catalogv1.SignOriginalRequest{ArtworkId: 1}); connect.CodeOf(err) != connect.CodePermissionDenied {
		t.Errorf("a person: error = %v, want permission_denied", err)
	}

	// An unpublished work isn't offered any more. Its tokens keep the original and the picture.
	published := func(is bool) {
		t.Helper()
		pool := testkit.Pool(t, h.cfg.DatabaseURL)
		if _, err := pool.Exec(t.Context(), `UPDATE artworks SET published = $1 WHERE id = 1`, is); err != nil {
			t.Fatal(err)
		}
	}
	published(false)
	if _, err := desk.GetOffer(service, &catalogv1.GetOfferRequest{ArtworkId: 1}); connect.CodeOf(err) != connect.CodeNotFound {
		t.Errorf("the offer of an unpublished work: %v, want not found", err)
	}
	kept, err := desk.GetOffer(service, &catalogv1.GetOfferRequest{ArtworkId: 1, Unpublished: true})
	if err != nil || kept.GetOffer().GetImageUrl() != offer.GetOffer().GetImageUrl() {
		t.Errorf("%v, %v, want the picture of the unpublished work", kept, err)
	}
	still, err := desk.SignOriginal(service, &catalogv1.SignOriginalRequest{ArtworkId: 1})
	if err != nil {
		t.Fatal(err)
	}
	if status, _, body := h.fetch(still.GetPath()); status != http.StatusOK || string(body) != string(original) {
		t.Errorf("the original of an unpublished work: %d, %d bytes, want 200, %d bytes", status, len(body), len(original))
	}
	published(true)

	// Protection ends: the original is public again.
	h.write("artworks/w1.md", "---\nid: 1\ntitle: Work 1\nartist: 3\ncategory: image\neditionSize: 5\npublishedAt: 2026-01-01T00:00:00Z\nmedia:\n  - {file: dot.png, alt: A dot}\n---\n")
	h.importContent()
	if status, _, _ := h.fetch(public); status != http.StatusOK {
		t.Errorf("original after protection ended: status = %d, want 200", status)
	}
}

// TestMediaMovesToABucket copies the folder with the command.
func TestMediaMovesToABucket(t *testing.T) {
	t.Parallel()
	h := setup(t)
	original, err := os.ReadFile(filepath.Join(h.folder, "media/dot.png"))
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(original)
	h.useBucket(false)
	if err := catalog.CopyMedia(t.Context(), h.cfg, testkit.Log(t), nil); err != nil {
		t.Fatal(err)
	}
	objects, err := blob.Open(t.Context(), blob.Options{Bucket: h.cfg.MediaBucket, AccessKey: h.cfg.AccessKeyID, SecretKey: string(h.cfg.SecretAccessKey), Driver: h.cfg.Buckets})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = objects.Close() })
	if got, err := objects.Read(t.Context(), hex.EncodeToString(sum[:])[:20]+"/dot.png"); err != nil || string(got) != string(original) {
		t.Errorf("in the bucket: %d bytes, %v, want the original", len(got), err)
	}
	h.cfg.MediaBucket = ""
	if err := catalog.CopyMedia(t.Context(), h.cfg, testkit.Log(t), nil); err == nil {
		t.Error("copying without a bucket succeeded, want an error")
	}
}
