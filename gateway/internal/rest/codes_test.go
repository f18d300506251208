package rest

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/kit/testkit/repository"
	"github.com/vitrine/vitrine/proto/gen/openapi"
	_ "github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1" // its reasons
)

// TestEveryReasonIsSent compares the reasons of the contract with the source of the gateway and the services, and with the error codes of the
// OpenAPI document.
func TestEveryReasonIsSent(t *testing.T) {
	t.Parallel()
	var document struct {
		Components struct {
			Schemas struct {
				Error struct {
					Properties struct {
						Error struct {
							Properties struct{ Code struct{ Enum []string } }
						}
					}
				}
			}
		}
	}
	if err := json.Unmarshal(openapi.JSON, &document); err != nil {
		t.Fatal(err)
	}
	codes := document.Components.Schemas.Error.Properties.Error.Properties.Code.Enum
	used := identifiers(t)
	public := map[string]bool{}
	protoregistry.GlobalFiles.RangeFiles(func(file protoreflect.FileDescriptor) bool {
		if !strings.HasSuffix(file.Path(), "/reasons.proto") {
			return true
		}
		alias := strings.Split(file.Path(), "/")[1] + "v1."
		for i := range file.Enums().Len() {
			e := file.Enums().Get(i)
			for j := 1; j < e.Values().Len(); j++ {
				v := e.Values().Get(j)
				if constant := alias + string(e.Name()) + "_" + string(v.Name()); !used[constant] {
					t.Errorf("%s: no source uses %s", file.Path(), constant)
				}
				if e.Name() == "Reason" {
					public[rpc.Word(value{e, v.Number()})] = true
				}
			}
		}
		return true
	})
	for word := range public {
		if !slices.Contains(codes, word) {
			t.Errorf("the OpenAPI document doesn't have the code %s", word)
		}
	}
	if len(codes) != len(public) || len(codes) < 100 {
		t.Errorf("%d codes in the OpenAPI document and %d reasons, want the same number, at least 100", len(codes), len(public))
	}
}

// value is a value of an enum, as generated code has it.
type value struct {
	of     protoreflect.EnumDescriptor
	number protoreflect.EnumNumber
}

func (v value) Descriptor() protoreflect.EnumDescriptor { return v.of }
func (v value) Type() protoreflect.EnumType             { return nil }
func (v value) Number() protoreflect.EnumNumber         { return v.number }

// identifiers returns the names that sources use of other packages, such as errorsv1.Reason_REASON_INVALID.
func identifiers(t *testing.T) map[string]bool {
	t.Helper()
	found := map[string]bool{}
	for _, dir := range []string{repository.Path("services"), repository.Path("gateway"), repository.Path("kit")} {
		err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err == nil {
				ast.Inspect(file, func(n ast.Node) bool {
					if s, ok := n.(*ast.SelectorExpr); ok {
						if pkg, ok := s.X.(*ast.Ident); ok {
							found[pkg.Name+"."+s.Sel.Name] = true
						}
					}
					return true
				})
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return found
}
