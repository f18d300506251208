package rpc

import (
	"context"

	"connectrpc.com/connect/v2"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
)

// HealthService is the full name of gRPC's health service.
const HealthService = "grpc.health.v1.Health"

// RegisterHealth adds gRPC's health service to a server. serving reports whether a service responds, and whether the process has it; the name ""
// stands for the process. Watch isn't implemented: a stream that stays open would delay the end of the process.
func RegisterHealth(server *connect.Server, serving func(service string) (ready, known bool)) {
	check := func(_ context.Context, _ connect.Spec, stream connect.ServerStream) error {
		req := &healthpb.HealthCheckRequest{}
		if err := stream.Receive(req); err != nil {
			return err
		}
		ready, known := serving(req.GetService())
		if !known {
			return connect.NewError(connect.CodeNotFound, "unknown service")
		}
		res := &healthpb.HealthCheckResponse{Status: healthpb.HealthCheckResponse_NOT_SERVING}
		if ready {
			res.Status = healthpb.HealthCheckResponse_SERVING
		}
		return stream.Send(res)
	}
	server.Register(connect.Method{
		Spec: connect.Spec{
			Procedure:        "/" + HealthService + "/Check",
			Schema:           healthpb.File_grpc_health_v1_health_proto.Services().ByName("Health").Methods().ByName("Check"),
			IdempotencyLevel: connect.IdempotencyNoSideEffects,
		},
		Handler: check,
	})
}
