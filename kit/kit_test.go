package kit

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

type settings struct {
	Common
	Wait   time.Duration `env:"WAIT" help:"a | wait"`
	Limit  int           `env:"LIMIT" help:"a limit"`
	Chains []int64       `env:"CHAINS" help:"chain ids"`
}

func (s *settings) Validate() error {
	return errors.Join(s.Common.Validate(), Required("LIMIT", s.Limit))
}

// keeping are the settings of a service that uses every part.
type keeping struct {
	Common
	Database
	Broker
	Site
	Mail
}

func (k *keeping) Validate() error {
	return errors.Join(k.Common.Validate(), k.Database.Validate(), k.Broker.Validate(), k.Site.Validate(), k.Mail.Validate())
}

// hush is a private key.
const hush = "MC4CAQAwBQYDK2VwBCIEIBBcZ6CFt6gEIrMoJp27fPZMdzMcvy8ElJ6S06uQ0WUw"

// keyed sets what every process needs.
func keyed(t *testing.T) {
	t.Helper()
	t.Setenv("SERVICE_KEY", hush)
	t.Setenv("PUBLIC_KEYS_FILE", "public-keys.json")
}

func TestLoadKeepsDefaults(t *testing.T) {
	t.Setenv("ADDR", "")
	keyed(t)
	t.Setenv("CHAINS", "1,100")
	cfg := settings{Common: Common{Addr: "127.0.0.1:1"}, Wait: time.Minute, Limit: 3, Chains: []int64{31337}}
	if err := Load(&cfg); err != nil {
		t.Fatal(err)
	}
	if cfg.Addr != "127.0.0.1:1" || cfg.Wait != time.Minute || string(cfg.ServiceKey) != hush || cfg.Limit != 3 || fmt.Sprint(cfg.Chains) != "[1 100]" {
		t.Errorf("Load() = %+v, want the values of the environment", cfg)
	}
}

func TestLoadReadsWhatEnvironReturns(t *testing.T) {
	want := settings{Common: Common{Addr: "127.0.0.1:1", ServiceKey: hush, PublicKeysFile: "k=1,2"}, Wait: 90 * time.Second, Limit: 7, Chains: []int64{1, 100}}
	for _, pair := range Environ(want) {
		name, value, _ := strings.Cut(pair, "=")
		t.Setenv(name, value)
	}
	got := settings{Common: Common{Addr: "127.0.0.1:2"}, Wait: time.Minute, Limit: 3, Chains: []int64{31337}}
	if err := Load(&got); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("Load() = %+v, %v, want %+v", got, err, want)
	}
}

func TestLoadReportsAllErrors(t *testing.T) {
	t.Setenv("WAIT", "soon")
	t.Setenv("SERVICE_KEY", "")
	err := Load(&settings{})
	if err == nil {
		t.Fatal("Load() without settings: error = nil, want one")
	}
	for _, want := range []string{`WAIT: "soon" is not a duration like 90s or 1h30m`, "SERVICE_KEY is required", "LIMIT is required"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("error = %q, want it to contain %q", err, want)
		}
	}
}

