// Package kubernetes renders the manifests of this folder, and writes a Helm chart of them. Its tests validate them against the schemas of Kubernetes and
// of the operators that components use, and with `make test-kubernetes` against an API server.
package kubernetes

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"

	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/api/resmap"
	"sigs.k8s.io/kustomize/api/types"
	"sigs.k8s.io/kustomize/kyaml/filesys"
	"sigs.k8s.io/yaml"
)

type object = map[string]any

// Render returns what `kubectl kustomize` prints for the base with components, which are folders. It runs in deploy/kubernetes.
func Render(components ...string) (resmap.ResMap, error) {
	folder, err := os.MkdirTemp("", "vitrine-render-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	k := types.Kustomization{TypeMeta: types.TypeMeta{APIVersion: types.KustomizationVersion, Kind: types.KustomizationKind}}
	if k.Resources, err = relative(folder, "base"); err != nil {
		return nil, err
	}
	if k.Components, err = relative(folder, components...); err != nil {
		return nil, err
	}
	text, err := yaml.Marshal(k)
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(folder, "kustomization.yaml"), text, 0o600); err != nil {
		return nil, err
	}
	return renderFolder(folder)
}

// renderFolder returns what `kubectl kustomize` prints for a folder.
func renderFolder(folder string) (resmap.ResMap, error) {
	return krusty.MakeKustomizer(krusty.MakeDefaultOptions()).Run(filesys.MakeFsOnDisk(), folder)
}

// relative returns the paths of folders from another one, because Kustomize accepts no absolute path.
func relative(from string, folders ...string) ([]string, error) {
	from, err := filepath.EvalSymlinks(from)
	if err != nil {
		return nil, err
	}
	out := make([]string, len(folders))
	for i, folder := range folders {
		absolute, err := filepath.Abs(folder)
		if err != nil {
			return nil, err
		}
		if out[i], err = filepath.Rel(from, absolute); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// hash is what kustomize adds to the names of what it generates; its alphabet makes no words.
var hash = regexp.MustCompile(`-[24-9bcdfghkmt]{10}$`)

// plain returns the objects of a set by kind and name, as the Helm chart renders them: without a namespace, and without the hash in the names of
// ConfigMaps.
func plain(set resmap.ResMap) (map[string]object, error) {
	names := map[string]string{}
	for _, res := range set.Resources() {
		if name := res.GetName(); res.GetKind() == "ConfigMap" {
			names[name] = hash.ReplaceAllString(name, "")
		}
	}
	out := map[string]object{}
	for _, res := range set.Resources() {
		text, err := res.AsYAML()
		if err != nil {
			return nil, err
		}
		var o object
		if err := yaml.Unmarshal(text, &o); err != nil {
			return nil, err
		}
		replace(o, names)
		meta, _ := o["metadata"].(object)
		delete(meta, "namespace")
		out[fmt.Sprintf("%s %s", o["kind"], meta["name"])] = o
	}
	return out, nil
}

// replace replaces whole strings.
func replace(node any, by map[string]string) any {
	switch v := node.(type) {
	case object:
		for key, child := range v {
			v[key] = replace(child, by)
		}
	case []any:
		for i, child := range v {
			v[i] = replace(child, by)
		}
	case string:
		if to, ok := by[v]; ok {
			return to
		}
	}
	return node
}

// at returns what a path leads to, or nil.
func at(node any, keys ...string) any {
	for _, key := range keys {
		m, _ := node.(object)
		node = m[key]
	}
	return node
}
