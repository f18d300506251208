package kubernetes

import (
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sigs.k8s.io/kustomize/api/resmap"
	"sigs.k8s.io/kustomize/api/resource"
	"sigs.k8s.io/yaml"
)

// TestCluster needs a real API server.
func TestCluster(t *testing.T) {
	s := start(t)
	t.Run("applies", func(t *testing.T) {
		for name, folders := range sets(t) {
			t.Run(name, func(t *testing.T) { clusterApplies(t, s.in(t), "set-"+name, folders) })
		}
	})
	t.Run("postgres", func(t *testing.T) {
		for _, folder := range []string{"postgres", "postgres-restore"} {
			objects := objectsOf(t, render(t, folder))
			s.in(t).apply(objects["Namespace postgres"], "")
			for _, o := range objects {
				s.in(t).apply(o, "postgres")
			}
		}
	})
	t.Run("chart", func(t *testing.T) { clusterInstalls(t, s.in(t)) })
}

// sets are the folders of components that are applied together, by name.
func sets(t *testing.T) map[string][]string {
	t.Helper()
	out := map[string][]string{"base": nil, "production": {"once", "autoscaling"}}
	var together []string
	for _, c := range components(t) {
		switch c {
		case "versions": // in every set
			continue
		case "autoscaling-rps":
			out[c] = []string{"autoscaling", c}
		default:
			out[c] = []string{c}
		}
		if c != "demo" && c != "gateway-api" {
			together = append(together, c)
		}
	}
	out["everything"] = together
	return out
}

// versioned renders components with one version of all images, and with a level of logs as an example of a setting.
func versioned(t *testing.T, tag, level string, folders ...string) resmap.ResMap {
	t.Helper()
	text, err := os.ReadFile("components/versions/kustomization.yaml")
	if err != nil {
		t.Fatal(err)
	}
	text = regexp.MustCompile(`newTag: "[^"]*"`).ReplaceAll(text, []byte(`newTag: "`+tag+`"`))
	text = append(text, []byte("patches:\n  - target: {kind: ConfigMap, name: shared}\n    patch: '- {op: replace, path: /data/LOG_LEVEL, value: "+level+"}'\n")...)
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "kustomization.yaml"), text, 0o600); err != nil {
		t.Fatal(err)
	}
	return renderWith(t, append(slices.Clone(folders), folder)...)
}

// clusterApplies applies a set under the restricted profile: twice the same, which changes nothing, then with other images and settings, which rolls pods
// and makes new migrations. Every template is also tried as a pod.
func clusterApplies(t *testing.T, s *server, namespace string, folders []string) {
	t.Helper()
	apply := func(set resmap.ResMap) map[string]object {
		out := map[string]object{}
		resources := set.Resources()
		// Namespaces and classes first, as kubectl does.
		first := func(kind string) int {
			return -slices.Index([]string{"ServiceAccount", "PriorityClass", "Namespace"}, kind)
		}
		slices.SortStableFunc(resources, func(a, b *resource.Resource) int { return first(a.GetKind()) - first(b.GetKind()) })
		for _, res := range resources {
			text, err := res.AsYAML()
			if err != nil {
				t.Fatal(err)
			}
			o := parsed(t, text)
			meta := o["metadata"].(object)
			if res.GetKind() == "Namespace" {
				meta["name"] = namespace
			} else if meta["namespace"] != nil {
				meta["namespace"] = namespace
			}
			out[res.GetKind()+" "+res.GetName()] = s.apply(o, namespace)
		}
		return out
	}
	first := apply(versioned(t, "0.1.0", "info", folders...))
	// No controller makes it here. Stand-ins of the demonstration use it.
	s.apply(object{"apiVersion": "v1", "kind": "ServiceAccount", "metadata": object{"name": "default"}}, namespace)
	again := apply(versioned(t, "0.1.0", "info", folders...))
	for key, o := range first {
		// Only what has no generation, such as a ConfigMap, keeps its version: the status of a Gateway gets defaults.
		version := "generation"
		if at(o, "metadata", version) == nil {
			version = "resourceVersion"
		}
		if at(o, "metadata", version) != at(again[key], "metadata", version) {
			t.Errorf("%s differs after the same apply, want no drift", key)
		}
	}
	changed := apply(versioned(t, "0.1.1", "debug", folders...))
	for key, o := range changed {
		template, _ := at(o, "spec", "template").(object)
		if template == nil {
			template, _ = at(o, "spec", "jobTemplate", "spec", "template").(object)
		}
		pod, isPod := template["spec"].(object) // a template of another kind isn't one of pods
		if !isPod || pod["containers"] == nil {
			continue
		}
		claims, _ := at(o, "spec", "volumeClaimTemplates").([]any) // a controller gives the pod volumes for them
		for _, claim := range claims {
			volumes, _ := pod["volumes"].([]any)
			pod["volumes"] = append(volumes, object{"name": at(claim, "metadata", "name"), "emptyDir": object{}})
		}
		if ok, why := s.admits(template, namespace); !ok {
			t.Errorf("%s: a pod of it isn't admitted: %s", key, why)
		}
		if strings.HasPrefix(key, "Deployment ") && strings.Contains(fmt.Sprint(template), "shared-") &&
			reflect.DeepEqual(at(first[key], "spec", "template", "spec", "containers"), pod["containers"]) {
			t.Errorf("%s: a changed setting doesn't roll its pods", key)
		}
	}
	for _, service := range []string{"auth", "profiles", "catalog", "checkout", "chainwatcher", "approvals"} {
		for _, tag := range []string{"0.1.0", "0.1.1"} {
			if s.get("Job", "batch/v1", service+"-migrate-"+tag, namespace) == nil {
				t.Errorf("there is no Job %s-migrate-%s, want one for each version", service, tag)
			}
		}
	}
	// This is why the names of Jobs have the version.
	job := objectsOf(t, versioned(t, "0.1.1", "debug"))["Job checkout-migrate-0.1.1"]
	job["metadata"].(object)["namespace"] = namespace
	at(job, "spec", "template", "spec", "containers").([]any)[0].(object)["image"] = "registry.example.org/vitrine/checkout:0.1.2"
	if status, reply, _ := s.patch(job, namespace); status != http.StatusUnprocessableEntity || !strings.Contains(string(reply), "field is immutable") {
		t.Errorf("apply of another image in the same Job returns %d %s, want 422", status, reply)
	}
	clusterReplaces(t, s, job, namespace)
	root := object{"spec": object{"containers": []any{object{"name": "root", "image": "busybox"}}}}
	if ok, why := s.admits(root, namespace); ok || !strings.Contains(why, "violates PodSecurity") {
		t.Errorf("a pod that may run as root is admitted: %t, %s; want it refused", ok, why)
	}
}

