package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"github.com/vitrine/vitrine/gateway/internal/route"
)

// object is a part of the document.
type object = map[string]any

type document struct {
	whole object
	// messages are the schemas, by name.
	messages map[string]object
	// operations are the routes, by path and method in lower case.
	operations map[string]map[string]object
	// nullable and values are those of proto/fields.json, by the full name of the field.
	nullable map[string]bool
	values   map[string][]string
}

const schemas = "#/components/schemas/"

// rpcs adds the RPCs and their messages.
func (d *document) rpcs(files *protoregistry.Files) error {
	if err := d.fields(); err != nil {
		return err
	}
	methods, err := public(files)
	if err != nil {
		return err
	}
	parts, err := generated()
	if err != nil {
		return err
	}
	full := map[string]string{}
	for _, part := range parts {
		for name, schema := range at(part, "components", "schemas") {
			if !strings.HasPrefix(name, "vitrine.") {
				continue // google.api.HttpBody: see operation
			}
			if other := full[short(name)]; other != "" && other != name {
				return fmt.Errorf("two messages have the name %s", short(name))
			}
			full[short(name)] = name
			d.messages[short(name)] = schema.(object)
		}
		for path, item := range at(part, "paths") {
			for verb, operation := range item.(object) {
				id := strings.Split(operation.(object)["operationId"].(string), "_") // a second binding has the suffix _1
				if err := d.operation(path, verb, operation.(object), methods[id[0]+"_"+id[1]]); err != nil {
					return err
				}
			}
		}
	}
	sent, read := map[protoreflect.FullName]bool{}, map[protoreflect.FullName]bool{}
	for _, m := range methods {
		reach(m.Input(), sent)
		reach(m.Output(), read)
	}
	for name, schema := range d.messages {
		found, err := files.FindDescriptorByName(protoreflect.FullName(full[name]))
		message, ok := found.(protoreflect.MessageDescriptor)
		if err != nil || !ok {
			continue // the body of a request, which is complete
		}
		d.message(schema, message, read[message.FullName()], sent[message.FullName()])
	}
	rename(d.operations)
	rename(d.messages)
	for field := range d.nullable {
		return fmt.Errorf("proto/fields.json: no message has the field %s, or it is never null", field)
	}
	for field := range d.values {
		return fmt.Errorf("proto/fields.json: no message has the string %s", field)
	}
	return nil
}

// public returns the RPCs that have a route, by operationId.
func public(files *protoregistry.Files) (methods map[string]protoreflect.MethodDescriptor, err error) {
	methods = map[string]protoreflect.MethodDescriptor{}
	files.RangeFiles(func(f protoreflect.FileDescriptor) bool {
		for i := range f.Services().Len() {
			s := f.Services().Get(i)
			for j := range s.Methods().Len() {
				m := s.Methods().Get(j)
				if !proto.HasExtension(m.Options(), annotations.E_Http) {
					continue
				}
				id := fmt.Sprintf("%s_%s", s.Name(), m.Name())
				if methods[id] != nil {
					err = fmt.Errorf("%s and %s have the same operationId", methods[id].FullName(), m.FullName())
				}
				methods[id] = m
			}
		}
		return true
	})
	return methods, err
}

// fields reads proto/fields.json.
func (d *document) fields() error {
	var listed struct {
		Nullable []string
		Values   []struct{ Of, Fields []string }
	}
	if err := read("proto/fields.json", &listed); err != nil {
		return err
	}
	d.nullable, d.values = map[string]bool{}, map[string][]string{}
	for _, field := range listed.Nullable {
		d.nullable[field] = true
	}
	for _, set := range listed.Values {
		for _, field := range set.Fields {
			d.values[field] = set.Of
		}
	}
	return nil
}

// reach marks a message and those inside of it.
func reach(m protoreflect.MessageDescriptor, marked map[protoreflect.FullName]bool) {
	if marked[m.FullName()] {
		return
	}
	marked[m.FullName()] = true
	for i := range m.Fields().Len() {
		if inner := m.Fields().Get(i).Message(); inner != nil {
			reach(inner, marked)
		}
	}
}

