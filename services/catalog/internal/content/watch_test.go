package content

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

// TestAFailedLoadIsRetried: after an outage of the database, the folder is loaded without a further edit.
func TestAFailedLoadIsRetried(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for name, text := range map[string]string{
		"gallery.yaml": "name: Test\ncurrency: USD\ncategories:\n  - {slug: image, name: Image}\n",
		"posts/p.md":   "---\nid: 1\ntitle: News\ncategory: press\ndate: 2026-01-01\n---\nText\n",
	} {
		file := filepath.Join(folder, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	for reason, want := range map[error]int{errors.New("the database is away"): 2, artwork.ErrInvalid: 1} {
		t.Run(reason.Error(), func(t *testing.T) {
			t.Parallel()
			loads := 0
			ctx, cancel := context.WithTimeout(t.Context(), again+again/2)
			defer cancel()
			err := Watch(ctx, folder, measured(t), testkit.Log(t), func(context.Context, artwork.Collection) error {
				if loads++; loads == 1 {
					return reason
				}
				return nil
			})
			if err != nil || loads != want {
				t.Errorf("%d loads, want %d: %v", loads, want, err)
			}
		})
	}
}
