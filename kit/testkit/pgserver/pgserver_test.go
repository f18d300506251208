package pgserver

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/jackc/pgx/v5"
)

func TestDataOutlivesTheServer(t *testing.T) {
	ctx := t.Context()
	dir, err := os.MkdirTemp("/var/tmp", "pgserver-test-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for run, sql := range []string{`CREATE TABLE kept AS SELECT 7 AS n`, `SELECT n FROM kept`} {
		s, err := Start(ctx, Options{Dir: dir, Durable: true})
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if err := s.CreateDatabase(ctx, `od"d`); err != nil {
				t.Fatal(err)
			}
		}
		conn, err := pgx.Connect(ctx, s.URL("postgres"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := conn.Exec(ctx, sql); err != nil {
			t.Errorf("run %d: error = %v, want nil", run, err)
		}
		_ = conn.Close(ctx)
		for range 2 {
			if err := s.Stop(); err != nil {
				t.Fatal(err)
			}
		}
		select {
		case <-s.Done():
		default:
			t.Error("the server is still running, want it stopped")
		}
	}
}

// The server's user may not have access to a checkout or a temporary folder.
func TestUnreadableParentsAreLeft(t *testing.T) {
	u := user{other: true, uid: 65534, gid: 65534}
	closed := filepath.Join(t.TempDir(), "closed")
	for _, dir := range []string{"closed/native/bin", "closed/native/lib"} {
		if err := os.MkdirAll(filepath.Join(filepath.Dir(closed), dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(closed, 0o700); err != nil {
		t.Fatal(err)
	}
	native := filepath.Join(closed, "native")
	if err := os.WriteFile(filepath.Join(native, "bin", "postgres"), []byte("x"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("a.1", filepath.Join(native, "lib", "a")); err != nil {
		t.Fatal(err)
	}
	if u.enters(filepath.Join(native, "bin")) {
		t.Fatal("enters(closed folder) = true, want false")
	}
	b, err := u.reachable(binaries{dir: filepath.Join(native, "bin")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(filepath.Dir(b.dir)) })
	if !u.enters(b.dir) {
		t.Error("enters(the copy) = false, want true")
	}
	if link, err := os.Readlink(filepath.Join(filepath.Dir(b.dir), "lib", "a")); link != "a.1" {
		t.Errorf("lib/a links to %q (%v), want a.1", link, err)
	}
}

func TestHydrate(t *testing.T) {
	native := filepath.Join(t.TempDir(), "native")
	if err := os.MkdirAll(filepath.Join(native, "lib"), 0o755); err != nil {
		t.Fatal(err)
	}
	list := `[{"source":"native/lib/libx.so.60.2","target":"native/lib/libx.so.60"}]`
	if err := os.WriteFile(filepath.Join(native, "pg-symlinks.json"), []byte(list), 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := hydrate(native); err != nil {
			t.Fatal(err)
		}
	}
	if link, err := os.Readlink(filepath.Join(native, "lib", "libx.so.60")); link != "libx.so.60.2" {
		t.Errorf("libx.so.60 links to %q (%v), want libx.so.60.2", link, err)
	}
}
