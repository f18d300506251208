// Package config serves the run-time settings of the browser.
package config

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"google.golang.org/grpc"

	"github.com/vitrine/vitrine/gateway/internal/problem"
	"github.com/vitrine/vitrine/kit/gen/errorsv1"
	"github.com/vitrine/vitrine/kit/identity"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
)

// Settings are the values that come from the gateway's own configuration.
type Settings struct {
	BuildID, Version, ArtOrigin, SentryDSN, Environment, AnalyticsURL string
	// Currency is the ISO 4217 code of all prices.
	Currency                                   string
	Maintenance, SessionRecording, ShowVersion bool
	// Hold is how long an unpaid edition is held.
	Hold time.Duration
	// OrderPoll and CollectionPoll are the pauses between two reads of an ether order and of a collection while they are about to change.
	OrderPoll, CollectionPoll time.Duration
	// Nodes are the chains that /rpc/{chainId} reaches.
	Nodes []uint64
}

const (
	// cacheFor is short, so that a newly deployed contract shows up soon.
	cacheFor = 10 * time.Second
	// retryAfter is the pause after a failed call. Concurrent callers share the call in progress.
	retryAfter = time.Second
)

type chain struct {
	ChainID         uint32 `json:"chainId"`
	Name            string `json:"name"`
	CurrencySymbol  string `json:"currencySymbol"`
	TokenContract   string `json:"tokenContract"`
	PaymentContract string `json:"paymentContract"`
	ExplorerURL     string `json:"explorerUrl"`
	Vault           string `json:"vault"`
}

type flags struct {
	SessionRecording bool `json:"sessionRecording"`
	ShowVersion      bool `json:"showVersion"`
}

// checkout has the durations that texts and timers of the checkout use, in seconds.
type checkout struct {
	HoldSeconds      int64 `json:"holdSeconds"`
	OrderPollSeconds int64 `json:"orderPollSeconds"`
}

type collection struct {
	PollSeconds int64 `json:"pollSeconds"`
}

// names says how pages resolve ENS names: with the registry, through /rpc/{chainId}.
type names struct {
	ChainID  uint32 `json:"chainId"`
	Registry string `json:"registry"`
}

type document struct {
	BuildID      string     `json:"buildId"`
	Version      string     `json:"version"`
	Maintenance  bool       `json:"maintenance"`
	ArtOrigin    string     `json:"artOrigin"`
	SentryDSN    string     `json:"sentryDsn"`
	Environment  string     `json:"environment"`
	AnalyticsURL string     `json:"analyticsUrl"`
	Currency     string     `json:"currency"`
	Flags        flags      `json:"flags"`
	Checkout     checkout   `json:"checkout"`
	Collection   collection `json:"collection"`
	Chains       []chain    `json:"chains"`
	// CertificateIssuers are the addresses whose signatures on certificates are valid, the current one first.
	CertificateIssuers []string `json:"certificateIssuers"`
	// Names is absent if pages don't resolve names.
	Names *names `json:"names,omitempty"`
}

// Handler serves GET /api/config.
type Handler struct {
	settings Settings
	chains   chainv1.ChainServiceClient
	log      *slog.Logger

	mu   sync.Mutex
	last *known
	at   time.Time
}

// known is the last response of the chainwatcher.
type known struct {
	chains  []chain
	issuers []string
	names   *names
}

// New returns a handler that reads the chains from the chainwatcher over conn. It caches them for cacheFor, and longer while the
// chainwatcher is unavailable.
func New(s Settings, conn grpc.ClientConnInterface, log *slog.Logger) *Handler {
	return &Handler{settings: s, chains: chainv1.NewChainServiceClient(conn), log: log}
}

func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	chain := h.current(r.Context())
	if chain == nil {
		w.Header().Set("Retry-After", "1")
		problem.Write(w, http.StatusServiceUnavailable, errorsv1.Reason_REASON_UNAVAILABLE, "The supported chains aren't known yet. Try again in a moment.", nil)
		return
	}
	s := h.settings
	out, err := json.Marshal(document{
		BuildID: s.BuildID, Version: s.Version, Maintenance: s.Maintenance, ArtOrigin: s.ArtOrigin, SentryDSN: s.SentryDSN, Environment: s.Environment, AnalyticsURL: s.AnalyticsURL,
		Currency: s.Currency,
		Flags:    flags{s.SessionRecording, s.ShowVersion}, Checkout: checkout{int64(s.Hold.Seconds()), int64(s.OrderPoll.Seconds())}, Collection: collection{int64(s.CollectionPoll.Seconds())},
		Chains: chain.chains, CertificateIssuers: chain.issuers,
		Names: chain.names,
	})
	if err != nil {
		problem.Write(w, http.StatusInternalServerError, errorsv1.Reason_REASON_INTERNAL, "Something went wrong on our side.", nil)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-cache")
	_, _ = w.Write(out)
}

// current returns the chains, or nil if the chainwatcher has never responded.
func (h *Handler) current(ctx context.Context) *known {
	h.mu.Lock()
	defer h.mu.Unlock()
	if time.Since(h.at) < cacheFor {
		return h.last
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
	defer cancel()
	res, err := h.chains.ListChains(identity.With(ctx, nil), &chainv1.ListChainsRequest{})
	if err != nil {
		h.log.WarnContext(ctx, "the chains are unavailable", "error", err)
		h.at = time.Now().Add(retryAfter - cacheFor)
		return h.last
	}
	now := &known{chains: make([]chain, 0, len(res.GetItems())), issuers: append([]string{}, res.GetCertificateIssuers()...)}
	// Without a node for the registry's chain, a page can't resolve names.
	if n := res.GetNameService(); n != nil && slices.Contains(h.settings.Nodes, uint64(n.GetChainId())) {
		now.names = &names{n.GetChainId(), n.GetRegistry()}
	}
	for _, c := range res.GetItems() {
		now.chains = append(now.chains, chain{c.GetChainId(), c.GetName(), c.GetCurrencySymbol(), c.GetTokenContract(), c.GetPaymentContract(), strings.TrimSuffix(c.GetExplorerUrl(), "/"), c.GetVault()})
	}
	h.last, h.at = now, time.Now()
	return now
}
