package kit

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/vitrine/vitrine/kit/internal/deadletter"
	"github.com/vitrine/vitrine/kit/postgres"
)

// deadLetters is the dead-letters command of every service with a database.
func deadLetters(ctx context.Context, out io.Writer, databaseURL string, args []string) error {
	if databaseURL == "" {
		return errors.New("DATABASE_URL is not set")
	}
	verb := strings.Join(args, " ")
	id, one := strings.CutPrefix(verb, "replay ")
	if verb != "" && verb != "list" && (!one || id == "" || len(args) != 2) {
		return errors.New("usage: dead-letters [list | replay <id> | replay all]")
	}
	pool, err := postgres.Open(ctx, databaseURL)
	if err != nil {
		return err
	}
	defer pool.Close()
	if one {
		if id == "all" {
			id = ""
		}
		n, err := deadletter.Replay(ctx, pool, id)
		if err == nil {
			_, err = fmt.Fprintf(out, "%d will be tried again by the running service\n", n)
		}
		return err
	}
	list, err := deadletter.List(ctx, pool)
	if err != nil {
		return err
	}
	if len(list) == 0 {
		_, err = fmt.Fprintln(out, "no dead letters")
		return err
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(w, "ID\tCONSUMER\tSUBJECT\tSINCE\tTRIES\tREASON")
	for _, l := range list {
		reason, _, _ := strings.Cut(l.Reason, "\n")
		if l.Replaying {
			reason = "(being tried again) " + reason
		}
		_, _ = fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%d\t%s\n", l.ID, l.Consumer, l.Subject, l.At.UTC().Format(time.RFC3339), l.Attempts, reason)
	}
	return w.Flush()
}
