package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/vitrine/vitrine/deploy/onebox/probe"
	"github.com/vitrine/vitrine/kit/subprocess"
	"github.com/vitrine/vitrine/kit/testkit"
)

// TestMain runs many tests in parallel: they mostly wait for blocks, mails and periodic jobs.
func TestMain(m *testing.M) {
	flag.Parse()
	if err := flag.Set("test.parallel", "12"); err != nil {
		panic(err)
	}
	status := m.Run()
	endShared()
	os.Exit(status)
}

// eventually polls ten times a second, because many tests share two cores.
func eventually(t testing.TB, within time.Duration, fn func() bool) {
	t.Helper()
	for deadline := time.Now().Add(within); !fn(); {
		if time.Now().After(deadline) {
			t.Fatalf("condition not met within %s", within)
		}
		<-time.After(100 * time.Millisecond)
	}
}

// running is an instance in a separate process, so that it can be killed.
type running struct {
	t       testing.TB
	binary  string
	env     []string
	process *subprocess.Process

	base, mailbox, chain, observe string
	data                          string
	services                      int // the first port of services
}

// reserved are the ports of the instances of running tests. An instance listens on some of its ports a minute after they were chosen.
var reserved = struct {
	sync.Mutex
	ports map[int]bool
}{ports: map[int]bool{}}

// offset finds free ports for an instance, below those of outgoing connections, and reserves them until the test ends.
func offset(t testing.TB) int {
	t.Helper()
	reserved.Lock()
	defer reserved.Unlock()
	for range 100 {
		s := defaults()
		s.Offset = 10_000 + rand.IntN(12_000)
		if err := s.Validate(); err != nil {
			t.Fatal(err)
		}
		s.Split, s.Observe = true, true // some tests start replicas
		ports := slices.Collect(maps.Keys(s.listens()))
		if slices.ContainsFunc(ports, func(port int) bool { return reserved.ports[port] }) || s.free() != nil {
			continue
		}
		for _, port := range ports {
			reserved.ports[port] = true
		}
		t.Cleanup(func() {
			reserved.Lock()
			defer reserved.Unlock()
			for _, port := range ports {
				delete(reserved.ports, port)
			}
		})
		return s.Offset
	}
	t.Fatal("no free ports, want one range")
	return 0
}

// builtProgram names a program that is built already.
const builtProgram = "ONEBOX_TEST_PROGRAM"

// program builds onebox once for all tests, with the race detector if the tests have it.
var program = func() func(testing.TB) string {
	var mu sync.Mutex
	var path string
	return func(t testing.TB) string {
		t.Helper()
		mu.Lock()
		defer mu.Unlock()
		if path == "" {
			path = os.Getenv(builtProgram)
		}
		if path == "" {
			built := filepath.Join(dataFolder(lasting{t}), "onebox")
			build := exec.Command("go", "build", "-ldflags=-w", "-o", built, fmt.Sprintf("-race=%t", testkit.RaceDetector()), ".")
			if err := subprocess.Run(build); err != nil {
				t.Fatalf("build: error = %v, want nil", err)
			}
			path = built
		}
		return path
	}
}()

// open starts an instance and returns when it shows its works.
func open(t testing.TB, env ...string) *running {
	t.Helper()
	r := newRunning(t, env...)
	r.start()
	return r
}

