package catalog_test

import (
	"bufio"
	"bytes"
	_ "embed"
	"encoding/json"
	"os/exec"
	"strings"
	"testing"

	"github.com/vitrine/vitrine/kit/testkit/repository"
)

//go:embed testdata/audit.mjs
var audit string

// TestGraphQLOverHTTPAudit runs the public audit suite of GraphQL over HTTP (npm graphql-http), with introspection as in
// production. No MUST may fail. A SHOULD may, if its reason is here.
func TestGraphQLOverHTTPAudit(t *testing.T) {
	t.Parallel()
	h := setup(t)
	// By its standard input, because Go's test cache doesn't know what node reads.
	node := exec.CommandContext(t.Context(), "node", "--input-type=module", "-", repository.Path("deploy/onebox"), h.url+"/graphql")
	node.Stdin = strings.NewReader(audit)
	out, err := node.Output()
	if err != nil {
		t.Fatalf("the audit suite can't run; `npm ci` in deploy/onebox installs it: error = %v, want nil", err)
	}
	audits := 0
	for lines := bufio.NewScanner(bytes.NewReader(out)); lines.Scan(); {
		var a struct {
			ID, Name, Status, Reason string
			Count                    int
		}
		if err := json.Unmarshal(lines.Bytes(), &a); err != nil {
			t.Fatalf("%s: error = %v, want nil", lines.Text(), err)
		}
		switch a.Status {
		case "done":
			audits = a.Count
		case "error": // a MUST
			t.Errorf("%s %s: %s", a.ID, a.Name, a.Reason)
		default: // a SHOULD or MAY
			t.Logf("%s: %s %s: %s", a.Status, a.ID, a.Name, a.Reason)
		}
	}
	if audits < 50 {
		t.Errorf("%d audits ran, want at least 50", audits)
	}
}
