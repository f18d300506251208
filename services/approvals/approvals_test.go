package approvals_test

import (
	"cmp"
	"context"
	"crypto/ecdsa"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"connectrpc.com/connect/v2"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"
	"github.com/jackc/pgx/v5/pgxpool"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit"
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
	approvalsv1 "github.com/vitrine/vitrine/proto/gen/vitrine/approvals/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/approvals/v1/approvalsv1connect"
	authv1 "github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1/authv1connect"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1/chainv1connect"
	profilesv1 "github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1"
	"github.com/vitrine/vitrine/services/approvals"
)

// sessions replaces auth: every session is active and recent, except those that were ended or hold the error to return, and stale ones.
type sessions struct {
	ended, stale sync.Map
	// accounts are the accounts (*rpc.Account) that come with sessions.
	accounts sync.Map
}

func (s *sessions) State(_ context.Context, id string) (rpc.Session, error) {
	why, ended := s.ended.Load(id)
	_, stale := s.stale.Load(id)
	err, _ := why.(error)
	found, _ := s.accounts.Load(id)
	account, _ := found.(*rpc.Account)
	return rpc.Session{Active: !ended, RecentLogin: !stale, PasskeyConfirmed: true, Account: account}, err
}

// accounts replaces auth's checks of contract wallets: address has one that accepts signature, or err is returned.
type accounts struct {
	authv1connect.AccountServiceClient
	address, signature string
	err                error
	// wallets are the linked wallets of each account, emails their verified addresses if they aren't the account at example.org.
	wallets map[string][]string
	emails  map[string]string
}

func (a *accounts) GetAccount(_ context.Context, req *authv1.GetAccountRequest) (*authv1.GetAccountResponse, error) {
	email, other := a.emails[req.GetAccountId()]
	if !other {
		email = req.GetAccountId() + "@example.org"
	}
	return &authv1.GetAccountResponse{Account: &authv1.Account{Wallets: a.wallets[req.GetAccountId()], Email: email, EmailVerified: email != ""}}, nil
}

func (a *accounts) VerifySignature(_ context.Context, req *authv1.VerifySignatureRequest) (*authv1.VerifySignatureResponse, error) {
	switch {
	case a.err != nil:
		return nil, a.err
	case req.GetAccountId() != "owner" || len(req.GetHash()) != 32 || req.GetSignature() != a.signature:
		return nil, connect.NewError(connect.CodeInvalidArgument, "signature_invalid")
	}
	return &authv1.VerifySignatureResponse{Address: a.address}, nil
}

// Tokens of the account owner.
const (
	furrow = 7_000_003
	tide   = 8_000_001
	night  = 9_000_002
)

// chainwatcher replaces the chainwatcher: the account owner has the three tokens, and approved withdrawals are those of a list.
type chainwatcher struct {
	chainv1connect.WithdrawalServiceClient
	mu sync.Mutex
	// name is the title of each work, image its picture.
	name, image string
	leftOut     map[int64]string
	// err is the error of every call.
	err      error
	approved []*chainv1.ApprovedWithdrawal
	calls    int
}

func (c *chainwatcher) CheckWithdrawal(_ context.Context, req *chainv1.CheckWithdrawalRequest) (*chainv1.CheckWithdrawalResponse, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	known := map[int64]*chainv1.WithdrawableWork{
		furrow: {Title: "Long Furrow", Artist: "Adaeze Nwokolo", EditionNumber: 3, EditionSize: 25, ImageUrl: c.image},
		tide:   {Title: "Slow Tide", Artist: "Ada Brien", EditionNumber: 1, EditionSize: 1, ImageUrl: "https://elsewhere.example/x.webp"},
		night:  {Title: "Night Bus", Artist: "Ada Brien", EditionNumber: 2, EditionSize: 9},
	}
	out := &chainv1.CheckWithdrawalResponse{To: req.GetTo(), Name: req.GetName(), ChainId: 31337, Contract: "0xC0"}
	for _, token := range slices.Sorted(slices.Values(req.GetTokenIds())) {
		w := known[token]
		switch {
		case c.err != nil:
			return nil, c.err
		case w == nil || req.GetAccountId() != "owner":
			return nil, rpc.Error(connect.CodeNotFound, errorsv1.Reason_REASON_NOT_FOUND, "There is no such token or withdrawal.", nil)
		case c.leftOut[token] != "":
			out.LeftOut = append(out.LeftOut, &approvalsv1.TokenLeftOut{TokenId: token, Reason: c.leftOut[token]})
			continue
		}
		w.TokenId, w.Title = token, cmp.Or(c.name, w.GetTitle())
		out.Works = append(out.Works, w)
	}
	return out, nil
}

