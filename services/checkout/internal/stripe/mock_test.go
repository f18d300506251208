package stripe_test

import (
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/subprocess"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
	"github.com/vitrine/vitrine/services/checkout/internal/stripe"
)

// stripeMock is Stripe's own mock server: it checks every request against the published OpenAPI description.
const stripeMock = "github.com/stripe/stripe-mock@v0.197.0"

var listening = regexp.MustCompile(`Listening for HTTP at address: (\S+)`)

// mock builds the mock server and starts it. It is run as a program instead of imported as a package, so that its
// dependencies don't become ours.
func mock(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	build := exec.Command("go", "install", stripeMock)
	build.Dir = dir
	build.Env = append(os.Environ(), "GOBIN="+dir, "GOWORK=off", "GOFLAGS=", "CGO_ENABLED=0")
	if err := subprocess.Run(build); err != nil {
		t.Fatalf("%v: error = %v, want nil", build.Args, err)
	}
	run, err := subprocess.Start(exec.Command(filepath.Join(dir, "stripe-mock"), "-http-addr", "127.0.0.1:0", "-https-addr", "127.0.0.1:0"), syscall.SIGKILL, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(run.Kill)
	var found []string
	testkit.Eventually(t, 30*time.Second, func() bool {
		found = listening.FindStringSubmatch(run.LastOutput())
		return found != nil
	})
	return "http://" + found[1]
}

// TestShapes makes each call once against Stripe's published API description. The responses are fixtures, so the test only
// checks the shape of the requests and that the responses can be read.
func TestShapes(t *testing.T) {
	t.Parallel()
	url := mock(t)
	cards := stripe.New(url, "sk_test_123", "", "https://vitrine.example")
	c := order.Checkout{ID: "c1", Edition: 3, EditionSize: 25}
	c.Artwork.Slug, c.Artwork.Title, c.Artwork.ArtistName, c.Artwork.ImageURL = "untitled-42", "Untitled", "Vera Molnár", "/assets/x.webp"
	c.Price.Amount, c.Price.Currency, c.Buyer.Email = 125_000, "USD", "a@example.org"
	for name, call := range map[string]func() error{
		"create a session": func() error {
			_, err := cards.Open(t.Context(), purchase.Session{ID: "s1", EndsAt: time.Now().Add(time.Hour)}, c)
			return err
		},
		"expire a session":   func() error { return cards.Expire(t.Context(), "cs_1") },
		"retrieve a session": func() error { _, err := cards.Session(t.Context(), "cs_1"); return err },
		"retrieve a payment": func() error { _, err := cards.Payment(t.Context(), "pi_1", true); return err },
		"refund a payment": func() error {
			_, err := cards.Refund(t.Context(), purchase.Refund{ID: "r1", Amount: c.Price}, "pi_1")
			return err
		},
		"list refunds":       func() error { _, err := cards.Refunds(t.Context(), "pi_1"); return err },
		"look for a dispute": func() error { _, err := cards.Disputed(t.Context(), "pi_1"); return err },
	} {
		t.Run(name, func(t *testing.T) {
			if err := call(); err != nil {
				t.Errorf("error = %v, want nil", err)
			}
		})
	}
	// The mock server does reject what the description doesn't contain.
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url+"/v1/refunds", strings.NewReader("payment_intent=pi_1&nonsense=1"))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer sk_test_123")
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	if res.StatusCode != http.StatusBadRequest {
		t.Errorf("the response to an unknown parameter was %d, want 400", res.StatusCode)
	}
}
