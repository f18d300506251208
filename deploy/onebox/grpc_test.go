package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/metadata"
	reflectionv1 "google.golang.org/grpc/reflection/grpc_reflection_v1"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/identity"
	approvalsv1 "github.com/vitrine/vitrine/proto/gen/vitrine/approvals/v1"
	authv1 "github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1"
	catalogv1 "github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	profilesv1 "github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1"
)

// wire records the RPCs that reach real services.
type wire struct {
	mu sync.Mutex
	// seen maps a service to the content types and the kinds of client that called it.
	seen map[string]map[string]bool
}

func (w *wire) record(service string, r *http.Request) {
	client := "another client"
	switch agent := r.UserAgent(); {
	case strings.HasPrefix(agent, "Go-http-client/"): // a test, with a stolen key
		return
	case strings.HasPrefix(agent, "grpc-go-connect/"):
		client = "a service"
	case strings.Contains(agent, "grpc-go/"):
		client = "the gateway"
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.seen[service] == nil {
		w.seen[service] = map[string]bool{}
	}
	w.seen[service][r.Proto+" "+r.Header.Get("Content-Type")+" from "+client] = true
}

func (w *wire) of(service string) []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Sorted(maps.Keys(w.seen[service]))
}

// recorded is a service whose RPCs are recorded as they arrive at its port.
type recorded struct {
	kit.Service
	name string
	wire *wire
}

// Mount implements kit.Service.
func (s recorded) Mount(mux *http.ServeMux) {
	inner := http.NewServeMux()
	s.Service.Mount(inner)
	mux.Handle("/", inner)
	protoregistry.GlobalFiles.RangeFiles(func(file protoreflect.FileDescriptor) bool {
		for i := range file.Services().Len() {
			path := "/" + string(file.Services().Get(i).FullName()) + "/"
			if _, pattern := inner.Handler(&http.Request{Method: http.MethodPost, URL: &url.URL{Path: path}}); pattern == path {
				mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
					s.wire.record(s.name, r)
					inner.ServeHTTP(w, r)
				})
			}
		}
		return true
	})
}

// openRecorded runs all services in the process of the test, without the site.
func openRecorded(t testing.TB) inside {
	t.Helper()
	dir := dataFolder(t)
	cfg := defaults()
	cfg.Data, cfg.Offset, cfg.Site, cfg.RenditionWorkers, cfg.Reflection, cfg.Snapshot = dir, offset(t), false, 0, true, true
	// On a busy machine it would refuse requests, as it should. That has its own tests.
	cfg.AdmitAll, cfg.DeletionWait = true, 3*time.Second
	if err := cfg.Validate(); err != nil {
		t.Fatal(err)
	}
	logFile, err := os.Create(filepath.Join(dir, "vitrine.log"))
	if err != nil {
		t.Fatal(err)
	}
	h := &instance{cfg: cfg, log: slog.New(slog.NewTextHandler(logFile, nil)), out: io.Discard, began: time.Now(), failed: make(chan error, 16)}
	t.Cleanup(func() {
		h.stop()
		_ = logFile.Close()
		if t.Failed() {
			log, _ := os.ReadFile(logFile.Name())
			t.Logf("the end of the log:\n%s", log[max(0, len(log)-12000):])
		}
	})
	if err := cfg.copySnapshot(context.Background()); err != nil {
		t.Fatal(err)
	}
	if h.secrets, err = loadSecrets(dir); err != nil {
		t.Fatal(err)
	}
	w := &wire{seen: map[string]map[string]bool{}}
	ctx := context.Background()
	for _, step := range []func(context.Context) error{
		h.postgres, h.nats, h.chain, h.mailbox, h.identity, h.cards, h.render, h.migrate, h.deploy,
		func(ctx context.Context) error {
			for _, d := range h.openers() {
				svc, err := d.open(ctx)
				if err != nil {
					return fmt.Errorf("%s: %w", d.name, err)
				}
				stop, err := h.host(ctx, d.name, d.addr, recorded{svc, d.name, w})
				if err != nil {
					return err
				}
				h.onStop(stop)
			}
			return nil
		},
		h.content,
	} {
		if err := step(ctx); err != nil {
			t.Fatal(err)
		}
	}
	return inside{&running{t: t, base: cfg.publicURL(), mailbox: address(cfg.MailboxPort), chain: h.rpcURL}, h, w}
}