func (c *chainwatcher) ListApprovedWithdrawals(_ context.Context, req *chainv1.ListApprovedWithdrawalsRequest) (*chainv1.ListApprovedWithdrawalsResponse, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.calls++
	if c.err != nil {
		return nil, c.err
	}
	out := &chainv1.ListApprovedWithdrawalsResponse{}
	for _, w := range c.approved {
		if req.GetAccountId() == "owner" || slices.Contains(req.GetRequestIds(), w.GetRequestId()) {
			out.Items = append(out.Items, w)
		}
	}
	return out, nil
}

func (c *chainwatcher) CancelApprovedWithdrawal(_ context.Context, req *chainv1.CancelApprovedWithdrawalRequest) (*chainv1.CancelApprovedWithdrawalResponse, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err != nil {
		return nil, c.err
	}
	out := &chainv1.CancelApprovedWithdrawalResponse{}
	for _, w := range c.approved {
		if req.GetAccountId() == "owner" && (w.GetWithdrawal().GetId() == req.GetId() || w.GetRequestId() == req.GetId()) {
			w.Withdrawal.Status, w.EndedAt = "cancelled", timestamppb.Now()
			out.Items = append(out.Items, w.GetWithdrawal())
		}
	}
	if len(out.GetItems()) == 0 {
		return nil, rpc.Error(connect.CodeNotFound, errorsv1.Reason_REASON_NOT_FOUND, "There is no such token or withdrawal.", nil)
	}
	return out, nil
}

// takes stores the withdrawals of an approved request.
func (c *chainwatcher) takes(e *approvalsv1.WithdrawalApproved) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, w := range e.GetWorks() {
		c.approved = append(c.approved, &chainv1.ApprovedWithdrawal{RequestId: e.GetRequestId(), Position: w.GetPosition(), Withdrawal: &approvalsv1.Withdrawal{
			Id: w.GetWithdrawalId(), TokenId: w.GetTokenId(), To: e.GetTo(), Status: "withdrawalTransactionInProgress", RequestedAt: e.GetRequestedAt(),
			BatchId: &e.RequestId,
		}})
	}
}

// ends ends the withdrawals of a request with a status and a transaction.
func (c *chainwatcher) ends(request, status, hash string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, w := range c.approved {
		if w.GetRequestId() == request {
			w.Withdrawal.Status, w.EndedAt = status, timestamppb.Now()
			if hash != "" {
				w.Withdrawal.TransactionHash = &hash
			}
		}
	}
}

// set changes the chainwatcher's responses.
func (c *chainwatcher) set(change func(c *chainwatcher)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	change(c)
}

type bundle struct {
	t        *testing.T
	pool     *pgxpool.Pool
	clock    *clock.Fake
	sessions *sessions
	accounts *accounts
	chain    *chainwatcher
	client   approvalsv1connect.ApprovalsServiceClient
	desk     approvalsv1connect.DeskServiceClient
	owner    approvalsv1connect.WithdrawalServiceClient
	decided  chan *approvalsv1.ApprovalDecided
	approved chan *approvalsv1.WithdrawalApproved
}

