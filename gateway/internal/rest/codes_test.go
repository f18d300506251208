package rest

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/vitrine/vitrine/kit/testkit/repository"
)

// internalCodes are errors between services, which the gateway replaces.
var internalCodes = []string{"block_not_final", "caller_forbidden", "caller_unknown"}

// TestOpenAPIListsEveryErrorCode compares the enum of error codes with the codes in the source of the gateway and the services.
func TestOpenAPIListsEveryErrorCode(t *testing.T) {
	t.Parallel()
	var document struct {
		Definitions struct {
			Error struct {
				Properties struct {
					Error struct {
						Properties struct{ Code struct{ Enum []string } }
					}
				}
			}
		}
	}
	if err := json.Unmarshal(plainJSON, &document); err != nil {
		t.Fatal(err)
	}
	listed := document.Definitions.Error.Properties.Error.Properties.Code.Enum
	if !slices.IsSorted(listed) {
		t.Errorf("codes = %q, want them sorted", listed)
	}
	literals, written := sourceCodes(t)
	for code := range written {
		if !slices.Contains(listed, code) && !slices.Contains(internalCodes, code) {
			t.Errorf("code %q is missing in plain.json, want every public code there", code)
		}
	}
	for _, code := range listed {
		if !literals[code] {
			t.Errorf("no source file has the code %q of plain.json", code)
		}
	}
}

// sourceCodes returns all words in the sources, and those that are the code of an error: the first word among the arguments of a call.
func sourceCodes(t *testing.T) (literals, written map[string]bool) {
	t.Helper()
	code := regexp.MustCompile(`^[a-z]+(_[a-z]+)*$`)
	calls := []string{"rpc.Error", "rpc.Unavailable", "problem.Write"}
	literals, written = map[string]bool{}, map[string]bool{}
	word := func(e ast.Expr) string {
		if lit, ok := e.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if text, err := strconv.Unquote(lit.Value); err == nil && code.MatchString(text) {
				return text
			}
		}
		return ""
	}
	visit := func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BasicLit:
			literals[word(n)] = true
		case *ast.CallExpr:
			fn, ok := n.Fun.(*ast.SelectorExpr)
			if !ok {
				break
			}
			pkg, ok := fn.X.(*ast.Ident)
			if !ok || !slices.Contains(calls, pkg.Name+"."+fn.Sel.Name) {
				break
			}
			for _, arg := range n.Args {
				if text := word(arg); text != "" {
					written[text] = true
					break
				}
			}
		}
		return true
	}
	for _, dir := range []string{repository.Path("services"), repository.Path("gateway"), repository.Path("kit")} {
		err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err == nil {
				ast.Inspect(file, visit)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return literals, written
}
