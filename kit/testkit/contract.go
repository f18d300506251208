package testkit

import (
	"slices"
	"testing"

	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
)

// ListsWrites checks that a list has each RPC of files of the contract that may change something, as Service.Method, and no other. A test of a rule
// about writes uses it, so that a new write fails until its author has decided whether the rule is about it.
func ListsWrites(t testing.TB, listed []string, files ...protoreflect.FileDescriptor) {
	t.Helper()
	var writes []string
	for _, file := range files {
		for i := range file.Services().Len() {
			service := file.Services().Get(i)
			for j := range service.Methods().Len() {
				m := service.Methods().Get(j)
				if options, _ := m.Options().(*descriptorpb.MethodOptions); options.GetIdempotencyLevel() != descriptorpb.MethodOptions_NO_SIDE_EFFECTS {
					writes = append(writes, string(service.Name())+"."+string(m.Name()))
				}
			}
		}
	}
	for _, rpc := range writes {
		if !slices.Contains(listed, rpc) {
			t.Errorf("%s isn't in the lists of this test", rpc)
		}
	}
	for _, rpc := range listed {
		if !slices.Contains(writes, rpc) {
			t.Errorf("%s is in the lists of this test, and is no RPC that changes something", rpc)
		}
	}
}