func setup(t *testing.T, change ...func(*approvals.Config)) *bundle {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	log := testkit.Log(t)
	fleet := identitytest.New(t)
	cfg := approvals.Default()
	cfg.ApproverEmails, cfg.PublicURL = []string{"approver@example.org"}, "https://gallery.example"
	cfg.DatabaseURL = testkit.Postgres(t, migrate) + "&pool_max_conns=4" // each costs a process of Postgres
	cfg.NATSURL = testkit.NATS(t)
	cfg.SMTPURL = "smtp://127.0.0.1:1" // nobody's: mails are read where they wait
	for _, fn := range change {
		fn(&cfg)
	}
	pool, err := postgres.Open(ctx, cfg.DatabaseURL)
	if err != nil {
		t.Fatal(err)
	}
	b, err := bus.Dial(ctx, cfg.NATSURL, log)
	if err != nil {
		t.Fatal(err)
	}
	out := &bundle{
		t: t, pool: pool, clock: clock.NewFake(time.Now()), sessions: &sessions{}, accounts: &accounts{}, chain: &chainwatcher{},
		decided: make(chan *approvalsv1.ApprovalDecided, 10), approved: make(chan *approvalsv1.WithdrawalApproved, 10),
	}
	svc := approvals.New(approvals.Deps{
		Config: cfg, Base: service.Base{Pool: pool, Bus: b, Keys: fleet.Keys(t, "approvals"), Clock: out.clock, Log: log},
		Accounts: out.accounts, Chain: out.chain, Sessions: out.sessions.State,
	})

	// The other service on the bus, which receives the events. Its inbox is in the same database.
	consumer := bus.NewConsumer(b, pool, "test", log)
	bus.On(consumer, func(_ context.Context, f *approvalsv1.ApprovalDecided) error {
		out.decided <- f
		return nil
	})
	bus.On(consumer, func(_ context.Context, e *approvalsv1.WithdrawalApproved) error {
		out.chain.takes(e)
		out.approved <- e
		return nil
	})
	mux := http.NewServeMux()
	svc.Mount(mux)
	server := httptest.NewUnstartedServer(mux)
	server.Config.Protocols = new(http.Protocols)
	server.Config.Protocols.SetHTTP1(true)
	server.Config.Protocols.SetUnencryptedHTTP2(true)
	server.Start()
	var running sync.WaitGroup
	for _, run := range []func(context.Context) error{svc.Run, consumer.Run} {
		running.Go(func() {
			if err := run(ctx); err != nil && ctx.Err() == nil {
				t.Error(err)
			}
		})
	}
	t.Cleanup(func() {
		server.Close()
		cancel()
		running.Wait()
		if err := svc.Close(); err != nil {
			t.Error(err)
		}
	})
	client := fleet.Client(t, "approvals", server.URL)
	out.client = approvalsv1connect.NewApprovalsServiceClient(client)
	out.desk = approvalsv1connect.NewDeskServiceClient(client)
	out.owner = approvalsv1connect.NewWithdrawalServiceClient(client)
	return out
}

func migrate(ctx context.Context, url string) error {
	return approvals.Migrate(ctx, approvals.Config{Database: kit.Database{DatabaseURL: url}}, slog.New(slog.DiscardHandler), nil)
}

// event publishes an event of another service through this service's outbox.
func (b *bundle) event(id string, m proto.Message) {
	b.t.Helper()
	if err := outbox.Add(b.t.Context(), b.pool, id, m); err != nil {
		b.t.Fatal(err)
	}
}

var linkPattern = regexp.MustCompile(`https://gallery\.example/en/(approve-[a-z-]+)/#(\S+)`)

// link waits for the newest email to a person and returns its page and secret.
func (b *bundle) link(to, subject string) (page, secret string) {
	b.t.Helper()
	testkit.Eventually(b.t, 10*time.Second, func() bool {
		var body string
		err := b.pool.QueryRow(b.t.Context(), `SELECT body FROM mails WHERE recipient = $1 AND subject LIKE '%' || $2 || '%' ORDER BY id DESC LIMIT 1`, to, subject).Scan(&body)
		if err != nil {
			return false
		}
		if m := linkPattern.FindStringSubmatch(body); m != nil {
			page, secret = m[1], m[2]
		}
		return secret != ""
	})
	return page, secret
}

func (b *bundle) as(account string, roles ...string) context.Context {
	return identity.With(b.t.Context(), &identity.Principal{Subject: account, SessionID: "s-" + account, Roles: roles})
}

func (b *bundle) approve(ctx context.Context, secret string) (*approvalsv1.Approval, error) {
	return b.client.Approve(testkit.WithHeader(ctx, rpc.LinkSecretHeader, secret), &approvalsv1.ApproveRequest{})
}

func (b *bundle) show(secret string) (*approvalsv1.Approval, error) {
	return b.client.GetApproval(testkit.WithHeader(b.t.Context(), rpc.LinkSecretHeader, secret), &approvalsv1.GetApprovalRequest{})
}

func (b *bundle) outcome() *approvalsv1.ApprovalDecided {
	b.t.Helper()
	select {
	case f := <-b.decided:
		return f
	case <-time.After(20 * time.Second):
		b.t.Fatal("no decision was published in 20 s, want one")
		return nil
	}
}

