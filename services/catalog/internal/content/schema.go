package content

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

//go:generate sh -c "cp schema/*.json ../../../../content/schema/"
//go:embed schema/*.json
var schemaFiles embed.FS

const schemaBase = "file:///schema/"

// schemas are the JSON Schemas of gallery.yaml and of each kind of entry.
type schemas struct {
	documents map[string]any // by address
	compiled  map[string]*jsonschema.Schema
}

var schema, errSchema = loadSchemas()

func loadSchemas() (schemas, error) {
	s := schemas{documents: map[string]any{}, compiled: map[string]*jsonschema.Schema{}}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	c.RegisterVocabulary(&jsonschema.Vocabulary{URL: "vitrine:whole-numbers", Compile: func(_ *jsonschema.CompilerContext, obj map[string]any) (jsonschema.SchemaExt, error) {
		if obj["type"] == "integer" {
			return wholeNumber{}, nil
		}
		return nil, nil //nolint:nilnil // means that the vocabulary has nothing to check here
	}})
	c.AssertVocabs()
	files, err := schemaFiles.ReadDir("schema")
	if err != nil {
		return s, err
	}
	for _, file := range files {
		text, _ := schemaFiles.ReadFile(path.Join("schema", file.Name()))
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err == nil {
			err = c.AddResource(schemaBase+file.Name(), doc)
		}
		if err != nil {
			return s, fmt.Errorf("content: schema/%s: %w", file.Name(), err)
		}
		s.documents[schemaBase+file.Name()] = doc
	}
	for _, file := range files {
		compiled, err := c.Compile(schemaBase + file.Name())
		if err != nil {
			return s, fmt.Errorf("content: schema/%s: %w", file.Name(), err)
		}
		s.compiled[strings.TrimSuffix(file.Name(), ".json")] = compiled
	}
	return s, nil
}

// wholeNumber rejects 10.00 where the schema has an integer. JSON Schema accepts it as 10, but an author who writes it
// as a price means dollars, not cents.
type wholeNumber struct{}

func (wholeNumber) Validate(ctx *jsonschema.ValidatorContext, v any) {
	if n, ok := v.(json.Number); ok && strings.ContainsAny(n.String(), ".eE") {
		ctx.AddError(&kind.Type{Got: "number", Want: []string{"integer"}})
	}
}

// at returns the part of a schema at an address.
func (s schemas) at(address string) map[string]any {
	file, pointer, _ := strings.Cut(address, "#")
	part := s.documents[file]
	for _, name := range strings.Split(pointer, "/")[1:] {
		switch v := part.(type) {
		case map[string]any:
			part = v[name]
		case []any:
			i, _ := strconv.Atoi(name)
			part = v[i]
		}
	}
	found, _ := part.(map[string]any)
	return found
}

// invalid is a value that its schema rejects.
type invalid struct {
	path   []string
	reason string
	// missing means that the mapping lacks a field. Otherwise the value itself is invalid.
	missing bool
}

// validate returns the problems of a document, at most one for each value.
func (s schemas) validate(name string, tree any) []invalid {
	err, ok := s.compiled[name].Validate(tree).(*jsonschema.ValidationError) //nolint:errorlint // the library returns it unwrapped
	if !ok {
		return nil
	}
	var list []invalid
	s.collect(err, "", -1, tree, &list)
	return list
}

// collect finds the causes of an error. The outermost errorMessage for a value wins, because a field has a better description
// than the type that it refers to.
func (s schemas) collect(err *jsonschema.ValidationError, text string, depth int, tree any, list *[]invalid) {
	if at := len(err.InstanceLocation); at > depth || text == "" {
		text, _ = s.at(err.SchemaURL)["errorMessage"].(string)
		depth = at
	}
	if _, alternatives := err.ErrorKind.(*kind.AnyOf); !alternatives && len(err.Causes) > 0 {
		for _, cause := range err.Causes {
			s.collect(cause, text, depth, tree, list)
		}
		return
	}
	here := err.InstanceLocation
	switch k := err.ErrorKind.(type) {
	case *kind.Required:
		for _, name := range k.Missing {
			*list = append(*list, invalid{append(slices.Clone(here), name), name + " is required", true})
		}
		return
	case *kind.AdditionalProperties:
		for _, name := range k.Properties {
			known, _ := s.at(err.SchemaURL)["properties"].(map[string]any)
			*list = append(*list, invalid{append(slices.Clone(here), name), fmt.Sprintf("unknown field %q%s", name, suggest(name, known)), false})
		}
		return
	}
	if slices.ContainsFunc(*list, func(other invalid) bool { return !other.missing && slices.Equal(other.path, here) }) {
		return
	}
	*list = append(*list, invalid{here, describe(err, text, tree), false})
}

var english = message.NewPrinter(language.English)

func describe(err *jsonschema.ValidationError, text string, tree any) string {
	if text == "" {
		text = err.ErrorKind.LocalizedString(english)
	}
	name := "front matter"
	for _, step := range err.InstanceLocation {
		if _, number := strconv.Atoi(step); number != nil {
			name = step
		}
	}
	switch k := err.ErrorKind.(type) {
	case *kind.MinLength, *kind.MinItems:
		return name + " is empty"
	case *kind.MaxLength:
		return fmt.Sprintf("%s is longer than %d characters", name, k.Want)
	case *kind.MaxItems:
		return fmt.Sprintf("%s has more than %d elements", name, k.Want)
	case *kind.UniqueItems:
		return fmt.Sprintf("%s: element %d repeats element %d", name, k.Duplicates[1]+1, k.Duplicates[0]+1)
	}
	return fmt.Sprintf("%s: %s%s", name, text, got(value(tree, err.InstanceLocation)))
}

// value returns a value of a document.
func value(tree any, path []string) any {
	for _, step := range path {
		switch v := tree.(type) {
		case map[string]any:
			tree = v[step]
		case []any:
			i, _ := strconv.Atoi(step)
			tree = v[i]
		}
	}
	return tree
}

// remove removes a value from a document. An element of a list becomes null, so that the others keep their positions.
func remove(tree any, path []string) {
	last := len(path) - 1
	switch parent := value(tree, path[:last]).(type) {
	case map[string]any:
		delete(parent, path[last])
	case []any:
		i, _ := strconv.Atoi(path[last])
		parent[i] = nil
	}
}