// TestGRPC runs all services and checks the traffic between them, and what a plain gRPC client sees.
func TestGRPC(t *testing.T) {
	t.Parallel()
	in, rpcs := insideOf(t), grpcServices()
	r, h, w := in.running, in.h, in.wire
	t.Run("services call each other with gRPC", func(t *testing.T) {
		// A purchase with each method of payment, a withdrawal and a change of the payout wallet: every client of another service is used.
		t.Run("purchases", func(t *testing.T) {
			for name, journey := range map[string]func(*testing.T, *running){"card": cardPurchase, "ether": etherPurchase, "payout": payoutWallet} {
				t.Run(name, func(t *testing.T) { t.Parallel(); journey(t, r) })
			}
		})
		for name := range rpcs {
			for _, got := range w.of(name) {
				if !strings.HasPrefix(got, "HTTP/2.0 application/grpc from ") && !strings.HasPrefix(got, "HTTP/2.0 application/grpc+proto from ") {
					t.Errorf("%s received %s, want gRPC over HTTP/2", name, got)
				}
				t.Logf("%s received %s", name, got)
			}
		}
		const byService, byGateway = " from a service", " from the gateway"
		for name, callers := range map[string][]string{
			"auth": {byService, byGateway}, "profiles": {byService, byGateway}, "catalog": {byService}, "checkout": {byGateway},
			"chainwatcher": {byService, byGateway}, "approvals": {byGateway},
		} {
			for _, caller := range callers {
				if !slices.ContainsFunc(w.of(name), func(got string) bool { return strings.HasSuffix(got, caller) }) {
					t.Errorf("calls to %s = %v, want one%s", name, w.of(name), caller)
				}
			}
		}
	})

	artwork := r.forSale(t, 0, 1)[0]
	calls := map[string]func(context.Context, *grpc.ClientConn) (string, error){
		"auth": func(ctx context.Context, c *grpc.ClientConn) (string, error) {
			res, err := authv1.NewAccountServiceClient(c).CheckSession(ctx, &authv1.CheckSessionRequest{SessionId: "no such session"})
			return fmt.Sprint(res.GetActive()), err
		},
		"profiles": func(ctx context.Context, c *grpc.ClientConn) (string, error) {
			_, err := profilesv1.NewProfilesServiceClient(c).GetProfileByOwner(ctx, &profilesv1.GetProfileByOwnerRequest{OwnerId: "nobody"})
			return reason(err)
		},
		"catalog": func(ctx context.Context, c *grpc.ClientConn) (string, error) {
			var id int64
			_, _ = fmt.Sscan(artwork, &id)
			res, err := catalogv1.NewCatalogServiceClient(c).GetOffer(ctx, &catalogv1.GetOfferRequest{ArtworkId: id})
			return fmt.Sprint(res.String() != ""), err
		},
		"checkout": func(ctx context.Context, c *grpc.ClientConn) (string, error) {
			res, err := checkoutv1.NewCheckoutServiceClient(c).GetInvariants(ctx, &checkoutv1.GetInvariantsRequest{})
			return fmt.Sprint(res.GetViolations()), err
		},
		"chainwatcher": func(ctx context.Context, c *grpc.ClientConn) (string, error) {
			res, err := chainv1.NewChainServiceClient(c).ListChains(ctx, &chainv1.ListChainsRequest{})
			if err != nil {
				return "", err
			}
			return fmt.Sprint(only(t, res.GetItems()).GetChainId()), nil
		},
		"approvals": func(ctx context.Context, c *grpc.ClientConn) (string, error) {
			ctx = metadata.AppendToOutgoingContext(ctx, "Approval-Secret", strings.Repeat("x", 43))
			_, err := approvalsv1.NewApprovalsServiceClient(c).GetApproval(ctx, &approvalsv1.GetApprovalRequest{})
			return reason(err)
		},
	}
	results := map[string]string{"auth": "false", "profiles": "NotFound not_found", "catalog": "true", "checkout": "0", "chainwatcher": "31337", "approvals": "NotFound not_found"}
	for _, d := range h.openers() {
		want := rpcs[d.name]
		t.Run("plain gRPC client of "+d.name, func(t *testing.T) {
			conn, err := grpc.NewClient(d.addr, grpc.WithTransportCredentials(insecure.NewCredentials()))
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = conn.Close() })
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
			defer cancel()
			for _, name := range append([]string{""}, want...) {
				res, err := healthv1.NewHealthClient(conn).Check(ctx, &healthv1.HealthCheckRequest{Service: name})
				if err != nil || res.GetStatus() != healthv1.HealthCheckResponse_SERVING {
					t.Errorf("health of %q: %v %v, want SERVING", name, res.GetStatus(), err)
				}
			}
			if _, err := healthv1.NewHealthClient(conn).Check(ctx, &healthv1.HealthCheckRequest{Service: "vitrine.Nothing"}); status.Code(err) != codes.NotFound {
				t.Errorf("health of an unknown service: %v, want NotFound", err)
			}
			got, err := listServices(ctx, conn)
			if d.name == "gateway" {
				if err == nil {
					t.Errorf("the public gateway lists %v, want no reflection", got)
				}
				return
			}
			if all := append(slices.Clone(want), "grpc.health.v1.Health"); err != nil || !slices.Equal(got, slices.Sorted(slices.Values(all))) {
				t.Errorf("reflection lists %v, %v; want %v", got, err, all)
			}
			for _, name := range want {
				if methods, err := describe(ctx, conn, name); err != nil || methods == 0 {
					t.Errorf("reflection describes %s with %d methods, %v, want at least 1", name, methods, err)
				}
			}
			caller := map[string]string{"auth": "checkout", "profiles": "checkout", "catalog": "checkout"}[d.name]
			token, err := h.keys(t, cmp.Or(caller, identity.Gateway)).Sign(d.name, nil)
			if err != nil {
				t.Fatal(err)
			}
			ctx = metadata.AppendToOutgoingContext(ctx, identity.Header, token)
			if got, err := calls[d.name](ctx, conn); err != nil || got != results[d.name] {
				t.Errorf("a call returned %q, %v; want %q", got, err, results[d.name])
			}
		})
	}
	t.Run("a stolen key", func(t *testing.T) { stolenKeys(t, h) })
}

