package kubernetes

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"sigs.k8s.io/yaml"
)

// option is a folder of components that a value of the chart switches on.
type option struct {
	folder string
	// from and to are the objects without and with it.
	from, to map[string]object
}

// value is the name in values.yaml: autoscaling-rps is components.autoscalingRps.
func (c option) value() string { return valueOf(c.folder) }

func valueOf(folder string) string {
	return regexp.MustCompile(`-[a-z]`).ReplaceAllStringFunc(filepath.Base(folder), func(s string) string { return strings.ToUpper(s[1:]) })
}

// needed are the components that change what another one adds.
var needed = map[string][]string{"components/autoscaling-rps": {"components/autoscaling"}}

// Chart writes a Helm chart into an empty folder. It renders the same objects as kustomize: the base, and each component if its value is true. The
// demonstration is not in it. It runs in deploy/kubernetes.
func Chart(folder string) error {
	base, err := rendered("components/versions")
	if err != nil {
		return err
	}
	components, err := options(base)
	if err != nil {
		return err
	}
	c := &charter{values: values(base, components)}
	release, err := os.ReadFile("../../release.json")
	if err != nil {
		return err
	}
	var about struct{ Version string }
	if err := json.Unmarshal(release, &about); err != nil {
		return err
	}
	head, err := yaml.Marshal(object{
		"apiVersion": "v2", "name": "vitrine", "description": "An online gallery and shop for digital art", "version": about.Version, "appVersion": about.Version,
	})
	if err != nil {
		return err
	}
	text, err := valuesText(c.values)
	if err != nil {
		return err
	}
	schema, err := json.MarshalIndent(schemaOf(c.values), "", "  ")
	if err != nil {
		return err
	}
	files := map[string]string{"Chart.yaml": string(head), "values.yaml": text, "values.schema.json": string(schema) + "\n", "templates/_helpers.tpl": helpers}
	maps.Copy(files, c.templates(base, components))
	if err := os.MkdirAll(filepath.Join(folder, "templates"), 0o755); err != nil { //nolint:gosec // public
		return err
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil { //nolint:gosec // public
			return err
		}
	}
	return nil
}

// templates returns the files of templates: one a process, and one a component with what only it has.
func (c *charter) templates(base map[string]object, components []option) map[string]string {
	files := map[string]string{}
	seen := map[string]bool{"Namespace vitrine": true} // Helm's release has it
	for _, key := range slices.Sorted(maps.Keys(base)) {
		if seen[key] {
			continue
		}
		seen[key] = true
		files["templates/"+cmp.Or(processOf(base[key]), "shared")+".yaml"] += c.template(base[key], key, components)
	}
	for _, owner := range components {
		var text strings.Builder
		others := slices.DeleteFunc(slices.Clone(components), func(c option) bool { return c.folder == owner.folder })
		for _, key := range slices.Sorted(maps.Keys(owner.to)) {
			if seen[key] {
				continue
			}
			seen[key] = true
			text.WriteString(c.template(owner.to[key], key, others))
		}
		if text.Len() > 0 {
			files["templates/component-"+filepath.Base(owner.folder)+".yaml"] = fmt.Sprintf("{{- if .Values.components.%s }}\n%s{{- end }}\n", owner.value(), text.String())
		}
	}
	return files
}

