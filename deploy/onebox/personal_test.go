package main

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/hex"
	"io"
	"log/slog"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/deploy/onebox/standins"
	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/personal/personaltest"
	"github.com/vitrine/vitrine/services/approvals"
	"github.com/vitrine/vitrine/services/auth"
	"github.com/vitrine/vitrine/services/catalog"
	"github.com/vitrine/vitrine/services/chainwatcher"
	"github.com/vitrine/vitrine/services/checkout"
	"github.com/vitrine/vitrine/services/profiles"
)

// stays are the columns in which the runbook leaves personal data: names and addresses for the law, addresses in events for 30 days,
// wallets as the chain, money and proof of releases.
var stays = struct{ names, emails, wallets []string }{
	names:  []string{"checkout.papers.buyer_name"},
	emails: []string{"checkout.papers.buyer_email", "auth.outbox.payload", "approvals.outbox.payload", "chainwatcher.outbox.payload", "checkout.outbox.payload", "profiles.outbox.payload"},
	wallets: []string{
		"approvals.requests.summary", "approvals.requests.lines", "approvals.requests.work", "approvals.requests.to_address", "approvals.outbox.payload",
		"chainwatcher.attempts.raw", "chainwatcher.transactions.data", "chainwatcher.holders.owner", "chainwatcher.outbox.payload",
		"chainwatcher.payments.payer", "chainwatcher.payments.refund_address", "chainwatcher.quotes.data",
		"chainwatcher.transfers.to_address", "chainwatcher.transfers.from_address", "chainwatcher.withdrawals.to_address", "chainwatcher.withdrawal_batches.to_address",
		"checkout.payments.payer", "checkout.payments.refund_address", "checkout.outbox.payload",
	},
}

// bench is one running system with the commands of its services.
type bench struct {
	*running
	commands []personalCommands
}

// personalCommands are the commands export and forget of one service.
type personalCommands struct {
	service        string
	pool           *pgxpool.Pool
	export, forget func(args ...string) error
}

func commandsOf[C any](h *instance, name string, cfg C, export, forget func(context.Context, C, *slog.Logger, []string) error) personalCommands {
	return personalCommands{
		service: name,
		export:  func(args ...string) error { return export(context.Background(), cfg, h.logOf(name), args) },
		forget:  func(args ...string) error { return forget(context.Background(), cfg, h.logOf(name), args) },
	}
}

// printing is held while a command prints.
var printing sync.Mutex

// output returns what a command writes to standard output. Nothing else writes to it: package testing keeps the original.
func output(t *testing.T, run func() error) (string, error) {
	t.Helper()
	printing.Lock()
	defer printing.Unlock()
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout := os.Stdout
	os.Stdout = write
	text := make(chan string)
	go func() {
		all, _ := io.ReadAll(read)
		text <- string(all)
	}()
	err = run()
	os.Stdout = stdout
	_ = write.Close()
	return <-text, err
}

func (b *bench) of(service string) personalCommands {
	for _, c := range b.commands {
		if c.service == service {
			return c
		}
	}
	panic(service)
}

// holding returns every column of the six databases that contains a word, as service.table.column.
func (b *bench) holding(t *testing.T, words ...string) (found []string) {
	t.Helper()
	for _, c := range b.commands {
		for _, column := range personaltest.Columns(t, c.pool) {
			for _, word := range words {
				if name := c.service + "." + column; personaltest.Holds(t, c.pool, column, strings.ToLower(word)) && !slices.Contains(found, name) {
					found = append(found, name)
				}
			}
		}
	}
	return found
}

// customer is a person with everything that identifies them.
type customer struct {
	*person
	first, last string
	wallet      *wallet
	// provider means that they log in at the identity provider instead of with their wallet.
	provider bool
}

// walletForms are the address as text and as bytes of events and transactions.
func (c *customer) walletForms() []string {
	return []string{strings.TrimPrefix(c.wallet.at.Hex(), "0x"), hex.EncodeToString(c.wallet.at.Bytes())}
}

