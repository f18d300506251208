package profiles_test

import (
	"context"
	"crypto/ecdh"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"connectrpc.com/connect/v2"

	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/kit/testkit/pushserver"
	authv1 "github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1"
	profilesv1 "github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1"
	"github.com/vitrine/vitrine/services/profiles"
)

// Two private keys of P-256, as `openssl rand` makes them.
const (
	pushKey    = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
	oldPushKey = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
)

// pushService is a push service with a fault: the next calls get a status instead.
type pushService struct {
	*pushserver.Server
	url           string
	status, after atomic.Int32
	calls         atomic.Int32
}

func newPushService(t *testing.T) *pushService {
	t.Helper()
	p := &pushService{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p.calls.Add(1)
		if status := p.status.Load(); status != 0 {
			if after := p.after.Load(); after != 0 {
				w.Header().Set("Retry-After", fmt.Sprint(after))
			}
			w.WriteHeader(int(status))
			return
		}
		p.ServeHTTP(w, r)
	}))
	t.Cleanup(s.Close)
	p.url, p.Server = s.URL, pushserver.New(s.URL)
	return p
}

// browser is a browser that has subscribed.
type browser struct {
	*pushserver.Browser
	subscription, endpoint, key string
}

func withPush(cfg *profiles.Config) { cfg.PushKeys, cfg.PushLocal = pushKey, true }

// publicKey returns the key that browsers subscribe with.
func (h *fixture) publicKey(ctx context.Context) string {
	h.t.Helper()
	res, err := h.push.GetPush(ctx, &profilesv1.GetPushRequest{})
	if err != nil {
		h.t.Fatal(err)
	}
	return res.GetPublicKey()
}

func (h *fixture) browser(ctx context.Context, p *pushService) *browser {
	h.t.Helper()
	keys, err := pushserver.NewBrowser()
	if err != nil {
		h.t.Fatal(err)
	}
	b := &browser{Browser: keys, key: h.publicKey(ctx)}
	b.subscription, b.endpoint = p.Subscribe(b.key)
	return b
}

func (h *fixture) savePush(ctx context.Context, b *browser) (*profilesv1.Push, error) {
	return h.push.SavePushSubscription(ctx, &profilesv1.SavePushSubscriptionRequest{
		Endpoint: b.endpoint, P256Dh: b.P256DH(), Auth: b.Auth(), PublicKey: b.key,
	})
}

// subscribed adds a browser of the caller.
func (h *fixture) subscribed(ctx context.Context, p *pushService) *browser {
	h.t.Helper()
	b := h.browser(ctx, p)
	if _, err := h.savePush(ctx, b); err != nil {
		h.t.Fatal(err)
	}
	return b
}

// count returns the number of rows of a table.
func (h *fixture) count(table string) (n int) {
	h.t.Helper()
	if err := h.pool.QueryRow(h.t.Context(), "SELECT count(*) FROM "+table).Scan(&n); err != nil {
		h.t.Fatal(err)
	}
	return n
}

// arrived waits for a message and returns it as the browser reads it.
func (h *fixture) arrived(p *pushService, b *browser) (m pushserver.Message, text map[string]string) {
	h.t.Helper()
	testkit.Eventually(h.t, 30*time.Second, func() bool { return len(p.Messages(b.subscription)) > 0 })
	all := p.Messages(b.subscription)
	if len(all) != 1 {
		h.t.Fatalf("%d messages, want one", len(all))
	}
	plain, err := b.Decrypt(all[0].Body)
	if err != nil {
		h.t.Fatal(err)
	}
	if err := json.Unmarshal(plain, &text); err != nil {
		h.t.Fatal(err)
	}
	return all[0], text
}

