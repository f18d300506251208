package compose

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/compose-spec/compose-go/v2/types"
	"github.com/nats-io/nats-server/v2/server"
)

// broker loads the broker's settings with the broker's own parser, and with the passwords that its container is given.
func broker(t *testing.T, p *types.Project) *server.Options {
	t.Helper()
	for name, value := range p.Services["nats"].Environment {
		t.Setenv(name, *value)
	}
	opts, err := server.ProcessConfigFile("nats.conf")
	if err != nil {
		t.Fatal(err)
	}
	return opts
}

func TestAcknowledgedEventsAreOnDisk(t *testing.T) {
	opts := broker(t, load(t, "docker-compose.yml"))
	if !opts.JetStream || !opts.SyncAlways || opts.StoreDir != "/data" {
		t.Errorf("JetStream %t, sync always %t, store %q, want true, true, /data", opts.JetStream, opts.SyncAlways, opts.StoreDir)
	}
}

// TestEveryServiceIsAUserOfTheBroker: each has a name and password there, and no one else has.
func TestEveryServiceIsAUserOfTheBroker(t *testing.T) {
	p := load(t, "docker-compose.yml")
	opts := broker(t, p)
	urls, passwords := map[string]string{}, map[string]bool{}
	for name, s := range p.Services {
		if url := s.Environment["NATS_URL"]; url != nil && !once(name) {
			urls[name] = *url
		}
	}
	if len(opts.Users) != len(urls) || opts.NoAuthUser != "" || len(opts.Nkeys)+len(opts.Accounts) > 0 {
		t.Errorf("%d users for %d services, want one each", len(opts.Users), len(urls))
	}
	for _, u := range opts.Users {
		if want := "nats://" + u.Username + ":" + u.Password + "@nats:4222"; urls[u.Username] != want {
			t.Errorf("%s: address = %q, want %q", u.Username, urls[u.Username], want)
		}
		if passwords[u.Password] || len(u.Password) < 32 {
			t.Errorf("%s: its password has %d characters or is shared, want at least 32 for one user", u.Username, len(u.Password))
		}
		passwords[u.Password] = true
	}
}

// owners are the event packages whose name differs from their service's.
var owners = map[string]string{"chainwatcher": "chain"}

// TestUsersMayDoWhatTheirServicesDo compares the permissions in nats.conf with the code, both ways: with fewer, a service stops working;
// with more, it could publish events of others.
func TestUsersMayDoWhatTheirServicesDo(t *testing.T) {
	users := broker(t, load(t, "docker-compose.yml")).Users
	for _, u := range users {
		name := u.Username
		if name == "frontend" {
			continue // not written in Go: TestConsumersCannotBeReplaced
		}
		want := []string{"$JS.API.STREAM.INFO.VITRINE"}
		if len(inSource(t, name, `outbox\.NewRelay\(`)) > 0 {
			own := owners[name]
			own = cmp.Or(own, name)
			want = append(want, "vitrine."+own+".>", "$JS.API.STREAM.MSG.GET.VITRINE", "$JS.API.STREAM.DELETE.VITRINE")
		}
		if name == "chainwatcher" {
			want = append(want, "$JS.API.STREAM.CREATE.VITRINE", "$JS.API.STREAM.UPDATE.VITRINE")
		}
		heard := inSource(t, name, `bus\.On\(\w+, func\(\w+ context\.Context, \w+ \*(\w+)v1\.(\w+)\) error`)
		if len(heard) != len(inSource(t, name, `bus\.On\(`)) {
			t.Errorf("%s: parsed %d consumers, want %d", name, len(heard), len(inSource(t, name, `bus\.On\(`)))
		}
		for _, event := range heard {
			durable := fmt.Sprintf("%s-vitrine_%s_v1_%s", name, event[1], event[2])
			want = append(want, fmt.Sprintf("$JS.API.CONSUMER.CREATE.VITRINE.%s.vitrine.%s.v1.%s", durable, event[1], snake(event[2])),
				"$JS.API.CONSUMER.MSG.NEXT.VITRINE."+durable, "$JS.ACK.VITRINE."+durable+".>")
		}
		watched := inSource(t, name, `bus\.NewWatch\[\*(\w+)v1\.(\w+)\]\(`)
		if len(watched) != len(inSource(t, name, `bus\.NewWatch`)) {
			t.Errorf("%s: parsed %d watches, want %d", name, len(watched), len(inSource(t, name, `bus\.NewWatch`)))
		}
		for _, event := range watched {
			want = append(want, fmt.Sprintf("$JS.API.CONSUMER.CREATE.VITRINE.*.vitrine.%s.v1.%s", event[1], snake(event[2])))
		}
		for _, watched := range inSource(t, name, `bus\.NewPackageWatch\("([\w.]+)"`) {
			want = append(want, fmt.Sprintf("$JS.API.CONSUMER.CREATE.VITRINE.*.%s.>", watched[1]))
		}
		may := slices.Clone(u.Permissions.Publish.Allow)
		for _, subject := range may {
			if !slices.Contains(want, subject) {
				t.Errorf("%s: unneeded permission %s", name, subject)
			}
		}
		for _, subject := range want {
			if !slices.Contains(may, subject) {
				t.Errorf("%s: missing permission to publish to %s", name, subject)
			}
		}
		if hears := u.Permissions.Subscribe; hears == nil || !slices.Equal(hears.Allow, []string{"_INBOX." + name + ".>"}) {
			t.Errorf("%s: subscribes to %v, want its inbox only", name, hears)
		}
	}
}

