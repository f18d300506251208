package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"sigs.k8s.io/yaml"
)

// release is the release of Kubernetes whose schemas are used, and kinds are those that the manifests have.
const release = "k8s.io/kubernetes@v1.34.2"

var kinds = []string{
	"io.k8s.api.core.v1.Namespace", "io.k8s.api.core.v1.ConfigMap", "io.k8s.api.core.v1.Secret", "io.k8s.api.core.v1.Service",
	"io.k8s.api.core.v1.ServiceAccount", "io.k8s.api.apps.v1.Deployment", "io.k8s.api.apps.v1.StatefulSet", "io.k8s.api.batch.v1.Job",
	"io.k8s.api.batch.v1.CronJob", "io.k8s.api.policy.v1.PodDisruptionBudget", "io.k8s.api.networking.v1.NetworkPolicy",
	"io.k8s.api.networking.v1.Ingress", "io.k8s.api.autoscaling.v2.HorizontalPodAutoscaler", "io.k8s.api.scheduling.v1.PriorityClass",
}

// definitions are the custom resources: a module of their project and a file in it.
var definitions = map[string][]string{
	"sigs.k8s.io/gateway-api@v1.4.0": {
		"config/crd/standard/gateway.networking.k8s.io_gateways.yaml", "config/crd/standard/gateway.networking.k8s.io_httproutes.yaml",
	},
	"github.com/prometheus-operator/prometheus-operator@v0.85.0": {
		"example/prometheus-operator-crd/monitoring.coreos.com_podmonitors.yaml", "example/prometheus-operator-crd/monitoring.coreos.com_prometheusrules.yaml",
	},
	"github.com/external-secrets/external-secrets@v0.20.4": {"config/crds/bases/external-secrets.io_externalsecrets.yaml"},
	"github.com/cloudnative-pg/cloudnative-pg@v1.30.0": {
		"config/crd/bases/postgresql.cnpg.io_clusters.yaml", "config/crd/bases/postgresql.cnpg.io_scheduledbackups.yaml",
	},
	"github.com/cloudnative-pg/plugin-barman-cloud@v0.15.0": {"config/crd/bases/barmancloud.cnpg.io_objectstores.yaml"},
}

// schemas writes one JSON schema per kind. Unknown fields are errors.
func schemas() error {
	if err := errorsOf(os.RemoveAll("schemas"), os.MkdirAll("schemas", 0o755)); err != nil { //nolint:gosec // public
		return err
	}
	folder, err := download(release)
	if err != nil {
		return err
	}
	text, err := os.ReadFile(filepath.Join(folder, "api/openapi-spec/swagger.json"))
	if err != nil {
		return err
	}
	var spec struct{ Definitions map[string]object }
	if err := json.Unmarshal(text, &spec); err != nil {
		return err
	}
	for _, kind := range kinds {
		parts := strings.Split(kind, ".")
		schema := expand(spec.Definitions[kind], spec.Definitions, nil)
		if err := save(parts[len(parts)-1], parts[len(parts)-3], parts[len(parts)-2], schema); err != nil {
			return err
		}
	}
	for _, module := range slices.Sorted(maps.Keys(definitions)) {
		folder, err := download(module)
		if err != nil {
			return err
		}
		for _, file := range definitions[module] {
			if err := custom(filepath.Join(folder, file)); err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
		}
	}
	return nil
}

// copyDefinitions copies the definitions of custom resources for an API server.
func copyDefinitions(to string) error {
	for _, module := range slices.Sorted(maps.Keys(definitions)) {
		folder, err := download(module)
		if err != nil {
			return err
		}
		for _, file := range definitions[module] {
			text, err := os.ReadFile(filepath.Join(folder, file))
			if err != nil {
				return err
			}
			if err := os.WriteFile(filepath.Join(to, filepath.Base(file)), text, 0o644); err != nil { //nolint:gosec // public
				return err
			}
		}
	}
	return nil
}

func errorsOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func download(module string) (string, error) {
	out, err := exec.Command("go", "mod", "download", "-json", module).Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w: %s", module, err, out)
	}
	var m struct{ Dir string }
	return m.Dir, json.Unmarshal(out, &m)
}

func custom(file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var crd struct {
		Spec struct {
			Group    string
			Names    struct{ Kind string }
			Versions []struct {
				Name    string
				Storage bool
				Schema  struct{ OpenAPIV3Schema object }
			}
		}
	}
	if err := yaml.Unmarshal(text, &crd); err != nil {
		return err
	}
	for _, v := range crd.Spec.Versions {
		if v.Storage {
			return save(crd.Spec.Names.Kind, strings.Split(crd.Spec.Group, ".")[0], v.Name, expand(v.Schema.OpenAPIV3Schema, nil, nil))
		}
	}
	return fmt.Errorf("no stored version")
}

// expand puts definitions in the place of references, and forbids fields that an object doesn't define. Descriptions are left out.
func expand(schema object, all map[string]object, within []string) object {
	if ref, ok := schema["$ref"].(string); ok {
		name := strings.TrimPrefix(ref, "#/definitions/")
		if slices.Contains(within, name) {
			return object{}
		}
		return expand(all[name], all, append(slices.Clone(within), name))
	}
	out := object{}
	for key, value := range schema {
		switch {
		case key == "description" || key == "format" || key == "default" || strings.HasPrefix(key, "x-kubernetes-"):
		case key == "properties":
			properties := object{}
			for name, property := range value.(object) {
				properties[name] = expand(property.(object), all, within)
			}
			out[key] = properties
		default:
			out[key] = anything(value, all, within)
		}
	}
	if schema["x-kubernetes-int-or-string"] == true || schema["format"] == "int-or-string" {
		return object{"type": []string{"integer", "string"}}
	}
	if _, has := out["properties"]; has && out["type"] == "object" && out["additionalProperties"] == nil && schema["x-kubernetes-preserve-unknown-fields"] == nil {
		out["additionalProperties"] = false
	}
	return out
}

func anything(value any, all map[string]object, within []string) any {
	switch v := value.(type) {
	case object:
		return expand(v, all, within)
	case []any:
		out := make([]any, len(v))
		for i, item := range v {
			out[i] = anything(item, all, within)
		}
		return out
	}
	return value
}

func save(kind, group, version string, schema object) error {
	// Quantities may be numbers, and metadata of custom resources is defined nowhere.
	text, err := json.Marshal(schema)
	if err != nil {
		return err
	}
	name := strings.ToLower(fmt.Sprintf("%s-%s-%s.json", kind, group, version))
	if group == "core" {
		name = strings.ToLower(fmt.Sprintf("%s-%s.json", kind, version))
	}
	return os.WriteFile(filepath.Join("schemas", name), append(text, '\n'), 0o644) //nolint:gosec // public
}
