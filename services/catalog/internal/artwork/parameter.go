package artwork

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// Parameter is a setting of the algorithm of a live work.
type Parameter struct {
	// Name is the algorithm's, for example headScale.
	Name string
	// Value is the still's; empty if only editions have the parameter.
	Value string
	// Varies is what the seed of an edition chooses from ("0.8 to 1.7", "4, 5 or 6"); empty if all editions have Value.
	Varies string
}

// Parameters returns the parameters in the recipe of a live work, A to Z, and none without a recipe. Those that can't be put in a few words
// are left out.
func Parameters(recipe json.RawMessage) []Parameter {
	var r struct {
		Params map[string]any `json:"params"`
	}
	d := json.NewDecoder(bytes.NewReader(recipe))
	d.UseNumber() // keeps 0.30
	if err := d.Decode(&r); err != nil {
		return nil
	}
	vary, _ := r.Params["vary"].(map[string]any)
	delete(r.Params, "vary")
	var out []Parameter
	for _, name := range slices.Sorted(maps.Keys(r.Params)) {
		if p := (Parameter{name, valueText(r.Params[name]), choiceText(vary[name])}); p.Value != "" {
			out = append(out, p)
		}
		delete(vary, name)
	}
	for _, name := range slices.Sorted(maps.Keys(vary)) {
		if p := (Parameter{Name: name, Varies: choiceText(vary[name])}); p.Varies != "" {
			out = append(out, p)
		}
	}
	slices.SortFunc(out, func(a, b Parameter) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// valueText returns a value in a few words, or "" for objects without a name.
func valueText(value any) string {
	switch v := value.(type) {
	case string:
		return v
	case json.Number:
		return v.String()
	case bool:
		if v {
			return "yes"
		}
		return "no"
	case map[string]any:
		name, _ := v["name"].(string)
		return name
	case []any:
		return joined(v, ", ", valueText)
	}
	return ""
}

// choiceText returns what an edition's value is chosen from: a range, a list of choices, or a range for each element of a list.
func choiceText(choice any) string {
	switch v := choice.(type) {
	case []any:
		var choices []string
		for _, choice := range v {
			text := valueText(choice)
			if text == "" {
				return ""
			}
			if list, ok := choice.([]any); ok && len(list) > 1 {
				text = "(" + text + ")"
			}
			// A choice that is listed twice is chosen more often.
			if !slices.Contains(choices, text) {
				choices = append(choices, text)
			}
		}
		if n := len(choices); n > 1 {
			return strings.Join(choices[:n-1], ", ") + " or " + choices[n-1]
		}
		return strings.Join(choices, "")
	case map[string]any:
		if each, ok := v["each"].([]any); ok {
			return joined(each, ", ", choiceText)
		}
		from, to := valueText(v["from"]), valueText(v["to"])
		if from == "" || to == "" {
			return ""
		}
		return from + " to " + to
	}
	return ""
}

// joined returns the texts of all elements, or "" if one has none.
func joined(list []any, separator string, text func(any) string) string {
	texts := make([]string, len(list))
	for i, value := range list {
		if texts[i] = text(value); texts[i] == "" {
			return ""
		}
	}
	return strings.Join(texts, separator)
}
