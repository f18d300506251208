package media

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"testing"
)

// ground is a picture of one colour, with a white column at x.
func ground(c color.Color, x int) image.Image {
	img := image.NewRGBA(image.Rect(0, 0, 40, 30))
	draw.Draw(img, img.Bounds(), image.NewUniform(c), image.Point{}, draw.Src)
	draw.Draw(img, image.Rect(x, 0, x+1, 30), image.White, image.Point{}, draw.Src)
	return img
}

func TestShoot(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		at   func(seconds float64) int
		want int
	}{
		"a still work": {func(float64) int { return 0 }, 0},
		"a work that grows": {func(s float64) int {
			if s < growsFrom || s >= growsTo {
				return 39
			}
			return int(3 * (s - growsFrom))
		}, 1 + growthFrames},
		"a work that moves": {func(s float64) int { return int(2*s) % 40 }, 2*moveFrames - 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			frames, err := shoot(func(s float64) (image.Image, error) { return ground(color.Black, c.at(s)), nil })
			if err != nil || len(frames) != c.want {
				t.Fatalf("%d frames, want %d: %v", len(frames), c.want, err)
			}
			if len(frames) > 0 && !same(frames[0], ground(color.Black, c.at(0))) {
				t.Error("the film doesn't begin with the finished edition")
			}
		})
	}
	failed := errors.New("failed")
	if _, err := shoot(func(float64) (image.Image, error) { return nil, failed }); !errors.Is(err, failed) {
		t.Errorf("error = %v, want the camera's", err)
	}
}

// TestEncodeFilm plays a film: frames that contain only the changes add up to the captured pictures.
func TestEncodeFilm(t *testing.T) {
	t.Parallel()
	blue := color.RGBA{B: 200, A: 255}
	shot := []image.Image{ground(blue, 3), ground(blue, 3), ground(blue, 20), ground(color.Black, 20), ground(blue, 39)}
	file, err := encodeFilm(shot)
	if err != nil {
		t.Fatal(err)
	}
	film, err := gif.DecodeAll(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	if len(film.Image) != len(shot) || film.LoopCount != 0 || film.Delay[0] != rest || film.Delay[1] != tick {
		t.Errorf("%d frames, delays %v, loop count %d, want %d, first %d and %d, 0", len(film.Image), film.Delay, film.LoopCount, len(shot), rest, tick)
	}
	screen := image.NewRGBA(image.Rect(0, 0, 40, 30))
	for i, f := range film.Image {
		draw.Draw(screen, f.Bounds(), f, f.Bounds().Min, draw.Over)
		for p, v := range pixels(shot[i]).Pix {
			if d := int(v) - int(screen.Pix[p]); d > 4 || d < -4 {
				t.Fatalf("frame %d has %d at byte %d, want %d", i, screen.Pix[p], p, v)
			}
		}
	}
	if got := film.Image[2].Bounds(); got != image.Rect(3, 0, 21, 30) {
		t.Errorf("the third frame is %v, want only what changes", got)
	}
}
