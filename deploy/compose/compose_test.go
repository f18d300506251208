// Package compose proves docker-compose.yml, deploy/kubernetes and deploy/observability without a Docker engine or a cluster: files are
// loaded as their tools would load them, and each of our services validates the settings that it gets.
package compose

import (
	"context"
	"crypto/ed25519"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/compose-spec/compose-go/v2/cli"
	"github.com/compose-spec/compose-go/v2/types"
)

const root = "../.."

// site are the settings of the frontend's image and of Node, besides the frontend's own settings.
var site = []string{"HOSTNAME", "PORT", "NODE_ENV", "INTERNAL_ADDR"}

// left are the settings that the compose file doesn't pass, because the image sets them or the default is right. It passes all others, so a
// new setting needs a decision.
var left = map[string][]string{
	"":     {"ADDR", "INTERNAL_ADDR", "TLS_CERT_FILE", "TLS_KEY_FILE", "TLS_CA_FILE", "GRPC_REFLECTION", "ADMIT_ALL", "CLOCK_OFFSET", "ALLOW_CLOCK_OFFSET", "GOGC", "LOG_FORMAT", "SHUTDOWN_GRACE"},
	"auth": {"LANGUAGES", "STEP_UP_WINDOW", "DELETION_PAUSE"},
	"checkout": {
		"CARD_SESSION_LIFE", "RECONCILE_EVERY", "SETTLED_DAYS", "SETTLED_EVERY", "COMPARE_EVERY", "OVERDUE_CARD", "OVERDUE_CHAIN", "OVERDUE_MINT",
		"OVERDUE_REFUND", "OVERDUE_REVIEW",
	},
	"profiles": {"REMINDERS_EVERY", "EDITION_FREE_FOR", "PUSH_LOCAL"},
	// CONTENT_FOLDER watches a folder while someone edits it; here content is imported.
	"catalog": {
		"ARTIST_LINK_WAIT", "COUNT_AGE", "CONTENT_FOLDER", "GRAPHQL_DEPTH", "GRAPHQL_COST", "GRAPHQL_ALIASES", "GRAPHQL_DIRECTIVES", "GRAPHQL_CACHE", "GRAPHQL_TOKENS", "GRAPHQL_FIELDS", "GRAPHQL_REPEATED",
		"GRAPHQL_BODY", "GRAPHQL_INTROSPECTION", "GRAPHQL_SUGGESTIONS", "MADE_CACHE_DIR",
	},
	// DEPLOYER_KEY is for one command and never in a running service; FIRST_PRICE_USD is for the local chain. make-env.sh makes new keys, so
	// development keys needn't be allowed. The files for a signer's TLS need a separate mount.
	"chainwatcher": {"ALLOW_DEVELOPMENT_KEYS", "SIGNER_CA_FILE", "SIGNER_CERT_FILE", "SIGNER_KEY_FILE", "DEPLOYER_KEY", "FIRST_PRICE_USD", "PRICE_REFRESH", "BUMP_AFTER", "RESEND_AFTER", "IN_FLIGHT", "CATCH_UP_BATCH"},
	// The release that the footer shows is BUILD_ID's.
	"gateway": {"VERSION", "SITE_ADDR"},
}

// address is the setting that the examples leave empty, because invoices must not have an invented address.
const address = "SELLER_ADDRESS=Ringstraße 1, 1010 Wien\n"

// load reads a project as `docker compose` would, after make-env.sh and with a seller's address.
func load(t *testing.T, files ...string) *types.Project {
	t.Helper()
	return loadWith(t, "", files...)
}

// made is what make-env.sh printed. It runs openssl some seventy times, so tests that only read the project share it.
var made struct {
	sync.Mutex
	env []byte
}

