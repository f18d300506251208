package rpc_test

import (
	"slices"
	"testing"

	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"
	_ "google.golang.org/protobuf/types/known/sourcecontextpb" // a message with a field of two words

	"github.com/vitrine/vitrine/kit/rpc"
)

// TestBindingsOf: paths have the JSON names of fields, and an RPC without an HTTP rule has no binding.
func TestBindingsOf(t *testing.T) {
	t.Parallel()
	public := &descriptorpb.MethodOptions{}
	proto.SetExtension(public, annotations.E_Http, &annotations.HttpRule{
		Pattern: &annotations.HttpRule_Post{Post: "/api/files/{file_name}/copy"}, Body: "*",
		AdditionalBindings: []*annotations.HttpRule{{Pattern: &annotations.HttpRule_Delete{Delete: "/api/files"}}},
	})
	method := func(name string, options *descriptorpb.MethodOptions) *descriptorpb.MethodDescriptorProto {
		message := ".google.protobuf.SourceContext"
		return &descriptorpb.MethodDescriptorProto{Name: &name, InputType: &message, OutputType: &message, Options: options}
	}
	for pkg, known := range map[string]bool{"vitrine.files.v1": true, "grpc.health.v1": false} {
		file, err := protodesc.NewFile(&descriptorpb.FileDescriptorProto{
			Name: new("files.proto"), Package: &pkg, Syntax: new("proto3"), Dependency: []string{"google/protobuf/source_context.proto"},
			Service: []*descriptorpb.ServiceDescriptorProto{{Name: new("FileService"), Method: []*descriptorpb.MethodDescriptorProto{method("Copy", public), method("Read", nil)}}},
		}, protoregistry.GlobalFiles)
		if err != nil {
			t.Fatal(err)
		}
		methods := rpc.MethodsIn(file)
		if (len(methods) == 2) != known {
			t.Fatalf("%s: %d RPCs, want those of Vitrine's packages only", pkg, len(methods))
		}
		if !known {
			continue
		}
		want := []rpc.Binding{{Method: "POST", Path: "/api/files/{fileName}/copy", Body: true}, {Method: "DELETE", Path: "/api/files"}}
		if got := rpc.BindingsOf(methods[0]); !slices.Equal(got, want) {
			t.Errorf("bindings = %v, want %v", got, want)
		}
		if got := rpc.BindingsOf(methods[1]); got != nil {
			t.Errorf("bindings of an RPC without an HTTP rule = %v, want nil", got)
		}
	}
}
