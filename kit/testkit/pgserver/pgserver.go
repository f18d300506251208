// Package pgserver runs a PostgreSQL server from binaries on this machine: for tests, and for running
// all of Vitrine in one process. It works for root too, by running the server as another user.
package pgserver

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/vitrine/vitrine/kit/subprocess"
	"github.com/vitrine/vitrine/kit/testkit/freeport"
)

// Options of a server.
type Options struct {
	// Dir holds the server's data, in a folder per major version of PostgreSQL. It is created if
	// missing. If the server's user can't enter it, a folder under /var/tmp is used instead.
	Dir string
	// Port is the port on 127.0.0.1; 0 picks a free one.
	Port int
	// Log receives the server's own output, at debug level; nil drops it.
	Log *slog.Logger
	// Durable keeps committed data through a crash of the machine (fsync). Tests leave it off.
	Durable bool
	// Settings of the server that differ from the small ones of tests, such as shared_buffers=1GB.
	Settings []string
	// Locales are folders with locales of the C library, with colons between them; "" are the system's.
	Locales string
}

// Server is a running PostgreSQL.
type Server struct {
	port    int
	process *subprocess.Process
	stop    sync.Once
	// remove is a folder that is removed once the server has stopped.
	remove string
}

// Start finds the binaries, creates the data directory on the first run, starts the server and waits
// until it responds. The server stops with Stop, or with this process (on Linux). The error says what
// to install if no binaries are found.
func Start(ctx context.Context, o Options) (*Server, error) {
	bin, err := find(ctx)
	if err != nil {
		return nil, err
	}
	u, err := serverUser()
	if err != nil {
		return nil, err
	}
	if bin, err = u.reachable(bin); err != nil {
		return nil, err
	}
	dir, err := u.home(o.Dir, bin.major)
	if err != nil {
		return nil, fmt.Errorf("postgres: %w", err)
	}
	data := filepath.Join(dir, "data")
	if _, err := os.Stat(filepath.Join(data, "PG_VERSION")); errors.Is(err, os.ErrNotExist) {
		if err := initdb(ctx, u, bin, dir); err != nil {
			return nil, err
		}
	}
	port := o.Port
	if port == 0 {
		if port, err = freeport.Take(); err != nil {
			return nil, err
		}
	}
	args := []string{
		"-D", data, "-p", strconv.Itoa(port), "-k", "",
		"-c", "listen_addresses=127.0.0.1", "-c", "max_connections=200",
		"-c", "shared_buffers=64MB", "-c", "log_min_messages=warning",
	}
	if !o.Durable {
		args = append(args, "-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off")
	}
	for _, setting := range o.Settings { // a later value of the same name wins
		args = append(args, "-c", setting)
	}
	s, cmd := &Server{port: port}, u.command(bin.path("postgres"), args, dir)
	if o.Locales != "" {
		cmd.Env = append(cmd.Env, "LOCPATH="+o.Locales)
	}
	if s.process, err = subprocess.Start(cmd, syscall.SIGINT, o.Log); err != nil {
		return nil, fmt.Errorf("postgres: %w", err)
	}
	if err := s.wait(ctx); err != nil {
		_ = s.Stop()
		return nil, err
	}
	return s, nil
}

func initdb(ctx context.Context, u user, bin binaries, dir string) error {
	// Initialize another folder first: a killed initdb must not leave something that looks complete.
	fresh := filepath.Join(dir, "data.new")
	if err := os.RemoveAll(fresh); err != nil {
		return fmt.Errorf("postgres: %w", err)
	}
	cmd := u.command(bin.path("initdb"), []string{
		"-D", fresh, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync", "--no-instructions",
	}, dir)
	p, err := subprocess.Start(cmd, syscall.SIGINT, nil)
	if err != nil {
		return fmt.Errorf("initdb: %w", err)
	}
	select {
	case <-p.Done():
		if p.Failed() != nil {
			return p.Err()
		}
	case <-ctx.Done():
		p.Kill()
		return ctx.Err()
	}
	return os.Rename(fresh, filepath.Join(dir, "data"))
}

// wait polls until the server responds.
func (s *Server) wait(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 60*time.Second)
	defer cancel()
	for {
		conn, err := pgx.Connect(ctx, s.URL("postgres"))
		if err == nil {
			return conn.Close(ctx)
		}
		select {
		case <-s.process.Done():
			return fmt.Errorf("at its start: %w", s.process.Err())
		case <-ctx.Done():
			return fmt.Errorf("postgres does not respond: %w\n%s", err, s.process.LastOutput())
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// Done is closed when the server has ended, for any reason.
func (s *Server) Done() <-chan struct{} { return s.process.Done() }

// URL returns the address of a database.
func (s *Server) URL(db string) string { return URL(s.port, db) }

// URL returns the address of a database of a server on a port.
func URL(port int, db string) string {
	return fmt.Sprintf("postgres://postgres@127.0.0.1:%d/%s?sslmode=disable", port, db)
}

// CreateDatabase creates a database if it doesn't exist.
func (s *Server) CreateDatabase(ctx context.Context, name string) error {
	conn, err := pgx.Connect(ctx, s.URL("postgres"))
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	var exists bool
	if err := conn.QueryRow(ctx, `SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)`, name).Scan(&exists); err != nil || exists {
		return err
	}
	_, err = conn.Exec(ctx, "CREATE DATABASE "+pgx.Identifier{name}.Sanitize()+" STRATEGY file_copy")
	return err
}

// Version returns the server's version, such as 18.1.
func (s *Server) Version(ctx context.Context) (version string, err error) {
	conn, err := pgx.Connect(ctx, s.URL("postgres"))
	if err != nil {
		return "", err
	}
	defer func() { _ = conn.Close(ctx) }()
	err = conn.QueryRow(ctx, "SHOW server_version").Scan(&version)
	return version, err
}

// Stop stops the server (a fast shutdown), or kills it after ten seconds, and removes the data of a temporary one. It may be called twice.
func (s *Server) Stop() (err error) {
	s.stop.Do(func() {
		s.process.Signal(syscall.SIGINT)
		select {
		case <-s.process.Done():
		case <-time.After(10 * time.Second):
			s.process.Signal(syscall.SIGQUIT)
			select {
			case <-s.process.Done():
			case <-time.After(2 * time.Second):
				s.process.Kill()
			}
		}
		if s.remove != "" {
			err = os.RemoveAll(s.remove)
		}
	})
	return err
}

// Crash stops the server immediately and without a checkpoint, as a power cut would: the next start
// recovers from the WAL.
func (s *Server) Crash() {
	s.process.Signal(syscall.SIGQUIT)
	<-s.process.Done()
}
