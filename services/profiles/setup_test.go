package profiles_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"connectrpc.com/connect/v2"
	"github.com/jackc/pgx/v5/pgxpool"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/blob/blobtest"
	"github.com/vitrine/vitrine/kit/bus"
	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/gen/errorsv1"
	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/identity/identitytest"
	"github.com/vitrine/vitrine/kit/outbox"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/kit/service"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/kit/testkit/rendertest"
	authv1 "github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1/authv1connect"
	catalogv1 "github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1/catalogv1connect"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1/chainv1connect"
	profilesv1 "github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1/profilesv1connect"
	"github.com/vitrine/vitrine/services/profiles"
)

// fakeServices replaces auth, catalog and chainwatcher.
type fakeServices struct {
	authv1connect.UnimplementedAccountServiceHandler
	catalogv1connect.UnimplementedCatalogServiceHandler
	chainv1connect.UnimplementedChainServiceHandler

	mu       sync.Mutex
	accounts map[string]*authv1.Account
	// owners are the accounts of sessions, reads counts the calls of GetAccount.
	owners  map[string]string
	reads   int
	artists map[string]int64 // by account or email address
	links   map[int64]*catalogv1.GetArtistAccountResponse
	// sought are the accounts whose artists were looked up, which binds them in the catalog.
	sought []string
	// since and ends are when the links of all artists began and end.
	since, ends time.Time
	drops       map[int64]*catalogv1.Drop
	stock       map[int64]*catalogv1.Stock
	closed      bool              // the catalog is unavailable
	names       map[string]string // addresses by ENS name; nil means that names aren't configured
	refused     string            // the address that the chainwatcher refuses
	ended       bool
	stale       bool
	sessions    error // error of every session check
	away        bool
	tokens      map[string][]int64 // what accounts hold
	noChain     bool               // the chainwatcher is unavailable
}

func (n *fakeServices) ListAccountTokens(_ context.Context, req *chainv1.ListAccountTokensRequest) (*chainv1.ListAccountTokensResponse, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.noChain {
		return nil, connect.NewError(connect.CodeUnavailable, "no chain")
	}
	return &chainv1.ListAccountTokensResponse{TokenIds: n.tokens[req.GetAccountId()]}, nil
}

func (n *fakeServices) GetAccount(_ context.Context, req *authv1.GetAccountRequest) (*authv1.GetAccountResponse, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.reads++
	a, ok := n.accounts[req.GetAccountId()]
	if n.away || !ok {
		return nil, connect.NewError(connect.CodeUnavailable, "away")
	}
	return &authv1.GetAccountResponse{Account: proto.CloneOf(a)}, nil
}

func (n *fakeServices) CheckSession(_ context.Context, req *authv1.CheckSessionRequest) (*authv1.CheckSessionResponse, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.sessions != nil {
		return nil, n.sessions
	}
	res := &authv1.CheckSessionResponse{Active: !n.ended, RecentLogin: !n.stale, PasskeyConfirmed: true}
	if a, ok := n.accounts[n.owners[req.GetSessionId()]]; ok && !n.away {
		res.Account = proto.CloneOf(a)
	}
	return res, nil
}

func (n *fakeServices) FindArtist(_ context.Context, req *catalogv1.FindArtistRequest) (*catalogv1.FindArtistResponse, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.sought = append(n.sought, req.GetAccountId())
	for _, by := range []string{req.GetAccountId(), req.GetEmail()} {
		if artist, ok := n.artists[by]; ok && by != "" {
			res := &catalogv1.FindArtistResponse{ArtistId: artist, Name: "An Artist"}
			if !n.since.IsZero() {
				res.LinkedAt, res.LinkEndsAt = timestamppb.New(n.since), timestamppb.New(n.ends)
			}
			return res, nil
		}
	}
	return nil, connect.NewError(connect.CodeNotFound, "no artist")
}

func (n *fakeServices) GetArtistAccount(_ context.Context, req *catalogv1.GetArtistAccountRequest) (*catalogv1.GetArtistAccountResponse, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	l, ok := n.links[req.GetArtistId()]
	if !ok {
		return nil, connect.NewError(connect.CodeNotFound, "no link")
	}
	return proto.CloneOf(l), nil
}

func (n *fakeServices) GetDrops(_ context.Context, req *catalogv1.GetDropsRequest) (*catalogv1.GetDropsResponse, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.closed {
		return nil, connect.NewError(connect.CodeUnavailable, "closed")
	}
	res := &catalogv1.GetDropsResponse{}
	for _, drop := range req.GetIds() {
		if d, ok := n.drops[drop]; ok {
			res.Drops = append(res.Drops, proto.CloneOf(d))
		}
	}
	return res, nil
}