// customer registers, fills in the profile, saves works, asks for a reminder and makes a public page.
func (b *bench) customer(t *testing.T, provider bool) *customer {
	t.Helper()
	tag := strings.Map(func(r rune) rune { return 'g' + r%16 }, uuid.NewString()[:8]) // letters that no hash has
	c := &customer{person: visitor(t, b.base), wallet: newWallet(t, b.running), first: "Zeb" + tag, last: "Quill" + tag, provider: provider}
	if provider {
		c.signIn("register", "ex"+tag+"@example.org", "a long password")
		c.verify(b.running)
	} else {
		c.Email = "ex" + tag + "@example.org"
		c.signInWith(t, c.wallet)
	}
	var mine profile
	c.post("/api/profiles", map[string]string{"name": c.first, "email": c.Email, "ownerId": c.Subject}, &mine)
	mine.FirstName, mine.LastName = c.first, c.last
	if err := c.call(http.MethodPut, "/api/profiles/"+mine.ID, mine, nil); err != nil {
		t.Fatal(err)
	}
	works := b.forSale(t, 0, 2)
	c.post("/api/favorites", map[string]any{"items": []map[string]any{{"kind": "artwork", "entryId": works[0]}, {"kind": "artwork", "entryId": works[1]}}}, nil)
	var drops struct {
		Data struct {
			Drops struct{ Items []struct{ ID string } }
		}
	}
	visitor(t, b.base).post("/graphql", map[string]any{"query": `{drops(filter:{status:[UPCOMING]}){items{id}}}`}, &drops)
	if len(drops.Data.Drops.Items) == 0 {
		t.Fatal("the demo has no upcoming drop, want one")
	}
	c.post("/api/reminders", map[string]any{"kind": "drop", "entryId": drops.Data.Drops.Items[0].ID}, nil)
	page := map[string]any{"name": "ex-" + tag, "displayName": c.first, "text": "Collected by " + c.last, "published": true}
	if err := c.call(http.MethodPut, "/api/collector-page", page, nil); err != nil {
		t.Fatal(err)
	}
	return c
}

// signInWith logs in with a wallet.
func (p *person) signInWith(t *testing.T, w *wallet) {
	t.Helper()
	message := p.siweMessage(w.at)
	signature, err := standins.SignMessage(w.key, message)
	if err != nil {
		t.Fatal(err)
	}
	var tokens struct{ AccessToken, RefreshToken string }
	p.post("/api/auth/siwe/verify", map[string]string{"message": message, "signature": signature}, &tokens)
	p.access, p.refresh, p.Subject = tokens.AccessToken, tokens.RefreshToken, claim(t, tokens.AccessToken, "sub")
}

// buy buys a work with ether from the person's wallet and returns the token.
func (c *customer) buy(t *testing.T, artwork string) string {
	t.Helper()
	held, err := c.hold(artwork)
	if err != nil {
		t.Fatal(err)
	}
	var q quoteView
	c.post("/api/checkouts/"+held.ID+"/ether", map[string]string{}, &q, key()...)
	hash, err := c.wallet.send(q, 0)
	if err != nil {
		t.Fatal(err)
	}
	c.post("/api/checkouts/"+held.ID+"/transactions", map[string]string{"hash": hash.Hex()}, nil)
	done := c.until(held.ID, 90*time.Second, "completed")
	// The invoice is made after the order is complete; the runbook waits for it.
	eventually(t, time.Minute, func() bool {
		return c.call(http.MethodGet, "/api/checkouts/"+held.ID+"/invoice.pdf", nil, new([]byte)) == nil
	})
	return *done.TokenID
}

func openBench(t *testing.T) *bench {
	t.Helper()
	in := insideOf(t)
	h, f := in.h, in.h.fleet
	b := &bench{running: in.running, commands: []personalCommands{
		commandsOf(h, "checkout", f.checkout, checkout.Export, checkout.Forget),
		commandsOf(h, "chainwatcher", f.chainwatcher, chainwatcher.Export, chainwatcher.Forget),
		commandsOf(h, "profiles", f.profiles, profiles.Export, profiles.Forget),
		commandsOf(h, "approvals", f.approvals, approvals.Export, approvals.Forget),
		commandsOf(h, "catalog", f.catalog, catalog.Export, catalog.Forget),
		commandsOf(h, "auth", f.auth, auth.Export, auth.Forget),
	}}
	databases := map[string]kit.Database{
		"checkout": f.checkout.Database, "chainwatcher": f.chainwatcher.Database, "profiles": f.profiles.Database,
		"approvals": f.approvals.Database, "catalog": f.catalog.Database, "auth": f.auth.Database,
	}
	for i, c := range b.commands {
		pool, err := pgxpool.New(t.Context(), databases[c.service].DatabaseURL)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(pool.Close)
		b.commands[i].pool = pool
	}
	return b
}

