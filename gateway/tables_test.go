package gateway

import (
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/vitrine/vitrine/gateway/internal/route"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/kit/testkit/repository"
	_ "github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1" // has internal RPCs only
	optionsv1 "github.com/vitrine/vitrine/proto/gen/vitrine/options/v1"
	_ "github.com/vitrine/vitrine/proto/gen/vitrine/personal/v1" // has internal RPCs only
	_ "github.com/vitrine/vitrine/proto/gen/vitrine/render/v1"   // has internal RPCs only
)

var write = flag.Bool("write", false, "write the tables of the contracts into the docs")

// TestContractTables compares the tables of routes and callers in the docs with the contracts. `make gen` writes them.
func TestContractTables(t *testing.T) {
	t.Parallel()
	for path, table := range map[string]func(*testing.T) string{
		"docs/api/README.md": restTable, "docs/operating/security.md": keyTable, "render/README.md": renderTable,
	} {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			const begin, end = "<!-- rpcs -->\n", "<!-- /rpcs -->"
			path := repository.Path(path)
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			before, rest, ok := strings.Cut(string(text), begin)
			got, after, closed := strings.Cut(rest, end)
			if !ok || !closed {
				t.Fatalf("%s has no marks, want %s … %s", path, strings.TrimSpace(begin), end)
			}
			fresh := "\n" + table(t) + "\n"
			if *write {
				if err := os.WriteFile(path, []byte(before+begin+fresh+end+after), 0o644); err != nil {
					t.Fatal(err)
				}
			} else if got != fresh {
				t.Errorf("the table in %s is stale, want what `make gen` writes", path)
			}
		})
	}
}

// restTable lists the routes of the OpenAPI document.
func restTable(t *testing.T) string {
	t.Helper()
	var document struct {
		Paths map[string]map[string]struct{ Summary string }
	}
	if err := json.NewDecoder(get(handler(t, nil), http.MethodGet, "/api/openapi.json").Body).Decode(&document); err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, row := range slices.SortedStableFunc(slices.Values(route.Table), func(a, b route.Row) int { return cmp.Compare(a.Path, b.Path) }) {
		for method := range strings.FieldsSeq(row.Methods) {
			operation, ok := document.Paths[row.Path][strings.ToLower(method)]
			if !ok {
				continue // a page, a file or a path without a route
			}
			does := strings.TrimSuffix(operation.Summary, ".")
			if row.Method != nil {
				does = summary(t, row.Method)
			}
			lines = append(lines, fmt.Sprintf("| `%s %s` | %s | %s |\n", method, row.Path, needs(row), does))
		}
	}
	return "| call | needs | does |\n| --- | --- | --- |\n" + strings.Join(lines, "")
}

// needs returns what the caller of a route sends.
func needs(row route.Row) string {
	var list []string
	switch row.Auth {
	case route.Open, route.Unread:
	case route.Signed:
		list = append(list, "signature")
	case route.RefreshToken:
		list = append(list, "refresh token")
	case route.Link:
		list = append(list, "link")
	case route.LinkAndUser:
		list = append(list, "link", "B")
	case route.User:
		list = append(list, "B")
	}
	if row.Method == nil {
		return strings.Join(list, ", ")
	}
	if areas := rpc.AreasOf(row.Method); len(areas) > 0 {
		list = []string{"B of " + strings.ReplaceAll(strings.Trim(fmt.Sprint(areas), "[]"), " ", " or ")}
	}
	if only := proto.GetExtension(row.Method.Options(), optionsv1.E_Only).(string); only != "" {
		list = []string{"B of an " + only}
	}
	if rpc.NeedsStepUp(row.Method) {
		list = append(list, "S")
	}
	if row.Key {
		list = append(list, "K")
	}
	return strings.Join(list, ", ")
}

var sentence = regexp.MustCompile(`^.*?[.:](?: |$)`)

// summary returns the first sentence of an RPC's comment, without its name.
func summary(t *testing.T, m protoreflect.MethodDescriptor) string {
	t.Helper()
	source, err := os.ReadFile(repository.Path("proto/" + m.ParentFile().Path()))
	if err != nil {
		t.Fatal(err)
	}
	_, service, _ := strings.Cut(string(source), "\nservice "+string(m.Parent().Name())+" {\n")
	before, _, ok := strings.Cut(service, "\n  rpc "+string(m.Name())+"(")
	var comment []string
	for _, line := range slices.Backward(strings.Split(before, "\n")) {
		text, isComment := strings.CutPrefix(line, "  // ")
		if !isComment {
			break
		}
		comment = append([]string{text}, comment...)
	}
	first := sentence.FindString(strings.Join(comment, " ") + " ")
	if !ok || first == "" {
		t.Fatalf("%s has no comment, want one", m.FullName())
	}
	first = strings.TrimRight(strings.TrimPrefix(first, string(m.Name())+" "), ".: ")
	return strings.ReplaceAll(first, "|", `\|`)
}

// keyTable lists the RPCs that each process may call with its key.
func keyTable(*testing.T) string {
	calls := map[string]map[string][]string{}
	for _, m := range rpc.Methods() {
		server := strings.Split(string(m.ParentFile().Package()), ".")[1]
		switch server {
		case "chain":
			server = "chainwatcher"
		case "personal":
			server = "approvals, catalog, chainwatcher, checkout, profiles"
		}
		for _, caller := range rpc.CallersOf(m) {
			if calls[caller] == nil {
				calls[caller] = map[string][]string{}
			}
			calls[caller][server] = append(calls[caller][server], string(m.Name()))
		}
	}
	table := "| key of | may call |\n| --- | --- |\n"
	for _, caller := range slices.Sorted(maps.Keys(calls)) {
		var list []string
		if caller == identity.Gateway {
			list = append(list, "every public RPC as any person")
		}
		for _, server := range slices.Sorted(maps.Keys(calls[caller])) {
			slices.Sort(calls[caller][server])
			list = append(list, "`"+strings.ReplaceAll(server, ", ", "`, `")+"`: "+strings.Join(calls[caller][server], ", "))
		}
		table += "| " + caller + " | " + strings.Join(list, "; ") + " |\n"
	}
	return table
}

// renderTable lists the RPCs of render.
func renderTable(t *testing.T) string {
	t.Helper()
	table := "| RPC | does | callers |\n| --- | --- | --- |\n"
	for _, m := range rpc.Methods() {
		if m.ParentFile().Package() == "vitrine.render.v1" {
			table += fmt.Sprintf("| `%s.%s` | %s | %s |\n", m.Parent().Name(), m.Name(), summary(t, m), strings.Join(rpc.CallersOf(m), ", "))
		}
	}
	return table
}
