package color

import (
	"slices"
	"testing"
)

func TestOf(t *testing.T) {
	t.Parallel()
	for hex, want := range map[[3]uint8]Family{
		{0x12, 0x12, 0x12}: Black, {0x26, 0x28, 0x2a}: Black, {0x94, 0x94, 0x96}: Grey, {0xfa, 0xfa, 0xf5}: White, {0xf6, 0xf2, 0xea}: White,
		{0xc8, 0x0a, 0x1e}: Red, {0xe0, 0x7a, 0x20}: Orange, {0xff, 0xd2, 0x3f}: Yellow, {0x5b, 0x6a, 0x3c}: Green, {0x4f, 0xa3, 0x8a}: Green,
		{0x12, 0x3a, 0x63}: Blue, {0x5a, 0x4b, 0xff}: Blue, {0x70, 0x30, 0xa0}: Purple, {0xff, 0xb3, 0xc1}: Pink, {0xd0, 0x30, 0x90}: Pink,
		{0x7a, 0x4a, 0x20}: Brown, {0xf4, 0xea, 0xd9}: White,
	} {
		if got := Of(hex[0], hex[1], hex[2]); got != want {
			t.Errorf("#%02x%02x%02x is %s, want %s", hex[0], hex[1], hex[2], got, want)
		}
	}
}

func TestOfPicture(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		pixels map[Family]int
		want   []Family
	}{
		"blue lines on paper":       {map[Family]int{White: 90, Blue: 10}, []Family{White, Blue}},
		"a trace of red":            {map[Family]int{White: 97, Red: 3}, []Family{White}},
		"black outlines on colours": {map[Family]int{Black: 40, Green: 35, Yellow: 25}, []Family{Green, Yellow}},
		"many colours":              {map[Family]int{Red: 30, Orange: 25, Yellow: 20, Green: 15, Blue: 10}, []Family{Red, Orange, Yellow, Green}},
		"nothing":                   {nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			if got := OfPicture(c.pixels); !slices.Equal(got, c.want) {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}
