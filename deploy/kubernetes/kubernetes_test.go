package kubernetes

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/yannh/kubeconform/pkg/validator"
	"sigs.k8s.io/kustomize/api/resmap"
	"sigs.k8s.io/yaml"
)

// render returns what `kubectl kustomize` prints for a folder.
func render(t *testing.T, folder string) resmap.ResMap {
	t.Helper()
	out, err := renderFolder(folder)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// renderWith renders the base with components of this folder, by name, and with components in absolute folders.
func renderWith(t *testing.T, components ...string) resmap.ResMap {
	t.Helper()
	folders := make([]string, len(components))
	for i, c := range components {
		folders[i] = c
		if !filepath.IsAbs(c) {
			folders[i] = "components/" + c
		}
	}
	out, err := Render(folders...)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// component writes a component, such as an overlay has, and returns its folder.
func component(t *testing.T, text string) string {
	t.Helper()
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "kustomization.yaml"), []byte("apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\n"+text), 0o600); err != nil {
		t.Fatal(err)
	}
	return folder
}

func validate(t *testing.T, name, manifests string) {
	t.Helper()
	v, err := validator.New([]string{"schemas/{{.ResourceKind}}{{.KindSuffix}}.json"}, validator.Opts{Strict: true, KubernetesVersion: "master"})
	if err != nil {
		t.Fatal(err)
	}
	results := v.Validate(name, io.NopCloser(strings.NewReader(manifests)))
	if len(results) == 0 {
		t.Errorf("%s: nothing was validated, want at least one manifest", name)
	}
	for _, r := range results {
		if r.Status != validator.Valid && r.Status != validator.Empty {
			signature, _ := r.Resource.Signature()
			t.Errorf("%s: %+v is %v %v, want valid", name, signature, r.Err, r.ValidationErrors)
		}
	}
}

func components(t *testing.T) (names []string) {
	t.Helper()
	folders, err := filepath.Glob("components/*/kustomization.yaml")
	if err != nil || len(folders) < 8 {
		t.Fatalf("components = %v, %v, want at least 8", folders, err)
	}
	for _, f := range folders {
		names = append(names, filepath.Base(filepath.Dir(f)))
	}
	return names
}

func TestManifestsAreValid(t *testing.T) {
	sets := map[string]resmap.ResMap{"base": render(t, "base"), "production": render(t, "."), "demonstration": render(t, "demo")}
	var together []string
	for _, c := range components(t) {
		sets[c] = renderWith(t, c)
		if !slices.Contains([]string{"demo", "gateway-api", "versions"}, c) {
			together = append(together, c)
		}
	}
	sets["all of production"] = renderWith(t, append(together, "versions")...)
	for _, folder := range []string{"postgres", "postgres-restore"} {
		text, err := render(t, folder).AsYaml()
		if err != nil {
			t.Fatal(err)
		}
		validate(t, folder, string(text))
	}
	for name, set := range sets {
		for _, res := range set.Resources() {
			if kind := res.GetKind(); kind != "Namespace" && kind != "PriorityClass" && res.GetNamespace() != "vitrine" {
				t.Errorf("%s: %s %s is in the namespace %q, want vitrine", name, res.GetKind(), res.GetName(), res.GetNamespace())
			}
		}
		text, err := set.AsYaml()
		if err != nil {
			t.Fatal(err)
		}
		validate(t, name, string(text))
	}
}

