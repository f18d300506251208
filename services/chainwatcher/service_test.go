package chainwatcher_test

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"encoding/json"
	"image"
	"image/jpeg"
	"io"
	"log/slog"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/ethclient"
	"github.com/jackc/pgx/v5/pgxpool"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/bus"
	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/identity/identitytest"
	"github.com/vitrine/vitrine/kit/outbox"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/kit/service"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/kit/testkit/rendertest"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1/chainv1connect"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/render/v1/renderv1connect"
	"github.com/vitrine/vitrine/services/chainwatcher"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chaintest"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
)

const (
	// The first funded accounts of anvil's well-known mnemonic.
	// formerIssuer is an earlier certificate issuer of this gallery.
	formerIssuer = "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512"
	platformKey  = "ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80"
	vaultKey     = "59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d"
	buyerKey     = "5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a"
	soon         = 30 * time.Second
)

// accounts is the port to auth: every session is active except the ended ones.
type accounts struct {
	mu      sync.Mutex
	persons map[string]custody.Person
	// inside counts calls inside a transaction, which would hold its locks while it waits for auth.
	inside atomic.Int32
	ended  sync.Map
	stale  sync.Map
}

func (a *accounts) Account(ctx context.Context, accountID string) (custody.Person, error) {
	if postgres.InsideAnyTx(ctx) {
		a.inside.Add(1)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	p := a.persons[accountID]
	p.AccountID = accountID
	return p, nil
}

func (a *accounts) set(accountID string, p custody.Person) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.persons[accountID] = p
}

func (a *accounts) Session(_ context.Context, sessionID string) (rpc.Session, error) {
	_, ended := a.ended.Load(sessionID)
	_, stale := a.stale.Load(sessionID)
	return rpc.Session{Active: !ended, RecentLogin: !stale, PasskeyConfirmed: true}, nil
}

// artworks is the port to the catalog: work 9 is published, and only it has an original.
type artworks struct{}

func (artworks) Offer(_ context.Context, artworkID int64) (custody.Offer, error) {
	if artworkID != 9 {
		return custody.Offer{}, chain.ErrNotFound
	}
	return custody.Offer{ImageURL: "/assets/tidal-640.webp"}, nil
}

func (a artworks) Display(ctx context.Context, artworkID int64) (custody.Display, error) {
	o, err := a.Offer(ctx, artworkID)
	return custody.Display{Offer: o, PictureURL: o.ImageURL, Attributes: []custody.Attribute{{Name: "Palette", Value: "Dusk"}}}, err
}

func (artworks) Original(_ context.Context, artworkID int64) (string, time.Time, error) {
	if artworkID != 9 {
		return "", time.Time{}, chain.ErrNotFound
	}
	return "/assets/originals/9?until=1&sig=x", time.Now().Add(time.Minute), nil
}

func (artworks) Picture(_ context.Context, artworkID int64, _ int32) (custody.Picture, error) {
	if artworkID != 9 {
		return custody.Picture{}, chain.ErrNotFound
	}
	var picture bytes.Buffer
	err := jpeg.Encode(&picture, image.NewGray(image.Rect(0, 0, 90, 60)), nil)
	return custody.Picture{JPEG: picture.Bytes()}, err
}

// testService is one service with a real chain, database and broker, and another service's side of the bus.
type testService struct {
	t     *testing.T
	fleet *identitytest.Fleet
	cfg   chainwatcher.Config
	// rpcURL is the node behind the URL that the service uses.
	rpcURL   string
	silent   atomic.Bool  // the service's node accepts calls and never responds
	lacks    atomic.Value // the method that the service's node doesn't have
	problems func(ctx context.Context) []string
	node     *ethclient.Client
	pool     *pgxpool.Pool
	accounts *accounts
	artists  *artists
	stop     func()
	url      string
	events   events

	chains      chainv1connect.ChainServiceClient
	collection  chainv1connect.CollectionServiceClient
	withdrawals chainv1connect.WithdrawalServiceClient
	gifts       chainv1connect.GiftServiceClient
}

// events records what the service published.
type events struct {
	mu   sync.Mutex
	list []proto.Message
}

