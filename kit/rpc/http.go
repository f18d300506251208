package rpc

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
)

// Methods returns all RPCs of Vitrine's contracts that are linked into the program, by name.
func Methods() (all []protoreflect.MethodDescriptor) {
	protoregistry.GlobalFiles.RangeFiles(func(file protoreflect.FileDescriptor) bool {
		all = append(all, MethodsIn(file)...)
		return true
	})
	slices.SortFunc(all, func(a, b protoreflect.MethodDescriptor) int { return cmp.Compare(a.FullName(), b.FullName()) })
	return all
}

// MethodsIn returns the RPCs of one of Vitrine's contracts, and none for another file.
func MethodsIn(file protoreflect.FileDescriptor) (all []protoreflect.MethodDescriptor) {
	if !strings.HasPrefix(string(file.Package()), "vitrine.") {
		return nil
	}
	for i := range file.Services().Len() {
		methods := file.Services().Get(i).Methods()
		for j := range methods.Len() {
			all = append(all, methods.Get(j))
		}
	}
	return all
}

// Binding is a way to call a public RPC over HTTP.
type Binding struct {
	// Method and Path are those of the request. Fields in the path have their JSON names: /api/tokens/{tokenId}.
	Method, Path string
	// Body reports whether the request has a body.
	Body bool
}

var pathField = regexp.MustCompile(`\{(\w+)\}`)

// BindingsOf returns the HTTP rules of a public RPC, or none for an RPC that only services call.
func BindingsOf(m protoreflect.MethodDescriptor) (all []Binding) {
	rule, ok := proto.GetExtension(m.Options(), annotations.E_Http).(*annotations.HttpRule)
	if !ok || rule == nil {
		return nil
	}
	for _, rule := range append([]*annotations.HttpRule{rule}, rule.GetAdditionalBindings()...) {
		fields := rule.ProtoReflect()
		verb := fields.WhichOneof(fields.Descriptor().Oneofs().ByName("pattern"))
		all = append(all, Binding{
			Method: strings.ToUpper(string(verb.Name())),
			Path: pathField.ReplaceAllStringFunc(fields.Get(verb).String(), func(name string) string {
				return "{" + m.Input().Fields().ByName(protoreflect.Name(strings.Trim(name, "{}"))).JSONName() + "}"
			}),
			Body: rule.GetBody() != "",
		})
	}
	return all
}
