// Package rest turns the public REST interface into RPCs. The protos define which RPCs are public: an RPC without google.api.http has no
// route.
package rest

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"regexp"
	"strings"
	"time"

	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"
	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/encoding/protojson"

	"github.com/vitrine/vitrine/gateway/internal/limit"
	"github.com/vitrine/vitrine/gateway/internal/problem"
	"github.com/vitrine/vitrine/gateway/internal/route"
	"github.com/vitrine/vitrine/kit/gen/errorsv1"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/proto/gen/openapi"
	approvalsv1 "github.com/vitrine/vitrine/proto/gen/vitrine/approvals/v1"
	authv1 "github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1"
	catalogv1 "github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	profilesv1 "github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1"
)

// callTimeout limits a call once its body has arrived, so that a service that hangs doesn't block its callers.
const callTimeout = 10 * time.Second

// Services are connections to the services with public RPCs.
type Services struct{ Auth, Profiles, Catalog, Checkout, Chain, Approvals grpc.ClientConnInterface }

// Handlers are the handlers of the REST interface.
type Handlers struct {
	// Calls handles all public RPCs.
	Calls http.Handler
	// Upload handles avatars.
	Upload http.Handler
	// StopEmails handles the address in the List-Unsubscribe header of optional emails.
	StopEmails http.Handler
	// Description is the OpenAPI document.
	Description http.Handler
}

// New returns the handlers. It returns an error for a route without an RPC, or a public RPC without a route.
func New(s Services, log *slog.Logger) (h Handlers, err error) {
	linked := withLink()
	mux := runtime.NewServeMux(
		runtime.WithMarshalerOption(runtime.MIMEWildcard, &runtime.HTTPBodyMarshaler{Marshaler: compact{&runtime.JSONPb{
			MarshalOptions: protojson.MarshalOptions{EmitUnpopulated: true},
		}}}),
		runtime.WithMiddlewares(refuseUnread(log)),
		runtime.WithIncomingHeaderMatcher(func(string) (string, bool) { return "", false }),
		runtime.WithOutgoingHeaderMatcher(func(string) (string, bool) { return "", false }),
		runtime.WithMetadata(func(ctx context.Context, r *http.Request) metadata.MD {
			md := forward(r)
			if procedure, _ := runtime.RPCMethod(ctx); linked[procedure] {
				if v := r.Header.Get(rpc.LinkSecretHeader); v != "" {
					md.Set("approval-secret", v)
				}
			}
			return md
		}),
		runtime.WithErrorHandler(func(_ context.Context, _ *runtime.ServeMux, _ runtime.Marshaler, w http.ResponseWriter, r *http.Request, err error) {
			writeError(w, r, err, log)
		}),
		runtime.WithRoutingErrorHandler(func(_ context.Context, _ *runtime.ServeMux, _ runtime.Marshaler, w http.ResponseWriter, r *http.Request, status int) {
			routingError(w, r, status)
		}),
	)
	for _, register := range []func(*runtime.ServeMux) error{
		rpcs(s.Profiles, profilesv1.NewEmailChangeServiceClient, profilesv1.RegisterEmailChangeServiceHandlerClient),
		rpcs(s.Profiles, profilesv1.NewEmailSettingsServiceClient, profilesv1.RegisterEmailSettingsServiceHandlerClient),
		rpcs(s.Auth, authv1.NewSessionServiceClient, authv1.RegisterSessionServiceHandlerClient),
		rpcs(s.Auth, authv1.NewPasskeyServiceClient, authv1.RegisterPasskeyServiceHandlerClient),
		rpcs(s.Auth, authv1.NewDataRequestServiceClient, authv1.RegisterDataRequestServiceHandlerClient),
		rpcs(s.Auth, authv1.NewDeskServiceClient, authv1.RegisterDeskServiceHandlerClient),
		rpcs(s.Profiles, profilesv1.NewProfilesServiceClient, profilesv1.RegisterProfilesServiceHandlerClient),
		rpcs(s.Profiles, profilesv1.NewDeskServiceClient, profilesv1.RegisterDeskServiceHandlerClient),
		rpcs(s.Profiles, profilesv1.NewFavoritesServiceClient, profilesv1.RegisterFavoritesServiceHandlerClient),
		rpcs(s.Profiles, profilesv1.NewRemindersServiceClient, profilesv1.RegisterRemindersServiceHandlerClient),
		rpcs(s.Profiles, profilesv1.NewPushServiceClient, profilesv1.RegisterPushServiceHandlerClient),
		rpcs(s.Profiles, profilesv1.NewCollectorsServiceClient, profilesv1.RegisterCollectorsServiceHandlerClient),
		rpcs(s.Profiles, profilesv1.NewPayoutServiceClient, profilesv1.RegisterPayoutServiceHandlerClient),
		rpcs(s.Catalog, catalogv1.NewImportServiceClient, catalogv1.RegisterImportServiceHandlerClient),
		rpcs(s.Catalog, catalogv1.NewEntryServiceClient, catalogv1.RegisterEntryServiceHandlerClient),
		rpcs(s.Checkout, checkoutv1.NewCheckoutServiceClient, checkoutv1.RegisterCheckoutServiceHandlerClient),
		rpcs(s.Checkout, checkoutv1.NewReviewServiceClient, checkoutv1.RegisterReviewServiceHandlerClient),
		rpcs(s.Checkout, checkoutv1.NewDeskServiceClient, checkoutv1.RegisterDeskServiceHandlerClient),
		rpcs(s.Checkout, checkoutv1.NewPhaseServiceClient, checkoutv1.RegisterPhaseServiceHandlerClient),
		rpcs(s.Checkout, checkoutv1.NewSalesServiceClient, checkoutv1.RegisterSalesServiceHandlerClient),
		rpcs(s.Chain, chainv1.NewCollectionServiceClient, chainv1.RegisterCollectionServiceHandlerClient),
		rpcs(s.Chain, chainv1.NewWithdrawalServiceClient, chainv1.RegisterWithdrawalServiceHandlerClient),
		rpcs(s.Chain, chainv1.NewGiftServiceClient, chainv1.RegisterGiftServiceHandlerClient),
		rpcs(s.Chain, chainv1.NewPayoutServiceClient, chainv1.RegisterPayoutServiceHandlerClient),
		rpcs(s.Approvals, approvalsv1.NewApprovalsServiceClient, approvalsv1.RegisterApprovalsServiceHandlerClient),
		rpcs(s.Approvals, approvalsv1.NewWithdrawalServiceClient, approvalsv1.RegisterWithdrawalServiceHandlerClient),
		rpcs(s.Approvals, approvalsv1.NewDeskServiceClient, approvalsv1.RegisterDeskServiceHandlerClient),
	} {
		if err := register(mux); err != nil {
			return h, err
		}
	}
	h.Calls = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if secretInPath.MatchString(r.URL.Path) {
			problem.Write(w, http.StatusGone, errorsv1.Reason_REASON_SECRET_IN_PATH,
				"Send the link's secret in the header Approval-Secret to /api/approvals/link, never in the address. Nothing was decided.", nil)
			return
		}
		body, ok := readJSON(w, r)
		if !ok {
			return
		}
		ctx, cancel := context.WithTimeout(forPerson(r), callTimeout)
		defer cancel()
		call := r.WithContext(ctx)
		call.Body, call.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
		call.Header.Del("Grpc-Timeout") // grpc-gateway would let callers set the services' deadline
		if call.Method == http.MethodHead {
			call.Method = http.MethodGet // the server drops the body
		}
		mux.ServeHTTP(w, call)
	})
	var document bytes.Buffer
	if err := json.Compact(&document, openapi.JSON); err != nil {
		return h, err
	}
	h.Description = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(document.Bytes())
	})
	h.StopEmails = stops{profilesv1.NewEmailSettingsServiceClient(s.Profiles), log}
	h.Upload = uploads{profilesv1.NewProfilesServiceClient(s.Profiles), log}
	return h, nil
}