func (f *events) add(m proto.Message) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.list = append(f.list, m)
}

// published returns the events of one type.
func published[M proto.Message](h *testService) []M {
	h.events.mu.Lock()
	defer h.events.mu.Unlock()
	var out []M
	for _, m := range h.events.list {
		if v, ok := m.(M); ok {
			out = append(out, v)
		}
	}
	return out
}

// written counts the events of a type that the service has committed. Events of different types may arrive here out of order. After
// one event arrived, a test that counts another type reads the outbox, which holds everything written before.
func (h *testService) written(kind proto.Message) (n int) {
	h.t.Helper()
	err := h.pool.QueryRow(h.t.Context(), `SELECT count(*) FROM outbox WHERE subject = $1`, bus.SubjectOf(kind)).Scan(&n)
	if err != nil {
		h.t.Fatal(err)
	}
	return n
}

func note[M proto.Message](c *bus.Consumer, h *testService) {
	bus.On(c, func(_ context.Context, f M) error {
		h.events.add(f)
		return nil
	})
}

func setup(t *testing.T, flags ...string) *testService {
	t.Helper()
	h := &testService{t: t, accounts: &accounts{persons: map[string]custody.Person{}}, artists: &artists{}}
	h.rpcURL = testkit.Anvil(t, flags...)
	// A separate transport: other tests' servers end the idle connections of the default one when they close.
	through := &httputil.ReverseProxy{Transport: &http.Transport{}, Rewrite: func(r *httputil.ProxyRequest) {
		to, _ := url.Parse(h.rpcURL)
		r.SetURL(to)
	}}
	lacking := chaintest.Without(through, func(method string) bool { return method == h.lacks.Load() })
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if h.silent.Load() {
			_, _ = io.Copy(io.Discard, r.Body)
			<-r.Context().Done()
			return
		}
		lacking.ServeHTTP(w, r)
	}))
	t.Cleanup(proxy.Close)
	var err error
	if h.node, err = ethclient.Dial(proxy.URL); err != nil {
		t.Fatal(err)
	}
	h.cfg = chainwatcher.Default()
	h.fleet = identitytest.New(t)
	h.fleet.Use(t, "chainwatcher", rendertest.Key(t, "chainwatcher"))
	h.cfg.RenderURL = rendertest.Shared(t).URL
	h.cfg.DatabaseURL, h.cfg.NATSURL = testkit.Postgres(t, migrate), testkit.NATS(t)
	h.cfg.ServiceKey, h.cfg.PublicKeysFile = kit.Secret(h.fleet.Private(t, "chainwatcher")), h.fleet.File
	h.cfg.Chains = `[{"chainId":31337,"rpcUrls":["` + proxy.URL + `"],"pollInterval":"50ms"}]`
	h.cfg.DeployerKey, h.cfg.MinterKey, h.cfg.QuoteSignerKey, h.cfg.VaultKey = platformKey, platformKey, platformKey, vaultKey
	h.cfg.NewAddressWait, h.cfg.CredentialWait, h.cfg.CardWait = 0, 0, 0
	h.cfg.MaxPriceAge = 24 * time.Hour
	h.cfg.AllowDevelopmentKeys = true
	h.cfg.FormerIssuers = []string{strings.ToLower(formerIssuer)}
	if err := h.cfg.Validate(); err != nil {
		t.Fatal(err)
	}
	if err := chainwatcher.Deploy(t.Context(), h.cfg, testkit.Log(t), nil); err != nil {
		t.Fatal(err)
	}
	if h.pool, err = postgres.Open(t.Context(), h.cfg.DatabaseURL); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.pool.Close)
	h.listen()
	h.start()
	t.Cleanup(func() {
		h.stop()
		if n := h.accounts.inside.Load(); n != 0 {
			t.Errorf("auth was called %d times inside a transaction, want never", n)
		}
	})
	return h
}

func migrate(ctx context.Context, url string) error {
	return chainwatcher.Migrate(ctx, chainwatcher.Config{Database: kit.Database{DatabaseURL: url}}, slog.New(slog.DiscardHandler), nil)
}

