package rest

import (
	"cmp"
	"io"
	"log/slog"
	"net/http"
	"strings"

	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"
	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/known/emptypb"

	"github.com/vitrine/vitrine/kit/rpc"
)

// refuseUnread refuses the fields of writes that have none. grpc-gateway doesn't read their bodies.
func refuseUnread(log *slog.Logger) runtime.Middleware {
	read := bodies()
	return func(next runtime.HandlerFunc) runtime.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request, params map[string]string) {
			pattern, _ := runtime.HTTPPattern(r.Context())
			if r.Method != http.MethodGet && !read[r.Method+" "+pattern.String()] {
				body, err := io.ReadAll(r.Body)
				if err == nil {
					err = protojson.Unmarshal(body, &emptypb.Empty{})
				}
				if err != nil {
					writeError(w, r, status.Error(codes.InvalidArgument, err.Error()), log)
					return
				}
			}
			next(w, r, params)
		}
	}
}

// bodies returns the method and the pattern, as grpc-gateway writes it, of each public RPC with a body.
func bodies() map[string]bool {
	read := map[string]bool{}
	protoregistry.GlobalFiles.RangeFiles(func(file protoreflect.FileDescriptor) bool {
		for i := range file.Services().Len() {
			methods := file.Services().Get(i).Methods()
			for j := range methods.Len() {
				rule, ok := proto.GetExtension(methods.Get(j).Options(), annotations.E_Http).(*annotations.HttpRule)
				if !ok || rule.GetBody() == "" {
					continue
				}
				path := cmp.Or(rule.GetPost(), rule.GetPut())
				read[rpc.HTTPMethod(methods.Get(j))+" "+strings.ReplaceAll(path, "}", "=*}")] = true
			}
		}
		return true
	})
	return read
}