// approval waits for the published approval of a withdrawal.
func (b *bundle) approval() *approvalsv1.WithdrawalApproved {
	b.t.Helper()
	select {
	case e := <-b.approved:
		return e
	case <-time.After(20 * time.Second):
		b.t.Fatal("no approval was published in 20 s, want one")
		return nil
	}
}

func (b *bundle) request(account, key string, req *approvalsv1.RequestWithdrawalRequest) (*approvalsv1.Withdrawal, error) {
	return b.owner.RequestWithdrawal(testkit.WithHeader(b.as(account), rpc.IdempotencyKeyHeader, key), req)
}

// withdraw requests the withdrawal of tokens to 0xAbC as their owner.
func (b *bundle) withdraw(tokens ...int64) *approvalsv1.Withdrawal {
	b.t.Helper()
	w, err := b.request("owner", id.New(), &approvalsv1.RequestWithdrawalRequest{TokenIds: tokens, To: "0xAbC"})
	if err != nil {
		b.t.Fatal(err)
	}
	return w
}

func (b *bundle) withdrawals() []*approvalsv1.Withdrawal {
	b.t.Helper()
	res, err := b.owner.ListWithdrawals(b.as("owner"), &approvalsv1.ListWithdrawalsRequest{})
	if err != nil {
		b.t.Fatal(err)
	}
	return res.GetItems()
}

func (b *bundle) cancel(account, withdrawalOrBatch string) (*approvalsv1.Withdrawal, error) {
	return b.owner.CancelWithdrawal(b.as(account), &approvalsv1.CancelWithdrawalRequest{Id: withdrawalOrBatch})
}

func want(t *testing.T, err error, code connect.Code, reason string) {
	t.Helper()
	got, _ := rpc.ReasonOf(err)
	if connect.CodeOf(err) != code || got != reason {
		t.Errorf("got %v %q (%v), want %v %q", connect.CodeOf(err), got, err, code, reason)
	}
}

func TestWithdrawal(t *testing.T) {
	t.Parallel()
	b := setup(t)
	w := b.withdraw(furrow)
	page, secret := b.link("owner@example.org", "Approve")
	if page != "approve-token-withdrawal" {
		t.Errorf("link in the email = %s, want approve-token-withdrawal", page)
	}

	// Opening the link changes nothing, however often.
	for range 20 {
		a, err := b.show(secret)
		if err != nil || a.GetStatus() != "pending" || !strings.Contains(a.GetSummary(), "Long Furrow, #3 of 25") {
			t.Fatalf("GetApproval() = %v, %v, want pending, with the work in the summary", a, err)
		}
	}
	_, err := b.approve(t.Context(), secret)
	want(t, err, connect.CodeUnauthenticated, "")
	_, err = b.approve(b.as("stranger"), secret)
	want(t, err, connect.CodePermissionDenied, "forbidden")
	_, err = b.show(secret + "x")
	want(t, err, connect.CodeNotFound, "not_found")
	_, err = b.show("")
	want(t, err, connect.CodeInvalidArgument, "secret_required")
	_, err = b.approve(b.as("owner"), "")
	want(t, err, connect.CodeInvalidArgument, "secret_required")
	_, err = b.client.Reject(testkit.WithHeader(t.Context(), rpc.LinkSecretHeader, ""), &approvalsv1.RejectRequest{})
	want(t, err, connect.CodeInvalidArgument, "secret_required")
	b.sessions.ended.Store("s-owner", true)
	_, err = b.approve(b.as("owner"), secret)
	want(t, err, connect.CodeUnauthenticated, "session_gone")
	// Rejecting needs no session, but one that ended is refused.
	_, err = b.client.Reject(testkit.WithHeader(b.as("owner"), rpc.LinkSecretHeader, secret), &approvalsv1.RejectRequest{})
	want(t, err, connect.CodeUnauthenticated, "session_gone")
	b.sessions.ended.Store("s-owner", connect.NewError(connect.CodeInternal, "the disk is full"))
	_, err = b.approve(b.as("owner"), secret)
	want(t, err, connect.CodeUnavailable, "unavailable")
	if strings.Contains(err.Error(), "disk") {
		t.Errorf("error = %v, want nothing of its cause", err)
	}
	b.sessions.ended.Delete("s-owner")
	// An old login approves nothing. It may reject.
	b.sessions.stale.Store("s-owner", true)
	_, err = b.approve(b.as("owner"), secret)
	want(t, err, connect.CodePermissionDenied, "recent_login_required")
	b.sessions.stale.Delete("s-owner")

	// Fifty concurrent approvals decide once.
	var wins, refused int
	var mu sync.Mutex
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			_, err := b.approve(b.as("owner"), secret)
			mu.Lock()
			defer mu.Unlock()
			if reason, _ := rpc.ReasonOf(err); err == nil {
				wins++
			} else if reason == "already_decided" {
				refused++
			} else {
				t.Errorf("approve() = %v, want nil or already_decided", err)
			}
		})
	}
	all.Wait()
	if wins != 1 || refused != 49 {
		t.Errorf("%d of 50 approvals succeeded and %d were refused, want 1 and 49", wins, refused)
	}
	e := b.approval()
	if e.GetRequestId() != w.GetBatchId() || e.GetAccountId() != "owner" || e.GetEmail() != "owner@example.org" || e.GetTo() != "0xAbC" || e.GetChainId() != 31337 || !e.GetApprovedAt().IsValid() || len(e.GetWorks()) != 1 {
		t.Fatalf("published event = %v, want the approval of %s", e, w.GetBatchId())
	}
	if k := e.GetWorks()[0]; k.GetWithdrawalId() != w.GetId() || k.GetTokenId() != furrow || k.GetTitle() != "Long Furrow" || k.GetPosition() != 1 {
		t.Errorf("approved work = %v, want Long Furrow of withdrawal %s", k, w.GetId())
	}
	if a, err := b.show(secret); err != nil || a.GetStatus() != "approved" {
		t.Errorf("GetApproval() after the decision = %v, %v, want approved", a, err)
	}
}