// TestSchemasAreStrict: a misspelt field is an error, in a built-in and in a custom kind.
func TestSchemasAreStrict(t *testing.T) {
	v, err := validator.New([]string{"schemas/{{.ResourceKind}}{{.KindSuffix}}.json"}, validator.Opts{Strict: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, manifest := range []string{
		"apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec:\n  selector: {}\n  template: {spec: {containers: [{name: a, resource: {}}]}}\n",
		"apiVersion: monitoring.coreos.com/v1\nkind: PodMonitor\nmetadata: {name: a}\nspec: {selector: {}, podMetricEndpoints: []}\n",
		"apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: a}\n", // a kind without a schema
	} {
		for _, r := range v.Validate("misspelt", io.NopCloser(strings.NewReader(manifest))) {
			if r.Status == validator.Valid {
				t.Errorf("manifest is valid, want a mistake reported:\n%s", manifest)
			}
		}
	}
}

// pods has the fields of a workload that the tests read, for all kinds.
type pods struct {
	Kind     string
	Metadata struct{ Name, Namespace string }
	Spec     struct {
		Replicas  *int
		Templates []struct {
			Spec struct{ AccessModes []string }
		} `json:"volumeClaimTemplates"`
		Template struct {
			Spec struct {
				Token    *bool `json:"automountServiceAccountToken"`
				Security struct {
					RunAsNonRoot bool
					Seccomp      struct{ Type string } `json:"seccompProfile"`
				} `json:"securityContext"`
				Spread     []struct{ TopologyKey string } `json:"topologySpreadConstraints"`
				Init       []container                    `json:"initContainers"`
				Containers []container
				Volumes    []struct {
					Claim *struct{} `json:"persistentVolumeClaim"`
				}
			}
		}
	}
}

type container struct {
	Name    string
	Image   string
	EnvFrom []struct{ SecretRef struct{ Name string } }
	Env     []struct {
		From struct {
			Secret struct{ Name string } `json:"secretKeyRef"`
		} `json:"valueFrom"`
	}
	Security struct {
		Escalation   *bool `json:"allowPrivilegeEscalation"`
		ReadOnly     bool  `json:"readOnlyRootFilesystem"`
		Capabilities struct{ Drop []string }
	} `json:"securityContext"`
	Resources struct{ Requests, Limits map[string]string }
}

func workloads(t *testing.T, set resmap.ResMap) (out []pods) {
	t.Helper()
	for _, res := range set.Resources() {
		text, err := res.AsYAML()
		if err != nil {
			t.Fatal(err)
		}
		var p pods
		if kind := res.GetKind(); kind != "Deployment" && kind != "StatefulSet" && kind != "Job" {
			continue
		}
		if err := yaml.Unmarshal(text, &p); err != nil {
			t.Fatal(err)
		}
		out = append(out, p)
	}
	return out
}

// TestPodsAreRestrictedAndHoldNoSharedVolume: every pod passes the restricted pod security standard, including those of the demo; no volume
// is shared by several pods.
func TestPodsAreRestrictedAndHoldNoSharedVolume(t *testing.T) {
	for name, set := range map[string]resmap.ResMap{"production": render(t, "."), "demonstration": render(t, "demo")} {
		list := workloads(t, set)
		if len(list) < 8 {
			t.Fatalf("%s: %d workloads, want at least 8", name, len(list))
		}
		for _, p := range list {
			pod := p.Spec.Template.Spec
			if p.Metadata.Namespace != "vitrine" || !pod.Security.RunAsNonRoot || pod.Security.Seccomp.Type != "RuntimeDefault" || pod.Token == nil || *pod.Token {
				t.Errorf("%s/%s: in another namespace, may run as root, without seccomp, or has a token", name, p.Metadata.Name)
			}
			for _, c := range slices.Concat(pod.Init, pod.Containers) {
				s := c.Security
				if s.Escalation == nil || *s.Escalation || !s.ReadOnly || !slices.Equal(s.Capabilities.Drop, []string{"ALL"}) || c.Resources.Limits["memory"] == "" {
					t.Errorf("%s/%s/%s isn't confined, want no escalation, a read-only root, no capabilities and a memory limit", name, p.Metadata.Name, c.Name)
				}
			}
			for _, v := range pod.Volumes {
				if v.Claim != nil {
					t.Errorf("%s/%s: has a volume that replicas share", name, p.Metadata.Name)
				}
			}
			for _, v := range p.Spec.Templates {
				if !slices.Equal(v.Spec.AccessModes, []string{"ReadWriteOnce"}) {
					t.Errorf("%s/%s: access modes %v, want ReadWriteOnce", name, p.Metadata.Name, v.Spec.AccessModes)
				}
			}
		}
	}
}

func TestComponents(t *testing.T) {
	isJob := func(p pods) bool { return p.Kind == "Job" }
	base := slices.DeleteFunc(workloads(t, render(t, "base")), isJob)
	scaled := slices.DeleteFunc(workloads(t, renderWith(t, "autoscaling")), isJob)
	autoscalers := map[string]bool{}
	for _, res := range renderWith(t, "autoscaling").Resources() {
		if res.GetKind() == "HorizontalPodAutoscaler" {
			autoscalers[res.GetName()] = true
		}
	}
	for _, p := range base {
		keys := []string{}
		for _, s := range p.Spec.Template.Spec.Spread {
			keys = append(keys, s.TopologyKey)
		}
		if !slices.Equal(keys, []string{"topology.kubernetes.io/zone", "kubernetes.io/hostname"}) {
			t.Errorf("%s is spread over %v, want zones, then hosts", p.Metadata.Name, keys)
		}
	}
	for _, p := range scaled {
		if (p.Spec.Replicas == nil) != autoscalers[p.Metadata.Name] {
			t.Errorf("%s: has an autoscaler = %t, replicas %v, want replicas only without one", p.Metadata.Name, autoscalers[p.Metadata.Name], p.Spec.Replicas)
		}
	}
	for _, p := range workloads(t, renderWith(t, "s3")) {
		has := slices.ContainsFunc(p.Spec.Template.Spec.Containers[0].EnvFrom, func(e struct{ SecretRef struct{ Name string } }) bool { return e.SecretRef.Name == "s3" })
		if want := slices.Contains([]string{"catalog", "profiles", "gateway"}, p.Metadata.Name); has != want {
			t.Errorf("%s has the keys of the store: %t, want %t", p.Metadata.Name, has, want)
		}
	}
}

// TestAutoscalersReadMetrics: the autoscalers of every cluster read CPU only, because one that can't read a metric never removes a pod. The
// component for requests per second reads the metric that the adapter's rule derives from an exported one.
func TestAutoscalersReadMetrics(t *testing.T) {
	type scaler struct {
		Spec struct {
			Metrics []struct {
				Type     string
				Resource struct{ Name string }
				Pods     struct{ Metric struct{ Name string } }
			}
		}
	}
	read := func(components ...string) map[string][]string {
		out := map[string][]string{}
		for _, res := range renderWith(t, components...).Resources() {
			if res.GetKind() != "HorizontalPodAutoscaler" {
				continue
			}
			text, err := res.AsYAML()
			if err != nil {
				t.Fatal(err)
			}
			var s scaler
			if err := yaml.Unmarshal(text, &s); err != nil {
				t.Fatal(err)
			}
			for _, m := range s.Spec.Metrics {
				out[res.GetName()] = append(out[res.GetName()], m.Type+" "+m.Resource.Name+m.Pods.Metric.Name)
			}
		}
		return out
	}
	plain := read("autoscaling")
	if len(plain) != 7 {
		t.Errorf("%d autoscalers, want 7", len(plain))
	}
	for name, metrics := range plain {
		if !slices.Equal(metrics, []string{"Resource cpu"}) {
			t.Errorf("%s scales by %v, want CPU only", name, metrics)
		}
	}
	text, err := os.ReadFile("components/autoscaling-rps/adapter-rule.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var adapter struct {
		Rules struct {
			Custom []struct{ Name struct{ As string } }
		}
	}
	if err := yaml.Unmarshal(text, &adapter); err != nil || len(adapter.Rules.Custom) != 1 {
		t.Fatalf("adapter, err = %v, %v, want 1 rules custom and no error", adapter, err)
	}
	for name, metrics := range read("autoscaling", "autoscaling-rps") {
		want := []string{"Resource cpu"}
		if name == "gateway" || name == "catalog" {
			want = append(want, "Pods "+adapter.Rules.Custom[0].Name.As)
		}
		if !slices.Equal(metrics, want) {
			t.Errorf("%s scales by %v, want %v", name, metrics, want)
		}
	}
}

// TestEgressIsNarrow: no policy of the base allows a port to any address; addresses in private networks are reached by name of a namespace
// or pod only.
func TestEgressIsNarrow(t *testing.T) {
	type policy struct {
		Spec struct {
			Egress []struct {
				To []struct {
					Block *struct {
						CIDR   string
						Except []string
					} `json:"ipBlock"`
				}
				Ports []any
			}
		}
	}
	for _, res := range render(t, "base").Resources() {
		if res.GetKind() != "NetworkPolicy" {
			continue
		}
		text, err := res.AsYAML()
		if err != nil {
			t.Fatal(err)
		}
		var p policy
		if err := yaml.Unmarshal(text, &p); err != nil {
			t.Fatal(err)
		}
		for _, rule := range p.Spec.Egress {
			if len(rule.To) == 0 || len(rule.Ports) == 0 {
				t.Errorf("%s: a rule for any address or any port", res.GetName())
			}
			for _, to := range rule.To {
				if to.Block != nil && to.Block.CIDR == "169.254.20.10/32" && fmt.Sprint(rule.Ports) == "[map[port:53 protocol:UDP] map[port:53]]" {
					continue // NodeLocal DNSCache
				}
				if to.Block != nil && (to.Block.CIDR == "0.0.0.0/0" && !slices.Contains(to.Block.Except, "169.254.0.0/16") || len(to.Block.Except) == 0) {
					t.Errorf("%s: block = %+v, want private addresses excepted", res.GetName(), *to.Block)
				}
			}
		}
	}
}

// TestMigrationsHaveTheirVersion: a Job can't be changed, so one of another version has another name. It fails within minutes, doesn't end by
// itself, or GitOps would start it again, and reaches nothing but Postgres.
func TestMigrationsHaveTheirVersion(t *testing.T) {
	type job struct {
		Spec struct {
			Backoff  int  `json:"backoffLimit"`
			TTL      *int `json:"ttlSecondsAfterFinished"`
			Template struct {
				Metadata struct{ Labels map[string]string }
				Spec     struct {
					Restart    string `json:"restartPolicy"`
					Containers []container
				}
			}
		}
	}
	names := func(set resmap.ResMap) (names []string) {
		for _, res := range set.Resources() {
			if res.GetKind() != "Job" {
				continue
			}
			text, err := res.AsYAML()
			if err != nil {
				t.Fatal(err)
			}
			var j job
			if err := yaml.Unmarshal(text, &j); err != nil {
				t.Fatal(err)
			}
			pod := j.Spec.Template.Spec
			if j.Spec.Backoff != 5 || j.Spec.TTL != nil || pod.Restart != "Never" || j.Spec.Template.Metadata.Labels["app.kubernetes.io/component"] != "migrate" {
				t.Errorf("%s: %+v, want five retries in new pods, no removal and the label of the policy", res.GetName(), j.Spec)
			}
			names = append(names, res.GetName()+" "+pod.Containers[0].Image)
		}
		slices.Sort(names)
		return names
	}
	var release struct{ Versions map[string]string }
	text, err := os.ReadFile("../../release.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(text, &release); err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, s := range []string{"approvals", "auth", "catalog", "chainwatcher", "checkout", "profiles"} {
		want = append(want, s+"-migrate-"+release.Versions[s]+" registry.example.org/vitrine/"+s+":"+release.Versions[s])
	}
	for name, set := range map[string]resmap.ResMap{"production": render(t, "."), "demonstration": render(t, "demo")} {
		if got := names(set); !slices.Equal(got, want) {
			t.Errorf("%s: migrations = %q, want %q", name, got, want)
		}
	}
	// A registry with a port, another name, and a digest beside the tag.
	if text, err = os.ReadFile("components/versions/kustomization.yaml"); err != nil {
		t.Fatal(err)
	}
	for name, version := range release.Versions {
		if !strings.Contains(string(text), "/vitrine/"+name+`, newTag: "`+version+`"}`) {
			t.Errorf("components/versions doesn't have %s %s of release.json", name, version)
		}
	}
	digest := "sha256:" + strings.Repeat("a", 64)
	changed := strings.Replace(string(text), `newName: registry.example.org/vitrine/checkout, newTag: "`+release.Versions["checkout"]+`"`,
		`newName: localhost:5000/shop-checkout, newTag: 0.1.1, digest: "`+digest+`"`, 1)
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "kustomization.yaml"), []byte(changed), 0o600); err != nil {
		t.Fatal(err)
	}
	want[4] = "checkout-migrate-0.1.1 localhost:5000/shop-checkout:0.1.1@" + digest
	if got := names(renderWith(t, folder)); !slices.Equal(got, want) {
		t.Errorf("migrations = %q, want %q", got, want)
	}
}