// reason returns the code and the reason of an error with details.
func reason(err error) (string, error) {
	for _, d := range status.Convert(err).Details() {
		if info, ok := d.(*errdetails.ErrorInfo); ok {
			return status.Code(err).String() + " " + info.GetReason(), nil
		}
	}
	return "", fmt.Errorf("want an error with a reason, got %w", err)
}

func reflect(ctx context.Context, conn *grpc.ClientConn, req *reflectionv1.ServerReflectionRequest) (*reflectionv1.ServerReflectionResponse, error) {
	stream, err := reflectionv1.NewServerReflectionClient(conn).ServerReflectionInfo(ctx)
	if err != nil {
		return nil, err
	}
	if err := stream.Send(req); err != nil {
		return nil, err
	}
	defer func() { _ = stream.CloseSend() }()
	return stream.Recv()
}

func listServices(ctx context.Context, conn *grpc.ClientConn) (names []string, err error) {
	res, err := reflect(ctx, conn, &reflectionv1.ServerReflectionRequest{MessageRequest: &reflectionv1.ServerReflectionRequest_ListServices{}})
	for _, s := range res.GetListServicesResponse().GetService() {
		names = append(names, s.GetName())
	}
	slices.Sort(names)
	return names, err
}

// describe returns how many methods the description of a service has.
func describe(ctx context.Context, conn *grpc.ClientConn, service string) (methods int, err error) {
	res, err := reflect(ctx, conn, &reflectionv1.ServerReflectionRequest{
		MessageRequest: &reflectionv1.ServerReflectionRequest_FileContainingSymbol{FileContainingSymbol: service},
	})
	for _, raw := range res.GetFileDescriptorResponse().GetFileDescriptorProto() {
		var file descriptorpb.FileDescriptorProto
		if err := proto.Unmarshal(raw, &file); err != nil {
			return 0, err
		}
		for _, s := range file.GetService() {
			if file.GetPackage()+"."+s.GetName() == service {
				methods = len(s.GetMethod())
			}
		}
	}
	return methods, err
}
