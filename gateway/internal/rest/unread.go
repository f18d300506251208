package rest

import (
	"io"
	"log/slog"
	"net/http"
	"regexp"

	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/types/known/emptypb"

	"github.com/vitrine/vitrine/kit/rpc"
)

// refuseUnread refuses the fields of writes that have none. grpc-gateway doesn't read their bodies.
func refuseUnread(log *slog.Logger) runtime.Middleware {
	read := bodies()
	return func(next runtime.HandlerFunc) runtime.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request, params map[string]string) {
			pattern, _ := runtime.HTTPPattern(r.Context())
			if r.Method != http.MethodGet && !read[shape(r.Method, pattern.String())] {
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

// bodies returns the shape of each public RPC with a body.
func bodies() map[string]bool {
	read := map[string]bool{}
	for _, m := range rpc.Methods() {
		for _, b := range rpc.BindingsOf(m) {
			if b.Body {
				read[shape(b.Method, b.Path)] = true
			}
		}
	}
	return read
}

var wildcard = regexp.MustCompile(`\{[^}]*\}`)

// shape returns a method and a path without the names of wildcards, which grpc-gateway writes in another way than the protos.
func shape(method, path string) string { return method + " " + wildcard.ReplaceAllString(path, "{}") }