func TestEmbeddedSettingsReportErrors(t *testing.T) {
	for name, c := range map[string]struct {
		env  map[string]string
		want []string
	}{
		"nothing":         {nil, []string{"SERVICE_KEY is required", "DATABASE_URL is required", "NATS_URL is required", "PUBLIC_URL is required", "SMTP_URL is required", "MAIL_FROM is required"}},
		"a broken key":    {map[string]string{"SERVICE_KEY": hush[1:]}, []string{"SERVICE_KEY: not an Ed25519 private key"}},
		"a former key":    {map[string]string{"INTERNAL_KEY": "x"}, []string{"INTERNAL_KEY is no longer used: remove it and give each process its own SERVICE_KEY"}},
		"a site's path":   {map[string]string{"PUBLIC_URL": "https://gallery.example/shop"}, []string{"PUBLIC_URL"}},
		"mail's scheme":   {map[string]string{"SMTP_URL": "mail.example.org:25"}, []string{"SMTP_URL: "}},
		"mail's TLS":      {map[string]string{"SMTP_URL": "smtp://mail.example.org?tls=off"}, []string{"SMTP_URL: tls=off is not required, optional or none"}},
		"a word for GOGC": {map[string]string{"GOGC": "4OO"}, []string{"GOGC"}},
		"another format":  {map[string]string{"LOG_FORMAT": "xml"}, []string{`LOG_FORMAT: "xml" is neither json nor text`}},
		"another level":   {map[string]string{"LOG_LEVEL": "loud"}, []string{`LOG_LEVEL: "loud" is not debug, info, warn or error`}},
		"a grace":         {map[string]string{"SHUTDOWN_GRACE": "10"}, []string{`SHUTDOWN_GRACE: "10" is not a duration like 90s or 1h30m`}},
	} {
		t.Run(name, func(t *testing.T) {
			for k, v := range c.env {
				t.Setenv(k, v)
			}
			err := Load(&keeping{})
			for _, want := range c.want {
				if err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("error = %v, want it to contain %q", err, want)
				}
			}
		})
	}
	cfg := keeping{Common: Common{ServiceKey: hush, PublicKeysFile: "public-keys.json", GOGC: "off"}, Database: Database{DatabaseURL: "postgres://127.0.0.1/x"}, Broker: LocalBroker(), Site: LocalSite(), Mail: LocalMail()}
	if err := Load(&cfg); err != nil {
		t.Error(err)
	}
}

func TestSecretNeverPrints(t *testing.T) {
	s := Secret("hush")
	j, _ := json.Marshal(map[string]any{"k": s})
	var logged bytes.Buffer
	slog.New(slog.NewJSONHandler(&logged, nil)).Info("x", "k", s, "in", struct{ K Secret }{s})
	for _, out := range []string{fmt.Sprint(s), fmt.Sprintf("%v %+v %#v %s %q", s, s, s, s, s), string(j), logged.String(), fmt.Sprintf("%+v %#v", struct{ K Secret }{s}, struct{ K Secret }{s})} {
		if strings.Contains(out, "hush") {
			t.Errorf("output = %s, want no secret in it", out)
		}
	}
}

func TestWriteSettings(t *testing.T) {
	var b bytes.Buffer
	if err := WriteSettings(&b, Settings(settings{Common: Common{ServiceKey: "hush"}, Wait: time.Minute, Chains: []int64{1, 100}})); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"| `ADDR` |  | where it listens |", "| `WAIT` | `1m0s` | a \\| wait |", "| `SERVICE_KEY` | `***` |", "| `CHAINS` | `1,100` |", "LOG_FORMAT"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
}

type fake struct {
	run    func(context.Context) error
	slow   chan struct{}
	began  chan struct{}
	closed int
}

func (f *fake) Mount(mux *http.ServeMux) {
	mux.HandleFunc("GET /proto", func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, r.Proto) })
	mux.HandleFunc("GET /slow", func(w http.ResponseWriter, _ *http.Request) {
		f.began <- struct{}{}
		<-f.slow
		fmt.Fprint(w, "whole")
	})
}
func (f *fake) Run(ctx context.Context) error { return f.run(ctx) }
func (f *fake) Close() error                  { f.closed++; return nil }
func (f *fake) Extras() Extras                { return Extras{} }

func get(c *http.Client, url string) string {
	res, err := c.Get(url)
	if err != nil {
		return err.Error()
	}
	defer func() { _ = res.Body.Close() }()
	b, _ := io.ReadAll(res.Body)
	return string(b)
}

