package compose

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// refused are packages that no program of ours imports, with the reason, and the folders that may.
var refused = map[string]struct {
	why     string
	allowed []string
}{
	"unsafe":         {"memory safety", nil},
	"C":              {"memory safety", nil},
	"plugin":         {"runs code from files", nil},
	"os/exec":        {"starts programs", []string{"kit/subprocess", "kit/testkit", "gateway/internal/limit/limittest", "services/catalog/internal/content/render.go"}},
	"text/template":  {"doesn't escape", nil},
	"encoding/gob":   {"types chosen by the sender", nil},
	"encoding/xml":   {"no XML is expected but the operator's logo", []string{"kit/logo"}}, // Go resolves no external entities
	"net/http/pprof": {"a debug interface", nil},
	"expvar":         {"a debug interface", nil},
	"crypto/md5":     {"broken hash", nil},
	"crypto/sha1":    {"broken hash", nil},
	"crypto/des":     {"weak cipher", nil},
	"crypto/rc4":     {"weak cipher", nil},
	"crypto/cipher":  {"services encrypt nothing themselves; say why and how if that changes", []string{"kit/testkit/pushserver"}}, // decrypts as a browser does
	"math/rand":      {"predictable", nil},
	"math/rand/v2":   {"predictable: only for the time of retries, and in tests", []string{"kit/rpc/retry.go", "kit/postgres/postgres.go", "kit/outbox/relay.go", "services/checkout/internal/auction/auctiontest", "services/catalog/internal/read/readtest"}},
}

// tools are test files that don't end in _test.go.
var tools = map[string]bool{"kit/testkit/anvil.go": true, "kit/testkit/rendertest/rendertest.go": true}

func isIdent(e ast.Expr, name string) bool {
	i, ok := e.(*ast.Ident)
	return ok && i.Name == name
}

// refusesRedirects reports whether a literal of http.Client sets CheckRedirect to httpclient.RefuseRedirects, or to the function of kit/blob,
// which is a module without kit.
func refusesRedirects(client *ast.CompositeLit) bool {
	return slices.ContainsFunc(client.Elts, func(e ast.Expr) bool {
		field, ok := e.(*ast.KeyValueExpr)
		if !ok || !isIdent(field.Key, "CheckRedirect") {
			return false
		}
		value, ok := field.Value.(*ast.SelectorExpr)
		return isIdent(field.Value, "refuseRedirects") || ok && isIdent(value.X, "httpclient") && value.Sel.Name == "RefuseRedirects"
	})
}

// goroutines are the files that start goroutines without kit/background, with the reason. Elsewhere a panic would end the process.
var goroutines = map[string]string{
	"kit/background/background.go":  "recovers them",
	"kit/subprocess/start_linux.go": "only waits for a process; tests of kit need it without kit's other packages",
	"kit/subprocess/start_other.go": "only waits for a process; tests of kit need it without kit's other packages",
}

// inTests is a folder of code that only tests run: a panic in it fails them.
var inTests = regexp.MustCompile(`(^|/)(\w+test|testkit)/`)