func TestRejectNeedsNoSession(t *testing.T) {
	t.Parallel()
	b := setup(t)
	w := b.withdraw(furrow)
	_, secret := b.link("owner@example.org", "Approve")
	res, err := b.client.Reject(testkit.WithHeader(t.Context(), rpc.LinkSecretHeader, secret), &approvalsv1.RejectRequest{})
	if err != nil || res.GetStatus() != "rejected" {
		t.Fatalf(`res, err = %v, %v, want status "rejected" and no error`, res, err)
	}
	_, err = b.approve(b.as("owner"), secret)
	want(t, err, connect.CodeFailedPrecondition, "already_decided")
	if list := b.withdrawals(); len(list) != 1 || list[0].GetId() != w.GetId() || list[0].GetStatus() != "rejected" {
		t.Errorf("withdrawals = %v, want the rejected one", list)
	}
	b.publishesNothing()
}

// publishesNothing checks that no event says anything about a withdrawal that isn't approved.
func (b *bundle) publishesNothing() {
	b.t.Helper()
	var n int
	if err := b.pool.QueryRow(b.t.Context(), `SELECT count(*) FROM outbox`).Scan(&n); err != nil || n != 0 {
		b.t.Errorf("%d events, %v, want none", n, err)
	}
}

func TestExpiry(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.withdraw(furrow)
	_, secret := b.link("owner@example.org", "Approve")
	b.clock.Advance(25 * time.Hour)
	_, err := b.approve(b.as("owner"), secret)
	want(t, err, connect.CodeOutOfRange, "approval_expired")
	if a, err := b.show(secret); err != nil || a.GetStatus() != "expired" {
		t.Errorf("GetApproval() after 25 hours = %v, %v, want expired", a, err)
	}
	if list := b.withdrawals(); len(list) != 1 || list[0].GetStatus() != "expired" {
		t.Errorf("withdrawals = %v, want an expired one", list)
	}
	// The email about it links to the page where the owner can request again.
	var body string
	testkit.Eventually(t, 20*time.Second, func() bool {
		err = b.pool.QueryRow(t.Context(), `SELECT body FROM mails WHERE subject LIKE 'Expired%'`).Scan(&body)
		return err == nil
	})
	b.publishesNothing()
	b.withdraw(furrow) // it can be requested again
	if err != nil || !strings.Contains(body, "https://gallery.example/en/profile/collection/") {
		t.Errorf("body, err = %v, %v, want it to contain %s and no error", body, err, "https://gallery.example/en/profile/collection/")
	}
}