func TestHostServesBothProtocolsAndDrains(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	f := &fake{run: func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }, slow: make(chan struct{}), began: make(chan struct{}, 2)}
	addr, ended := make(chan string, 1), make(chan error, 1)
	go func() {
		ended <- Host(ctx, "x", Listen{Addr: "127.0.0.1:0", InternalAddr: "127.0.0.1:0", Ready: func(a string) { addr <- a }}, f, slog.New(slog.DiscardHandler))
	}()
	base := "http://" + <-addr
	if got := get(http.DefaultClient, base+"/proto"); got != "HTTP/1.1" {
		t.Errorf("by default the protocol is %q, want HTTP/1.1", got)
	}
	p := new(http.Protocols)
	p.SetUnencryptedHTTP2(true)
	h2c := &http.Client{Transport: &http.Transport{Protocols: p}}
	if got := get(h2c, base+"/proto"); got != "HTTP/2.0" {
		t.Errorf("without TLS an HTTP/2 client gets %q, want HTTP/2.0", got)
	}
	if got := get(http.DefaultClient, base+"/readyz"); got != "ok\n" {
		t.Errorf("/readyz = %q, want ok", got)
	}
	if err := healthcheck(ctx, strings.TrimPrefix(base, "http://")); err != nil {
		t.Error(err)
	}
	body := make(chan string, 2)
	for _, c := range []*http.Client{http.DefaultClient, h2c} {
		go func() { body <- get(c, base+"/slow") }()
		<-f.began
	}
	stop()
	select {
	case <-ended:
		t.Error("shutdown didn't wait for the running request")
	case <-time.After(50 * time.Millisecond):
	}
	close(f.slow)
	for range 2 {
		if got := <-body; got != "whole" {
			t.Errorf("slow response = %q, want all of it", got)
		}
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if f.closed != 1 {
		t.Errorf("Close was called %d times, want 1", f.closed)
	}
}

// troubled has a problem and adds a header to every response.
type troubled struct{ *fake }

func (troubled) Extras() Extras {
	return Extras{
		Problems: func(context.Context) []string { return []string{"chain 1: no new block for 3m0s"} },
		Wrap: func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("X-Wrapped", "yes")
				next.ServeHTTP(w, r)
			})
		},
	}
}

