package checkout

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	kitpg "github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/checkout/internal/phase"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres"
)

// Rehearse prints who could buy what when in a drop, from now or from another time on: rehearse <drop id> [<RFC 3339 time>]. It reads in a
// read-only transaction and changes nothing.
func Rehearse(ctx context.Context, cfg Config, _ *slog.Logger, args []string) error {
	const usage = "usage: rehearse <drop id> [<RFC 3339 time>]"
	if len(args) < 1 || len(args) > 2 {
		return errors.New(usage)
	}
	dropID, err := strconv.ParseInt(args[0], 10, 64)
	if err != nil || dropID <= 0 {
		return fmt.Errorf("%s: %q isn't the id of a drop", usage, args[0])
	}
	var from time.Time
	if len(args) == 2 {
		if from, err = time.Parse(time.RFC3339, args[1]); err != nil {
			return fmt.Errorf("%s: %w", usage, err)
		}
	}
	pool, err := kitpg.Open(ctx, cfg.DatabaseURL)
	if err != nil {
		return err
	}
	defer pool.Close()
	return rehearse(ctx, pool, os.Stdout, dropID, from)
}

// rehearse writes the rehearsal from a time on; zero is the database's time.
func rehearse(ctx context.Context, pool *pgxpool.Pool, out io.Writer, dropID int64, from time.Time) error {
	return kitpg.InTx(ctx, pool, func(ctx context.Context) error {
		if _, err := kitpg.Conn(ctx, pool).Exec(ctx, "SET TRANSACTION READ ONLY"); err != nil {
			return err
		}
		store := postgres.New(pool, nil)
		schedule, err := store.Schedule(ctx, dropID)
		if err != nil {
			return err
		}
		if len(schedule.Phases) == 0 {
			_, err := fmt.Fprintf(out, "Drop %d has no phases: everyone can buy between its start and its end.\n", dropID)
			return err
		}
		if from.IsZero() {
			if from, err = store.Now(ctx); err != nil {
				return err
			}
		}
		w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
		_, _ = fmt.Fprintln(w, "FROM\tTO\tPHASE\tWHO\tCAP\tPRICES")
		for _, r := range schedule.Rehearse(from) {
			to := "-"
			if !r.To.IsZero() {
				to = r.To.UTC().Format(time.RFC3339)
			}
			_, _ = fmt.Fprintf(w, "%s\t%s\t%s\n", r.From.UTC().Format(time.RFC3339), to, row(r))
		}
		if err := w.Flush(); err != nil {
			return err
		}
		return auctions(out, schedule, from)
	})
}

// auctions writes each step of the auctions that haven't ended at a time.
func auctions(out io.Writer, schedule phase.Schedule, from time.Time) error {
	for _, p := range schedule.Phases {
		for _, price := range p.Prices {
			terms := price.Terms(p)
			if terms == nil || p.State(from) == phase.Ended {
				continue
			}
			_, _ = fmt.Fprintf(out, "\nAuction of artwork %d in %s, until %s. In the end, everyone pays the last price.\n", price.ArtworkID, p.Name, p.EndsAt.UTC().Format(time.RFC3339))
			w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
			_, _ = fmt.Fprintln(w, "FROM\tPRICE")
			for _, step := range terms.Until(p.EndsAt) {
				_, _ = fmt.Fprintf(w, "%s\t%s\n", step.From.UTC().Format(time.RFC3339), step.Price)
			}
			if err := w.Flush(); err != nil {
				return err
			}
		}
	}
	return nil
}

// row returns the columns about the phase.
func row(r phase.Rehearsal) string {
	p := r.Phase
	switch {
	case errors.Is(r.Err, phase.ErrPaused):
		return "paused\tnobody\t-\t-"
	case r.Err != nil:
		return "none\tnobody\t-\t-"
	}
	who := map[phase.Kind]string{
		phase.Public: "everyone", phase.AllowList: fmt.Sprintf("%d on the list", p.Members), phase.Holders: "holders",
	}[p.Kind]
	tokens := make([]string, 0, len(p.Tokens))
	for _, t := range p.Tokens {
		tokens = append(tokens, fmt.Sprintf("%d-%d at block %d", t.From, t.To, t.Block))
	}
	if len(tokens) > 0 {
		who += " of " + strings.Join(tokens, ", ")
	}
	limit, prices := "none", "the artworks' own"
	if p.Cap > 0 {
		limit = strconv.Itoa(p.Cap)
	}
	if len(p.Prices) > 0 {
		list := make([]string, 0, len(p.Prices))
		for _, price := range p.Prices {
			text := fmt.Sprintf("artwork %d: %s", price.ArtworkID, price.Price)
			if price.Fall != nil {
				text = fmt.Sprintf("artwork %d: auction from %s", price.ArtworkID, price.Price)
			}
			list = append(list, text)
		}
		prices = strings.Join(list, ", ")
	}
	return fmt.Sprintf("%s\t%s\t%s\t%s", p.Name, who, limit, prices)
}