// TestAChangedSettingRollsItsReaders: the names of ConfigMaps, and of Secrets that an overlay makes, depend on their contents, and so do the pods that
// read them. A Job of the same version stays, because it can't be changed.
func TestAChangedSettingRollsItsReaders(t *testing.T) {
	secrets := func(key string) string {
		return component(t, "secretGenerator:\n  - {name: checkout, namespace: vitrine, literals: [SERVICE_KEY="+key+"]}\n"+
			"  - {name: checkout-migrate, namespace: vitrine, literals: [MIGRATE_DATABASE_URL="+key+"], options: {disableNameSuffixHash: true}}\n")
	}
	country := component(t, "configMapGenerator:\n  - {name: checkout, namespace: vitrine, behavior: merge, literals: [SELLER_COUNTRY=FR]}\n")
	pod := func(components ...string) map[string]string {
		out := map[string]string{}
		for key, o := range objectsOf(t, renderWith(t, append(components, "once", "versions")...)) {
			if kind, _, _ := strings.Cut(key, " "); slices.Contains([]string{"Deployment", "CronJob", "Job"}, kind) {
				out[key] = text(t, o)
			}
		}
		return out
	}
	for _, change := range []struct {
		name          string
		before, after map[string]string
	}{
		{"a ConfigMap", pod(), pod(country)},
		{"a Secret", pod(secrets("a")), pod(secrets("b"))},
	} {
		if len(change.before) != 17 {
			t.Errorf("%d workloads, want 17", len(change.before))
		}
		for key, before := range change.before {
			if rolled := before != change.after[key]; rolled != (key == "Deployment checkout") {
				t.Errorf("%s of checkout rolls %s: %t, want %t", change.name, key, rolled, !rolled)
			}
		}
	}
}