// newRunning returns an instance that isn't started. It stops with the test.
func newRunning(t testing.TB, env ...string) *running {
	t.Helper()
	dir := dataFolder(t)
	shift := offset(t)
	r := &running{t: t, binary: program(t), base: address(8080 + shift), mailbox: address(8025 + shift), chain: address(8545 + shift), data: dir, services: defaults().ServicePort + shift, observe: address(defaults().ObservePort + shift)}
	r.env = append(os.Environ(), "VITRINE_DATA="+dir, fmt.Sprintf("PORT_OFFSET=%d", shift), "SITE=false", "RENDITION_WORKERS=0", "SNAPSHOT=true", "ADMIT_ALL=true")
	// Each process writes the races that the detector finds in it to a file.
	r.env = append(r.env, "GORACE=log_path="+filepath.Join(dir, "race"))
	r.env = append(r.env, env...)
	t.Cleanup(func() {
		if r.process == nil {
			return
		}
		r.end(syscall.SIGTERM)
		races, _ := filepath.Glob(filepath.Join(dir, "race.*"))
		for _, path := range races {
			report, _ := os.ReadFile(path)
			t.Errorf("%s", report)
		}
		if t.Failed() {
			log, _ := os.ReadFile(filepath.Join(dir, "vitrine.log"))
			t.Logf("%s\nthe end of the log:\n%s", r.process.LastOutput(), log[max(0, len(log)-12000):])
		}
	})
	return r
}

// folders is the prefix of the names of data folders, before the id of the process.
const folders = "vitrine-test-data-"

// removeDead removes the data of test processes that were killed.
var removeDead = sync.OnceFunc(func() {
	left, _ := filepath.Glob(filepath.Join(os.TempDir(), folders+"*"))
	for _, dir := range left {
		pid, _, _ := strings.Cut(strings.TrimPrefix(filepath.Base(dir), folders), "-")
		if id, err := strconv.Atoi(pid); err == nil && errors.Is(syscall.Kill(id, 0), syscall.ESRCH) {
			_ = os.RemoveAll(dir)
		}
	}
})

