package content

import (
	"context"
	"strings"
	"testing"

	"github.com/vitrine/vitrine/kit/identity/identitytest"
	"github.com/vitrine/vitrine/kit/testkit/rendertest"
	"github.com/vitrine/vitrine/services/catalog/internal/picture"
	"github.com/vitrine/vitrine/services/catalog/internal/render"
)

// measured returns an Inspect by a real render.
func measured(t *testing.T) Inspect {
	t.Helper()
	server, fleet := rendertest.Shared(t), identitytest.New(t)
	fleet.Use(t, "catalog", rendertest.Key(t, "catalog"))
	pictures := render.NewPictures(fleet.Keys(t, "catalog"), server.URL)
	return func(ctx context.Context, s picture.Source) (picture.Header, error) {
		return pictures.Inspect(ctx, s, true)
	}
}

// TestWithoutRenderNamesAndTypesAreChecked: authors of a folder need no render to find most problems.
func TestWithoutRenderNamesAndTypesAreChecked(t *testing.T) {
	t.Parallel()
	files := sound()
	c, err := Read(t.Context(), write(t, files), nil)
	if err != nil || c.Artworks[0].Media[0].Width != 0 {
		t.Errorf("Read() = %+v, %v, want the picture without a size", c.Artworks, err)
	}
	files["artworks/w.md"] = strings.Replace(files["artworks/w.md"], "A Picture.png", "words.png", 1)
	files["media/words.png"] = "words"
	if _, err := Read(t.Context(), write(t, files), nil); err == nil || !strings.Contains(err.Error(), "media/words.png is not a valid png file") {
		t.Errorf("Read() of words named .png = %v, want a problem", err)
	}
}

// TestAFolderIsNotReadWithoutItsPictures: an outage of render isn't a problem of the folder.
func TestAFolderIsNotReadWithoutItsPictures(t *testing.T) {
	t.Parallel()
	_, err := Read(t.Context(), write(t, sound()), func(context.Context, picture.Source) (picture.Header, error) {
		return picture.Header{}, context.DeadlineExceeded
	})
	if _, problems := err.(ProblemsError); err == nil || problems { //nolint:errorlint // it isn't wrapped
		t.Errorf("Read() = %v, want an error that isn't about the folder", err)
	}
}
