package artwork_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

func TestParameters(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, recipe string
		want         []artwork.Parameter
	}{
		{"no recipe", ``, nil},
		{"no parameters", `{"seed": 1, "width": 2}`, nil},
		{"not an object", `{"params": 3}`, nil},
		{"values", `{"params": {"palette": "fjord", "levels": 30, "tint": true, "dots": false, "stops": [3, 4, 2], "sea": 0.30}}`, []artwork.Parameter{
			{Name: "dots", Value: "no"},
			{Name: "levels", Value: "30"},
			{Name: "palette", Value: "fjord"},
			{Name: "sea", Value: "0.30"},
			{Name: "stops", Value: "3, 4, 2"},
			{Name: "tint", Value: "yes"},
		}},
		{"objects", `{"params": {"palette": {"name": "dusk", "ink": "#000"}, "sets": [{"at": [1, 2]}], "grid": {"x": 1}}}`, []artwork.Parameter{
			{Name: "palette", Value: "dusk"},
		}},
		{
			"what editions vary", `{"params": {"scale": 1.2, "vary": {
			"scale": {"from": 0.8, "to": 1.7}, "bias": {"from": 1, "to": 2, "whole": true}, "hills": [0, 0, 1, 2], "widths": [[6, 30], [5, 22]],
			"sun": {"each": [{"from": 0.2, "to": 0.8}, {"from": 0.1, "to": 0.2}]}, "turns": [true, false], "sets": [{"draft": 1}, {"draft": 2}]}}}`,
			[]artwork.Parameter{
				{Name: "bias", Varies: "1 to 2"},
				{Name: "hills", Varies: "0, 1 or 2"},
				{Name: "scale", Value: "1.2", Varies: "0.8 to 1.7"},
				{Name: "sun", Varies: "0.2 to 0.8, 0.1 to 0.2"},
				{Name: "turns", Varies: "yes or no"},
				{Name: "widths", Varies: "(6, 30) or (5, 22)"},
			},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if got := artwork.Parameters(json.RawMessage(c.recipe)); !slices.Equal(got, c.want) {
				t.Errorf("Parameters() = %+v, want %+v", got, c.want)
			}
		})
	}
}