// clusterReplaces replaces a Job that can't be changed, as the annotations tell Flux (force: enabled) and Argo CD (Replace=true,Force=true) to do: both delete
// it with its pods in the background. Then Flux applies the new one, and Argo CD creates it.
func clusterReplaces(t *testing.T, s *server, job object, namespace string) {
	t.Helper()
	for annotation, want := range map[string]string{"kustomize.toolkit.fluxcd.io/force": "enabled", "argocd.argoproj.io/sync-options": "Replace=true,Force=true"} {
		if got := at(job, "metadata", "annotations", annotation); got != want {
			t.Errorf("%s of %s = %v, want %s", annotation, nameOf(job), got, want)
		}
	}
	for name, write := range map[string]func() (int, []byte, []string){
		"Flux": func() (int, []byte, []string) { return s.patch(job, namespace) },
		"Argo CD": func() (int, []byte, []string) {
			return s.send(http.MethodPost, s.path(job, namespace)+"?", "application/json", job)
		},
	} {
		if status, reply, _, err := s.try(http.MethodDelete, s.path(job, namespace)+"/"+nameOf(job)+"?propagationPolicy=Background", "", nil); err != nil || status != http.StatusOK {
			t.Errorf("%s: delete returns %d %s, %v, want 200", name, status, reply, err)
		}
		s.eventually("the Job is deleted", func() bool { return s.get("Job", "batch/v1", nameOf(job), namespace) == nil })
		if status, reply, _ := write(); status != http.StatusCreated {
			t.Errorf("%s: the new Job returns %d %s, want 201", name, status, reply)
		}
		containers, _ := at(s.get("Job", "batch/v1", nameOf(job), namespace), "spec", "template", "spec", "containers").([]any)
		if want := at(job, "spec", "template", "spec", "containers").([]any)[0].(object)["image"]; len(containers) != 1 || containers[0].(object)["image"] != want {
			t.Errorf("%s: containers = %v, want one with the image %s", name, containers, want)
		}
	}
}