// TestPlatformsFindWhatTheyExpect: an identity for each process, updates and evictions that don't wait for a broken pod, and what kube-prometheus-stack
// selects.
func TestPlatformsFindWhatTheyExpect(t *testing.T) {
	objects := objectsOf(t, renderWith(t, "monitoring", "backups"))
	deployments := 0
	for key, o := range objects {
		kind, name, _ := strings.Cut(key, " ")
		switch kind {
		case "Deployment":
			deployments++
			pod := at(o, "spec", "template", "spec")
			if at(pod, "serviceAccountName") != name || objects["ServiceAccount "+name] == nil {
				t.Errorf("%s has the service account %v, want its own", name, at(pod, "serviceAccountName"))
			}
			if at(o, "spec", "minReadySeconds") == nil || strings.Count(text(t, o), "- pod-template-hash") != 2 {
				t.Errorf("%s has no minReadySeconds, or counts pods of other versions when it spreads them", name)
			}
			if at(objects["PodDisruptionBudget "+name], "spec", "unhealthyPodEvictionPolicy") != "AlwaysAllow" {
				t.Errorf("%s: pods that aren't ready stop a drain of their node", name)
			}
		case "Job":
			if account := at(o, "spec", "template", "spec", "serviceAccountName"); name != fmt.Sprint(account)+"-migrate" {
				t.Errorf("%s has the service account %v, want its service's", name, account)
			}
		case "PodMonitor", "PrometheusRule":
			if at(o, "metadata", "labels", "release") != "kube-prometheus-stack" {
				t.Errorf("%s has no label release", key)
			}
			if alarms := strings.Count(text(t, o), "- alert:"); alarms != strings.Count(text(t, o), "runbook_url: https://") {
				t.Errorf("%s has %d alarms, want a runbook_url for each", key, alarms)
			}
		}
	}
	if deployments != 9 {
		t.Errorf("%d deployments, want 9", deployments)
	}
}

