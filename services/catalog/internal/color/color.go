// Package color sorts colours into families, for browsing.
package color

import (
	"math"
	"slices"
)

// Family is a family of colours, for browsing.
type Family string

// The families of the public interface, in display order.
const (
	Red    Family = "RED"
	Orange Family = "ORANGE"
	Yellow Family = "YELLOW"
	Green  Family = "GREEN"
	Blue   Family = "BLUE"
	Purple Family = "PURPLE"
	Pink   Family = "PINK"
	Brown  Family = "BROWN"
	Black  Family = "BLACK"
	Grey   Family = "GREY"
	White  Family = "WHITE"
)

// Families are all families, in display order.
var Families = []Family{Red, Orange, Yellow, Green, Blue, Purple, Pink, Brown, Black, Grey, White}

// Of returns the family that most people would assign a colour to. Nearly colourless ones are black, grey or white.
func Of(r, g, b uint8) Family {
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
func (f Family) neutral() bool { return f == Black || f == Grey || f == White }

const (
	// visible is the minimum share of a picture for one of its colours.
	visible = 0.04
	// ground is the minimum share for a neutral colour.
	ground = 0.5
	// maxFamilies is the maximum number of colours of a picture.
	maxFamilies = 4
)

// OfPicture returns the colours of a picture, the largest first. pixels has the number of pixels in each family.
func OfPicture(pixels map[Family]int) []Family {
	total := 0
	for _, n := range pixels {
		total += n
	}
	var out []Family
	for range maxFamilies {
		best, most := Family(""), 0
		for _, c := range Families {
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
