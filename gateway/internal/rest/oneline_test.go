package rest

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"connectrpc.com/connect/v2"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/vitrine/vitrine/kit/rpc"
	optionsv1 "github.com/vitrine/vitrine/proto/gen/vitrine/options/v1"
)

// TestEveryTextIsOneLine puts a line break into every string of every public RPC that writes: it is refused with the name of the field, unless the
// contract says that the text may have several lines.
func TestEveryTextIsOneLine(t *testing.T) {
	t.Parallel()
	texts, several := 0, 0
	for _, m := range rpc.Methods() {
		if verb := rpc.HTTPMethod(m); verb == "" || verb == "GET" {
			continue
		}
		for _, path := range stringsIn(m.Input(), nil) {
			texts++
			msg := dynamicpb.NewMessage(m.Input())
			name := strings.TrimPrefix(put(msg, path, "Tidal\nStudy"), "profile.") // a profile is the whole body of its one write
			err := rpc.OneLine(connect.Spec{Schema: m}, msg)
			reason, details := rpc.ReasonOf(err)
			switch {
			case proto.GetExtension(path[len(path)-1].Options(), optionsv1.E_Multiline).(bool):
				several++
				if err != nil {
					t.Errorf("%s with a line break in %s: error = %v, want nil for a multiline text", m.FullName(), name, err)
				}
			case reason != "invalid" || !slices.Equal(slices.Collect(maps.Keys(details)), []string{name}):
				t.Errorf("%s with a line break in %s: error = %v with %v, want invalid with the field", m.FullName(), name, err, details)
			}
		}
	}
	if texts < 100 || several == 0 {
		t.Errorf("%d texts were checked, %d of them multiline, want at least 100 and 1", texts, several)
	}
}

// stringsIn returns the paths of all strings of a message, once for each message inside of others.
func stringsIn(m protoreflect.MessageDescriptor, inside []protoreflect.FullName) (paths [][]protoreflect.FieldDescriptor) {
	if slices.Contains(inside, m.FullName()) || strings.HasPrefix(string(m.FullName()), "google.protobuf.") {
		return nil
	}
	for i := range m.Fields().Len() {
		f := m.Fields().Get(i)
		switch {
		case f.IsMap():
			panic(f.FullName() + ": this test knows no maps")
		case f.Message() != nil:
			for _, rest := range stringsIn(f.Message(), append(slices.Clip(inside), m.FullName())) {
				paths = append(paths, append([]protoreflect.FieldDescriptor{f}, rest...))
			}
		case f.Kind() == protoreflect.StringKind:
			paths = append(paths, []protoreflect.FieldDescriptor{f})
		}
	}
	return paths
}

// put sets the string at a path, in the first element of lists, and returns its name in JSON.
func put(m protoreflect.Message, path []protoreflect.FieldDescriptor, text string) string {
	f, name := path[0], path[0].JSONName()
	switch last := len(path) == 1; {
	case f.IsList() && last:
		m.Mutable(f).List().Append(protoreflect.ValueOfString(text))
		return name + "[0]"
	case f.IsList():
		return name + "[0]." + put(m.Mutable(f).List().AppendMutable().Message(), path[1:], text)
	case last:
		m.Set(f, protoreflect.ValueOfString(text))
		return name
	default:
		return name + "." + put(m.Mutable(f).Message(), path[1:], text)
	}
}
