package kubernetes

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"sigs.k8s.io/yaml"
)

// sections are the parts of values.yaml in their order, each with its comment.
var sections = []struct{ name, comment string }{
	{"images", "Your registry and the version of each process. A new tag of a service makes a new Job that migrates its database."},
	{"settings", "The settings of all processes (shared) and of each, as in the Kustomize base."},
	{
		"components", "The folders of deploy/kubernetes/components: what each adds is at the top of its kustomization.yaml. Use ingress or gatewayApi.\n" +
			"# Settings that a component adds, such as the address of tracing, belong to settings.",
	},
	{"replicas", "Of Deployments without an autoscaler."},
	{"resources", ""},
	{"serviceAccounts", "Annotations, for identities of your platform: {catalog: {eks.amazonaws.com/role-arn: \"arn:aws:iam::…\"}}."},
	{"pod", "Fields added to the spec of every pod, such as nodeSelector and tolerations."},
	{"gatewayClass", "The GatewayClass of your controller, for gatewayApi."},
	{"monitoring", "The release of kube-prometheus-stack, which selects rules and monitors by it."},
	{"logo", "One file; settings.shared.LOGO names it."},
}

// valuesText returns values.yaml, with the comments of the files of settings.
func valuesText(values object) (string, error) {
	var out strings.Builder
	for _, s := range sections {
		if s.comment != "" {
			out.WriteString("# " + s.comment + "\n")
		}
		if s.name == "settings" {
			out.WriteString("settings:\n")
			names := slices.DeleteFunc(slices.Sorted(maps.Keys(values["settings"].(object))), func(name string) bool { return name == "shared" })
			for _, name := range append([]string{"shared"}, names...) {
				text, err := os.ReadFile("base/settings/" + name + ".env")
				if err != nil {
					return "", err
				}
				fmt.Fprintf(&out, "  %s:\n", name)
				for line := range strings.Lines(string(text)) {
					line = strings.TrimSuffix(line, "\n")
					if setting, value, ok := strings.Cut(line, "="); ok && !strings.HasPrefix(line, "#") {
						line = setting + ": " + quoted(value)
					}
					out.WriteString("    " + line + "\n")
				}
			}
			continue
		}
		text, err := yaml.Marshal(object{s.name: values[s.name]})
		if err != nil {
			return "", err
		}
		out.Write(text)
	}
	return out.String(), nil
}

// schemaOf returns the JSON schema of values: unknown names are errors.
func schemaOf(values object) object {
	closed := func(of object, each func(name string) object) object {
		properties := object{}
		for name := range of {
			properties[name] = each(name)
		}
		return object{"type": "object", "additionalProperties": false, "properties": properties}
	}
	part := func(name string) object { return values[name].(object) }
	text, anything := object{"type": "string"}, object{"type": "object"}
	texts := object{"type": "object", "additionalProperties": text}
	always := func(o object) func(string) object { return func(string) object { return o } }
	on, components := object{"const": true}, closed(part("components"), always(object{"type": "boolean"}))
	components["not"] = object{"required": []string{"ingress", "gatewayApi"}, "properties": object{"ingress": on, "gatewayApi": on}}
	components["if"] = object{"required": []string{"autoscalingRps"}, "properties": object{"autoscalingRps": on}}
	components["then"] = object{"properties": object{"autoscaling": on}}
	return object{
		"$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "additionalProperties": false,
		"properties": object{
			"global": anything, // Helm adds it
			"images": closed(part("images"), always(object{
				"type": "object", "additionalProperties": false, "required": []string{"repository", "tag"},
				"properties": object{
					"repository": object{"type": "string", "minLength": 1},
					// A part of the names of Jobs.
					"tag":    object{"type": "string", "pattern": "^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$", "maxLength": 63},
					"digest": object{"type": "string", "pattern": "^(sha256:[0-9a-f]{64})?$"},
				},
			})),
			"settings":        closed(part("settings"), always(texts)),
			"components":      components,
			"replicas":        closed(part("replicas"), always(object{"type": "integer", "minimum": 1})),
			"resources":       closed(part("resources"), always(anything)),
			"serviceAccounts": closed(part("serviceAccounts"), always(texts)),
			"pod":             anything,
			"gatewayClass":    object{"type": "string", "minLength": 1},
			"monitoring":      object{"type": "object", "additionalProperties": false, "properties": object{"release": object{"type": "string", "minLength": 1}}},
			"logo":            texts,
		},
	}
}