// operation adds an RPC. Its body becomes a schema with the name of the request, and names in its address are those of JSON.
func (d *document) operation(path, verb string, op object, m protoreflect.MethodDescriptor) error {
	parameters, _ := op["parameters"].([]any)
	for _, p := range parameters {
		p := p.(object)
		f, err := field(m.Input(), p["name"].(string))
		if err != nil {
			return err
		}
		if p["in"] == "path" {
			path = strings.ReplaceAll(path, "{"+p["name"].(string)+"}", "{"+f.JSONName()+"}")
			p["name"] = f.JSONName()
		}
		d.limit(p["schema"].(object), f)
	}
	if body := at(op, "requestBody", "content", "application/json"); body != nil {
		if schema := body["schema"].(object); schema["$ref"] == nil {
			d.message(schema, m.Input(), false, true)
			d.messages[string(m.Input().Name())] = schema
			body["schema"] = object{"$ref": schemas + string(m.Input().Name())}
		}
	}
	if m.Output().FullName() == "google.api.HttpBody" {
		// The generator describes the message, and the gateway sends its content.
		op["responses"] = object{"200": object{
			"description": "The file.", "content": object{"*/*": object{"schema": object{"type": "string", "format": "binary"}}},
		}}
	}
	if d.operations[path] == nil {
		d.operations[path] = map[string]object{}
	}
	if d.operations[path][verb] != nil {
		return fmt.Errorf("%s %s is described twice", verb, path)
	}
	d.operations[path][verb] = op
	return nil
}

// field returns the field of a message that a parameter sets.
func field(m protoreflect.MessageDescriptor, name string) (protoreflect.FieldDescriptor, error) {
	first, rest, inner := strings.Cut(name, ".")
	f := m.Fields().ByJSONName(first)
	if f == nil {
		f = m.Fields().ByName(protoreflect.Name(first))
	}
	switch {
	case f == nil:
		return nil, fmt.Errorf("%s has no field %s", m.FullName(), name)
	case inner:
		return field(f.Message(), rest)
	}
	return f, nil
}

// message completes a schema. A response has every field, except those of a oneof and optional ones, which are absent if they are not set. A message
// that is sent and read may be sent without the fields that may be null. A request has the fields whose zero value is refused.
func (d *document) message(schema object, m protoreflect.MessageDescriptor, read, sent bool) {
	var required []any
	properties, _ := schema["properties"].(object)
	for i := range m.Fields().Len() {
		f := m.Fields().Get(i)
		property, ok := properties[f.JSONName()].(object)
		if !ok {
			continue
		}
		refused := d.limit(property, f)
		if f.ContainingOneof() != nil {
			continue
		}
		null := d.nullable[string(f.FullName())] && f.Message() != nil
		if read && (!sent || !null) || !read && refused {
			required = append(required, f.JSONName())
		}
		if null {
			delete(d.nullable, string(f.FullName()))
			orNull := object{"anyOf": []any{property, object{"type": "null"}}}
			if text := property["description"]; text != nil {
				delete(property, "description")
				orNull["description"] = text
			}
			properties[f.JSONName()] = orNull
		}
	}
	if required != nil {
		schema["required"] = required
	}
}

// keywords are the JSON Schema keywords of rules. Lengths of bytes and bounds of 64-bit integers have none: in JSON both are strings.
var keywords = map[protoreflect.Kind]map[protoreflect.Name]string{
	protoreflect.StringKind: {"min_len": "minLength", "max_len": "maxLength", "pattern": "pattern"},
	protoreflect.Int32Kind:  {"gt": "exclusiveMinimum", "gte": "minimum", "lt": "exclusiveMaximum", "lte": "maximum"},
}