// TestSourceIsPlain reads the code of all services, of the gateway and of kit: no dangerous packages, no regular expression compiled from a
// value, no client that trusts every certificate or follows redirects, no goroutine whose panic ends the process.
func TestSourceIsPlain(t *testing.T) {
	files, used := 0, map[string]bool{}
	for _, module := range []string{"kit", "services", "gateway"} {
		err := filepath.WalkDir(filepath.Join(root, module), func(path string, _ fs.DirEntry, err error) error {
			name, _ := filepath.Rel(root, path)
			generated := strings.Contains(name, "/gen/") || strings.Contains(name, "/testproto/") || strings.HasSuffix(name, "_test.go")
			if err != nil || !strings.HasSuffix(path, ".go") || generated || strings.Contains(name, "/bench/") {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
			if err != nil {
				return err
			}
			files++
			constants := constantsOf(file)
			for _, i := range file.Imports {
				pkg, err := strconv.Unquote(i.Path.Value)
				if err != nil {
					return err
				}
				rule, found := refused[pkg]
				place := slices.IndexFunc(rule.allowed, func(place string) bool { return strings.HasPrefix(name, place) })
				switch {
				case found && place < 0:
					t.Errorf("%s imports %s: %s", name, pkg, rule.why)
				case found:
					used[pkg+" in "+rule.allowed[place]] = true
				}
			}
			ast.Inspect(file, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.GoStmt:
					if goroutines[name] == "" && !inTests.MatchString(name) {
						t.Errorf("%s starts a goroutine whose panic ends the process: use kit/background", name)
					}
				case *ast.CompositeLit:
					if kind, ok := n.Type.(*ast.SelectorExpr); ok && kind.Sel.Name == "Client" && isIdent(kind.X, "http") && !refusesRedirects(n) {
						t.Errorf("%s has an HTTP client that follows redirects", name)
					}
				case *ast.SelectorExpr:
					if isIdent(n.X, "http") && slices.Contains([]string{"DefaultClient", "Get", "Head", "Post", "PostForm"}, n.Sel.Name) && !tools[name] {
						t.Errorf("%s uses http.%s, which follows redirects", name, n.Sel.Name)
					}
				case *ast.Ident:
					if n.Name == "InsecureSkipVerify" {
						t.Errorf("%s doesn't verify certificates", name)
					}
				case *ast.CallExpr:
					f, ok := n.Fun.(*ast.SelectorExpr)
					if !ok || len(n.Args) == 0 {
						return true
					}
					pkg, _ := f.X.(*ast.Ident)
					if f.Sel.Name == "Go" && !isIdent(f.X, "background") && goroutines[name] == "" && !inTests.MatchString(name) {
						t.Errorf("%s calls %s.Go, whose panic ends the process: use kit/background", name, types.ExprString(f.X))
					}
					if pkg != nil && pkg.Name == "regexp" && f.Sel.Name != "QuoteMeta" && !literal(n.Args[0], constants) {
						t.Errorf("%s compiles an expression that is not a constant", name)
					}
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for pkg, rule := range refused {
		for _, place := range rule.allowed {
			if !used[pkg+" in "+place] {
				t.Errorf("%s is allowed in %s, which doesn't import it", pkg, place)
			}
		}
	}
	if files < 200 {
		t.Errorf("%d files were read, want at least 200", files)
	}
}

// maxExported is how many exported names a reader of a package can keep in mind.
const maxExported = 150

// TestPackagesAreSmall counts the exported names of each package that people write: types, functions, constants and variables.
func TestPackagesAreSmall(t *testing.T) {
	exported := map[string]int{}
	for _, module := range []string{"kit", "services", "gateway"} {
		err := filepath.WalkDir(filepath.Join(root, module), func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments|parser.SkipObjectResolution)
			if err != nil || ast.IsGenerated(file) {
				return err
			}
			ast.FileExports(file)
			for _, d := range file.Decls {
				switch d := d.(type) {
				case *ast.FuncDecl:
					if d.Recv == nil {
						exported[filepath.Dir(path)]++
					}
				case *ast.GenDecl:
					for _, s := range d.Specs {
						switch s := s.(type) {
						case *ast.TypeSpec:
							exported[filepath.Dir(path)]++
						case *ast.ValueSpec:
							exported[filepath.Dir(path)] += len(s.Names)
						}
					}
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(exported) < 100 {
		t.Errorf("%d packages were read, want at least 100", len(exported))
	}
	for name, n := range exported {
		if n > maxExported {
			t.Errorf("%s exports %d names, want at most %d: divide it by use", name, n, maxExported)
		}
	}
}

// literal reports whether an expression consists of literals and of constants of its file.
func literal(e ast.Expr, constants map[string]bool) bool {
	switch e := e.(type) {
	case *ast.BinaryExpr:
		return literal(e.X, constants) && literal(e.Y, constants)
	case *ast.Ident:
		return constants[e.Name]
	case *ast.BasicLit:
		return true
	}
	return false
}

// constantsOf returns the names of the constants that a file declares outside of functions.
func constantsOf(file *ast.File) map[string]bool {
	out := map[string]bool{}
	for _, d := range file.Decls {
		group, ok := d.(*ast.GenDecl)
		if !ok || group.Tok != token.CONST {
			continue
		}
		for _, s := range group.Specs {
			for _, name := range s.(*ast.ValueSpec).Names {
				out[name.Name] = true
			}
		}
	}
	return out
}

// TestImagesContainPrograms: the last stage of an image contains only what the build made, and the build has no git history.
func TestImagesContainPrograms(t *testing.T) {
	ignored, err := os.ReadFile(filepath.Join(root, ".dockerignore"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{".git", ".env"} {
		if !slices.Contains(strings.Fields(string(ignored)), name) {
			t.Errorf("the build context contains %s", name)
		}
	}
	for _, name := range []string{"service", "frontend"} {
		text, err := os.ReadFile(filepath.Join(root, "deploy/docker", name+".Dockerfile"))
		if err != nil {
			t.Fatal(err)
		}
		stages := strings.Split(string(text), "\nFROM ")
		last := stages[len(stages)-1]
		if len(stages) < 2 || !strings.HasPrefix(last, "gcr.io/distroless/") || !strings.Contains(strings.SplitN(last, "\n", 2)[0], ":nonroot") {
			t.Errorf("%s: the image is not distroless, or runs as root", name)
		}
		for line := range strings.SplitSeq(last, "\n") {
			if strings.HasPrefix(line, "ADD") || strings.HasPrefix(line, "RUN") || strings.HasPrefix(line, "COPY") && !strings.HasPrefix(line, "COPY --from=build /") {
				t.Errorf("%s: %s, want only files copied from the build", name, line)
			}
		}
	}
}

// inAddresses are settings that aren't secrets by type but may contain one: a password or a provider's key.
var inAddresses = []string{
	"CHAINS", "ETH_RPC_URLS", "ENS_RPC_URLS", "SIGNER_URL", "SIGNER_KEY_FILE", "REDIS_URL", "SMTP_URL", "NATS_URL", "DATABASE_URL", "MIGRATE_DATABASE_URL",
	"AWS_ACCESS_KEY_ID", "SENTRY_DSN", "SENTRY_BROWSER_DSN",
}

// TestEverySecretHasARotation compares the settings in the code, and the Secrets of Kubernetes, with the documented rotations.
func TestEverySecretHasARotation(t *testing.T) {
	known, secret := map[string]bool{}, map[string]bool{}
	// No Go struct has these: OpenTelemetry and the frontend read them.
	for _, name := range []string{"OTEL_EXPORTER_OTLP_HEADERS", "PURGE_TOKEN"} {
		known[name], secret[name] = true, true
	}
	field := regexp.MustCompile("(?m)^\t\\w+ +(\\S+) +`env:\"([A-Z_0-9]+)\"")
	files := []string{filepath.Join(root, "kit/common.go"), filepath.Join(root, "gateway/config.go")}
	services, err := filepath.Glob(filepath.Join(root, "services/*/config.go"))
	if err != nil || len(services) < 6 {
		t.Fatalf("services = %q, %v, want at least 6", services, err)
	}
	for _, file := range append(files, services...) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range field.FindAllSubmatch(text, -1) {
			known[string(m[2])] = true
			if strings.HasSuffix(string(m[1]), "Secret") {
				secret[string(m[2])] = true
			}
		}
	}
	if len(secret) < 10 {
		t.Fatalf("only %d secrets were found, want at least 10", len(secret))
	}
	for _, name := range inAddresses {
		secret[name] = true
	}
	for _, names := range kubernetesSecrets(t) {
		for _, name := range names {
			secret[name] = true
		}
	}
	page, err := os.ReadFile(filepath.Join(root, "docs/operating/first-day.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, table, ok := strings.Cut(string(page), "## Replacing each secret")
	if !ok {
		t.Fatal("the page has no table")
	}
	rotated := map[string]bool{}
	for _, row := range regexp.MustCompile(`(?m)^\|([^|]*)\|[^|]*\|[^|]*\|$`).FindAllStringSubmatch(table, -1) {
		for _, name := range regexp.MustCompile("`([A-Z][A-Z_0-9]+)`").FindAllStringSubmatch(row[1], -1) {
			rotated[name[1]] = true
		}
	}
	for name := range secret {
		if !known[name] {
			t.Errorf("%s isn't a setting", name)
		}
		if !rotated[name] {
			t.Errorf("docs/operating/first-day.md doesn't document how to replace %s", name)
		}
	}
	for name := range rotated {
		if !secret[name] {
			t.Errorf("docs/operating/first-day.md replaces %s, which isn't a secret", name)
		}
	}
}