func (n *fakeServices) GetStock(_ context.Context, req *catalogv1.GetStockRequest) (*catalogv1.GetStockResponse, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.closed {
		return nil, connect.NewError(connect.CodeUnavailable, "closed")
	}
	res := &catalogv1.GetStockResponse{}
	for _, artwork := range req.GetArtworkIds() {
		if a, ok := n.stock[artwork]; ok {
			res.Artworks = append(res.Artworks, proto.CloneOf(a))
		}
	}
	return res, nil
}

func (n *fakeServices) CheckPayee(_ context.Context, req *chainv1.CheckPayeeRequest) (*chainv1.CheckPayeeResponse, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return &chainv1.CheckPayeeResponse{Allowed: req.GetAddress() != n.refused}, nil
}

// ResolveName knows names in lower case only, as the chainwatcher normalizes them.
func (n *fakeServices) ResolveName(_ context.Context, req *chainv1.ResolveNameRequest) (*chainv1.ResolveNameResponse, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	name := strings.ToLower(req.GetName())
	address, ok := n.names[name]
	switch {
	case n.away:
		return nil, rpc.Unavailable(profilesv1.Reason_REASON_NAME_SERVICE_UNAVAILABLE, "Names can't be looked up.", errors.New("no node"))
	case n.names == nil:
		return nil, rpc.Error(connect.CodeInvalidArgument, profilesv1.Reason_REASON_NAME_SERVICE_UNSUPPORTED, "Name service not configured or unsupported.", nil)
	case strings.Contains(name, " "):
		return nil, rpc.Error(connect.CodeInvalidArgument, errorsv1.Reason_REASON_INVALID, "Not a name.", nil)
	case !ok:
		return nil, rpc.Error(connect.CodeInvalidArgument, profilesv1.Reason_REASON_NAME_NOT_FOUND, "Not found.", nil)
	}
	return &chainv1.ResolveNameResponse{Name: name, Address: address}, nil
}

func (n *fakeServices) with(fn func(n *fakeServices)) {
	n.mu.Lock()
	defer n.mu.Unlock()
	fn(n)
}

// fixture is the service on a real port, with a real database and broker.
type fixture struct {
	t          *testing.T
	base       string
	pool       *pgxpool.Pool
	clock      *clock.Fake
	services   *fakeServices
	profiles   profilesv1connect.ProfilesServiceClient
	emails     profilesv1connect.EmailChangeServiceClient
	settings   profilesv1connect.EmailSettingsServiceClient
	payouts    profilesv1connect.PayoutServiceClient
	desk       profilesv1connect.DeskServiceClient
	favorites  profilesv1connect.FavoritesServiceClient
	reminders  profilesv1connect.RemindersServiceClient
	push       profilesv1connect.PushServiceClient
	collectors profilesv1connect.CollectorsServiceClient
}

func h2c(t *testing.T, h http.Handler) string {
	t.Helper()
	s := httptest.NewUnstartedServer(h)
	s.Config.Protocols = new(http.Protocols)
	s.Config.Protocols.SetHTTP1(true)
	s.Config.Protocols.SetUnencryptedHTTP2(true)
	s.Start()
	t.Cleanup(s.Close)
	return s.URL
}