// TestPushBesideTheEmail: each browser of a person gets one notification when a drop opens, and nobody else does.
func TestPushBesideTheEmail(t *testing.T) {
	t.Parallel()
	p := newPushService(t)
	h := setup(t, withPush)
	_, ann := h.person("ann@example.org")
	_, bob := h.person("bob@example.org")
	phone, desktop, other := h.subscribed(ann, p), h.subscribed(ann, p), h.subscribed(bob, p)
	opens := h.clock.Now().Add(time.Hour)
	h.drop(7, "upcoming", opens)
	if _, err := h.remind(ann, "drop", 7); err != nil {
		t.Fatal(err)
	}
	h.drop(7, "live", opens)
	for _, b := range []*browser{phone, desktop} {
		m, text := h.arrived(p, b)
		if m.TTL <= 86000 || m.TTL > 86400 || m.Urgency != "normal" || len(m.Topic) != 32 || len(m.Body) != 4096 {
			t.Errorf("message = ttl %d, urgency %q, topic %q, %d bytes, want about 86400, normal, 32 characters, 4096", m.TTL, m.Urgency, m.Topic, len(m.Body))
		}
		if text["title"] != "Night Work is open" || text["path"] != "/en/drops/night-work-7/" || text["tag"] != m.Topic || text["body"] == "" || text["picture"] != "/assets/cover.webp" {
			t.Errorf("notification = %v, want Night Work is open at /en/drops/night-work-7/ with a text, a cover and tag %s", text, m.Topic)
		}
	}
	if len(h.mails("reminder", "ann@example.org")) != 1 {
		t.Errorf("%d emails queued, want 1", len(h.mails("reminder", "ann@example.org")))
	}
	// Nothing waits, and nothing is sent again.
	testkit.Eventually(t, 10*time.Second, func() bool { return h.count("push_messages") == 0 })
	h.checked()
	if len(p.Messages(phone.subscription)) != 1 || len(p.Messages(other.subscription)) != 0 {
		t.Errorf("%d messages to the phone, %d to another person, want 1 and none", len(p.Messages(phone.subscription)), len(p.Messages(other.subscription)))
	}
	// The job holds a number only.
	var args string
	if err := h.pool.QueryRow(t.Context(), `SELECT args::text FROM river_job WHERE kind = 'push' LIMIT 1`).Scan(&args); err != nil || strings.ContainsAny(args, "@/") {
		t.Errorf("args of the job = %s, %v, want no address or endpoint", args, err)
	}
}