// limit adds the values, lengths and bounds of a field, and reports whether its zero value is refused.
func (d *document) limit(schema object, f protoreflect.FieldDescriptor) (required bool) {
	rules, _ := proto.GetExtension(f.Options(), validate.E_Field).(*validate.FieldRules)
	required = rules.GetRequired()
	if list := rules.GetRepeated(); list != nil {
		if list.GetMinItems() > 0 {
			schema["minItems"] = list.GetMinItems()
			required = true
		}
		if list.MaxItems != nil {
			schema["maxItems"] = list.GetMaxItems()
		}
		rules = list.GetItems()
	}
	values := slices.Concat(d.values[string(f.FullName())], rules.GetString().GetIn())
	delete(d.values, string(f.FullName()))
	if items, ok := schema["items"].(object); ok {
		schema = items
	}
	if len(values) > 0 {
		schema["enum"] = values
	}
	rules.ProtoReflect().Range(func(_ protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		if of, ok := v.Interface().(protoreflect.Message); ok {
			of.Range(func(rule protoreflect.FieldDescriptor, value protoreflect.Value) bool {
				if keyword := keywords[f.Kind()][rule.Name()]; keyword != "" {
					schema[keyword] = value.Interface()
				}
				return true
			})
		}
		return true
	})
	_, least := schema["minLength"]
	return required || least && !f.IsList()
}

// rename replaces full names of messages by short ones.
func rename(part any) {
	switch part := part.(type) {
	case object:
		if ref, ok := part["$ref"].(string); ok && strings.HasPrefix(ref, schemas) {
			part["$ref"] = schemas + short(strings.TrimPrefix(ref, schemas))
		}
		for _, inner := range part {
			rename(inner)
		}
	case []any:
		for _, inner := range part {
			rename(inner)
		}
	case map[string]object:
		for _, inner := range part {
			rename(inner)
		}
	case map[string]map[string]object:
		for _, inner := range part {
			rename(inner)
		}
	}
}

// at returns the object at a path of names, or nil.
func at(part object, names ...string) object {
	for _, name := range names {
		part, _ = part[name].(object)
	}
	return part
}

// plain adds the routes that are no RPCs, and the schemas of plain.json: among them the error format, whose codes are the reasons.
func (d *document) plain(path string, codes []reason) error {
	if err := read(path, &d.whole); err != nil {
		return err
	}
	for path, item := range at(d.whole, "paths") {
		if d.operations[path] != nil {
			return fmt.Errorf("%s is described twice", path)
		}
		d.operations[path] = map[string]object{}
		for verb, operation := range item.(object) {
			d.operations[path][verb] = operation.(object)
		}
	}
	components := at(d.whole, "components")
	for name, schema := range at(components, "schemas") {
		if d.messages[name] != nil {
			return fmt.Errorf("the schema %s is described twice", name)
		}
		d.messages[name] = schema.(object)
	}
	words := map[string]bool{}
	for _, r := range codes {
		words[r.word] = true
	}
	at(d.messages["Error"], "properties", "error", "properties", "code")["enum"] = slices.Sorted(maps.Keys(words))
	components["schemas"], d.whole["paths"] = d.messages, d.operations
	return nil
}

// policy adds credentials, headers and errors from the table of routes.
func (d *document) policy() error {
	described := map[string]bool{}
	for path, item := range d.operations {
		for verb := range item {
			described[verb+" "+path] = true
		}
	}
	for _, row := range route.Table {
		if row.To == route.Nothing || row.To == route.Site || strings.HasPrefix(row.Path, "/assets/") {
			continue
		}
		for verb := range strings.FieldsSeq(strings.ToLower(row.Methods)) {
			op := d.operations[row.Path][verb]
			if op == nil {
				return fmt.Errorf("%s %s isn't described", verb, row.Path)
			}
			delete(described, verb+" "+row.Path)
			op["security"] = security(row.Auth)
			if strings.HasPrefix(row.Path, "/api/") {
				op["responses"].(object)["default"] = object{"$ref": "#/components/responses/Error"}
			}
			if row.Key {
				parameters, _ := op["parameters"].([]any)
				op["parameters"] = append(parameters, object{"$ref": "#/components/parameters/IdempotencyKey"})
			}
			if row.Auth == route.Link || row.Auth == route.LinkAndUser {
				parameters, _ := op["parameters"].([]any)
				op["parameters"] = append(parameters, object{"$ref": "#/components/parameters/ApprovalSecret"})
			}
		}
	}
	for operation := range described {
		return fmt.Errorf("%s has no route", operation)
	}
	return nil
}

func security(c route.Credential) []object {
	none := []string{}
	switch c {
	case route.User, route.RefreshToken, route.Link:
		return []object{{string(c): none}}
	case route.LinkAndUser:
		return []object{{"link": none, "bearer": none}}
	case route.Open, route.Signed, route.Unread:
	}
	return []object{}
}