// secretInPath matches a path with the secret of an approval link (256 bits, base64url). Earlier versions accepted the secret there, but
// proxies log paths.
var secretInPath = regexp.MustCompile(`^/api/approvals/[A-Za-z0-9_-]{43}(/|$)`)

// rpcs returns a function that registers the public RPCs of a service, with the function that grpc-gateway generates for it.
func rpcs[C any](conn grpc.ClientConnInterface, client func(grpc.ClientConnInterface) C, register func(context.Context, *runtime.ServeMux, C) error) func(*runtime.ServeMux) error {
	return func(mux *runtime.ServeMux) error { return register(context.Background(), mux, client(conn)) }
}

// readJSON reads the body. It treats a missing body as an empty object, so that calls without fields need none.
func readJSON(w http.ResponseWriter, r *http.Request) ([]byte, bool) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		problem.Body(w, err)
		return nil, false
	}
	if len(bytes.TrimSpace(body)) == 0 {
		return []byte("{}"), true
	}
	if !json.Valid(body) {
		problem.Write(w, http.StatusBadRequest, errorsv1.Reason_REASON_MALFORMED, "The request body is not valid JSON.", nil)
		return nil, false
	}
	return body, true
}

// withLink returns the procedures of RPCs that get the secret of an emailed link.
func withLink() map[string]bool {
	procedures := map[string]bool{}
	for _, row := range route.Table {
		if row.Auth == route.Link || row.Auth == route.LinkAndUser {
			procedures["/"+string(row.Method.Parent().FullName())+"/"+string(row.Method.Name())] = true
		}
	}
	return procedures
}

// forward returns the metadata about the request that services receive, besides the user and the secret of a link. Nothing else passes, so
// that callers can't forge a principal.
func forward(r *http.Request) metadata.MD {
	md := metadata.MD{}
	for _, name := range []string{"Idempotency-Key", "Dpop", "Accept-Language"} {
		if v := r.Header.Get(name); v != "" {
			md.Set(strings.ToLower(name), v)
		}
	}
	// gRPC overwrites user-agent with its own.
	md.Set("vitrine-user-agent", r.UserAgent())
	md.Set("vitrine-client-ip", limit.IP(r))
	if strings.HasPrefix(r.URL.Path, "/api/auth/") {
		for _, name := range []string{"Authorization", "Cookie"} {
			if v := r.Header.Get(name); v != "" {
				md.Set(strings.ToLower(name), v)
			}
		}
	}
	return md
}

// forPerson returns the request's context with the verified user and their address, which connections use to sign calls. Anonymous callers
// reach public RPCs; services reject them where a user is needed.
func forPerson(r *http.Request) context.Context {
	p, ok := identity.From(r.Context())
	if !ok {
		return r.Context()
	}
	known := *p
	known.IP = limit.IP(r)
	return identity.With(r.Context(), &known)
}

// compact removes the spaces that protojson adds at random (its output is deliberately unstable).
type compact struct{ *runtime.JSONPb }

func (c compact) Marshal(v any) ([]byte, error) {
	raw, err := c.JSONPb.Marshal(v)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	out.Grow(len(raw))
	if err := json.Compact(&out, raw); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}