// TestPushOfTheWaitingList: a person whose emails are off gets no notification.
func TestPushOfTheWaitingList(t *testing.T) {
	t.Parallel()
	p := newPushService(t)
	h := setup(t, withPush, func(c *profiles.Config) { c.EditionFreeFor = 0 })
	_, ann := h.person("ann@example.org")
	_, bob := h.person("bob@example.org")
	b, off := h.subscribed(ann, p), h.subscribed(bob, p)
	h.artwork(3, false)
	for _, who := range []context.Context{ann, bob} {
		if _, err := h.remind(who, "artwork", 3); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := h.settings.SetEmailSetting(bob, &profilesv1.SetEmailSettingRequest{Kind: "waiting_list"}); err != nil {
		t.Fatal(err)
	}
	h.artwork(3, true)
	if _, text := h.arrived(p, b); text["title"] != "Slow Tide is available again" || text["path"] != "/en/artworks/slow-tide-3/" {
		t.Errorf("notification = %v, want Slow Tide is available again at /en/artworks/slow-tide-3/", text)
	}
	if len(p.Messages(off.subscription)) != 0 {
		t.Errorf("%d notifications to a person whose emails are off, want none", len(p.Messages(off.subscription)))
	}
}

// TestPushServiceWithFaults: a push service that is down or busy gets the message later, once; a subscription that is gone is removed, and
// a refusal is final.
func TestPushServiceWithFaults(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		status, after     int32
		subscriptions     int
		arrives, discards bool
		long              bool
	}{
		"down":       {status: 500, subscriptions: 1, arrives: true},
		"busy":       {status: 429, after: 1, subscriptions: 1, arrives: true, long: true},
		"gone":       {status: 410},
		"not there":  {status: 404, long: true},
		"refused":    {status: 403, subscriptions: 1, discards: true},
		"redirected": {status: 302, subscriptions: 1, discards: true, long: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if test.long {
				testkit.Long(t)
			}
			p := newPushService(t)
			h := setup(t, withPush)
			_, ann := h.person("ann@example.org")
			b := h.subscribed(ann, p)
			p.status.Store(test.status)
			p.after.Store(test.after)
			opens := h.clock.Now().Add(time.Hour)
			h.drop(7, "upcoming", opens)
			if _, err := h.remind(ann, "drop", 7); err != nil {
				t.Fatal(err)
			}
			h.drop(7, "live", opens)
			testkit.Eventually(t, 30*time.Second, func() bool { return p.calls.Load() > 0 })
			p.status.Store(0)
			testkit.Eventually(t, 30*time.Second, func() bool { return h.count("push_messages") == 0 })
			if got := len(p.Messages(b.subscription)); (got == 1) != test.arrives || got > 1 {
				t.Errorf("%d messages arrived, want one = %t", got, test.arrives)
			}
			if got := h.count("push_subscriptions"); got != test.subscriptions {
				t.Errorf("%d subscriptions, want %d", got, test.subscriptions)
			}
			// What failed is stored and logged: it must not name the endpoint, which is a secret.
			var failures string
			testkit.Eventually(t, 10*time.Second, func() bool {
				err := h.pool.QueryRow(t.Context(), `SELECT coalesce(string_agg(array_to_string(errors, ''), ''), '') FROM river_job WHERE kind = 'push' AND state <> 'running'`).Scan(&failures)
				return err == nil && (!test.discards || failures != "")
			})
			if strings.Contains(failures, b.subscription) || test.discards && !strings.Contains(failures, "rejected the message") {
				t.Errorf("errors of the job = %s, want no endpoint, and a rejected message = %t", failures, test.discards)
			}
		})
	}
}

// TestPushSubscriptions: who has a browser, and how many.
func TestPushSubscriptions(t *testing.T) {
	t.Parallel()
	p := newPushService(t)
	h := setup(t, withPush)
	annID, ann := h.person("ann@example.org")
	_, bob := h.person("bob@example.org")
	b := h.browser(ann, p)
	for range 2 {
		res, err := h.savePush(ann, b)
		if err != nil || len(res.GetSubscriptions()) != 1 || !res.GetSubscriptions()[0].GetThisSession() {
			t.Fatalf("%v, %v, want one of this session", res, err)
		}
	}
	// Another session of the account knows it by its id and takes it over by saving it.
	again := identity.With(t.Context(), &identity.Principal{Subject: annID, SessionID: id.New()})
	res, err := h.push.GetPush(again, &profilesv1.GetPushRequest{})
	if err != nil || len(res.GetSubscriptions()) != 1 || res.GetSubscriptions()[0].GetThisSession() {
		t.Errorf("%v, %v, want one of another session", res, err)
	}
	one := res.GetSubscriptions()[0].GetId()

	// Somebody who knows the endpoint can't take the browser away; the browser itself can be another account's.
	thief := h.browser(bob, p)
	thief.endpoint = b.endpoint
	_, err = h.savePush(bob, thief)
	h.want(err, connect.CodeInvalidArgument, "invalid", "endpoint")
	if _, err := h.push.RemovePushSubscription(bob, &profilesv1.RemovePushSubscriptionRequest{Id: one}); err != nil || h.count("push_subscriptions") != 1 {
		t.Errorf("removal by another account: error = %v, %d subscriptions, want nil and 1", err, h.count("push_subscriptions"))
	}
	if res, err := h.savePush(bob, b); err != nil || len(res.GetSubscriptions()) != 1 || h.count("push_subscriptions") != 1 {
		t.Errorf("%v, %v, want the browser to be the other account's", res, err)
	}
	for range 2 {
		if _, err := h.push.RemovePushSubscription(bob, &profilesv1.RemovePushSubscriptionRequest{Id: one}); err != nil || h.count("push_subscriptions") != 0 {
			t.Errorf("removal: error = %v, %d subscriptions, want nil and none", err, h.count("push_subscriptions"))
		}
	}

	// The eleventh browser replaces the one that was saved first.
	var first *browser
	for range 11 {
		h.clock.Advance(time.Second)
		if next := h.subscribed(ann, p); first == nil {
			first = next
		}
	}
	var there bool
	if err := h.pool.QueryRow(t.Context(), `SELECT EXISTS (SELECT FROM push_subscriptions WHERE endpoint = $1)`, first.endpoint).Scan(&there); err != nil || there || h.count("push_subscriptions") != 10 {
		t.Errorf("%d browsers, the first one is there = %t, %v, want 10 and false", h.count("push_subscriptions"), there, err)
	}
	_, err = h.pool.Exec(t.Context(), `INSERT INTO push_subscriptions SELECT encode(sha256('https://x.example'), 'hex'), account_id, session_id, 11, 'https://x.example', p256dh, auth, public_key, now()
		FROM push_subscriptions LIMIT 1`)
	if err == nil || !strings.Contains(err.Error(), "push_subscriptions_slot_check") {
		t.Errorf("inserting an eleventh browser: error = %v, want check push_subscriptions_slot_check", err)
	}
}