func TestCancelledAndRepeatedEvents(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for i := range 3 {
		b.event(fmt.Sprintf("p4-%d", i), &profilesv1.PayoutWalletUpdateRequested{UpdateId: "p4", AccountId: "owner", Email: "owner@example.org", ArtistName: "Ada", NewAddress: "0xNew"})
	}
	_, secret := b.link("owner@example.org", "Approve")
	b.event("p4-cancel", &profilesv1.PayoutWalletUpdateCancelled{UpdateId: "p4"})
	testkit.Eventually(t, 10*time.Second, func() bool {
		a, err := b.show(secret)
		return err == nil && a.GetStatus() == "cancelled"
	})
	var mails int
	if err := b.pool.QueryRow(t.Context(), `SELECT count(*) FROM mails`).Scan(&mails); err != nil || mails != 1 {
		t.Errorf("emails = %d, %v, want 1", mails, err)
	}
	_, err := b.approve(b.as("owner"), secret)
	want(t, err, connect.CodeFailedPrecondition, "already_decided")
}

func TestPayoutNeedsTwoPeople(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.event("p1", &profilesv1.PayoutWalletUpdateRequested{
		UpdateId: "p1", AccountId: "artist", Email: "artist@example.org", ArtistId: 4, ArtistName: "Marit Solheim Aas", NewAddress: "0xNew",
	})
	page, first := b.link("artist@example.org", "Approve")
	if page != "approve-payout-wallet-update" {
		t.Errorf("link in the email = %s, want approve-payout-wallet-update", page)
	}
	if a, err := b.approve(b.as("artist"), first); err != nil || a.GetStatus() != "approved" || a.GetWaitsFor() != "approver" {
		t.Fatalf(`b.approve(b.as("artist"), first) = %v, %v, want status "approved", waits for "approver" and no error`, a, err)
	}
	_, second := b.link("approver@example.org", "needed")
	var told int
	if err := b.pool.QueryRow(t.Context(), `SELECT count(*) FROM outbox WHERE subject = 'vitrine.approvals.v1.owner_approved'`).Scan(&told); err != nil || told != 1 {
		t.Errorf("the owner's approval was published %d times, want once (%v)", told, err)
	}
	if first == second {
		t.Fatalf("both people got the secret %s, want two", first)
	}
	_, err := b.approve(b.as("artist", "approver"), second)
	want(t, err, connect.CodePermissionDenied, "second_person_needed")
	_, err = b.approve(b.as("somebody"), second)
	want(t, err, connect.CodePermissionDenied, "forbidden")
	if a, err := b.approve(b.as("other", "approver"), second); err != nil || a.GetWaitsFor() != "" {
		t.Fatalf(`b.approve(b.as("other", "approver"), second) = %v, %v, want waits for "" and no error`, a, err)
	}
	if a, err := b.show(first); err != nil || a.GetStatus() != "approved" || a.GetWaitsFor() != "" {
		t.Errorf("GetApproval() with the artist's link = %v, %v, want approved, waiting for nobody", a, err)
	}
	if f := b.outcome(); f.GetOutcome() != "approved" || f.GetKind() != "payout_wallet_update" {
		t.Errorf("published event = %v, want approved for payout_wallet_update", f)
	}
}

