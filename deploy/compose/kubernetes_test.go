package compose

import (
	"bytes"
	"errors"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

const kubernetes = root + "/deploy/kubernetes/"

// object has the fields of a manifest that the tests read, for all kinds.
type object struct {
	Kind     string
	Metadata struct{ Name string }
	Spec     struct {
		Replicas    int
		MaxReplicas int `yaml:"maxReplicas"`
		MaxUnvail   int `yaml:"maxUnavailable"`
		Selector    map[string]any
		Template    struct{ Spec podSpec }
		JobTemplate struct {
			Spec struct{ Template struct{ Spec podSpec } }
		} `yaml:"jobTemplate"`
		Ingress      []struct{ From []peer }
		Egress       []struct{ To []peer }
		PolicyTypes  []string `yaml:"policyTypes"`
		PodSelector  peerPods `yaml:"podSelector"`
		BackoffLimit *int     `yaml:"backoffLimit"`
	}
}

type peer struct {
	PodSelector peerPods `yaml:"podSelector"`
}

type peerPods struct {
	MatchLabels map[string]string `yaml:"matchLabels"`
}

type podSpec struct {
	Grace    int   `yaml:"terminationGracePeriodSeconds"`
	Token    *bool `yaml:"automountServiceAccountToken"`
	Security struct {
		RunAsNonRoot bool                  `yaml:"runAsNonRoot"`
		Seccomp      struct{ Type string } `yaml:"seccompProfile"`
	} `yaml:"securityContext"`
	Init       []container `yaml:"initContainers"`
	Containers []container
	Volumes    []struct {
		Name      string
		ConfigMap struct{ Name string } `yaml:"configMap"`
	}
}

type container struct {
	Name     string
	Image    string
	Args     []string
	Ports    []struct{ Name string }
	Env      []struct{ Name string }
	EnvFrom  []map[string]struct{ Name string } `yaml:"envFrom"`
	Security struct {
		Escalation   *bool `yaml:"allowPrivilegeEscalation"`
		ReadOnly     bool  `yaml:"readOnlyRootFilesystem"`
		Capabilities struct{ Drop []string }
	} `yaml:"securityContext"`
	Startup   *yaml.Node `yaml:"startupProbe"`
	Readiness *yaml.Node `yaml:"readinessProbe"`
	Liveness  *yaml.Node `yaml:"livenessProbe"`
	Resources struct{ Requests, Limits map[string]string }
	Mounts    []struct {
		Name string
		Path string `yaml:"mountPath"`
	} `yaml:"volumeMounts"`
}

// manifests reads files of deploy/kubernetes: objects by kind and name.
func manifests(t *testing.T, pattern string) map[string]map[string]object {
	t.Helper()
	files, err := filepath.Glob(kubernetes + pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("manifests at %s = %q, %v, want some", pattern, files, err)
	}
	all := map[string]map[string]object{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for decoder := yaml.NewDecoder(bytes.NewReader(text)); ; {
			var o object
			if err := decoder.Decode(&o); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s: error = %v, want nil", file, err)
			}
			if all[o.Kind] == nil {
				all[o.Kind] = map[string]object{}
			}
			all[o.Kind][o.Metadata.Name] = o
		}
	}
	return all
}

// kubernetesSettings reads the ConfigMaps that the base makes of files.
func kubernetesSettings(t *testing.T) map[string]map[string]string {
	t.Helper()
	files, err := filepath.Glob(kubernetes + "base/settings/*.env")
	if err != nil || len(files) != 10 {
		t.Fatalf("files of settings = %q, %v, want 10", files, err)
	}
	all := map[string]map[string]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(file), ".env")
		all[name] = map[string]string{}
		for _, m := range regexp.MustCompile(`(?m)^([A-Z0-9_]+)=(.*)$`).FindAllSubmatch(text, -1) {
			all[name][string(m[1])] = string(m[2])
		}
	}
	return all
}

