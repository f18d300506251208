package content

import (
	"bytes"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/vitrine/vitrine/kit/testkit/repository"
)

var (
	documentedKind  = regexp.MustCompile(`(?m)^### ([a-zA-Z.]+)$`)
	documentedRow   = regexp.MustCompile("(?m)^\\| (`[^|]+`) \\|")
	documentedField = regexp.MustCompile("`([a-zA-Z0-9]+)`")
)

// TestFieldsAreDocumented compares docs/operating/content.md with the decoder's fields, both ways.
func TestFieldsAreDocumented(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(repository.Path("docs/operating/content.md"))
	if err != nil {
		t.Fatal(err)
	}
	documented := map[string][]string{}
	places := documentedKind.FindAllSubmatchIndex(text, -1)
	for i, at := range places {
		end := len(text)
		if i+1 < len(places) {
			end = places[i+1][0]
		}
		section, _, _ := strings.Cut(string(text[at[1]:end]), "\n## ")
		kind := string(text[at[2]:at[3]])
		for _, row := range documentedRow.FindAllStringSubmatch(section, -1) {
			for _, field := range documentedField.FindAllStringSubmatch(row[1], -1) {
				documented[kind] = append(documented[kind], field[1])
			}
		}
		slices.Sort(documented[kind])
	}
	for name := range schema.compiled {
		if name == "common" {
			continue
		}
		known := map[string][]string{}
		fieldsOf(schemaBase+name+".json", "#", name, known)
		for kind, fields := range known {
			if slices.Sort(fields); !slices.Equal(fields, documented[kind]) {
				t.Errorf("fields of %s = %v, want the documented %v", kind, fields, documented[kind])
			}
			delete(documented, kind)
		}
	}
	if len(documented) > 0 {
		t.Errorf("documented but missing kinds: %v", documented)
	}
}

// fieldsOf collects the fields of a schema and of the mappings in it, except those that allow any field.
func fieldsOf(file, pointer, kind string, known map[string][]string) {
	part := schema.at(file + pointer)
	if target, ok := part["$ref"].(string); ok {
		other, rest, _ := strings.Cut(target, "#")
		if other != "" {
			file = schemaBase + other
		}
		fieldsOf(file, "#"+rest, kind, known)
		return
	}
	if items, ok := part["items"].(map[string]any); ok && items != nil {
		fieldsOf(file, pointer+"/items", kind, known)
	}
	properties, ok := part["properties"].(map[string]any)
	if !ok || part["additionalProperties"] != false {
		return
	}
	for name := range properties {
		known[kind] = append(known[kind], name)
		fieldsOf(file, pointer+"/properties/"+name, kind+"."+name, known)
	}
}

// TestStructsAndSchemasAgree compares the fields that are decoded with those that are valid.
func TestStructsAndSchemasAgree(t *testing.T) {
	t.Parallel()
	valid := map[string][]string{}
	for name, file := range map[string]any{
		"gallery": galleryFile{}, "artists": artistFile{}, "curators": curatorFile{}, "drops": dropFile{}, "artworks": artworkFile{}, "posts": postFile{}, "pages": pageFile{},
	} {
		t.Run(name, func(t *testing.T) {
			fieldsOf(schemaBase+name+".json", "#", name, valid)
			decoded := map[string][]string{}
			tagsOf(reflect.TypeOf(file), name, decoded)
			for kind, fields := range valid {
				if !strings.HasPrefix(kind+".", name+".") || kind == "artworks.price" {
					continue
				}
				slices.Sort(fields)
				if slices.Sort(decoded[kind]); !slices.Equal(fields, decoded[kind]) {
					t.Errorf("%s: fields of the schema = %v, want those of the struct, %v", kind, fields, decoded[kind])
				}
			}
		})
	}
}

func tagsOf(typ reflect.Type, kind string, tags map[string][]string) {
	for typ.Kind() == reflect.Pointer || typ.Kind() == reflect.Slice {
		typ = typ.Elem()
	}
	if typ.Kind() != reflect.Struct {
		return
	}
	for field := range typ.Fields() {
		if name := field.Tag.Get("json"); name != "" {
			tags[kind] = append(tags[kind], name)
			tagsOf(field.Type, kind+"."+name, tags)
		}
	}
}

// TestSchemasArePublished compares the schemas that the importer uses with those in the content folder, which editors read.
func TestSchemasArePublished(t *testing.T) {
	t.Parallel()
	published := repository.Path("content/schema")
	if list, err := os.ReadDir(published); err != nil || len(list) != len(schema.documents) {
		t.Fatalf("%d files in %s, want %d: %v", len(list), published, len(schema.documents), err)
	}
	for address := range schema.documents {
		name := path.Base(address)
		ours, _ := schemaFiles.ReadFile("schema/" + name)
		theirs, err := os.ReadFile(filepath.Join(published, name))
		if err != nil || !bytes.Equal(ours, theirs) {
			t.Errorf("content/schema/%s isn't services/catalog/internal/content/schema/%s: run make gen (%v)", name, name, err)
		}
	}
}