// options returns the components with what each changes.
func options(base map[string]object) ([]option, error) {
	folders, err := filepath.Glob("components/*")
	if err != nil {
		return nil, err
	}
	var out []option
	for _, folder := range folders {
		if folder == "components/demo" || folder == "components/versions" {
			continue
		}
		c := option{folder: folder, from: base}
		on := needed[folder]
		if len(on) > 0 {
			if c.from, err = rendered(slices.Concat(on, []string{"components/versions"})...); err != nil {
				return nil, err
			}
		}
		if c.to, err = rendered(slices.Concat(on, []string{folder, "components/versions"})...); err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	return out, nil
}

// rendered returns the objects of the base with components.
func rendered(components ...string) (map[string]object, error) {
	set, err := Render(components...)
	if err != nil {
		return nil, err
	}
	return plain(set)
}

// podOf returns a workload's pod spec, or nil.
func podOf(o object) object {
	if pod, ok := at(o, "spec", "template", "spec").(object); ok {
		return pod
	}
	pod, _ := at(o, "spec", "jobTemplate", "spec", "template", "spec").(object)
	return pod
}

// processOf returns the process that an object of the base belongs to, or "".
func processOf(o object) string {
	name, _ := at(o, "metadata", "name").(string)
	if o["kind"] == "Job" {
		name, _ = at(o, "spec", "template", "metadata", "labels", "app.kubernetes.io/name").(string)
	}
	if slices.Contains([]string{"shared", "logo", "default", "migrate"}, name) {
		return ""
	}
	return name
}

// values returns what values.yaml has.
func values(base map[string]object, components []option) object {
	out := object{
		"images": object{}, "settings": object{}, "logo": object{}, "replicas": object{}, "resources": object{}, "serviceAccounts": object{},
		"components": object{}, "pod": object{},
		"gatewayClass": "example", "monitoring": object{"release": stack},
	}
	all := maps.Clone(base)
	for _, c := range components {
		out["components"].(object)[c.value()] = c.folder == "components/autoscaling" || c.folder == "components/once"
		maps.Copy(all, c.to)
	}
	for _, o := range all {
		name, _ := at(o, "metadata", "name").(string)
		for _, container := range containers(o) {
			if repository, tag, ok := image(container); ok {
				parts := strings.Split(repository, "/")
				out["images"].(object)[parts[len(parts)-1]] = object{"repository": repository, "tag": tag, "digest": ""}
			}
		}
		switch o["kind"] {
		case "ServiceAccount":
			out["serviceAccounts"].(object)[name] = object{}
		case "Deployment":
			out["resources"].(object)[name] = containers(o)[0]["resources"]
		}
	}
	for _, o := range base {
		name, _ := at(o, "metadata", "name").(string)
		switch {
		case o["kind"] == "ConfigMap" && name == "logo":
			out["logo"] = o["data"]
		case o["kind"] == "ConfigMap":
			out["settings"].(object)[name] = o["data"]
		case o["kind"] == "Deployment":
			out["replicas"].(object)[name] = at(o, "spec", "replicas")
		}
	}
	return out
}

func containers(o object) (out []object) {
	list, _ := podOf(o)["containers"].([]any)
	for _, container := range list {
		out = append(out, container.(object))
	}
	return out
}

// image returns the parts of the image of a container of ours.
func image(c object) (repository, tag string, ours bool) {
	text, _ := c["image"].(string)
	repository, tag, _ = strings.Cut(text, ":")
	return repository, tag, strings.Contains(repository, "/vitrine/")
}

// What values replace in texts of the manifests.
const (
	site  = "gallery.example.org"
	art   = "gallery-works.example.net"
	stack = "kube-prometheus-stack"
)

const helpers = `{{/* The image of a process: (list . "checkout"). */}}
{{- define "vitrine.image" -}}
{{- $image := index (index . 0).Values.images (index . 1) -}}
{{ $image.repository }}:{{ $image.tag }}{{ with $image.digest }}@{{ . }}{{ end }}
{{- end }}
{{/* The hosts of the shop and of live works. */}}
{{- define "vitrine.site" }}{{ (urlParse .Values.settings.shared.PUBLIC_URL).host }}{{ end }}
{{- define "vitrine.art" }}{{ (urlParse .Values.settings.shared.ART_ORIGIN).host }}{{ end }}
`

// charter writes templates.
type charter struct{ values object }

// variant is a component that changes a node; from or to is absent if it adds or removes the node.
type variant struct {
	value    string
	from, to any
}

// template returns the template of an object, with what components change in it.
func (c *charter) template(o object, key string, components []option) string {
	var variants []variant
	for _, component := range components {
		from, has := component.from[key]
		to, still := component.to[key]
		if has && still && !reflect.DeepEqual(from, to) {
			variants = append(variants, variant{component.value(), from, to})
		}
	}
	w := &writer{charter: c, object: o}
	w.fields(0, nil, o, variants)
	return "---\n" + w.text.String()
}

// writer writes the template of one object.
type writer struct {
	*charter
	object object
	text   strings.Builder
}

func (w *writer) linef(indent int, format string, args ...any) {
	fmt.Fprintf(&w.text, strings.Repeat(" ", indent)+format+"\n", args...)
}

// changed returns the variants that differ, for one key.
func changed(variants []variant, key string) (out []variant) {
	for _, v := range variants {
		one := variant{v.value, at(v.from, key), at(v.to, key)}
		if !reflect.DeepEqual(one.from, one.to) {
			out = append(out, one)
		}
	}
	return out
}

// fields writes a map.
func (w *writer) fields(indent int, path []string, m object, variants []variant) {
	keys := maps.Clone(m)
	for _, v := range variants {
		if to, ok := v.to.(object); ok {
			for key := range to {
				keys[key] = nil
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		here := append(slices.Clone(path), key)
		w.field(indent, here, m[key], changed(variants, key))
	}
	w.extras(indent, path)
}

// field writes one key of a map. At most one component adds or removes it.
func (w *writer) field(indent int, path []string, node any, variants []variant) {
	key := scalar(path[len(path)-1])
	if template, ok := w.replacement(indent, path); ok {
		for _, v := range variants {
			if v.to == nil {
				w.linef(indent, "{{- if not .Values.components.%s }}", v.value)
				defer w.linef(indent, "{{- end }}")
			}
		}
		w.linef(indent, "%s:%s", key, template)
		return
	}
	same := slices.DeleteFunc(slices.Clone(variants), func(v variant) bool { return reflect.TypeOf(v.from) != reflect.TypeOf(v.to) })
	if len(same) != len(variants) { // added or removed
		if len(variants) != 1 {
			panic(fmt.Sprintf("%v: several components change it", path))
		}
		v := variants[0]
		if v.from == nil {
			w.linef(indent, "{{- if .Values.components.%s }}", v.value)
			w.field(indent, path, v.to, nil)
		} else {
			w.linef(indent, "{{- if not .Values.components.%s }}", v.value)
			w.field(indent, path, node, nil)
		}
		w.linef(indent, "{{- end }}")
		return
	}
	switch n := node.(type) {
	case object:
		if len(n) == 0 && len(variants) == 0 {
			w.linef(indent, "%s: {}", key)
			return
		}
		w.linef(indent, "%s:", key)
		w.fields(indent+2, path, n, variants)
	case []any:
		if len(n) == 0 {
			w.linef(indent, "%s: []", key)
			return
		}
		w.linef(indent, "%s:", key)
		w.list(indent, path, n, variants)
	default:
		if len(variants) == 0 {
			w.linef(indent, "%s: %s", key, w.scalar(node, indent+2))
			return
		}
		w.linef(indent, "{{- if .Values.components.%s }}", variants[0].value)
		w.linef(indent, "%s: %s", key, w.scalar(variants[0].to, indent+2))
		w.linef(indent, "{{- else }}")
		w.linef(indent, "%s: %s", key, w.scalar(node, indent+2))
		w.linef(indent, "{{- end }}")
	}
}

// list writes a list. Components append to it, or change its elements.
func (w *writer) list(indent int, path []string, list []any, variants []variant) {
	for i, item := range list {
		var inside []variant
		for _, v := range variants {
			from, to := v.from.([]any), v.to.([]any)
			if i < len(from) && i < len(to) && !reflect.DeepEqual(from[i], to[i]) {
				inside = append(inside, variant{v.value, from[i], to[i]})
			}
		}
		w.element(indent, append(slices.Clone(path), fmt.Sprint(i)), item, inside)
	}
	for _, v := range variants {
		from, to := v.from.([]any), v.to.([]any)
		if len(to) <= len(from) {
			continue
		}
		w.linef(indent, "{{- if .Values.components.%s }}", v.value)
		for i, item := range to[len(from):] {
			w.element(indent, append(slices.Clone(path), fmt.Sprint(len(from)+i)), item, nil)
		}
		w.linef(indent, "{{- end }}")
	}
}

func (w *writer) element(indent int, path []string, node any, variants []variant) {
	m, ok := node.(object)
	if !ok {
		w.linef(indent, "- %s", w.scalar(node, indent+2))
		return
	}
	inner := &writer{charter: w.charter, object: w.object}
	inner.fields(indent+2, path, m, variants)
	text := inner.text.String()
	// The dash takes the place of the first field's indentation.
	w.text.WriteString(strings.Repeat(" ", indent) + "- " + strings.TrimPrefix(text, strings.Repeat(" ", indent+2)))
}

// replacement returns what stands behind the colon of a field that a value sets.
func (w *writer) replacement(indent int, path []string) (string, bool) {
	kind, name, process := w.object["kind"], at(w.object, "metadata", "name"), processOf(w.object)
	where := strings.Join(path, "/")
	block := func(value string) (string, bool) {
		return fmt.Sprintf("\n%s{{- toYaml %s | nindent %d }}", strings.Repeat(" ", indent+2), value, indent+2), true
	}
	switch {
	case kind == "ConfigMap" && where == "data" && name == "logo":
		return block(".Values.logo")
	case kind == "ConfigMap" && where == "data" && at(w.values, "settings", fmt.Sprint(name)) != nil:
		return block(".Values.settings." + fmt.Sprint(name))
	case kind == "Deployment" && where == "spec/replicas":
		return " {{ .Values.replicas." + process + " }}", true
	case kind == "Deployment" && where == "spec/template/spec/containers/0/resources":
		return block(".Values.resources." + process)
	case strings.HasSuffix(where, "/image") && podOf(w.object) != nil:
		repository, _, ours := image(containers(w.object)[0])
		parts := strings.Split(repository, "/")
		return fmt.Sprintf(" {{ include \"vitrine.image\" (list . %q) }}", parts[len(parts)-1]), ours
	case kind == "Job" && (where == "metadata/name" || where == "metadata/labels/app.kubernetes.io/version"):
		repository, tag, _ := image(containers(w.object)[0])
		parts := strings.Split(repository, "/")
		value := fmt.Sprintf("{{ (index .Values.images %q).tag }}", parts[len(parts)-1])
		if where == "metadata/name" {
			prefix, ok := strings.CutSuffix(fmt.Sprint(name), tag)
			return " " + prefix + value, ok
		}
		return ` "` + value + `"`, true
	}
	return "", false
}

// extras writes the fields that only the chart has.
func (w *writer) extras(indent int, path []string) {
	pad, where := strings.Repeat(" ", indent), strings.Join(path, "/")
	switch {
	case w.object["kind"] == "ServiceAccount" && where == "metadata":
		w.linef(indent, "{{- with .Values.serviceAccounts.%s }}", processOf(w.object))
		w.linef(indent, "annotations:\n%s  {{- toYaml . | nindent %d }}\n%s{{- end }}", pad, indent+2, pad)
	case podOf(w.object) != nil && (where == "spec/template/spec" || where == "spec/jobTemplate/spec/template/spec"):
		w.linef(indent, "{{- with .Values.pod }}\n%s{{- toYaml . | nindent %d }}\n%s{{- end }}", pad, indent, pad)
	case w.object["kind"] == "Deployment" && where == "spec/template/metadata/annotations":
		var read []string
		for _, name := range slices.Sorted(maps.Keys(w.values["settings"].(object))) {
			if w.reads(name) {
				read = append(read, ".Values.settings."+name)
			}
		}
		if w.reads("logo") {
			read = append(read, ".Values.logo")
		}
		w.linef(indent, "checksum/settings: {{ list %s | toJson | sha256sum }}", strings.Join(read, " "))
	}
}

// reads reports whether a pod has a ConfigMap in its environment or as a volume.
func (w *writer) reads(name string) bool {
	text, _ := json.Marshal(podOf(w.object))
	return regexp.MustCompile(`"configMap(Ref|KeyRef)?":\{("key":"[A-Z_]+",)?"name":"` + name + `"\}`).Match(text)
}

// scalar returns a scalar as YAML in a template, with the values in it.
func (w *writer) scalar(node any, indent int) string {
	text, ok := node.(string)
	if !ok {
		out, _ := json.Marshal(node)
		return string(out)
	}
	out := scalar(text)
	if strings.Contains(text, "\n") && !strings.HasPrefix(text, " ") && strings.TrimRight(text, "\n") != "" && !strings.HasSuffix(text, "\n\n") {
		body, ended := strings.CutSuffix(text, "\n")
		head := "|"
		if !ended {
			head = "|-"
		}
		out = head
		for line := range strings.SplitSeq(body, "\n") {
			out += "\n"
			if line != "" {
				out += strings.Repeat(" ", indent) + line
			}
		}
	}
	out = strings.ReplaceAll(out, "{{", "{{`{{`}}")
	out = strings.NewReplacer(site, `{{ include "vitrine.site" . }}`, art, `{{ include "vitrine.art" . }}`).Replace(out)
	switch {
	case text == stack:
		return "{{ .Values.monitoring.release }}"
	case w.object["kind"] == "Gateway" && text == "example":
		return "{{ .Values.gatewayClass }}"
	}
	return out
}

var bare = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_./-]*$`)

// scalar returns a string as YAML.
func scalar(text string) string {
	if bare.MatchString(text) && !slices.Contains([]string{"true", "false", "null", "yes", "no", "on", "off", "y", "n"}, strings.ToLower(text)) {
		return text
	}
	return quoted(text)
}

// quoted returns a string in quotes, which YAML reads as JSON does.
func quoted(text string) string {
	var out strings.Builder
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(text) // a string can be encoded
	return strings.TrimSuffix(out.String(), "\n")
}