// TestPersonalDataEverywhere runs the runbook of personal data over one running system, and the same from a person's profile, for people
// who bought and saved works: one withdraws, one renounces the token in the vault, one deletes their account without staff.
func TestPersonalDataEverywhere(t *testing.T) {
	t.Parallel()
	b := openBench(t)
	work := b.forSale(t, 25, 1)[0]
	t.Run("runbook", func(t *testing.T) {
		t.Parallel()
		c := b.customer(t, true)
		token := c.buy(t, work)
		if _, err := output(t, func() error { return b.of("chainwatcher").forget("--check", c.Subject) }); err == nil || !strings.Contains(err.Error(), "is in the vault") {
			t.Errorf("forgetting the owner of a token in the vault: error = %v, want one that says so", err)
		}
		withdraw(t, b.running, c.person, c.wallet, token)
		b.apart(t, c)
		b.exported(t, c)
		b.forget(t, c)
		b.forgotten(t, c)
	})
	t.Run("runbook, with a wallet", func(t *testing.T) {
		t.Parallel()
		c := b.customer(t, false)
		c.buy(t, work)
		b.forget(t, c, "--give-up-tokens")
		b.forgotten(t, c)
	})
	t.Run("profile", func(t *testing.T) { t.Parallel(); b.deletesAccount(t, work) })
}

type dataRequestView struct {
	ID, Kind, State string
	Reasons         []string
}

// deletesAccount downloads a copy and deletes the account in the profile.
func (b *bench) deletesAccount(t *testing.T, work string) {
	c := b.customer(t, true)
	token := c.buy(t, work)
	c.signIn("login", c.Email, "a long password") // a recent login, however slow this machine is
	var started dataRequestView
	c.post("/api/auth/data-requests/export", map[string]string{}, &started)
	c.waitForMail(b.mailbox, "ready to download")
	var file []byte
	c.get("/api/auth/data-requests/"+started.ID+"/export.zip", &file)
	if text := unzipped(t, file); !strings.Contains(text, c.last) || !strings.Contains(text, c.Email) || !strings.Contains(strings.ToLower(text), strings.ToLower(c.wallet.at.Hex())) {
		t.Errorf("export of %d bytes, want the name, email address and wallet of %s in it", len(text), c.Email)
	}
	refused(t, b.member(t).call(http.MethodGet, "/api/auth/data-requests/"+started.ID+"/export.zip", nil, nil), 404, "not_found")

	var deletion struct {
		DataRequest *dataRequestView
		Reasons     []string
	}
	c.post("/api/auth/data-requests/deletion", map[string]string{}, &deletion)
	if deletion.DataRequest != nil || !slices.Contains(deletion.Reasons, "You have works in our vault. Withdraw them to your own wallet first.") {
		t.Errorf("deletion with a token in the vault = %+v, want only the reason to withdraw it first", deletion)
	}
	withdraw(t, b.running, c.person, c.wallet, token)
	c.signIn("login", c.Email, "a long password")
	eventually(t, time.Minute, func() bool { // events of the withdrawal reach the broker
		c.post("/api/auth/data-requests/deletion", map[string]string{}, &deletion)
		return deletion.DataRequest != nil
	})
	if deletion.DataRequest.State != "unconfirmed" {
		t.Errorf("request before the link = %+v, want unconfirmed", deletion.DataRequest)
	}
	_, link := c.waitForMail(b.mailbox, "confirm that we should delete")
	page, secret, _ := strings.Cut(link, "#")
	if page != b.base+"/en/account-deletion/" {
		t.Errorf("link in the email = %s, want %s/en/account-deletion/", page, b.base)
	}
	confirm := func() error {
		return visitor(t, b.base).call(http.MethodPost, "/api/auth/data-requests/link/confirm", map[string]string{}, nil, "Approval-Secret", secret)
	}
	if err := confirm(); err != nil {
		t.Fatal(err)
	}
	refused(t, confirm(), 404, "not_found")
	var list struct{ Items []dataRequestView }
	c.get("/api/auth/data-requests", &list)
	if len(list.Items) != 2 || list.Items[0].State != "waiting" {
		t.Errorf("requests after the link = %+v, want two, the first waiting", list.Items)
	}
	// Everything is deleted once before this state, and a second time a minute later, which the tests of auth prove.
	deleted := "clearing"
	if !testing.Short() {
		deleted = "done"
	}
	eventually(t, 6*time.Minute, func() bool {
		var state string
		err := b.of("auth").pool.QueryRow(t.Context(), `SELECT state FROM data_requests WHERE id = $1`, list.Items[0].ID).Scan(&state)
		return err == nil && (state == deleted || state == "done")
	})
	b.forgotten(t, c)
}