// kubernetesSecrets reads the table of Secrets in deploy/kubernetes/README.md.
func kubernetesSecrets(t *testing.T) map[string][]string {
	t.Helper()
	page, err := os.ReadFile(kubernetes + "README.md")
	if err != nil {
		t.Fatal(err)
	}
	secrets := map[string][]string{}
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z]+)` \\|(.*)\\|$").FindAllSubmatch(page, -1) {
		for _, name := range regexp.MustCompile("`([A-Z_]+)`").FindAllSubmatch(row[2], -1) {
			secrets[string(row[1])] = append(secrets[string(row[1])], string(name[1]))
		}
	}
	return secrets
}

func TestEveryPodIsRestricted(t *testing.T) {
	host, err := os.ReadFile(filepath.Join(root, "kit/host.go"))
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`DrainTimeout\s+= (\d+) \* time\.Second`).FindSubmatch(host)
	if found == nil {
		t.Fatal("kit/host.go: drain duration not found")
	}
	drain, err := strconv.Atoi(string(found[1]))
	if err != nil {
		t.Fatal(err)
	}
	deployments, jobs := manifests(t, "base/*.yaml")["Deployment"], manifests(t, "base/*.yaml")["Job"]
	for name, cron := range manifests(t, "components/once/*.yaml")["CronJob"] {
		cron.Spec.Template = cron.Spec.JobTemplate.Spec.Template
		jobs[name] = cron
	}
	if len(deployments) != 9 || len(jobs) != 8 {
		t.Fatalf("%d deployments, %d jobs, want 9 and 8", len(deployments), len(jobs))
	}
	restricted := func(name string, pod podSpec) {
		if !pod.Security.RunAsNonRoot || pod.Security.Seccomp.Type != "RuntimeDefault" || pod.Token == nil || *pod.Token {
			t.Errorf("%s: may run as root, without seccomp, or has a token, want none of them", name)
		}
		for _, c := range slices.Concat(pod.Init, pod.Containers) {
			s := c.Security
			if s.Escalation == nil || *s.Escalation || !s.ReadOnly || !slices.Equal(s.Capabilities.Drop, []string{"ALL"}) {
				t.Errorf("%s/%s isn't confined, want no escalation, a read-only root and no capabilities", name, c.Name)
			}
			if c.Resources.Requests["cpu"] == "" || c.Resources.Requests["memory"] == "" || c.Resources.Limits["memory"] == "" {
				t.Errorf("%s/%s: requests or limits are missing", name, c.Name)
			}
		}
	}
	for name, job := range jobs {
		restricted(name, job.Spec.Template.Spec)
	}
	for name, d := range deployments {
		pod := d.Spec.Template.Spec
		restricted(name, pod)
		if d.Spec.Replicas < 2 || pod.Grace <= drain {
			t.Errorf("%s: %d replicas, grace period %d s, want at least 2, and more than the %d s of draining", name, d.Spec.Replicas, pod.Grace, drain)
		}
		for _, c := range pod.Containers {
			if c.Startup == nil || c.Readiness == nil || c.Liveness == nil {
				t.Errorf("%s: a probe is missing", name)
			}
		}
	}
}

// TestEveryServiceRunsAlone: what a service needs is in its own file, and the kustomization has every file.
func TestEveryServiceRunsAlone(t *testing.T) {
	all := manifests(t, "base/*.yaml")
	list, err := os.ReadFile(kubernetes + "base/kustomization.yaml")
	if err != nil {
		t.Fatal(err)
	}
	images, err := os.ReadFile(kubernetes + "components/versions/kustomization.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if p := all["NetworkPolicy"]["default"].Spec; len(p.PodSelector.MatchLabels) > 0 || len(p.Ingress) > 0 || len(p.PolicyTypes) != 2 {
		t.Error("no policy denies all traffic by default")
	}
	for name, d := range all["Deployment"] {
		own := manifests(t, "base/"+name+".yaml")
		for _, kind := range []string{"ServiceAccount", "Deployment", "Service", "PodDisruptionBudget", "NetworkPolicy"} {
			if _, has := own[kind][name]; !has {
				t.Errorf("%s.yaml has no %s", name, kind)
			}
		}
		if !bytes.Contains(list, []byte("- "+name+".yaml\n")) || !bytes.Contains(images, []byte("{name: vitrine/"+name+",")) {
			t.Errorf("base/kustomization.yaml or components/versions lacks %s", name)
		}
		if own["PodDisruptionBudget"][name].Spec.MaxUnvail != 1 || len(own["NetworkPolicy"][name].Spec.PolicyTypes) != 2 {
			t.Errorf("%s: the disruption budget allows more than one unavailable pod, or a direction isn't limited", name)
		}
		for _, c := range slices.Concat(d.Spec.Template.Spec.Init, d.Spec.Template.Spec.Containers) {
			if c.Image != "vitrine/"+name {
				t.Errorf("%s/%s: image = %s, want vitrine/%s", name, c.Name, c.Image, name)
			}
		}
	}
}

// TestManifestsHaveValidSettings validates the settings in the ConfigMaps and the README's Secrets with the programs, and checks that
// the policies allow the addresses in them.
func TestManifestsHaveValidSettings(t *testing.T) {
	all, given, secrets := manifests(t, "base/*.yaml"), kubernetesSettings(t), kubernetesSecrets(t)
	for name, d := range all["Deployment"] {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var program string
			known := append(slices.Clone(site), siteSettings(t)...)
			if name == "render" {
				known = renderSettings(t)
			} else if name != "frontend" {
				module := name
				if name != "gateway" {
					module = "services/" + name
				}
				program = build(t, module)
				known = settings(t, program)
			}
			pod := d.Spec.Template.Spec
			values := map[string]string{}
			for _, from := range pod.Containers[0].EnvFrom {
				if source, is := from["configMapRef"]; is {
					for setting, value := range given[source.Name] {
						values[setting] = value
						if source.Name == name && !slices.Contains(known, setting) {
							t.Errorf("it has no setting %s", setting)
						}
					}
					continue
				}
				source := from["secretRef"].Name
				if len(secrets[source]) == 0 {
					t.Errorf("README.md doesn't list the contents of the Secret %s", source)
				}
				for _, setting := range secrets[source] {
					values[setting] = sample(setting)
					if source == name && !slices.Contains(known, setting) {
						t.Errorf("it has no setting %s", setting)
					}
				}
			}
			// Without it the address would be the default, where nothing listens, and a ConfigMap can't hold a password.
			if speaks := slices.Contains(known, "NATS_URL"); speaks != slices.Contains(secrets[name], "NATS_URL") || given["shared"]["NATS_URL"]+given[name]["NATS_URL"] != "" {
				t.Errorf("NATS_URL in the Secret = %t, want %t, and none in a ConfigMap", slices.Contains(secrets[name], "NATS_URL"), speaks)
			}
			mails := slices.ContainsFunc(pod.Containers[0].EnvFrom, func(from map[string]struct{ Name string }) bool { return from["secretRef"].Name == "shared" })
			if mails != slices.Contains(known, "SMTP_URL") {
				t.Errorf("has the mail server's Secret = %t, want %t", mails, !mails)
			}
			migrate, migrates := all["Job"][name+"-migrate"]
			if migrates != slices.Contains(known, "DATABASE_URL") {
				t.Errorf("has a migration Job = %t, want %t", migrates, !migrates)
			}
			if migrates && !migratesAlone(migrate, d) {
				t.Errorf("Job containers = %+v, want the command migrate with the Secret %s-migrate only, which the Deployment doesn't have", migrate.Spec.Template.Spec.Containers, name)
			}
			if program != "" {
				env := []string{"ADDR=0.0.0.0:8080", "INTERNAL_ADDR=0.0.0.0:9090"}
				for setting, value := range values {
					env = append(env, setting+"="+value)
				}
				if name == "checkout" {
					refuses(t, program, env, "SELLER_ADDRESS")
					env = append(env, strings.TrimSpace(address))
				}
				accepts(t, program, env)
			}
			for setting, value := range values {
				to, err := url.Parse(value)
				if err != nil || to.Scheme != "http" || !slices.Contains(known, setting) {
					continue
				}
				if !mayCall(all["NetworkPolicy"], name, to.Hostname()) {
					t.Errorf("%s points to %s, which the network policies block", setting, to.Hostname())
				}
			}
		})
	}
}

// TestOnlyWhoSendsMailReadsTheMailServersSecret: its password is in no pod that sends none.
func TestOnlyWhoSendsMailReadsTheMailServersSecret(t *testing.T) {
	var readers []string
	for _, pattern := range []string{"base/*.yaml", "components/*/*.yaml", "postgres/*.yaml", "postgres-restore/*.yaml", "demo/*.yaml"} {
		for kind, objects := range manifests(t, pattern) {
			for name, o := range objects {
				for _, pod := range []podSpec{o.Spec.Template.Spec, o.Spec.JobTemplate.Spec.Template.Spec} {
					for _, c := range slices.Concat(pod.Init, pod.Containers) {
						if slices.ContainsFunc(c.EnvFrom, func(from map[string]struct{ Name string }) bool { return from["secretRef"].Name == "shared" }) {
							readers = append(readers, kind+"/"+name)
						}
					}
				}
			}
		}
	}
	slices.Sort(readers)
	if want := []string{"Deployment/approvals", "Deployment/auth", "Deployment/chainwatcher", "Deployment/checkout", "Deployment/profiles"}; !slices.Equal(readers, want) {
		t.Errorf("readers of the Secret shared = %q, want %q", readers, want)
	}
}

// migratesAlone reports whether a Job runs migrate with the image of a Deployment, and only the Job has the Secret with the owner of the tables, and
// no other.
func migratesAlone(job, d object) bool {
	m, c := job.Spec.Template.Spec.Containers, d.Spec.Template.Spec.Containers
	if len(m) != 1 || len(c) != 1 || len(d.Spec.Template.Spec.Init) != 0 {
		return false
	}
	secret := d.Metadata.Name + "-migrate"
	owner := func(c container) bool {
		return slices.ContainsFunc(c.EnvFrom, func(from map[string]struct{ Name string }) bool { return from["secretRef"].Name == secret })
	}
	return slices.Equal(m[0].Args, []string{"migrate"}) && m[0].Image == c[0].Image && len(m[0].Env) == 0 && len(m[0].EnvFrom) == 1 && owner(m[0]) && !owner(c[0])
}

// sample returns a valid value of a secret setting.
func sample(setting string) string {
	switch {
	case setting == "DATABASE_URL":
		return "postgres://name:secret@postgres.example.org:5432/name"
	case setting == "NATS_URL":
		return "nats://name:secret@nats.example.org:4222"
	case setting == "REDIS_URL":
		return "redis://:secret@redis.redis.svc:6379/0"
	case setting == "SMTP_URL":
		return "smtps://name:secret@mail.example.org:465"
	case setting == "STRIPE_SECRET_KEY":
		return "sk_live_sample"
	case strings.HasSuffix(setting, "_SECRETS"):
		return "whsec_sample"
	case setting == "PUSH_KEYS":
		return "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
	case setting == "SERVICE_KEY":
		return "MC4CAQAwBQYDK2VwBCIEIBBcZ6CFt6gEIrMoJp27fPZMdzMcvy8ElJ6S06uQ0WUw"
	default:
		return strings.Repeat("1f", 32)
	}
}

func mayCall(policies map[string]object, from, to string) bool {
	is := func(name string) func(peer) bool {
		return func(p peer) bool { return p.PodSelector.MatchLabels["app.kubernetes.io/name"] == name }
	}
	out, in := false, false
	for _, rule := range policies[from].Spec.Egress {
		out = out || slices.ContainsFunc(rule.To, is(to))
	}
	for _, rule := range policies[to].Spec.Ingress {
		in = in || len(rule.From) == 0 || slices.ContainsFunc(rule.From, is(from))
	}
	return out && in
}

// TestErrorReportsLeaveTheCluster: with the component for it, every pod of ours may use HTTPS.
func TestErrorReportsLeaveTheCluster(t *testing.T) {
	type policy struct {
		Spec struct {
			PodSelector struct {
				MatchExpressions []struct {
					Key, Operator string
					Values        []string
				} `yaml:"matchExpressions"`
			} `yaml:"podSelector"`
			Egress []struct{ Ports []struct{ Port any } }
		}
	}
	https := func(p policy) bool {
		for _, rule := range p.Spec.Egress {
			for _, port := range rule.Ports {
				if port.Port == 443 {
					return true
				}
			}
		}
		return false
	}
	parse := func(text []byte) (p policy) {
		if err := yaml.Unmarshal(text, &p); err != nil {
			t.Fatal(err)
		}
		return p
	}
	text, err := os.ReadFile(kubernetes + "components/error-reporting/policy.yaml")
	if err != nil {
		t.Fatal(err)
	}
	component := parse(text)
	chosen := component.Spec.PodSelector.MatchExpressions
	if !https(component) || len(chosen) != 1 || chosen[0].Key != "app.kubernetes.io/name" || chosen[0].Operator != "In" {
		t.Fatalf("component = %+v, want HTTPS for the services in one app.kubernetes.io/name In", component)
	}
	for name := range manifests(t, "base/*.yaml")["Deployment"] {
		if name == "render" { // it has no way out
			continue
		}
		text, err := os.ReadFile(kubernetes + "base/" + name + ".yaml")
		if err != nil {
			t.Fatal(err)
		}
		own := false
		for part := range bytes.SplitSeq(text, []byte("\n---\n")) {
			own = own || bytes.Contains(part, []byte("kind: NetworkPolicy")) && https(parse(part))
		}
		if own == slices.Contains(chosen[0].Values, name) {
			t.Errorf("%s: HTTPS allowed by its own policy = %t, by the component = %t, want one of them", name, own, slices.Contains(chosen[0].Values, name))
		}
	}
}