// loadWith adds lines to .env.
func loadWith(t *testing.T, lines string, files ...string) *types.Project {
	t.Helper()
	made.Lock()
	if made.env == nil {
		made.env = makeEnv(t, t.TempDir())
	}
	env := slices.Clone(made.env)
	made.Unlock()
	file := filepath.Join(t.TempDir(), ".env")
	if err := os.WriteFile(file, append(env, address+lines...), 0o600); err != nil {
		t.Fatal(err)
	}
	p, err := project(file, files...)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// project reads Compose files with the settings of an .env file.
func project(env string, files ...string) (*types.Project, error) {
	paths := make([]string, len(files))
	for i := range files {
		paths[i] = filepath.Join(root, files[i])
	}
	opts, err := cli.NewProjectOptions(paths, cli.WithWorkingDirectory(root), cli.WithEnvFiles(env), cli.WithDotEnv,
		cli.WithProfiles([]string{"demo"}), cli.WithResolvedPaths(true))
	if err != nil {
		return nil, err
	}
	return opts.LoadProject(context.Background())
}

// TestTheSellersAddressIsFilledIn: a copy of the example doesn't start, because its invoices would name a false address.
func TestTheSellersAddressIsFilledIn(t *testing.T) {
	file := filepath.Join(t.TempDir(), ".env")
	if err := os.WriteFile(file, makeEnv(t, t.TempDir()), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := project(file, "docker-compose.yml"); err == nil || !strings.Contains(err.Error(), "SELLER_ADDRESS") {
		t.Errorf("without an address: error = %v, want one that names SELLER_ADDRESS", err)
	}
}

// makeEnv returns what make-env.sh prints. The public keys go to dir.
func makeEnv(t *testing.T, dir string) []byte {
	t.Helper()
	cmd := exec.Command("./make-env.sh")
	cmd.Env = append(os.Environ(), "PUBLIC_KEYS_DIR="+dir, "POSTGRES_KEY_DIR="+dir)
	env, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return env
}

// TestKeyPairs: make-env.sh gives each process its own key, whose public key is in the file that all of them read.
func TestKeyPairs(t *testing.T) {
	dir := t.TempDir()
	env := makeEnv(t, dir)
	text, err := os.ReadFile(filepath.Join(dir, "public-keys.json"))
	if err != nil {
		t.Fatal(err)
	}
	var sets map[string]struct {
		Keys []struct{ Kty, Crv, X string }
	}
	if err := json.Unmarshal(text, &sets); err != nil {
		t.Fatal(err)
	}
	processes, services := 0, load(t, "docker-compose.yml").Services
	for name, s := range services {
		if module(s) == "" || once(name) {
			continue
		}
		processes++
		line := regexp.MustCompile(`(?m)^` + strings.ToUpper(name) + `_SERVICE_KEY=(.+)$`).FindSubmatch(env)
		if line == nil {
			t.Errorf("%s has no key", name)
			continue
		}
		der, err := base64.StdEncoding.DecodeString(string(line[1]))
		if err != nil {
			t.Fatal(err)
		}
		parsed, err := x509.ParsePKCS8PrivateKey(der)
		private, ok := parsed.(ed25519.PrivateKey)
		if err != nil || !ok {
			t.Fatalf("%s: key = %T, %v, want ed25519.PrivateKey", name, parsed, err)
		}
		want := base64.RawURLEncoding.EncodeToString(private[32:])
		if keys := sets[name].Keys; len(keys) != 1 || keys[0].Kty != "OKP" || keys[0].Crv != "Ed25519" || keys[0].X != want {
			t.Errorf("%s: public keys %v, want %s", name, keys, want)
		}
		if !slices.ContainsFunc(s.Volumes, func(v types.ServiceVolumeConfig) bool { return v.Target == "/public-keys" && v.ReadOnly }) {
			t.Errorf("%s can't read the public keys", name)
		}
		for other, o := range services {
			if other != name && o.Environment["SERVICE_KEY"] != nil && *o.Environment["SERVICE_KEY"] == *s.Environment["SERVICE_KEY"] {
				t.Errorf("%s has the key of %s", other, name)
			}
		}
	}
	if processes != 7 || len(sets) != processes {
		t.Errorf("%d processes and %d sets of keys, want 7", processes, len(sets))
	}
}

func once(name string) bool { return strings.HasSuffix(name, "-migrate") || name == "media-owner" }

// module returns the folder of one of our services, or "".
func module(s types.ServiceConfig) string {
	if s.Build == nil || s.Build.Args["SERVICE"] == nil {
		return ""
	}
	return *s.Build.Args["SERVICE"]
}

func TestEveryContainerIsHardened(t *testing.T) {
	for name, s := range load(t, "docker-compose.yml").Services {
		if !s.ReadOnly || !slices.Contains(s.CapDrop, "ALL") || !slices.Contains(s.SecurityOpt, "no-new-privileges:true") {
			t.Errorf("%s: not read-only, or has capabilities or may gain privileges", name)
		}
		if s.MemLimit < 128<<20 {
			t.Errorf("%s: memory limit = %d bytes, want at least %d", name, s.MemLimit, 128<<20)
		}
		if len(s.CapAdd) > 0 && name != "media-owner" {
			t.Errorf("%s: adds the capabilities %v, want none", name, s.CapAdd)
		}
		if s.Privileged || s.NetworkMode == "host" {
			t.Errorf("%s: shares the host", name)
		}
		for _, v := range s.Volumes {
			if v.Type == types.VolumeTypeBind && !v.ReadOnly {
				t.Errorf("%s: mounts the host's %s writable", name, v.Source)
			}
		}
		if s.Build == nil && !regexp.MustCompile(`:v?\d+\.\d+\.\d+|:\d+\.\d+-`).MatchString(s.Image) {
			t.Errorf("%s: %s is not an exact version", name, s.Image)
		}
		if (len(s.Ports) > 0) != (name == "gateway") {
			t.Errorf("%s: %d published ports, want only the gateway to have one", name, len(s.Ports))
		}
	}
}

func TestServicesRestartAndOthersEnd(t *testing.T) {
	for name, s := range load(t, "docker-compose.yml").Services {
		checked := s.HealthCheck != nil && !s.HealthCheck.Disable && len(s.HealthCheck.Test) > 1
		if once(name) {
			if s.Restart != "no" {
				t.Errorf("%s: restart %q, want no", name, s.Restart)
			}
			continue
		}
		if s.Restart != "unless-stopped" || !checked {
			t.Errorf("%s: restart %q, health check %v, want unless-stopped and one", name, s.Restart, s.HealthCheck)
		}
	}
}

func TestMigrationsComeFirst(t *testing.T) {
	p := load(t, "docker-compose.yml")
	for name, s := range p.Services {
		m := module(s)
		if m == "" || m == "gateway" || once(name) {
			continue
		}
		if s.DependsOn[name+"-migrate"].Condition != types.ServiceConditionCompletedSuccessfully {
			t.Errorf("%s doesn't depend on its migrations", name)
		}
		migrate := p.Services[name+"-migrate"]
		if module(migrate) != m || !slices.Equal(migrate.Command, []string{"migrate"}) || len(migrate.Environment) != 1 {
			t.Errorf("%s-migrate runs %v with %d settings, want `%s migrate` with one", name, migrate.Command, len(migrate.Environment), name)
		}
		password := p.Services["postgres"].Environment[strings.ToUpper(name)+"_DB_OWNER_PASSWORD"]
		owner := migrate.Environment["MIGRATE_DATABASE_URL"]
		if password == nil || owner == nil || !strings.HasPrefix(*owner, "postgres://"+name+"_owner:"+*password+"@postgres:5432/"+name+"?sslmode=verify-full&") {
			t.Errorf("%s-migrate doesn't migrate as the owner of the tables", name)
		}
		if password != nil && slices.ContainsFunc(environ(s), func(one string) bool { return strings.Contains(one, *password) }) {
			t.Errorf("%s has the password of the owner of its tables", name)
		}
		if migrate.DependsOn["postgres"].Condition != types.ServiceConditionHealthy {
			t.Errorf("%s-migrate doesn't depend on the database", name)
		}
	}
}

func environ(s types.ServiceConfig) []string {
	var out []string
	for name, value := range s.Environment {
		if value != nil {
			out = append(out, name+"="+*value)
		}
	}
	slices.Sort(out)
	return out
}

func TestDockerfilesAndModulesExist(t *testing.T) {
	for name, s := range load(t, "docker-compose.yml").Services {
		if s.Build == nil {
			continue
		}
		if _, err := os.Stat(filepath.Join(s.Build.Context, s.Build.Dockerfile)); err != nil {
			t.Errorf("%s: error = %v, want nil", name, err)
		}
		if m := module(s); m != "" {
			if _, err := os.Stat(filepath.Join(root, m, "go.mod")); err != nil {
				t.Errorf("%s: error = %v, want nil", name, err)
			}
		}
	}
}

// TestTheInternalNetworkHasNoInternet checks the networks: everything that stores data is only reachable from inside.
func TestTheInternalNetworkHasNoInternet(t *testing.T) {
	p := load(t, "docker-compose.yml")
	if !p.Networks["inside"].Internal || !p.Networks["pictures"].Internal {
		t.Error("the networks inside and pictures aren't internal")
	}
	// What opens untrusted bytes reaches nothing that stores data.
	if networks := p.Services["render"].Networks; len(networks) != 1 || !slices.Equal(slices.Sorted(maps.Keys(networks)), []string{"pictures"}) {
		t.Errorf("render is on %v, want the network pictures only", networks)
	}
	for name, s := range p.Services {
		if _, has := s.Networks["pictures"]; has && !slices.Contains([]string{"render", "catalog", "profiles", "gateway", "checkout", "chainwatcher"}, strings.TrimSuffix(name, "-migrate")) {
			t.Errorf("%s is on the network of render", name)
		}
	}
	for _, name := range []string{"postgres", "nats", "redis", "mailpit", "catalog", "frontend", "anvil"} {
		if _, out := p.Services[name].Networks["outside"]; out {
			t.Errorf("%s isn't only on the internal network", name)
		}
	}
}

// TestServicesAcceptTheirSettings runs the binaries: they list the settings that they know, and validate these.
func TestServicesAcceptTheirSettings(t *testing.T) {
	for name, s := range load(t, "docker-compose.yml").Services {
		m := module(s)
		if m == "" || once(name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			program := build(t, m)
			if !static(t, program) {
				t.Error("it needs a loader and libraries that its image does not have")
			}
			known := settings(t, program)
			for setting := range s.Environment {
				if !slices.Contains(known, setting) {
					t.Errorf("it has no setting %s", setting)
				}
			}
			mayLack := append(slices.Clone(left[""]), left[name]...)
			if slices.Contains(known, "DATABASE_URL") {
				mayLack = append(mayLack, "MIGRATE_DATABASE_URL") // of migrations only
			}
			for _, setting := range known {
				if _, passed := s.Environment[setting]; !passed && !slices.Contains(mayLack, setting) {
					t.Errorf("%s is neither passed nor listed as left to its default", setting)
				}
			}
			for _, setting := range mayLack {
				if _, passed := s.Environment[setting]; passed || !slices.Contains(known, setting) {
					t.Errorf("%s is listed as left out but is passed or unknown", setting)
				}
			}
			accepts(t, program, environ(s))
		})
	}
}

func TestTheSiteKnowsItsSettings(t *testing.T) {
	known := append(slices.Clone(site), siteSettings(t)...)
	for setting := range load(t, "docker-compose.yml").Services["frontend"].Environment {
		if !slices.Contains(known, setting) {
			t.Errorf("the site has no setting %s", setting)
		}
	}
	passed := load(t, "docker-compose.yml").Services["frontend"].Environment
	for _, setting := range known[len(site):] {
		if _, ok := passed[setting]; !ok && !slices.Contains(site, setting) {
			t.Errorf("the site's %s is not passed", setting)
		}
	}
}

// matches returns what the group of a pattern matches in a text, sorted and each once.
func matches(pattern string, text []byte) []string {
	var out []string
	for _, m := range regexp.MustCompile(pattern).FindAllSubmatch(text, -1) {
		out = append(out, string(m[1]))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// TestTheExampleNamesEverySetting compares .env.example with the settings in the compose file, both ways, because operators read only the
// first.
func TestTheExampleNamesEverySetting(t *testing.T) {
	example, err := os.ReadFile(".env.example")
	if err != nil {
		t.Fatal(err)
	}
	compose, err := os.ReadFile(filepath.Join(root, "docker-compose.yml"))
	if err != nil {
		t.Fatal(err)
	}
	listed, asked := matches(`(?m)^([A-Z0-9_]+)=`, example), matches(`\$\{([A-Z0-9_]+)`, compose)
	for _, name := range asked {
		if !slices.Contains(listed, name) {
			t.Errorf("%s is in docker-compose.yml only", name)
		}
	}
	for _, name := range listed {
		if !slices.Contains(asked, name) {
			t.Errorf("%s is in .env.example only", name)
		}
	}
}

// TestRecordingsHaveAVolume: the root is read-only, so the folder that .env.example names must be a volume that the gateway's user may write
// to. TestNamesReachTheirNode checks that the gateway has a node of the chain on which names are resolved.
func TestNamesReachTheirNode(t *testing.T) {
	value := func(s types.ServiceConfig, name string) string {
		if v := s.Environment[name]; v != nil {
			return *v
		}
		return ""
	}
	p := loadWith(t, "\nENS_REGISTRY=0xA\nENS_RPC_URL=https://node.example\n", "docker-compose.yml")
	if got, want := value(p.Services["gateway"], "ETH_RPC_URLS"), "31337=http://anvil:8545,1=https://node.example"; got != want {
		t.Errorf("ETH_RPC_URLS = %q, want %q", got, want)
	}
	if got := value(p.Services["chainwatcher"], "ENS_RPC_URLS"); got != "https://node.example" {
		t.Errorf("ENS_RPC_URLS = %q, want https://node.example", got)
	}
	if got, want := value(load(t, "docker-compose.yml").Services["gateway"], "ETH_RPC_URLS"), "31337=http://anvil:8545"; got != want {
		t.Errorf("without names: ETH_RPC_URLS = %q, want %q", got, want)
	}
}

func TestRecordingsHaveAVolume(t *testing.T) {
	example, err := os.ReadFile(".env.example")
	if err != nil {
		t.Fatal(err)
	}
	p := load(t, "docker-compose.yml")
	target := regexp.MustCompile(`Recordings of visitors who agreed: (/\w+) is a volume`).FindSubmatch(example)
	if target == nil {
		t.Fatal(".env.example doesn't document where recordings are stored")
	}
	has := func(s types.ServiceConfig) bool {
		return slices.ContainsFunc(s.Volumes, func(v types.ServiceVolumeConfig) bool {
			return v.Type == types.VolumeTypeVolume && v.Source == "recordings" && v.Target == string(target[1]) && !v.ReadOnly
		})
	}
	if !has(p.Services["gateway"]) || !has(p.Services["media-owner"]) || !slices.Contains(p.Services["media-owner"].Command, string(target[1])) {
		t.Errorf("%s isn't a volume of the gateway owned by its user", target[1])
	}
}

// TestEveryDatabaseIsMade compares the databases that services name with those of the init script.
func TestEveryDatabaseIsMade(t *testing.T) {
	script, err := os.ReadFile("postgres/init.sh")
	if err != nil {
		t.Fatal(err)
	}
	p := load(t, "docker-compose.yml")
	for name, s := range p.Services {
		url := s.Environment["DATABASE_URL"]
		if url == nil || once(name) {
			continue
		}
		password := p.Services["postgres"].Environment[strings.ToUpper(name)+"_DB_PASSWORD"]
		if password == nil || !strings.HasPrefix(*url, "postgres://"+name+":"+*password+"@postgres:5432/"+name+"?sslmode=verify-full&sslrootcert=/public-keys/postgres.crt") {
			t.Errorf("%s: does not use a separate database and user over TLS", name)
		}
		if !regexp.MustCompile(`for service in [a-z ]*\b` + name + `\b`).Match(script) {
			t.Errorf("%s: the init script doesn't create its database", name)
		}
	}
}

// TestPostgresSpeaksTLS: make-env.sh makes a certificate for the name that services connect to, and Postgres rejects connections without
// TLS.
func TestPostgresSpeaksTLS(t *testing.T) {
	dir := t.TempDir()
	makeEnv(t, dir)
	pair, err := tls.LoadX509KeyPair(filepath.Join(dir, "postgres.crt"), filepath.Join(dir, "postgres.key"))
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AddCert(pair.Leaf)
	if _, err := pair.Leaf.Verify(x509.VerifyOptions{DNSName: "postgres", Roots: roots}); err != nil {
		t.Error(err)
	}
	s := load(t, "docker-compose.yml").Services["postgres"]
	if command := strings.Join(s.Command, " "); !strings.Contains(command, "-c ssl=on") {
		t.Errorf("command of postgres = %s, want -c ssl=on", command)
	}
	script, err := os.ReadFile("postgres/init.sh")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(script), "s/^host all all all/hostssl all all all/") {
		t.Error("postgres accepts connections without TLS, want hostssl only")
	}
}

// TestErrorReportsLeaveTheHost: with the file for it, every process of ours reaches the service in SENTRY_DSN.
func TestErrorReportsLeaveTheHost(t *testing.T) {
	for name, s := range load(t, "docker-compose.yml", "deploy/compose/error-reporting.yml").Services {
		if _, out := s.Networks["outside"]; !out && s.Build != nil && !once(name) && name != "render" { // it has no way out
			t.Errorf("%s can't reach it", name)
		}
	}
}

// TestPurgesLeaveTheHost: with the file for a CDN, the frontend reaches it.
func TestPurgesLeaveTheHost(t *testing.T) {
	if _, out := load(t, "docker-compose.yml", "deploy/compose/cdn.yml").Services["frontend"].Networks["outside"]; !out {
		t.Error("the frontend can't reach the CDN")
	}
}

// TestBucketsAreOutsideTheHost: with the file for them, every process that stores files reaches its bucket.
func TestBucketsAreOutsideTheHost(t *testing.T) {
	services := load(t, "docker-compose.yml", "deploy/compose/buckets.yml").Services
	for _, name := range []string{"catalog", "profiles", "gateway"} {
		if _, out := services[name].Networks["outside"]; !out {
			t.Errorf("%s can't reach its bucket", name)
		}
	}
}

// TestTracesLeaveTheHost: with the file for it, every process of ours knows the collector and reaches it.
func TestTracesLeaveTheHost(t *testing.T) {
	const collector = "http://collector.example.org:4318"
	for name, s := range loadWith(t, "\nOTEL_EXPORTER_OTLP_ENDPOINT="+collector+"\n", "docker-compose.yml", "deploy/compose/tracing.yml").Services {
		if s.Build == nil || once(name) || name == "render" { // it has no way out
			continue
		}
		if _, out := s.Networks["outside"]; !out {
			t.Errorf("%s can't reach it", name)
		}
		if to := s.Environment["OTEL_EXPORTER_OTLP_ENDPOINT"]; to == nil || *to != collector {
			t.Errorf("%s doesn't have the collector's address", name)
		}
	}
}

func TestTheMailboxOpensOnThisMachineOnly(t *testing.T) {
	ports := load(t, "docker-compose.yml", "deploy/compose/mailbox.yml").Services["mailpit"].Ports
	if len(ports) != 1 || ports[0].HostIP != "127.0.0.1" {
		t.Errorf("published = %v, want one port at 127.0.0.1", ports)
	}
}
