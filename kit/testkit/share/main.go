// Command share runs a command while a PostgreSQL server runs that all tests in it share:
//
//	go run ./kit/testkit/share go test ./services/auth/...
//
// Without it each test binary starts a server. The server stops with the command, or with this process if it is killed. The command also gets the
// hashes of the repository's folders, so that Go's test cache notices changes outside of the modules.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"syscall"

	"github.com/vitrine/vitrine/kit/testkit/pgserver"
	"github.com/vitrine/vitrine/kit/testkit/repository"
)

func main() {
	status, err := run(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "share:", err)
		status = 1
	}
	os.Exit(status)
}

func run(command []string) (status int, err error) {
	if len(command) == 0 {
		return 0, errors.New("no command")
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	server, err := pgserver.Temporary(ctx, "max_connections=600", "shared_buffers=256MB")
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, server.Stop()) }()
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	folders, err := repository.Hashes()
	if err != nil {
		return 0, err
	}
	version, err := server.Version(ctx)
	if err != nil {
		return 0, err
	}
	cmd.Env = append(append(os.Environ(), folders...), "TEST_DATABASE_URL="+server.URL("postgres"), "TEST_DATABASE_VERSION="+version)
	err = cmd.Run()
	if _, failed := errors.AsType[*exec.ExitError](err); failed {
		return max(cmd.ProcessState.ExitCode(), 1), nil
	}
	return 0, err
}