// clusterInstalls: Helm renders the objects of each set, apart from what only names them differently, and installs and upgrades them.
func clusterInstalls(t *testing.T, s *server) {
	t.Helper()
	chart := t.TempDir()
	if err := Chart(chart); err != nil {
		t.Fatal(err)
	}
	if out, err := s.helm("lint", "--strict", chart); err != nil {
		t.Fatal(err, out)
	}
	for name, folders := range sets(t) {
		if name == "demo" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			want, err := plain(versioned(t, "0.1.1", "debug", folders...))
			if err != nil {
				t.Fatal(err)
			}
			delete(want, "Namespace vitrine")
			out, err := s.helm("template", "vitrine", chart, "--values", valuesFile(t, want, folders))
			if err != nil {
				t.Fatal(err)
			}
			for part := range strings.SplitSeq("\n"+out, "\n---\n") {
				o := parsed(t, []byte(part))
				if o == nil {
					continue
				}
				if annotations, ok := at(o, "spec", "template", "metadata", "annotations").(object); ok {
					if sum, _ := annotations["checksum/settings"].(string); o["kind"] == "Deployment" && len(sum) != 64 {
						t.Errorf("%s has no checksum of its settings", nameOf(o))
					}
					delete(annotations, "checksum/settings")
				}
				key := fmt.Sprintf("%s %s", o["kind"], nameOf(o))
				if !reflect.DeepEqual(o, want[key]) {
					t.Errorf("%s differs:\nchart     %s\nkustomize %s", key, text(t, o), text(t, want[key]))
				}
				delete(want, key)
			}
			for key := range want {
				t.Errorf("the chart has no %s", key)
			}
		})
	}
	// What kubectl applied before becomes Helm's.
	applied := objectsOf(t, versioned(t, "0.1.0", "info"))
	s.apply(applied["Namespace vitrine"], "")
	for _, o := range applied {
		s.apply(o, "vitrine")
	}
	all := []string{"--namespace", "vitrine", "vitrine", chart}
	for _, c := range components(t) {
		if !slices.Contains([]string{"demo", "gateway-api", "versions"}, c) {
			all = append(all, "--set", "components."+valueOf(c)+"=true")
		}
	}
	run := func(command string, change ...string) any {
		for _, name := range slices.Sorted(maps.Keys(images())) {
			change = append([]string{"--set", "images." + name + ".tag=0.1.0"}, change...)
		}
		if _, err := s.helm(slices.Concat([]string{command}, all, change)...); err != nil {
			t.Fatal(err)
		}
		return at(s.get("Deployment", "apps/v1", "checkout", "vitrine"), "spec", "template")
	}
	before := run("install", "--take-ownership")
	if regexp.MustCompile(`shared-[0-9a-z]{10}`).MatchString(fmt.Sprint(before)) {
		t.Errorf("pods read ConfigMaps that kubectl applied, want those of the chart: %v", before)
	}
	for _, change := range []string{"settings.checkout.SELLER_NAME=Another", "images.checkout.tag=0.1.1"} {
		after := run("upgrade", "--set", change)
		if reflect.DeepEqual(before, after) {
			t.Errorf("%q doesn't roll the pods of checkout", change)
		}
		before = after
	}
	if s.get("Job", "batch/v1", "checkout-migrate-0.1.0", "vitrine") != nil || s.get("Job", "batch/v1", "checkout-migrate-0.1.1", "vitrine") == nil {
		t.Error("the upgrade has the migration of the version before, or lacks the new one")
	}
	for _, wrong := range []string{
		"components.ingres=true", "image.checkout.tag=1", "settings.chekout.A=b", "images.checkout.tag=UPPER", "replicas.auth=0",
		"components.ingress=true,components.gatewayApi=true", "components.autoscalingRps=true,components.autoscaling=false",
	} {
		_, err := s.helm("template", "vitrine", chart, "--set", wrong)
		if err == nil || !strings.Contains(err.Error(), "values don't meet the specifications of the schema") {
			t.Errorf("--set %s: error = %v, want one of the schema", wrong, err)
		}
	}
}

// images are the values of all images with a version.
func images() object {
	out := object{}
	for _, name := range []string{"auth", "profiles", "catalog", "checkout", "chainwatcher", "approvals", "gateway", "frontend", "render"} {
		out[name] = object{"tag": "0.1.1"}
	}
	return out
}

// valuesFile writes the values that make a set.
func valuesFile(t *testing.T, objects map[string]object, folders []string) string {
	t.Helper()
	settings, on := object{}, object{"autoscaling": false, "once": false}
	for _, folder := range folders {
		on[valueOf(folder)] = true
	}
	for key, o := range objects {
		if name, ok := strings.CutPrefix(key, "ConfigMap "); ok && (objects["Deployment "+name] != nil || name == "shared") {
			settings[name] = o["data"]
		}
	}
	out, err := yaml.Marshal(object{"images": images(), "settings": settings, "components": on})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "values.yaml")
	if err := os.WriteFile(file, out, 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}