// listen subscribes to the chain's events like another service.
func (h *testService) listen() {
	ctx, cancel := context.WithCancel(h.t.Context())
	b, err := bus.Dial(ctx, h.cfg.NATSURL, testkit.Log(h.t))
	if err != nil {
		h.t.Fatal(err)
	}
	pool, err := postgres.Open(ctx, testkit.Postgres(h.t, migrate))
	if err != nil {
		h.t.Fatal(err)
	}
	c := bus.NewConsumer(b, pool, "test", testkit.Log(h.t))
	note[*chainv1.PaymentSeen](c, h)
	note[*chainv1.PaymentConfirmed](c, h)
	note[*chainv1.PaymentReverted](c, h)
	note[*chainv1.QuoteExpired](c, h)
	note[*chainv1.UnexpectedPayment](c, h)
	note[*chainv1.TokenMinted](c, h)
	note[*chainv1.TokenReturned](c, h)
	note[*chainv1.GiftAccepted](c, h)
	note[*chainv1.EtherRefundSent](c, h)
	note[*chainv1.EtherRefundConfirmed](c, h)
	note[*chainv1.EtherRefundFailed](c, h)
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = c.Run(ctx)
	}()
	h.t.Cleanup(func() { cancel(); <-done; b.Close(); pool.Close() })
}

// start opens the service like a new process, and waits until it follows its chain.
func (h *testService) start() {
	h.open()
	testkit.Eventually(h.t, soon, func() bool {
		res, err := h.chains.ListChains(h.t.Context(), &chainv1.ListChainsRequest{})
		return err == nil && len(res.GetItems()) == 1
	})
}

// open opens the service; stop ends it in the middle of its work.
func (h *testService) open() {
	ctx, cancel := context.WithCancel(context.Background())
	log := testkit.Log(h.t)
	pool, err := postgres.Open(ctx, h.cfg.DatabaseURL)
	if err != nil {
		h.t.Fatal(err)
	}
	b, err := bus.Dial(ctx, h.cfg.NATSURL, log)
	if err != nil {
		h.t.Fatal(err)
	}
	svc, err := chainwatcher.New(chainwatcher.Deps{
		Config: h.cfg, Base: service.Base{Pool: pool, Bus: b, Keys: h.fleet.Keys(h.t, "chainwatcher"), Clock: clock.System, Log: log},
		Accounts: h.accounts, Sessions: h.accounts.Session, Artworks: artworks{}, Artists: h.artists,
		Render: renderv1connect.NewDocumentServiceClient(rpc.NewClient(h.fleet.Keys(h.t, "chainwatcher"), "render", h.cfg.RenderURL)),
	})
	if err != nil {
		h.t.Fatal(err)
	}
	h.problems = svc.Extras().Problems
	mux := http.NewServeMux()
	svc.Mount(mux)
	server := httptest.NewUnstartedServer(mux)
	server.Config.Protocols = new(http.Protocols)
	server.Config.Protocols.SetHTTP1(true)
	server.Config.Protocols.SetUnencryptedHTTP2(true)
	server.Start()
	h.url = server.URL
	var running sync.WaitGroup
	running.Go(func() { _ = svc.Run(ctx) })
	h.stop = sync.OnceFunc(func() {
		cancel()
		server.Close()
		running.Wait()
		_ = svc.Close()
	})
	client := h.fleet.Client(h.t, "chainwatcher", server.URL)
	h.chains = chainv1connect.NewChainServiceClient(client)
	h.collection = chainv1connect.NewCollectionServiceClient(client)
	h.withdrawals = chainv1connect.NewWithdrawalServiceClient(client)
	h.gifts = chainv1connect.NewGiftServiceClient(client)
}

func (h *testService) as(account string) context.Context {
	return identity.With(h.t.Context(), &identity.Principal{Subject: account, SessionID: "s", Email: account + "@example.org", EmailVerified: true})
}

// rpcCall calls a test-only method of the node.
func (h *testService) rpcCall(method string, args ...any) {
	h.t.Helper()
	if err := h.node.Client().CallContext(h.t.Context(), nil, method, args...); err != nil {
		h.t.Fatalf("%s: error = %v, want nil", method, err)
	}
}