// TestReadinessNamesProblems: a service with problems stays ready and says what they are.
func TestReadinessNamesProblems(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	ready, ended := make(chan string, 1), make(chan error, 1)
	svc := troubled{&fake{run: func(ctx context.Context) error { <-ctx.Done(); return nil }}}
	go func() {
		ended <- Host(ctx, "x", Listen{Addr: "127.0.0.1:0", Ready: func(addr string) { ready <- addr }}, svc, slog.New(slog.DiscardHandler))
	}()
	res, err := http.Get("http://" + <-ready + "/readyz")
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK || string(body) != "ok\ndegraded: chain 1: no new block for 3m0s\n" || res.Header.Get("X-Wrapped") != "yes" {
		t.Errorf("%d %q %v %v; want 200 with the degraded part, wrapped", res.StatusCode, body, res.Header, err)
	}
	_ = res.Body.Close()
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

func TestHostEndsWithRunsError(t *testing.T) {
	for name, run := range map[string]func(context.Context) error{
		"error": func(context.Context) error { return errors.New("broken") },
		"panic": func(context.Context) error { panic("broken") },
	} {
		t.Run(name, func(t *testing.T) {
			f := &fake{run: run}
			err := Host(t.Context(), "x", Listen{Addr: "127.0.0.1:0"}, f, slog.New(slog.DiscardHandler))
			if err == nil || !strings.Contains(err.Error(), "broken") || f.closed != 1 {
				t.Errorf("Host() error = %v, want broken; closed %d times, want 1", err, f.closed)
			}
		})
	}
}

func TestRunCommands(t *testing.T) {
	keyed(t)
	t.Setenv("LIMIT", "1")
	var got []string
	open := func(context.Context, settings, *slog.Logger) (*fake, error) { return nil, errors.New("not opened") }
	commands := []Command[settings]{{Name: "migrate", Run: func(_ context.Context, cfg settings, _ *slog.Logger, args []string) error {
		got = append(args, string(cfg.ServiceKey))
		return nil
	}}}
	if code := run(t.Context(), "x", settings{}, open, commands, []string{"migrate", "now"}); code != 0 || fmt.Sprint(got) != "[now "+hush+"]" {
		t.Errorf("run(migrate now) = %d, want 0; the command got %v, want [now] and the key", code, got)
	}
	if code := run(t.Context(), "x", settings{}, open, commands, []string{"nonsense"}); code != 2 {
		t.Errorf("run(nonsense) = %d, want 2", code)
	}
	if code := run(t.Context(), "x", settings{}, open, commands, nil); code != 1 {
		t.Errorf("run() with a service that doesn't open = %d, want 1", code)
	}
	if code := run(t.Context(), "x", settings{}, open, commands, []string{"settings", "check"}); code != 0 {
		t.Errorf("run(settings check) with valid settings = %d, want 0", code)
	}
	// There is no database with dead letters.
	if code := run(t.Context(), "x", settings{}, open, commands, []string{"dead-letters"}); code != 2 {
		t.Errorf("run(dead-letters) without a database = %d, want 2", code)
	}
	// An unknown command is reported, whatever else is missing.
	t.Setenv("SERVICE_KEY", hush[1:])
	if code := run(t.Context(), "x", settings{}, open, commands, []string{"nonsense"}); code != 2 {
		t.Errorf("run(nonsense) without settings = %d, want 2", code)
	}
	if code := run(t.Context(), "x", settings{}, open, commands, []string{"settings", "check"}); code != 1 {
		t.Errorf("run(settings check) with a short key = %d, want 1", code)
	}
}

// A service's own default isn't an environment variable, so the Go runtime doesn't know it.
func TestGOGCOfADefault(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	keyed(t)
	t.Setenv("LIMIT", "1")
	for _, c := range []struct {
		def, env string
		want     int
	}{{"", "", 100}, {"400", "", 400}, {"400", "150", 150}} {
		t.Setenv("GOGC", c.env)
		debug.SetGCPercent(100)
		got := 0
		commands := []Command[settings]{{Name: "look", Run: func(context.Context, settings, *slog.Logger, []string) error {
			got = debug.SetGCPercent(100)
			return nil
		}}}
		open := func(context.Context, settings, *slog.Logger) (*fake, error) { return nil, errors.New("not opened") }
		if code := run(t.Context(), "x", settings{Common: Common{GOGC: c.def}}, open, commands, []string{"look"}); code != 0 || got != c.want {
			t.Errorf("default %q, environment %q: run(look) = %d, want 0; GOGC = %d, want %d", c.def, c.env, code, got, c.want)
		}
	}
}

// TestEmptySettings: an empty variable counts as not set, except where empty has a meaning.
func TestEmptySettings(t *testing.T) {
	type Embedded struct {
		Second string `env:"SECOND_ADDR" empty:"off"`
	}
	type config struct {
		Embedded
		First  string `env:"FIRST_ADDR"`
		Second string `env:"ART_ADDR" empty:"off"`
	}
	t.Setenv("FIRST_ADDR", "")
	t.Setenv("ART_ADDR", "")
	cfg := config{Embedded: Embedded{Second: "c"}, First: "a", Second: "b"}
	if err := Load(&cfg); err != nil || cfg.First != "a" || cfg.Second != "" || cfg.Embedded.Second != "c" {
		t.Errorf("%+v, %v; want a, an empty second value, and c in the embedded part", cfg, err)
	}
}

// TestADatabaseWithoutTables: a command says to migrate first.
func TestADatabaseWithoutTables(t *testing.T) {
	got := explain("catalog", fmt.Errorf("import: %w", &pgconn.PgError{Code: "42P01", Message: `relation "artists" does not exist`})).Error()
	if !strings.HasPrefix(got, "the database is not migrated: run `catalog migrate` first (import: ") {
		t.Errorf("a missing table is explained as %q, want the command that migrates", got)
	}
	if got := explain("catalog", io.EOF); !errors.Is(got, io.EOF) || got.Error() != "EOF" {
		t.Errorf("another error is explained as %q, want EOF unchanged", got)
	}
}

// TestCommandsWithoutMailNeedNoMailServer: a Job that runs one doesn't get the Secret with its password.
func TestCommandsWithoutMailNeedNoMailServer(t *testing.T) {
	keyed(t)
	for name, value := range map[string]string{"DATABASE_URL": "postgres://here", "NATS_URL": "nats://127.0.0.1", "PUBLIC_URL": "https://shop.example.org"} {
		t.Setenv(name, value)
	}
	nothing := func(context.Context, keeping, *slog.Logger, []string) error { return nil }
	commands := []Command[keeping]{{Name: "deploy", WithoutMail: true, Run: nothing}, {Name: "remind", Run: nothing}}
	open := func(context.Context, keeping, *slog.Logger) (Service, error) { return nil, errors.New("not served") }
	for name, want := range map[string]int{"deploy": 0, "remind": 1} {
		if code := run(t.Context(), "test", keeping{}, open, commands, []string{name}); code != want {
			t.Errorf("%s without SMTP_URL: code = %d, want %d", name, code, want)
		}
	}
}

func TestCommandsForTheDatabaseNeedNoOtherSettings(t *testing.T) {
	command := Command[keeping]{Name: "export", DatabaseOnly: true, Run: func(_ context.Context, cfg keeping, _ *slog.Logger, _ []string) error {
		if cfg.DatabaseURL != "postgres://here" {
			return errors.New("no database")
		}
		return nil
	}}
	open := func(context.Context, keeping, *slog.Logger) (Service, error) { return nil, errors.New("not served") }
	call := func() int {
		return run(t.Context(), "test", keeping{}, open, []Command[keeping]{command}, []string{"export", "somebody"})
	}
	if code := call(); code == 0 {
		t.Error("ran without a database, want an error")
	}
	t.Setenv("DATABASE_URL", "postgres://here")
	if code := call(); code != 0 {
		t.Errorf("run() with a database = %d, want 0", code)
	}
}

// TestMigrateNeedsTheOwnerOnly: a job that migrates has no other secret of the service.
func TestMigrateNeedsTheOwnerOnly(t *testing.T) {
	command := Migrate(func(_ context.Context, cfg keeping, _ *slog.Logger, _ []string) error {
		if cfg.MigrateDatabaseURL+cfg.DatabaseURL != "postgres://here" {
			return errors.New("no database")
		}
		return nil
	})
	open := func(context.Context, keeping, *slog.Logger) (Service, error) { return nil, errors.New("not served") }
	call := func() int {
		return run(t.Context(), "test", keeping{}, open, []Command[keeping]{command}, []string{"migrate"})
	}
	if code := call(); code == 0 {
		t.Error("ran without a database, want an error")
	}
	for _, setting := range []string{"MIGRATE_DATABASE_URL", "DATABASE_URL"} {
		t.Run(setting, func(t *testing.T) {
			t.Setenv(setting, "postgres://here")
			if code := call(); code != 0 {
				t.Errorf("run() with a database = %d, want 0", code)
			}
		})
	}
}

// TestNewKey: a process starts with what the command prints and writes, and a second key is added to the first.
func TestNewKey(t *testing.T) {
	file := filepath.Join(t.TempDir(), "public-keys.json")
	for range 2 {
		var out bytes.Buffer
		if err := newKey(&out, "checkout", file); err != nil {
			t.Fatal(err)
		}
		key, ok := strings.CutPrefix(strings.TrimSpace(out.String()), "SERVICE_KEY=")
		common := Common{ServiceKey: Secret(key), PublicKeysFile: file}
		if err := common.Validate(); err != nil || !ok {
			t.Fatalf("%q: %v, want a new key that is valid", out.String(), err)
		}
		if _, err := common.OpenKeys("checkout", slog.New(slog.DiscardHandler)); err != nil {
			t.Error(err)
		}
		if _, err := common.OpenKeys("auth", slog.New(slog.DiscardHandler)); err == nil {
			t.Error("auth started with checkout's key, want an error")
		}
	}
	if text, err := os.ReadFile(file); err != nil || strings.Count(string(text), `"OKP"`) != 2 {
		t.Errorf("%s, %v, want two keys", text, err)
	}
	open := func(context.Context, settings, *slog.Logger) (*fake, error) { return nil, errors.New("not opened") }
	if code := run(t.Context(), "checkout", settings{}, open, nil, []string{"key"}); code != 2 {
		t.Errorf("code %d without an argument, want 2", code)
	}
}
