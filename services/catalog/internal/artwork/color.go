package artwork

import (
	"math"
	"slices"
)

// Color is a family of colours, for browsing.
type Color string

// The families of the public interface, in display order.
const (
	Red    Color = "RED"
	Orange Color = "ORANGE"
	Yellow Color = "YELLOW"
	Green  Color = "GREEN"
	Blue   Color = "BLUE"
	Purple Color = "PURPLE"
	Pink   Color = "PINK"
	Brown  Color = "BROWN"
	Black  Color = "BLACK"
	Grey   Color = "GREY"
	White  Color = "WHITE"
)

// Colors are all families, in display order.
var Colors = []Color{Red, Orange, Yellow, Green, Blue, Purple, Pink, Brown, Black, Grey, White}

// ColorOf returns the family that most people would assign a colour to. Nearly colourless ones are black, grey or white.
func ColorOf(r, g, b uint8) Color {
	high, low := float64(max(r, g, b))/255, float64(min(r, g, b))/255
	chroma, light := high-low, (high+low)/2
	switch {
	case light < 0.12, chroma < 0.12 && light < 0.25:
		return Black
	case light > 0.93, chroma < 0.14 && light > 0.82:
		return White
	case chroma < 0.12:
		return Grey
	}
	switch hue := hueOf(float64(r)/255, float64(g)/255, float64(b)/255, high, chroma); {
	case hue < 16 || hue >= 345:
		if light > 0.72 {
			return Pink
		}
		return Red
	case hue < 42:
		switch {
		case light < 0.42:
			return Brown
		case light > 0.8: // warm paper
			return White
		}
		return Orange
	case hue < 70:
		if light > 0.85 {
			return White
		}
		return Yellow
	case hue < 165:
		return Green
	case hue < 256:
		return Blue
	case hue < 295:
		return Purple
	default:
		return Pink
	}
}

// hueOf returns the angle of a colour on the colour wheel, in degrees.
func hueOf(r, g, b, high, chroma float64) float64 {
	var sector float64
	switch high {
	case r:
		sector = math.Mod((g-b)/chroma+6, 6)
	case g:
		sector = (b-r)/chroma + 2
	default:
		sector = (r-g)/chroma + 4
	}
	return 60 * sector
}

// neutral reports whether a family is black, grey or white. Nearly every picture has these in backgrounds and outlines.
func (c Color) neutral() bool { return c == Black || c == Grey || c == White }

const (
	// visible is the minimum share of a picture for one of its colours.
	visible = 0.04
	// ground is the minimum share for a neutral colour.
	ground = 0.5
	// maxColors is the maximum number of colours of a picture.
	maxColors = 4
)

// ColorsOf returns the colours of a picture, the largest first. pixels has the number of pixels in each family.
func ColorsOf(pixels map[Color]int) []Color {
	total := 0
	for _, n := range pixels {
		total += n
	}
	var out []Color
	for range maxColors {
		best, most := Color(""), 0
		for _, c := range Colors {
			share := visible
			if c.neutral() {
				share = ground
			}
			if n := pixels[c]; n > most && float64(n) >= share*float64(total) && !slices.Contains(out, c) {
				best, most = c, n
			}
		}
		if best == "" {
			break
		}
		out = append(out, best)
	}
	return out
}