// unzipped returns the text of all files of a ZIP file.
func unzipped(t *testing.T, file []byte) string {
	t.Helper()
	archive, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for _, f := range archive.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(&text, io.LimitReader(r, 1<<20)); err != nil {
			t.Fatal(err)
		}
	}
	return text.String()
}

// apart checks that another account with the wallet that paid, gets refunds and received the token gets nothing of the person.
func (b *bench) apart(t *testing.T, c *customer) {
	t.Helper()
	stranger := visitor(t, b.base)
	stranger.signInWith(t, c.wallet)
	for _, s := range b.commands {
		text, err := output(t, func() error { return s.export(stranger.Subject, c.wallet.at.Hex()) })
		if err != nil {
			t.Fatal(err)
		}
		for _, word := range []string{c.Subject, c.first, c.last, c.Email} {
			if strings.Contains(text, word) {
				t.Errorf("the export of %s for another account with the wallet = %s, want nothing of %s", s.service, text, c.Subject)
				break
			}
		}
	}
	if _, err := output(t, func() error { return b.of("auth").forget(stranger.Subject) }); err != nil {
		t.Fatal(err)
	}
}

// exported checks step 3 of the runbook: the copy has what every database knows.
func (b *bench) exported(t *testing.T, c *customer) {
	t.Helper()
	for service, words := range map[string][]string{
		"checkout":     {c.first, c.last, c.Email, c.wallet.at.Hex()},
		"chainwatcher": {c.Email, c.wallet.at.Hex()},
		"profiles":     {c.first, c.last, c.Email},
		"approvals":    {c.Email, c.wallet.at.Hex()},
	} {
		text, err := output(t, func() error { return b.of(service).export(c.Subject) })
		if err != nil {
			t.Fatal(err)
		}
		for _, word := range words {
			if !strings.Contains(strings.ToLower(text), strings.ToLower(word)) {
				t.Errorf("the export of %s lacks %s, want it there", service, word)
			}
		}
	}
}

// forget does the steps 4, 6, 7 and 10 of the runbook.
func (b *bench) forget(t *testing.T, c *customer, chainwatcherArgs ...string) {
	t.Helper()
	name := c.wallet.at.Hex()
	if c.provider {
		name = c.Email
	}
	argsOf := func(service string, more ...string) []string {
		if service == "chainwatcher" {
			more = append(more, chainwatcherArgs...)
		}
		return append(more, c.Subject, name)
	}
	for _, s := range b.commands {
		eventually(t, time.Minute, func() bool {
			_, err := output(t, func() error { return s.forget(argsOf(s.service, "--check")...) })
			if err != nil {
				t.Logf("%s: %v", s.service, err)
			}
			return err == nil
		})
	}
	order := []string{"auth", "checkout", "profiles", "approvals", "chainwatcher", "catalog"}
	for range 2 {
		for _, service := range order {
			if _, err := output(t, func() error { return b.of(service).forget(argsOf(service)...) }); err != nil {
				t.Fatalf("%s forget: error = %v, want nil", service, err)
			}
		}
	}
	for _, service := range order {
		again, err := output(t, func() error { return b.of(service).forget(argsOf(service)...) })
		if err != nil || strings.ContainsAny(again, "123456789") {
			t.Errorf("%s: second erasure = %s, %v, want no counts", service, again, err)
		}
	}
}

// forgotten checks that the person's name, email and wallet are only where the runbook leaves them.
func (b *bench) forgotten(t *testing.T, c *customer) {
	t.Helper()
	for _, column := range b.holding(t, c.first, c.last) {
		if !slices.Contains(stays.names, column) {
			t.Errorf("%s still contains the person's name", column)
		}
	}
	for _, column := range b.holding(t, c.Email) {
		if !slices.Contains(stays.emails, column) {
			t.Errorf("%s still contains the person's email address", column)
		}
	}
	for _, column := range b.holding(t, c.walletForms()...) {
		if !slices.Contains(stays.wallets, column) {
			t.Errorf("%s still contains the person's wallet", column)
		}
	}
	if held := b.holding(t, c.last); !slices.Contains(held, "checkout.papers.buyer_name") {
		t.Errorf("columns with the name = %v, want checkout.papers.buyer_name among them", held)
	}
	if held := b.holding(t, c.walletForms()...); !slices.Contains(held, "chainwatcher.payments.payer") {
		t.Errorf("columns with the wallet = %v, want chainwatcher.payments.payer among them", held)
	}
	refused(t, c.call(http.MethodGet, "/api/checkouts", nil, nil), 401, "session_gone")
	b.invariants(t)
}
