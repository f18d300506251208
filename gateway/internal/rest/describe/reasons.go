package main

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
)

// reason is a public reason of errors.
type reason struct {
	// word is the reason as it is sent.
	word string
	// service sends it; "errors" means every service.
	service string
	meaning string
}

// reasons returns the values of the enums Reason of all reasons.proto, sorted.
func reasons(files *protoregistry.Files) ([]reason, error) {
	var all []reason
	files.RangeFiles(func(f protoreflect.FileDescriptor) bool {
		if !strings.HasSuffix(f.Path(), "/reasons.proto") {
			return true
		}
		e := f.Enums().ByName("Reason")
		service := strings.Split(string(f.Package()), ".")[1]
		for i := 1; i < e.Values().Len(); i++ { // 0 is never sent
			v := e.Values().Get(i)
			lines := strings.Fields(f.SourceLocations().ByDescriptor(v).LeadingComments)
			all = append(all, reason{strings.ToLower(strings.TrimPrefix(string(v.Name()), "REASON_")), service, strings.Join(lines, " ")})
		}
		return true
	})
	if len(all) == 0 {
		return nil, fmt.Errorf("no proto has an enum Reason")
	}
	slices.SortFunc(all, func(a, b reason) int { return cmp.Or(cmp.Compare(a.word, b.word), cmp.Compare(a.service, b.service)) })
	return all, nil
}

// writeTable replaces the table of reasons between the markers of a page.
func writeTable(path string, all []reason) error {
	page, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	const begin, end = "<!-- reasons -->\n", "<!-- /reasons -->\n"
	before, rest, ok := strings.Cut(string(page), begin)
	_, after, ended := strings.Cut(rest, end)
	if !ok || !ended {
		return fmt.Errorf("%s has no markers of the table of reasons", path)
	}
	var table strings.Builder
	table.WriteString("| code | sent by | when, and what to do |\n| --- | --- | --- |\n")
	for _, r := range all {
		sender := r.service
		if sender == "errors" {
			sender = "all"
		}
		fmt.Fprintf(&table, "| `%s` | %s | %s |\n", r.word, sender, r.meaning)
	}
	return os.WriteFile(path, []byte(before+begin+"\n"+table.String()+"\n"+end+after), 0o644) //nolint:gosec // a file of the repository
}