func setup(t *testing.T, changes ...func(*profiles.Config)) *fixture {
	t.Helper()
	services := &fakeServices{accounts: map[string]*authv1.Account{}, owners: map[string]string{}, artists: map[string]int64{}, links: map[int64]*catalogv1.GetArtistAccountResponse{}}
	mux := http.NewServeMux()
	fleet := identitytest.New(t)
	for service, register := range map[string]func(*connect.Server){
		"auth":         func(s *connect.Server) { authv1connect.RegisterAccountServiceHandler(s, services) },
		"catalog":      func(s *connect.Server) { catalogv1connect.RegisterCatalogServiceHandler(s, services) },
		"chainwatcher": func(s *connect.Server) { chainv1connect.RegisterChainServiceHandler(s, services) },
	} {
		server := rpc.NewServer(testkit.Log(t), fleet.Keys(t, service), nil)
		register(server)
		rpc.Mount(mux, server)
	}
	nearURL := h2c(t, mux)

	cfg := profiles.Default()
	// Few connections, because each costs a process of Postgres.
	cfg.DatabaseURL, cfg.NATSURL = testkit.Postgres(t, migrate)+"&pool_max_conns=4", testkit.NATS(t)
	pictures := rendertest.Shared(t)
	fleet.Use(t, "profiles", rendertest.Key(t, "profiles"))
	cfg.RenderURL = pictures.URL
	cfg.ServiceKey, cfg.PublicKeysFile = kit.Secret(fleet.Private(t, "profiles")), fleet.File
	cfg.AuthURL, cfg.CatalogURL, cfg.ChainwatcherURL, cfg.MediaDir = nearURL, nearURL, nearURL, t.TempDir()
	cfg.RemindersEvery = time.Second
	cfg.StaffEmails = []string{"staff@example.org"}
	cfg.SMTPURL = "smtp://127.0.0.1:1" // nothing listens: tests read the queue
	for _, change := range changes {
		change(&cfg)
	}
	if err := cfg.Validate(); err != nil {
		t.Fatal(err)
	}
	pool, err := postgres.Open(t.Context(), cfg.DatabaseURL)
	if err != nil {
		t.Fatal(err)
	}
	b, err := bus.Dial(t.Context(), cfg.NATSURL, testkit.Log(t))
	if err != nil {
		t.Fatal(err)
	}
	h := &fixture{t: t, pool: pool, services: services, clock: clock.NewFake(time.Now().Truncate(time.Second))}
	svc := profiles.New(profiles.Deps{Config: cfg, Media: blobtest.Folder(t, cfg.MediaDir), RenderKeys: fleet.Keys(t, "profiles"), Base: service.Base{Pool: pool, Bus: b, Keys: fleet.Keys(t, "profiles"), Clock: h.clock, Log: testkit.Log(t)}})
	mux = http.NewServeMux()
	svc.Mount(mux)
	h.base = h2c(t, mux)
	ctx, stop := context.WithCancel(t.Context())
	ran := make(chan error, 1)
	go func() { ran <- svc.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-ran; err != nil {
			t.Error(err)
		}
		for range 2 { // Close may be called twice
			if err := svc.Close(); err != nil {
				t.Error(err)
			}
		}
	})
	client := fleet.Client(t, "profiles", h.base)
	h.profiles = profilesv1connect.NewProfilesServiceClient(client)
	h.emails = profilesv1connect.NewEmailChangeServiceClient(client)
	h.settings = profilesv1connect.NewEmailSettingsServiceClient(client)
	h.desk = profilesv1connect.NewDeskServiceClient(client)
	h.payouts = profilesv1connect.NewPayoutServiceClient(client)
	h.favorites = profilesv1connect.NewFavoritesServiceClient(client)
	h.reminders = profilesv1connect.NewRemindersServiceClient(client)
	h.push = profilesv1connect.NewPushServiceClient(client)
	h.collectors = profilesv1connect.NewCollectorsServiceClient(client)
	return h
}

func migrate(ctx context.Context, url string) error {
	cfg := profiles.Default()
	cfg.DatabaseURL = url
	return profiles.Migrate(ctx, cfg, slog.New(slog.DiscardHandler), nil)
}

// person creates an account with a verified email address, or a wallet account for "".
func (h *fixture) person(email string) (accountID string, ctx context.Context) {
	accountID = id.New()
	sessionID := id.New()
	h.services.with(func(n *fakeServices) {
		n.owners[sessionID] = accountID
		n.accounts[accountID] = &authv1.Account{Id: accountID, HasIdentity: email != "", Email: email, EmailVerified: email != ""}
	})
	return accountID, identity.With(h.t.Context(), &identity.Principal{Subject: accountID, SessionID: sessionID})
}

func (h *fixture) want(err error, code connect.Code, reason string, fields ...string) {
	h.t.Helper()
	got, details := rpc.ReasonOf(err)
	if err == nil || connect.CodeOf(err) != code || got != reason {
		h.t.Errorf("error = %v with reason %q, want %v with %q", err, got, code, reason)
	}
	for _, f := range fields {
		if details[f] == "" {
			h.t.Errorf("violations = %v, want one for field %s", details, f)
		}
	}
}

// event publishes an event of another service through a separate outbox.
func (h *fixture) event(m proto.Message) {
	h.t.Helper()
	if err := outbox.Add(h.t.Context(), h.pool, "", m); err != nil {
		h.t.Fatal(err)
	}
}

// consumed waits until the service has consumed n events without dead letters.
func (h *fixture) consumed(n int) {
	h.t.Helper()
	testkit.Eventually(h.t, 15*time.Second, func() bool {
		var got, dead int
		err := h.pool.QueryRow(h.t.Context(), `SELECT (SELECT count(*) FROM inbox), (SELECT count(*) FROM dead_letters)`).Scan(&got, &dead)
		return err == nil && got == n && dead == 0
	})
}

// outboxed counts the events of a subject.
func (h *fixture) outboxed(subject string) (n int) {
	h.t.Helper()
	if err := h.pool.QueryRow(h.t.Context(), "SELECT count(*) FROM outbox WHERE subject = $1", subject).Scan(&n); err != nil {
		h.t.Fatal(err)
	}
	return n
}

// mails returns the bodies of emails to an address whose key starts with a prefix.
func (h *fixture) mails(prefix, to string) (bodies []string) {
	h.t.Helper()
	rows, err := h.pool.Query(h.t.Context(), "SELECT body FROM mails WHERE key LIKE $1 || '%' AND recipient = $2 ORDER BY id", prefix, to)
	if err != nil {
		h.t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var b string
		if err := rows.Scan(&b); err != nil {
			h.t.Fatal(err)
		}
		bodies = append(bodies, b)
	}
	return bodies
}
