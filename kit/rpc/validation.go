package rpc

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"buf.build/go/protovalidate"
	"connectrpc.com/connect/v2"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/vitrine/vitrine/kit/gen/errorsv1"
)

// requireValid refuses messages that break the rules of their proto file, so that handlers check only what needs data. The error names each
// field as callers of the REST interface do, which is why this isn't connectrpc.com/validate.
func requireValid(next connect.ServerFunc) connect.ServerFunc {
	return func(ctx context.Context, spec connect.Spec, stream connect.ServerStream) error {
		return next(ctx, spec, received{stream, check})
	}
}

// check validates a message. The rules are compiled once per type for the whole process.
func check(m any) error {
	msg, ok := m.(proto.Message)
	if !ok {
		return nil
	}
	err := protovalidate.GlobalValidator.Validate(msg)
	if err == nil {
		return nil
	}
	var ve *protovalidate.ValidationError
	if !errors.As(err, &ve) {
		return fmt.Errorf("validation rules of %s: %w", msg.ProtoReflect().Descriptor().FullName(), err)
	}
	details := map[string]string{}
	for _, v := range ve.Violations {
		// A rule over a whole request has no path. Its id is the field that it is about.
		field := cmp.Or(jsonPath(msg.ProtoReflect().Descriptor(), v.Proto.GetField()), v.Proto.GetRuleId())
		if _, ok := details[field]; !ok {
			details[field] = v.Proto.GetMessage()
		}
	}
	return Error(connect.CodeInvalidArgument, errorsv1.Reason_REASON_INVALID, "a field is wrong", details)
}

// jsonPath returns a field's name in the JSON of the request.
func jsonPath(d protoreflect.MessageDescriptor, path *validate.FieldPath) string {
	var names []string
	for _, e := range path.GetElements() {
		name := e.GetFieldName()
		if d != nil {
			if f := d.Fields().ByName(protoreflect.Name(name)); f != nil {
				name, d = f.JSONName(), f.Message()
			} else {
				d = nil
			}
		}
		if e.HasIndex() {
			name += fmt.Sprintf("[%d]", e.GetIndex())
		}
		names = append(names, name)
	}
	return strings.Join(names, ".")
}
