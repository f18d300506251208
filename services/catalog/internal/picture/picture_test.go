package picture_test

import (
	"errors"
	"testing"

	"github.com/vitrine/vitrine/services/catalog/internal/picture"
)

func TestPixels(t *testing.T) {
	t.Parallel()
	for h, want := range map[picture.Header]string{
		{Width: 20_000, Height: 13_400, Frames: 1}: "",
		{Width: 20_000, Height: 13_401}:            "This picture has 20000 × 13401 pixels. Save it with at most 268 million.",
		{Width: 1000, Height: 1000, Frames: 268}:   "",
		{Width: 1000, Height: 1000, Frames: 269}:   "This animation has 269 frames of 1000 × 1000 pixels, more than 268 million together. Save it smaller or shorter.",
	} {
		refused, _ := errors.AsType[*picture.RefusedError](h.Check())
		switch {
		case want == "" && refused != nil:
			t.Errorf("%+v: %v, want no error", h, refused)
		case want != "" && (refused == nil || refused.Message != want || refused.Cause != picture.TooLarge):
			t.Errorf("%+v: %v, want %q", h, refused, want)
		}
	}
}