// TestPushEndsWithTheSession: a logout removes what that session saved, with its pending notifications.
func TestPushEndsWithTheSession(t *testing.T) {
	t.Parallel()
	p := newPushService(t)
	h := setup(t, withPush)
	annID, ann := h.person("ann@example.org")
	stays := identity.With(t.Context(), &identity.Principal{Subject: annID, SessionID: id.New()})
	h.subscribed(ann, p)
	h.subscribed(stays, p)
	who, _ := identity.From(ann)
	if _, err := h.pool.Exec(t.Context(), `INSERT INTO push_messages (subscription_id, key, payload, expires_at) SELECT id, 'k', '{}', now() FROM push_subscriptions`); err != nil {
		t.Fatal(err)
	}
	h.event(&authv1.SessionsEnded{AccountId: annID, SessionIds: []string{who.SessionID}, Reason: "logout"})
	h.consumed(1)
	res, err := h.push.GetPush(stays, &profilesv1.GetPushRequest{})
	if err != nil || len(res.GetSubscriptions()) != 1 || !res.GetSubscriptions()[0].GetThisSession() || h.count("push_messages") != 1 {
		t.Errorf("%v, %v with %d messages, want what the other session saved", res, err, h.count("push_messages"))
	}
}

// TestPushKeys: without a key there are no notifications; with a new one, browsers of the old one still get theirs while it is kept.
func TestPushKeys(t *testing.T) {
	t.Parallel()
	p := newPushService(t)
	h := setup(t, func(c *profiles.Config) { c.PushKeys, c.PushLocal = pushKey+","+oldPushKey, true })
	_, ann := h.person("ann@example.org")
	b := h.browser(ann, p)
	stale := *b
	stale.key = "BEl62iUYgUivxIkv69yViEuiBIa-Ib9-SkvMeAtA3LFgDzkrxZJjSgSnfckjBJuBkr3qBUYIHBQFLXYp5Nksh8U"
	_, err := h.savePush(ann, &stale)
	h.want(err, connect.CodeInvalidArgument, "invalid", "endpoint")
	// A browser that subscribed before the key was replaced.
	if _, err := h.savePush(ann, b); err != nil {
		t.Fatal(err)
	}
	h.oldKey(p, b)
	opens := h.clock.Now().Add(time.Hour)
	h.drop(7, "upcoming", opens)
	if _, err := h.remind(ann, "drop", 7); err != nil {
		t.Fatal(err)
	}
	h.drop(7, "live", opens)
	h.arrived(p, b)

	// A subscription ends when the gallery removes its key.
	forgotten := h.subscribed(ann, p)
	if _, err := h.pool.Exec(t.Context(), `UPDATE push_subscriptions SET public_key = $2 WHERE endpoint = $1`, forgotten.endpoint, stale.key); err != nil {
		t.Fatal(err)
	}
	h.drop(8, "upcoming", opens)
	if _, err := h.remind(ann, "drop", 8); err != nil {
		t.Fatal(err)
	}
	h.drop(8, "live", opens)
	testkit.Eventually(t, 30*time.Second, func() bool { return h.count("push_subscriptions") == 1 && len(p.Messages(b.subscription)) == 2 })
	if len(p.Messages(forgotten.subscription)) != 0 {
		t.Errorf("%d messages with a key that the browser doesn't know, want none", len(p.Messages(forgotten.subscription)))
	}
}