// TestDemoSecrets: the script prints every Secret that pods of the demonstration refer to.
func TestDemoSecrets(t *testing.T) {
	out, err := exec.Command("demo/make-secrets.sh").Output()
	if err != nil {
		t.Fatal(err)
	}
	validate(t, "make-secrets.sh", string(out))
	made := map[string]bool{}
	for part := range strings.SplitSeq(string(out), "\n---\n") {
		var o struct {
			Kind     string
			Metadata struct{ Name string }
			Data     map[string]string `json:"stringData"`
		}
		if err := yaml.Unmarshal([]byte(part), &o); err != nil {
			t.Fatal(err)
		}
		for key, value := range o.Data {
			if value == "" {
				t.Errorf("%s: %s is empty", o.Metadata.Name, key)
			}
		}
		made[o.Metadata.Name] = o.Kind == "Secret"
	}
	for _, p := range workloads(t, render(t, "demo")) {
		for _, c := range slices.Concat(p.Spec.Template.Spec.Init, p.Spec.Template.Spec.Containers) {
			names := []string{}
			for _, from := range c.EnvFrom {
				names = append(names, from.SecretRef.Name)
			}
			for _, e := range c.Env {
				names = append(names, e.From.Secret.Name)
			}
			for _, name := range names {
				if name != "" && !made[name] {
					t.Errorf("%s: the script makes no Secret %s", p.Metadata.Name, name)
				}
			}
		}
	}
}

