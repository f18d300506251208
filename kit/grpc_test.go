package kit

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"
)

// describeServices adds the services vitrine.hosted.v1.One and Two to the program.
func describeServices(t *testing.T) {
	t.Helper()
	file, err := protodesc.NewFile(&descriptorpb.FileDescriptorProto{
		Name: new("vitrine/hosted/v1/hosted.proto"), Package: new("vitrine.hosted.v1"), Syntax: new("proto3"),
		Service: []*descriptorpb.ServiceDescriptorProto{{Name: new("One")}, {Name: new("Two")}},
	}, protoregistry.GlobalFiles)
	if err != nil {
		t.Fatal(err)
	}
	if err := protoregistry.GlobalFiles.RegisterFile(file); err != nil {
		t.Fatal(err)
	}
}

func post(h http.Handler, path, message string) (status int, body string) {
	req := httptest.NewRequest(http.MethodPost, path, strings.NewReader(message))
	req.Header.Set("Content-Type", "application/proto")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, req)
	return w.Code, w.Body.String()
}

// asked is a HealthCheckRequest.
func asked(service string) string {
	if service == "" {
		return ""
	}
	return "\x0a" + string(rune(len(service))) + service
}

func TestHealthAndReflection(t *testing.T) {
	describeServices(t)
	none := http.NotFoundHandler()
	serve := func(ready, reflection bool) *http.ServeMux {
		mux := http.NewServeMux()
		mux.Handle("/vitrine.hosted.v1.One/", none)
		mux.Handle("/", none)
		var state atomic.Bool
		state.Store(ready)
		mountGRPC(mux, &state, reflection)
		return mux
	}
	if got := grpcServices(serve(true, true)); !slices.Equal(got, []string{"vitrine.hosted.v1.One"}) {
		t.Errorf("services %v, want the one that is mounted", got)
	}
	const serving, notServing = "\x08\x01", "\x08\x02" // field 1 of HealthCheckResponse
	const check = "/grpc.health.v1.Health/Check"
	for _, c := range []struct {
		name    string
		ready   bool
		service string
		status  int
		body    string
	}{
		{"ready", true, "", 200, serving},
		{"a service of a ready process", true, "vitrine.hosted.v1.One", 200, serving},
		{"not ready", false, "", 200, notServing},
		{"a service of a process that is not ready", false, "vitrine.hosted.v1.One", 200, notServing},
		{"a service that is not mounted", true, "vitrine.hosted.v1.Two", 404, `{"code":"not_found","message":"unknown service"}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			status, body := post(serve(c.ready, false), check, asked(c.service))
			if status != c.status || body != c.body {
				t.Errorf("got %d %q, want %d %q", status, body, c.status, c.body)
			}
		})
	}
	for _, version := range []string{"v1", "v1alpha"} {
		path := "/grpc.reflection." + version + ".ServerReflection/"
		for _, on := range []bool{false, true} {
			_, pattern := serve(true, on).Handler(httptest.NewRequest(http.MethodPost, path+"ServerReflectionInfo", nil))
			if strings.HasPrefix(pattern, path) != on {
				t.Errorf("reflection %s is served at %q, want it served = %t", version, pattern, on)
			}
		}
	}
}

// TestHealthFollowsReadiness: the health service of a running host reports the same as /readyz.
func TestHealthFollowsReadiness(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	f := &fake{run: func(ctx context.Context) error { <-ctx.Done(); return nil }, slow: make(chan struct{}), began: make(chan struct{}, 1)}
	addr, ended := make(chan string, 1), make(chan error, 1)
	go func() {
		ended <- Host(ctx, "x", Listen{Addr: "127.0.0.1:0", Ready: func(a string) { addr <- a }}, f, slog.New(slog.DiscardHandler))
	}()
	base := "http://" + <-addr
	res, err := http.Post(base+"/grpc.health.v1.Health/Check", "application/proto", nil)
	if err != nil {
		t.Fatal(err)
	}
	body, _ := io.ReadAll(res.Body)
	_ = res.Body.Close()
	if string(body) != "\x08\x01" {
		t.Errorf("health of a running host: %q, want SERVING", body)
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