func (h *testService) mine(blocks int) { h.rpcCall("anvil_mine", hexutil.Uint64(blocks)) }

// caughtUp waits until the service has processed the node's newest block.
func (h *testService) caughtUp() {
	h.t.Helper()
	newest, err := h.node.BlockNumber(h.t.Context())
	if err != nil {
		h.t.Fatal(err)
	}
	testkit.Eventually(h.t, soon, func() bool {
		res, err := h.chains.ListHeads(h.t.Context(), &chainv1.ListHeadsRequest{})
		return err == nil && len(res.GetItems()) == 1 && uint64(res.GetItems()[0].GetNumber()) >= newest
	})
}

func (h *testService) event(eventID string, m proto.Message) {
	h.t.Helper()
	if err := outbox.Add(h.t.Context(), h.pool, eventID, m); err != nil {
		h.t.Fatal(err)
	}
}

func (h *testService) quote(checkout string, amount int64, until time.Duration) *chainv1.CreateQuoteResponse {
	h.t.Helper()
	res, err := h.chains.CreateQuote(h.t.Context(), &chainv1.CreateQuoteRequest{
		CheckoutId: checkout, Amount: amount, Currency: "USD", PayoutAddress: "0x90F79bf6EB2c4f870365E785982E1f101E93b906", ArtistShareBps: 8000,
		HoldExpiresAt: timestamppb.New(time.Now().Add(until)),
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return res
}

func key(t *testing.T, text string) *ecdsa.PrivateKey {
	t.Helper()
	k, err := crypto.HexToECDSA(text)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// pay sends exactly what a quote says and returns the transaction's hash.
func (h *testService) pay(q *chainv1.CreateQuoteResponse) common.Hash {
	h.t.Helper()
	value, _ := new(big.Int).SetString(q.GetValue(), 10)
	to, buyer := common.HexToAddress(q.GetTo()), key(h.t, buyerKey)
	nonce, err := h.node.PendingNonceAt(h.t.Context(), crypto.PubkeyToAddress(buyer.PublicKey))
	if err != nil {
		h.t.Fatal(err)
	}
	tx := types.MustSignNewTx(buyer, types.LatestSignerForChainID(big.NewInt(31337)), &types.DynamicFeeTx{
		ChainID: big.NewInt(31337), Nonce: nonce, GasTipCap: big.NewInt(1e9), GasFeeCap: big.NewInt(1e11), Gas: 300_000, To: &to, Value: value,
		Data: common.FromHex(q.GetData()),
	})
	if err := h.node.SendTransaction(h.t.Context(), tx); err != nil {
		h.t.Fatal(err)
	}
	return tx.Hash()
}

func (h *testService) order(account string, artwork int64, edition int32) *checkoutv1.OrderPaid {
	return &checkoutv1.OrderPaid{
		CheckoutId: id.New(), AccountId: account, ArtworkId: artwork, EditionNumber: edition, EditionSize: 25, TokenId: artwork*1_000_000 + int64(edition),
		PaymentMethod: "card", PaidAt: timestamppb.Now(), ArtworkTitle: "Tidal Study", ArtistName: "Mara Lindqvist", ArtworkSlug: "tidal-study-" + strconv.FormatInt(artwork, 10),
		Email: account + "@example.org", ArtworkYear: 2025, ArtworkMedium: "Generative image",
	}
}

func (h *testService) tokens(account string) []*chainv1.Token {
	h.t.Helper()
	res, err := h.collection.GetCollection(h.as(account), &chainv1.GetCollectionRequest{})
	if err != nil {
		h.t.Fatal(err)
	}
	return res.GetItems()
}

// transfers counts the Transfer events of a token on the node, not in the service.
func (h *testService) transfers(contract string, tokenID int64) int {
	h.t.Helper()
	var logs []json.RawMessage
	err := h.node.Client().CallContext(h.t.Context(), &logs, "eth_getLogs", map[string]any{
		"fromBlock": "0x0", "toBlock": "latest", "address": contract,
		"topics": []any{crypto.Keccak256Hash([]byte("Transfer(address,address,uint256)")), nil, nil, common.BigToHash(big.NewInt(tokenID))},
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return len(logs)
}
