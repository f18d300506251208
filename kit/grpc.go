package kit

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"sync/atomic"

	"connectrpc.com/connect"
	"connectrpc.com/grpchealth"
	"connectrpc.com/grpcreflect"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
)

// mountGRPC adds what gRPC tools expect of a server besides its own services:
// grpc.health.v1.Health, which reports the same readiness as GET /readyz, and
// server reflection if it is enabled. A mux without gRPC services gets health only.
func mountGRPC(mux *http.ServeMux, ready *atomic.Bool, reflection bool) {
	services := grpcServices(mux)
	mux.Handle(grpchealth.NewHandler(health{ready: ready, services: services}))
	if !reflection || len(services) == 0 {
		return
	}
	reflector := grpcreflect.NewStaticReflector(append(services, grpchealth.HealthV1ServiceName)...)
	mux.Handle(grpcreflect.NewHandlerV1(reflector))
	mux.Handle(grpcreflect.NewHandlerV1Alpha(reflector))
}

// grpcServices returns the full names of the services that mux serves, sorted.
// It looks up each service that is linked into the program, so that a service
// does not have to list what it mounts.
func grpcServices(mux *http.ServeMux) []string {
	var names []string
	protoregistry.GlobalFiles.RangeFiles(func(file protoreflect.FileDescriptor) bool {
		for i := range file.Services().Len() {
			name := string(file.Services().Get(i).FullName())
			if name == grpchealth.HealthV1ServiceName {
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

// health implements grpchealth.Checker. It does not implement Watch: a stream
// that stays open would delay the end of the process by DrainTimeout.
type health struct {
	ready    *atomic.Bool
	services []string
}

// Check implements grpchealth.Checker.
func (h health) Check(_ context.Context, req *grpchealth.CheckRequest) (*grpchealth.CheckResponse, error) {
	if req.Service != "" && req.Service != grpchealth.HealthV1ServiceName && !slices.Contains(h.services, req.Service) {
		return nil, connect.NewError(connect.CodeNotFound, errors.New("unknown service"))
	}
	if !h.ready.Load() {
		return &grpchealth.CheckResponse{Status: grpchealth.StatusNotServing}, nil
	}
	return &grpchealth.CheckResponse{Status: grpchealth.StatusServing}, nil
}
