package compose

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// connections is max_connections of every Postgres server of ours, and what operators read.
const connections = 600

// ofReplica are the connections of a replica: the pool's ten (kit/postgres.Open), one that listens (kit/outbox), and those of the service.
var ofReplica = map[string]int{
	"auth": 11, "profiles": 11, "approvals": 11,
	"catalog":      21, // a second pool for lists
	"checkout":     12, // a long count of invariants
	"chainwatcher": 15, // the locks of four keys of a chain
}

// TestConnectionsAreEnough counts what all replicas take when the autoscalers are at their maxima, during a release: one more replica of each
// service, and its migration. Backups, exporters and people have the rest.
func TestConnectionsAreEnough(t *testing.T) {
	all, scalers := manifests(t, "base/*.yaml"), manifests(t, "components/autoscaling/*.yaml")["HorizontalPodAutoscaler"]
	const ofMigration, rest = 4, 50
	need := 0
	for name := range all["Job"] {
		service := strings.TrimSuffix(name, "-migrate")
		one, known := ofReplica[service]
		if !known {
			t.Fatalf("connections of %s are unknown", service)
		}
		replicas := all["Deployment"][service].Spec.Replicas
		if scaler, ok := scalers[service]; ok {
			replicas = scaler.Spec.MaxReplicas
		}
		need += (replicas+1)*one + ofMigration
	}
	if len(all["Job"]) != len(ofReplica) || need+rest > connections {
		t.Errorf("%d services need %d connections and %d for others, want %d services and at most %d", len(all["Job"]), need, rest, len(ofReplica), connections)
	}
	for file, texts := range map[string][]string{
		"docker-compose.yml":                           {fmt.Sprintf("-c max_connections=%d", connections)},
		"deploy/kubernetes/components/demo/parts.yaml": {fmt.Sprintf("- max_connections=%d", connections)},
		"docs/operating/first-day.md":                  {fmt.Sprintf("%d connections", connections)},
		"docs/operating/scaling.md":                    {fmt.Sprintf("that is %d connections", need), fmt.Sprintf("`max_connections=%d`", connections)},
		"kit/postgres/postgres.go":                     {"cfg.MaxConns = 10\n"},
	} {
		text, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range texts {
			if !strings.Contains(string(text), want) {
				t.Errorf("%s: no %q", file, want)
			}
		}
		for _, m := range regexp.MustCompile(`max_connections=(\d+)`).FindAllSubmatch(text, -1) {
			if string(m[1]) != fmt.Sprint(connections) {
				t.Errorf("%s: %s, want %d", file, m[0], connections)
			}
		}
	}
}
