package mail

import (
	"context"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/jobs"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/subprocess"
	"github.com/vitrine/vitrine/kit/testkit"
)

// Settings of the process that TestMailOfAKilledProcess kills.
const (
	childDatabase = "TEST_MAIL_DATABASE"
	childSMTP     = "TEST_MAIL_SMTP"
)

func TestMain(m *testing.M) {
	if url := os.Getenv(childDatabase); url != "" {
		sendUntilKilled(url, os.Getenv(childSMTP))
	}
	os.Exit(m.Run())
}

func sendUntilKilled(databaseURL, smtpURL string) {
	ctx := context.Background()
	pool, err := postgres.Open(ctx, databaseURL)
	if err != nil {
		slog.Error("open", "error", err)
		os.Exit(1)
	}
	queue := jobs.New(pool, slog.Default())
	Handle(queue, smtpURL, "hello@vitrine.example")
	_ = queue.Run(ctx)
}

// A process that is killed while it sends a mail delays the mail by less than a minute, although the process also was the leader of
// River's maintenance. A mail with a link that people wait for can't be two minutes late.
func TestMailOfAKilledProcess(t *testing.T) {
	t.Parallel()
	database := testkit.Postgres(t, migrate)
	pool := testkit.Pool(t, database)

	// This mail server accepts connections and never speaks.
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = silent.Close() })
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program)
	cmd.Env = append(os.Environ(), childDatabase+"="+database, childSMTP+"=smtp://"+silent.Addr().String()+"?tls=none")
	child, err := subprocess.Start(cmd, syscall.SIGKILL, testkit.Log(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(child.Kill)
	testkit.Eventually(t, 20*time.Second, func() bool {
		var leads bool
		return pool.QueryRow(t.Context(), `SELECT EXISTS (SELECT FROM river_leader)`).Scan(&leads) == nil && leads
	})

	if err := Queue(t.Context(), pool, notice); err != nil {
		t.Fatal(err)
	}
	conn, err := silent.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	child.Kill()
	killed := time.Now()

	var box mailbox
	work(t, pool, serve(t, &box), "hello@vitrine.example", testkit.Log(t))
	timeline := map[string]time.Duration{}
	testkit.Eventually(t, 4*time.Minute, func() bool {
		var state string
		if err := pool.QueryRow(t.Context(), `SELECT state || ' ' || attempt FROM river_job WHERE kind = 'mail'`).Scan(&state); err == nil {
			if _, ok := timeline[state]; !ok {
				timeline[state] = time.Since(killed)
				t.Logf("%s after the kill the job is %s", time.Since(killed).Round(100*time.Millisecond), state)
			}
		}
		return len(box.all()) > 0
	})
	if took := time.Since(killed); took > time.Minute {
		t.Errorf("the mail was sent %s after the kill, want less than a minute", took.Round(time.Second))
	}
	if n := len(box.all()); n != 1 {
		t.Errorf("%d mails, want 1", n)
	}
}
