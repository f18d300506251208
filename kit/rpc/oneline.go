package rpc

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"connectrpc.com/connect/v2"
	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"github.com/vitrine/vitrine/kit/gen/errorsv1"
	"github.com/vitrine/vitrine/kit/oneline"
)

// multilineOption marks strings that may have several lines.
const multilineOption protoreflect.FullName = "vitrine.options.v1.multiline"

// requireOneLine checks each request with OneLine.
func requireOneLine(next connect.ServerFunc) connect.ServerFunc {
	return func(ctx context.Context, spec connect.Spec, stream connect.ServerStream) error {
		return next(ctx, spec, received{stream, func(m any) error { return OneLine(spec, m) }})
	}
}

// OneLine checks the request of a public RPC that writes: every string in it that isn't marked as multiline is one line, and becomes NFC. Its error
// names the fields. It does nothing for other RPCs: what services send each other was checked where it entered, or is older than the check.
func OneLine(spec connect.Spec, request any) error {
	m, public := spec.Schema.(protoreflect.MethodDescriptor)
	msg, ok := request.(proto.Message)
	if !public || !ok || HTTPMethod(m) == "" || HTTPMethod(m) == http.MethodGet {
		return nil
	}
	wrong := map[string]string{}
	flatten(msg.ProtoReflect(), "", wrong)
	wrong = inBody(m, wrong)
	if len(wrong) == 0 {
		return nil
	}
	return Error(connect.CodeInvalidArgument, errorsv1.Reason_REASON_INVALID, "a field is wrong", wrong)
}

// inBody names fields as callers of the REST interface do, whose body may be one field of the request.
func inBody(m protoreflect.MethodDescriptor, fields map[string]string) map[string]string {
	rule, _ := proto.GetExtension(m.Options(), annotations.E_Http).(*annotations.HttpRule)
	body := m.Input().Fields().ByName(protoreflect.Name(rule.GetBody()))
	if body == nil {
		return fields
	}
	named := map[string]string{}
	for path, message := range fields {
		named[strings.TrimPrefix(path, body.JSONName()+".")] = message
	}
	return named
}

// flatten converts the strings of a message to NFC and adds those that aren't one line to wrong.
func flatten(m protoreflect.Message, path string, wrong map[string]string) {
	m.Range(func(f protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		name := path + f.JSONName()
		text := f.Kind() == protoreflect.StringKind && !multiline(f)
		switch {
		case f.IsMap():
			values := f.MapValue()
			v.Map().Range(func(k protoreflect.MapKey, one protoreflect.Value) bool {
				switch at := fmt.Sprintf("%s[%q]", name, k.String()); {
				case values.Message() != nil:
					flatten(one.Message(), at+".", wrong)
				case values.Kind() == protoreflect.StringKind && !multiline(f):
					v.Map().Set(k, line(one, at, wrong))
				}
				return true
			})
		case f.IsList():
			for i := range v.List().Len() {
				switch at := fmt.Sprintf("%s[%d]", name, i); {
				case f.Message() != nil:
					flatten(v.List().Get(i).Message(), at+".", wrong)
				case text:
					v.List().Set(i, line(v.List().Get(i), at, wrong))
				}
			}
		case f.Message() != nil:
			flatten(v.Message(), name+".", wrong)
		case text:
			m.Set(f, line(v, name, wrong))
		}
		return true
	})
}

func line(v protoreflect.Value, path string, wrong map[string]string) protoreflect.Value {
	s, ok := oneline.Check(v.String())
	if !ok {
		wrong[path] = "must be one line, without control characters"
	}
	return protoreflect.ValueOfString(s)
}

func multiline(f protoreflect.FieldDescriptor) bool {
	option, err := protoregistry.GlobalTypes.FindExtensionByName(multilineOption)
	return err == nil && f.Options().ProtoReflect().Get(option.TypeDescriptor()).Bool()
}