// dataFolder returns an empty folder, which is removed with the test. Postgres runs as another user and must be able to enter it.
func dataFolder(t testing.TB) string {
	t.Helper()
	removeDead()
	dir, err := os.MkdirTemp("", fmt.Sprintf("%s%d-", folders, os.Getpid()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

// service returns the address of a service, bypassing the gateway.
func (r *running) service(n int) string { return "http://" + local(r.services+n) }

func (r *running) start() {
	r.t.Helper()
	r.launch()
	if err := probe.Wait(context.Background(), r.base+"/api/config", 2*time.Minute, r.process.Done()); err != nil {
		r.t.Fatalf("start: error = %v, want nil\n%s", err, r.process.LastOutput())
	}
	eventually(r.t, time.Minute, func() bool {
		var res struct {
			Data struct {
				Artworks struct{ TotalCount int }
			}
		}
		// Until the catalog serves, the gateway returns 503.
		err := visitor(r.t, r.base).call(http.MethodPost, "/graphql", map[string]any{"query": `{artworks{totalCount}}`}, &res)
		return err == nil && res.Data.Artworks.TotalCount > 0
	})
}

// launch starts the process, which ends with this one.
func (r *running) launch() {
	r.t.Helper()
	cmd := exec.Command(r.binary)
	cmd.Env = r.env
	var err error
	if r.process, err = subprocess.Start(cmd, syscall.SIGKILL, nil); err != nil {
		r.t.Fatal(err)
	}
}

func (r *running) end(sig syscall.Signal) {
	if r.process != nil {
		r.process.Signal(sig)
		<-r.process.Done()
	}
}

// together runs fn n times at the same time, and ends the test if one of them failed. Without that, the test would go on with what is missing and
// panic, which ends all tests of the package.
func together(t testing.TB, n int, fn func(i int)) {
	t.Helper()
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { fn(i) })
	}
	all.Wait()
	if t.Failed() {
		t.FailNow()
	}
}

// only returns the single element of a response's list, and ends the test if it has none or more.
func only[T any](t testing.TB, list []T) T {
	t.Helper()
	if len(list) != 1 {
		t.Fatalf("response with %d elements, want 1: %+v", len(list), list)
	}
	return list[0]
}

// person is a user with a browser's cookies and, once signed in, an access token.
type person struct {
	t              testing.TB
	base           string
	http           *http.Client
	access         string
	refresh        string
	Email, Subject string
}

func visitor(t testing.TB, base string) *person {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &person{t: t, base: base, http: &http.Client{Jar: jar, Timeout: 30 * time.Second}}
}

// failure is the one error shape of the interface.
type failure struct {
	Status  int
	Code    string            `json:"code"`
	Message string            `json:"message"`
	Details map[string]string `json:"details"`
}

func (f *failure) Error() string { return fmt.Sprintf("%d %s: %s", f.Status, f.Code, f.Message) }

// call returns an error for everything but 2xx; the body of an error must have the one shape.
func (p *person) call(method, path string, body, into any, headers ...string) error {
	p.t.Helper()
	var send io.Reader
	if body != nil {
		data, err := json.Marshal(body)
		if err != nil {
			p.t.Fatal(err)
		}
		send = bytes.NewReader(data)
	}
	req, err := http.NewRequest(method, p.base+path, send)
	if err != nil {
		p.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	if p.access != "" {
		req.Header.Set("Authorization", "Bearer "+p.access)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	res, err := p.http.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		return err
	}
	if res.StatusCode/100 != 2 {
		if method == http.MethodHead { // without a body
			return &failure{Status: res.StatusCode}
		}
		var body struct {
			Error *failure `json:"error"`
		}
		if err := json.Unmarshal(data, &body); err != nil || body.Error == nil || body.Error.Code == "" || body.Error.Message == "" {
			return fmt.Errorf("%s %s: %d without the error shape: %s", method, path, res.StatusCode, data)
		}
		body.Error.Status = res.StatusCode
		return body.Error
	}
	switch out := into.(type) {
	case nil:
		return nil
	case *[]byte:
		*out = data
		return nil
	default:
		return json.Unmarshal(data, into)
	}
}

func (p *person) post(path string, body, into any, headers ...string) {
	p.t.Helper()
	if err := p.call(http.MethodPost, path, body, into, headers...); err != nil {
		p.t.Fatalf("POST %s: error = %v, want nil", path, err)
	}
}

func (p *person) get(path string, into any) {
	p.t.Helper()
	if err := p.call(http.MethodGet, path, nil, into); err != nil {
		p.t.Fatalf("GET %s: error = %v, want nil", path, err)
	}
}

func key() []string { return []string{"Idempotency-Key", uuid.NewString()} }

func refused(t testing.TB, err error, status int, code string) {
	t.Helper()
	var f *failure
	if !errors.As(err, &f) || f.Status != status || f.Code != code {
		t.Errorf("got %v, want %d %s", err, status, code)
	}
}

var hidden = regexp.MustCompile(`name="request" value="([^"]+)"`)

// signIn walks through the identity provider's pages as a browser does.
func (p *person) signIn(screen, email, password string) {
	p.t.Helper()
	res, err := p.http.Get(p.base + "/api/auth/login?redirect=%2Fen%2Fprofile%2F&screen=" + screen)
	if err != nil {
		p.t.Fatal(err)
	}
	page, _ := io.ReadAll(res.Body)
	res.Body.Close()
	m := hidden.FindSubmatch(page)
	if m == nil {
		p.t.Fatalf("%s has no form, want one: %s", res.Request.URL, page)
	}
	form := url.Values{"request": {string(m[1])}, "email": {email}, "password": {password}}
	target := *res.Request.URL
	target.Path, target.RawQuery = "/"+screen, ""
	stop := *p.http
	var fragment string
	stop.CheckRedirect = func(r *http.Request, _ []*http.Request) error {
		if strings.HasPrefix(r.URL.Path, "/en/login") {
			fragment = r.URL.Fragment
			return http.ErrUseLastResponse
		}
		return nil
	}
	res, err = stop.PostForm(target.String(), form)
	if err != nil {
		p.t.Fatal(err)
	}
	body, _ := io.ReadAll(res.Body)
	res.Body.Close()
	values, err := url.ParseQuery(fragment)
	if err != nil || values.Get("code") == "" {
		p.t.Fatalf("after signing in: %d %q, want a code: %s", res.StatusCode, fragment, body)
	}
	var tokens struct{ AccessToken, RefreshToken string }
	p.post("/api/auth/session", map[string]string{"code": values.Get("code")}, &tokens)
	p.access, p.refresh, p.Email = tokens.AccessToken, tokens.RefreshToken, email
	p.Subject = claim(p.t, p.access, "sub")
}

func claim(t testing.TB, token, name string) string {
	t.Helper()
	_, part, _ := strings.Cut(token, ".")
	part, _, _ = strings.Cut(part, ".")
	data, err := decodeBase64(part)
	if err != nil {
		t.Fatal(err)
	}
	var claims map[string]any
	if err := json.Unmarshal(data, &claims); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint(claims[name])
}

// refreshTokens fetches new tokens, as a page does every few minutes.
func (p *person) refreshTokens() {
	p.t.Helper()
	var tokens struct{ AccessToken, RefreshToken string }
	p.access = p.refresh
	p.get("/api/auth/tokens", &tokens)
	if p.access, p.refresh = tokens.AccessToken, tokens.RefreshToken; p.access == "" || p.refresh == "" {
		p.t.Error("a refresh returned no tokens, want two")
	}
}

var mailLink = regexp.MustCompile(`https?://\S+`)

// waitForMail waits for a mail to the person whose subject contains the words, and returns its text and first link.
func (p *person) waitForMail(mailbox, subject string) (text, link string) {
	p.t.Helper()
	eventually(p.t, 30*time.Second, func() bool {
		var list struct {
			Messages []struct {
				ID, Subject string
				To          []struct{ Address string }
			} `json:"messages"`
		}
		box := visitor(p.t, mailbox)
		if err := box.call(http.MethodGet, "/api/v1/messages?limit=500", nil, &list); err != nil {
			return false
		}
		for _, m := range list.Messages {
			if len(m.To) != 1 || m.To[0].Address != p.Email || !strings.Contains(strings.ToLower(m.Subject), strings.ToLower(subject)) {
				continue
			}
			var full struct{ Text string }
			box.get("/api/v1/message/"+m.ID, &full)
			text, link = full.Text, mailLink.FindString(full.Text)
			return true
		}
		return false
	})
	return text, link
}

// member returns a person who may buy: registered, verified, with a completed profile.
func (r *running) member(t testing.TB) *person {
	t.Helper()
	p := visitor(t, r.base)
	p.signIn("register", "buyer-"+uuid.NewString()[:8]+"@example.org", "a long password")
	p.verify(r)
	p.complete()
	return p
}

func (p *person) verify(r *running) {
	p.t.Helper()
	_, link := p.waitForMail(r.mailbox, "verify")
	u, err := url.Parse(link)
	if err != nil {
		p.t.Fatal(err)
	}
	// Opening the link, as scanners do, verifies nothing.
	res, err := p.http.Get(link)
	if err != nil {
		p.t.Fatal(err)
	}
	res.Body.Close()
	res, err = p.http.PostForm(u.Scheme+"://"+u.Host+u.Path, url.Values{"token": {u.Query().Get("token")}})
	if err != nil {
		p.t.Fatal(err)
	}
	res.Body.Close()
	if res.StatusCode != http.StatusOK {
		p.t.Fatalf("verification: %s, want 200", res.Status)
	}
	// Whether the address is verified is read from the provider, at most every few seconds.
	eventually(p.t, 30*time.Second, func() bool {
		var users []struct {
			Verified bool `json:"email_verified"`
		}
		p.get("/api/auth/auth0/user", &users)
		return len(users) == 1 && users[0].Verified
	})
}

type profile struct {
	ID                 string  `json:"_id"`
	Name               string  `json:"name"`
	Email              string  `json:"email"`
	OwnerID            string  `json:"ownerId"`
	FirstName          string  `json:"firstName"`
	LastName           string  `json:"lastName"`
	IsProfileCompleted bool    `json:"isProfileCompleted"`
	Avatar             *avatar `json:"avatar"`
}

type avatar struct {
	URL           string `json:"url"`
	Width, Height int
}

func (p *person) complete() {
	p.t.Helper()
	var list []profile
	p.get("/api/profiles?ownerId="+p.Subject, &list)
	if len(list) == 0 {
		var created profile
		p.post("/api/profiles", map[string]string{"name": "Ada", "email": p.Email, "ownerId": p.Subject}, &created)
		list = append(list, created)
	}
	mine := only(p.t, list)
	mine.FirstName, mine.LastName = "Ada", "Byron"
	var saved profile
	if err := p.call(http.MethodPut, "/api/profiles/"+mine.ID, mine, &saved); err != nil {
		p.t.Fatal(err)
	}
	if !saved.IsProfileCompleted || saved.OwnerID != p.Subject {
		p.t.Fatalf("profile = %+v, want a completed one of %s", saved, p.Subject)
	}
}

type checkoutView struct {
	ID, Status, Reason, PaymentMethod string
	ArtworkID                         string `json:"artworkId"`
	EditionNumber                     int32
	Price                             struct{ Amount string }
	ExpiresAt                         time.Time
	TokenID                           *string `json:"tokenId"`
	TransactionHash                   *string `json:"transactionHash"`
}

func (p *person) hold(artwork string) (checkoutView, error) {
	p.t.Helper()
	var c checkoutView
	err := p.call(http.MethodPost, "/api/checkouts", map[string]string{"artworkId": artwork, "termsVersion": "test"}, &c, key()...)
	return c, err
}

func (p *person) until(id string, within time.Duration, states ...string) checkoutView {
	p.t.Helper()
	var c checkoutView
	deadline := time.Now().Add(within)
	for time.Now().Before(deadline) {
		if err := p.call(http.MethodGet, "/api/checkouts/"+id, nil, &c); err == nil {
			if slices.Contains(states, c.Status) {
				return c
			}
		}
		<-time.After(100 * time.Millisecond)
	}
	p.t.Fatalf("checkout %s is %s (%s), want %v", id, c.Status, c.Reason, states)
	return c
}

// payByCard opens the provider's page and returns the status of its reply.
func (p *person) payByCard(id, number string) int {
	p.t.Helper()
	var card struct {
		RedirectURL string `json:"redirectUrl"`
	}
	p.post("/api/checkouts/"+id+"/card", map[string]string{}, &card, key()...)
	return p.fillCard(card.RedirectURL, number)
}

func (p *person) fillCard(page, number string) int {
	p.t.Helper()
	stop := *p.http
	stop.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	res, err := stop.PostForm(page, url.Values{"number": {number}, "expiry": {"12/34"}, "cvc": {"123"}})
	if err != nil {
		p.t.Fatal(err)
	}
	res.Body.Close()
	return res.StatusCode
}

// forSale returns the ids of count works with free editions, of the given edition size (0 for any), cheapest first.
func (r *running) forSale(t testing.TB, size, count int) []string {
	t.Helper()
	var res struct {
		Data struct {
			Artworks struct{ Items []struct{ ID string } }
		}
		Errors []any
	}
	filter := "availability:[AVAILABLE]"
	if size > 0 {
		filter += ",editionSize:{min:" + strconv.Itoa(size) + ",max:" + strconv.Itoa(size) + "}"
	}
	visitor(t, r.base).post("/graphql", map[string]any{"query": `{artworks(filter:{` + filter + `},sort:PRICE_ASC){items{id}}}`}, &res)
	if len(res.Data.Artworks.Items) < count {
		t.Fatalf("%d works for sale, want %d: %v", len(res.Data.Artworks.Items), count, res.Errors)
	}
	var out []string
	for _, a := range res.Data.Artworks.Items[:count] {
		out = append(out, a.ID)
	}
	return out
}

func (r *running) invariants(t testing.TB) {
	t.Helper()
	var inv map[string]any
	visitor(t, r.base).get("/api/invariants", &inv)
	if fmt.Sprint(inv["violations"]) != "0" {
		t.Errorf("invariants = %v, want 0 violations", inv)
	}
}
