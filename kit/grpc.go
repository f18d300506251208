package kit

import (
	"net/http"
	"net/url"
	"slices"
	"sync/atomic"

	"connectrpc.com/connect/v2"
	"connectrpc.com/grpcreflect/v2"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"github.com/vitrine/vitrine/kit/rpc"
)

// mountGRPC adds what gRPC tools expect of a server besides its own services:
// grpc.health.v1.Health, which reports the same readiness as GET /readyz, and
// server reflection if it is enabled. A mux without gRPC services gets health only.
func mountGRPC(mux *http.ServeMux, ready *atomic.Bool, reflection bool) {
	services := grpcServices(mux)
	server := connect.NewServer()
	rpc.RegisterHealth(server, func(service string) (bool, bool) {
		return ready.Load(), service == "" || service == rpc.HealthService || slices.Contains(services, service)
	})
	if reflection && len(services) > 0 {
		names := append(services, rpc.HealthService)
		grpcreflect.Register(server, grpcreflect.WithNamer(grpcreflect.NamerFunc(func() []string { return names })))
	}
	rpc.Mount(mux, server)
}

// grpcServices returns the full names of the services that mux serves, sorted.
// It looks up each service that is linked into the program, so that a service
// does not have to list what it mounts.
func grpcServices(mux *http.ServeMux) []string {
	var names []string
	protoregistry.GlobalFiles.RangeFiles(func(file protoreflect.FileDescriptor) bool {
		for i := range file.Services().Len() {
			name := string(file.Services().Get(i).FullName())
			if name == rpc.HealthService {
				continue // every process has it
			}
			path := "/" + name + "/"
			if _, pattern := mux.Handler(&http.Request{Method: http.MethodPost, URL: &url.URL{Path: path}}); pattern == path {
				names = append(names, name)
			}
		}
		return true
	})
	slices.Sort(names)
	return names
}