// oldKey lets a browser have subscribed with the second key of PUSH_KEYS.
func (h *fixture) oldKey(p *pushService, b *browser) {
	h.t.Helper()
	before := b.endpoint
	b.key = publicOf(h.t, oldPushKey)
	b.subscription, b.endpoint = p.Subscribe(b.key)
	_, err := h.pool.Exec(h.t.Context(), `UPDATE push_subscriptions SET public_key = $1, endpoint = $2::text, id = encode(sha256(convert_to($2::text, 'UTF8')), 'hex') WHERE endpoint = $3`,
		b.key, b.endpoint, before)
	if err != nil {
		h.t.Fatal(err)
	}
}

// TestPushOff: a gallery without keys sends no notifications, and reminders work.
func TestPushOff(t *testing.T) {
	t.Parallel()
	p := newPushService(t)
	h := setup(t)
	_, ann := h.person("ann@example.org")
	if got := h.publicKey(ann); got != "" {
		t.Errorf("public key = %q, want none", got)
	}
	b := h.browser(ann, p)
	b.key = publicOf(t, pushKey)
	_, err := h.savePush(ann, b)
	h.want(err, connect.CodeFailedPrecondition, "push_off")
	_, err = h.push.GetPush(t.Context(), &profilesv1.GetPushRequest{})
	if connect.CodeOf(err) != connect.CodeUnauthenticated {
		t.Errorf("without a login: error = %v, want unauthenticated", err)
	}
	cfg := profiles.Default()
	cfg.PushKeys = kit.Secret(pushKey + ",not-a-key")
	if err := cfg.Validate(); err == nil || !strings.Contains(err.Error(), "PUSH_KEYS: key 2:") || strings.Contains(err.Error(), "not-a-key") {
		t.Errorf("Validate = %v, want the problem with the second key without the key itself", err)
	}
}

// TestPushOnlyToPublicAddresses: without PUSH_LOCAL, a subscription must be at https, at a name.
func TestPushOnlyToPublicAddresses(t *testing.T) {
	t.Parallel()
	p := newPushService(t)
	h := setup(t, func(c *profiles.Config) { c.PushKeys = pushKey })
	_, ann := h.person("ann@example.org")
	b := h.browser(ann, p)
	for _, endpoint := range []string{
		b.endpoint, "http://push.example/x", "https://127.0.0.1/x", "https://[::1]/x", "https://169.254.169.254/latest", "https://localhost/x",
		"https://postgres/x", "https://push.example:8443/x", "https://user@push.example/x", "https://push.example/x#y", "ftp://push.example/x", "x",
	} {
		b.endpoint = endpoint
		_, err := h.savePush(ann, b)
		h.want(err, connect.CodeInvalidArgument, "invalid", "endpoint")
	}
	b.endpoint = "https://updates.push.example/wpush/v2/x"
	if _, err := h.savePush(ann, b); err != nil {
		t.Error(err)
	}
}

func publicOf(t *testing.T, private string) string {
	t.Helper()
	raw, err := base64.RawURLEncoding.DecodeString(private)
	if err != nil {
		t.Fatal(err)
	}
	key, err := ecdh.P256().NewPrivateKey(raw)
	if err != nil {
		t.Fatal(err)
	}
	return base64.RawURLEncoding.EncodeToString(key.PublicKey().Bytes())
}