// TestChartHasEverything: the Helm chart has a value for each component, and each image of the release. `make test-kubernetes` compares its objects.
func TestChartHasEverything(t *testing.T) {
	folder := t.TempDir()
	if err := Chart(folder); err != nil {
		t.Fatal(err)
	}
	read := func(file string) (out object) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := yaml.Unmarshal(text, &out); err != nil {
			t.Fatal(err)
		}
		return out
	}
	chart, values, release := read(folder+"/Chart.yaml"), read(folder+"/values.yaml"), read("../../release.json")
	if chart["version"] != release["version"] {
		t.Errorf("the chart has the version %v, want the release's, %v", chart["version"], release["version"])
	}
	for name, version := range release["versions"].(object) {
		if tag := at(values, "images", name, "tag"); tag != version {
			t.Errorf("image %s has the tag %v, want %v", name, tag, version)
		}
	}
	for _, c := range components(t) {
		if _, has := at(values, "components", valueOf(c)).(bool); has == slices.Contains([]string{"demo", "versions"}, c) {
			t.Errorf("component %s has a value: %t, want %t", c, has, !has)
		}
	}
}

// objectsOf returns the objects of a set by kind and name.
func objectsOf(t *testing.T, set resmap.ResMap) map[string]map[string]any {
	t.Helper()
	out := map[string]map[string]any{}
	for _, res := range set.Resources() {
		var o map[string]any
		text, err := res.AsYAML()
		if err != nil {
			t.Fatal(err)
		}
		if err := yaml.Unmarshal(text, &o); err != nil {
			t.Fatal(err)
		}
		out[res.GetKind()+" "+res.GetName()] = o
	}
	return out
}

// text returns an object as YAML.
func text(t *testing.T, o map[string]any) string {
	t.Helper()
	out, err := yaml.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}
