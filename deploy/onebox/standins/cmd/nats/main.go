// Command nats runs a NATS server with JetStream and the users of deploy/compose/nats.conf, for tests in other languages. It prints
// its port and the addresses of users as one line of JSON, and stops on SIGTERM.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/signal"
	"syscall"

	"github.com/vitrine/vitrine/deploy/onebox/standins"
)

func main() {
	users := flag.String("users", "deploy/compose/nats.conf", "settings with users")
	dir := flag.String("dir", "", "folder of the store")
	port := flag.Int("port", -1, "port; any free one if -1")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Stdout, *users, *dir, *port)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "nats:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out io.Writer, users, dir string, port int) error {
	n, err := standins.StartGuardedNATS(users, "a key for tests", dir, "127.0.0.1", port)
	if err != nil {
		return err
	}
	defer n.Stop()
	u, err := url.Parse(n.URLOf("frontend"))
	if err != nil {
		return err
	}
	urls := map[string]string{"port": u.Port()}
	for _, user := range []string{"frontend", "catalog", "chainwatcher"} {
		urls[user] = n.URLOf(user)
	}
	if err := json.NewEncoder(out).Encode(urls); err != nil {
		return err
	}
	<-ctx.Done()
	return nil
}
