// Command generate writes the manifests that are made from other folders, the schemas that they are validated with, and the Helm chart. Run it in
// deploy/kubernetes: generate manifests, generate schemas, generate chart FOLDER, or generate definitions FOLDER, which copies the definitions of custom
// resources there.
package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/vitrine/vitrine/deploy/kubernetes"
	"sigs.k8s.io/yaml"
)

const notice = "# Made by `make gen`; do not edit.\n"

func main() {
	commands := map[string]func() error{"manifests": manifests, "schemas": schemas}
	if len(os.Args) == 3 {
		commands = map[string]func() error{
			"chart":       func() error { return kubernetes.Chart(os.Args[2]) },
			"definitions": func() error { return copyDefinitions(os.Args[2]) },
		}
	}
	if len(os.Args) < 2 || commands[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "usage: generate manifests | schemas | chart FOLDER | definitions FOLDER")
		os.Exit(2)
	}
	if err := commands[os.Args[1]](); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

type object = map[string]any

func manifests() error {
	files, err := filepath.Glob("../observability/*.yml")
	if err != nil {
		return err
	}
	var rules []object
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		var spec object
		if err := yaml.Unmarshal(text, &spec); err != nil {
			return err
		}
		if err := linkRunbooks(spec); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		meta := object{"name": "vitrine-" + strings.TrimSuffix(filepath.Base(file), ".yml"), "labels": object{"release": stack}}
		rules = append(rules, object{"apiVersion": "monitoring.coreos.com/v1", "kind": "PrometheusRule", "metadata": meta, "spec": spec})
	}
	if err := write("components/monitoring/rules.yaml", rules...); err != nil {
		return err
	}
	dashboards, err := filepath.Glob("../observability/dashboards/*.json")
	if err != nil {
		return err
	}
	var all []object
	for _, file := range dashboards {
		name := strings.TrimSuffix(filepath.Base(file), ".json")
		o, err := configMap("dashboard-"+name, file)
		if err != nil {
			return err
		}
		o["metadata"].(object)["labels"] = object{"grafana_dashboard": "1"}
		all = append(all, o)
	}
	if err := write("components/monitoring/dashboards.yaml", all...); err != nil {
		return err
	}
	scripts, err := filepath.Glob("../compose/postgres/*")
	if err != nil {
		return err
	}
	postgres, err := configMap("demo-postgres", scripts...)
	if err != nil {
		return err
	}
	nats, err := configMap("demo-nats", "../compose/nats.conf")
	if err != nil {
		return err
	}
	return write("components/demo/settings.yaml", postgres, nats)
}

// stack is the Helm release of kube-prometheus-stack, whose operator selects rules by it.
const stack = "kube-prometheus-stack"

// pages is where links of alarms lead.
const pages = "https://github.com/vitrine/vitrine/blob/main/"

// linkRunbooks replaces the paths of runbooks by addresses, in the annotation that dashboards and mails of kube-prometheus-stack show.
func linkRunbooks(spec object) error {
	for _, group := range spec["groups"].([]any) {
		for _, rule := range group.(object)["rules"].([]any) {
			name, alarm := rule.(object)["alert"]
			if !alarm {
				continue
			}
			annotations, _ := rule.(object)["annotations"].(object)
			path, ok := annotations["runbook"].(string)
			if !ok {
				return fmt.Errorf("the alarm %s has no runbook", name)
			}
			delete(annotations, "runbook")
			annotations["runbook_url"] = pages + path
		}
	}
	return nil
}

func configMap(name string, files ...string) (object, error) {
	data := object{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		data[filepath.Base(file)] = string(text)
	}
	return object{"apiVersion": "v1", "kind": "ConfigMap", "metadata": object{"name": name}, "data": data}, nil
}

func write(file string, objects ...object) error {
	var out bytes.Buffer
	out.WriteString(notice)
	for i, o := range objects {
		if i > 0 {
			out.WriteString("---\n")
		}
		text, err := yaml.Marshal(o)
		if err != nil {
			return err
		}
		out.Write(text)
	}
	return os.WriteFile(file, out.Bytes(), 0o644) //nolint:gosec // manifests are public
}