// TestConsumersCannotBeReplaced: the frontend and the gateway may create consumers of the events that they watch and no others, and
// not under the name of a service's consumer, which would replace it.
func TestConsumersCannotBeReplaced(t *testing.T) {
	own := map[string][]string{
		"frontend": {"$JS.API.CONSUMER.CREATE.VITRINE.*.vitrine.catalog.v1.>", "$JS.FC.VITRINE.>"},
		"gateway": {
			"$JS.API.STREAM.INFO.VITRINE", "$JS.API.CONSUMER.CREATE.VITRINE.*.vitrine.auth.v1.sessions_ended",
			"$JS.API.CONSUMER.CREATE.VITRINE.*.vitrine.catalog.v1.>",
		},
	}
	may := map[string]*server.Permissions{}
	var durables []string
	for _, u := range broker(t, load(t, "docker-compose.yml")).Users {
		if own[u.Username] != nil {
			may[u.Username] = u.Permissions
			continue
		}
		for _, subject := range u.Permissions.Publish.Allow {
			if name, of, ok := strings.Cut(strings.TrimPrefix(subject, "$JS.API.CONSUMER.CREATE.VITRINE."), "."); ok && strings.HasPrefix(of, "vitrine.") && !strings.HasPrefix(name, "vitrine") {
				durables = append(durables, "$JS.API.CONSUMER.CREATE.VITRINE."+name+".>")
			}
		}
	}
	slices.Sort(durables)
	if len(may) != len(own) || len(durables) < 10 {
		t.Fatalf("%d users among frontend and gateway, %d consumers, want %d and at least 10", len(may), len(durables), len(own))
	}
	for name, want := range own {
		if got := may[name].Publish.Allow; !slices.Equal(got, want) {
			t.Errorf("%s may publish to %q, want %q", name, got, want)
		}
		if denied := slices.Sorted(slices.Values(may[name].Publish.Deny)); !slices.Equal(denied, durables) {
			t.Errorf("%s is denied to publish to\n%s\nwant\n%s", name, strings.Join(denied, "\n"), strings.Join(durables, "\n"))
		}
		if hears := may[name].Subscribe; hears == nil || !slices.Equal(hears.Allow, []string{"_INBOX." + name + ".>"}) {
			t.Errorf("%s: subscribes to %v, want its inbox only", name, hears)
		}
	}
}

// inSource finds a pattern in a service's own code.
func inSource(t *testing.T, service, pattern string) (found [][]string) {
	t.Helper()
	dir := filepath.Join(root, "services", service)
	if service == "gateway" {
		dir = filepath.Join(root, service)
	}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		found = append(found, regexp.MustCompile(pattern).FindAllStringSubmatch(string(text), -1)...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// snake converts OrderPaid to order_paid.
func snake(name string) string {
	var b strings.Builder
	for i, r := range name {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