func TestWalletAccountSigns(t *testing.T) {
	t.Parallel()
	b := setup(t)
	owner, stranger := wallet(t), wallet(t)
	b.accounts.emails, b.accounts.wallets = map[string]string{"owner": ""}, map[string][]string{"owner": {crypto.PubkeyToAddress(owner.PublicKey).Hex()}}
	w := b.withdraw(furrow)
	var item *approvalsv1.PendingApproval
	testkit.Eventually(t, 10*time.Second, func() bool {
		res, err := b.client.ListApprovals(b.as("owner"), &approvalsv1.ListApprovalsRequest{})
		if err != nil || len(res.GetItems()) != 1 {
			return false
		}
		item = res.GetItems()[0]
		return true
	})
	if !item.GetBySignature() {
		t.Fatal("BySignature = false for an account without an email address, want true")
	}
	// Wallets refuse domain fields that the type doesn't have, and empty ones.
	var parts struct {
		Domain map[string]any
		Types  map[string][]struct{ Name string }
	}
	if err := json.Unmarshal([]byte(item.GetTypedData()), &parts); err != nil || len(parts.Domain) != len(parts.Types["EIP712Domain"]) {
		t.Fatalf("typed data = %s, %v, want the domain's fields alone", item.GetTypedData(), err)
	}
	if id, ok := parts.Domain["chainId"].(float64); !ok || id != 31337 {
		t.Errorf("chainId of the domain = %v, want the number 31337", parts.Domain["chainId"])
	}
	for _, field := range parts.Types["EIP712Domain"] {
		if value, ok := parts.Domain[field.Name]; !ok || value == "" {
			t.Errorf("%s of the domain = %v, want a value", field.Name, value)
		}
	}
	sign := func(account string, k *ecdsa.PrivateKey) error {
		var data apitypes.TypedData
		if err := json.Unmarshal([]byte(item.GetTypedData()), &data); err != nil {
			t.Fatal(err)
		}
		hash, _, err := apitypes.TypedDataAndHash(data)
		if err != nil {
			t.Fatal(err)
		}
		sig, err := crypto.Sign(hash, k)
		if err != nil {
			t.Fatal(err)
		}
		sig[64] += 27
		_, err = b.client.ApproveBySignature(b.as(account), &approvalsv1.ApproveBySignatureRequest{SubjectId: w.GetBatchId(), Signature: hexutil.Encode(sig)})
		return err
	}
	want(t, sign("owner", stranger), connect.CodeInvalidArgument, "signature_invalid")
	want(t, sign("stranger", owner), connect.CodeNotFound, "not_found")
	if err := sign("owner", owner); err != nil {
		t.Fatal(err)
	}
	if e := b.approval(); e.GetRequestId() != w.GetBatchId() || e.GetEmail() != "" {
		t.Errorf("published event = %v, want the approval of %s without an address", e, w.GetBatchId())
	}
}

func TestContractWalletSigns(t *testing.T) {
	t.Parallel()
	b := setup(t)
	const linked, later = "0x1111111111111111111111111111111111111111", "0x2222222222222222222222222222222222222222"
	b.accounts.emails, b.accounts.wallets = map[string]string{"owner": ""}, map[string][]string{"owner": {linked}}
	w := b.withdraw(furrow)
	testkit.Eventually(t, 10*time.Second, func() bool {
		res, err := b.client.ListApprovals(b.as("owner"), &approvalsv1.ListApprovalsRequest{})
		return err == nil && len(res.GetItems()) == 1
	})
	sign := func(signature string) error {
		_, err := b.client.ApproveBySignature(b.as("owner"), &approvalsv1.ApproveBySignatureRequest{SubjectId: w.GetBatchId(), Signature: signature})
		return err
	}
	b.accounts.address, b.accounts.signature = later, "0x1234"
	want(t, sign("0x1235"), connect.CodeInvalidArgument, "signature_invalid")
	want(t, sign("0x1234"), connect.CodeInvalidArgument, "signature_invalid") // a wallet linked after the request
	b.accounts.address, b.accounts.err = linked, connect.NewError(connect.CodeUnavailable, "no node")
	want(t, sign("0x1234"), connect.CodeUnavailable, "chain_unavailable")
	b.accounts.err = nil
	if err := sign("0x1234"); err != nil {
		t.Fatal(err)
	}
	if e := b.approval(); e.GetRequestId() != w.GetBatchId() {
		t.Errorf("published event = %v, want the approval of %s", e, w.GetBatchId())
	}
	want(t, sign("0x1234"), connect.CodeFailedPrecondition, "already_decided")
}

func wallet(t *testing.T) *ecdsa.PrivateKey {
	t.Helper()
	k, err := crypto.GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func TestTheDatabaseRefuses(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.withdraw(furrow)
	_, secret := b.link("owner@example.org", "Approve")
	if _, err := b.approve(b.as("owner"), secret); err != nil {
		t.Fatal(err)
	}
	for _, sql := range []string{
		`UPDATE requests SET status = 'pending', decided_at = NULL`,
		`UPDATE requests SET status = 'rejected'`,
		`UPDATE requests SET summary = 'something else'`,
		`UPDATE requests SET lines = '[]'`,
		`UPDATE links SET status = 'pending'`,
		`UPDATE log SET event = 'nothing'`,
		`DELETE FROM log`,
	} {
		if _, err := b.pool.Exec(t.Context(), sql); err == nil {
			t.Errorf("%s: error = nil, want one", sql)
		}
	}
}
