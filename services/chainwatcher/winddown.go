package chainwatcher

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/mail"
	kitpg "github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1/authv1connect"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/auth"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/messages"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/postgres/db"
)

// Vault writes what the vault holds for collectors to standard output: a line for each account, and the sum.
func Vault(ctx context.Context, cfg Config, _ *slog.Logger, args []string) error {
	if len(args) != 0 {
		return errors.New("usage: vault")
	}
	pool, err := kitpg.Open(ctx, cfg.DatabaseURL)
	if err != nil {
		return err
	}
	defer pool.Close()
	accounts, err := cfg.held(ctx, pool)
	if err != nil {
		return err
	}
	return WriteVault(os.Stdout, accounts)
}

// WindDown asks each collector whose tokens the vault holds, once, to withdraw them: wind-down [--mail] <last day>. Without --mail it only
// reports who would be asked. The running service sends the emails. It returns an error if an account could not be read; running it again
// asks only those who were not asked.
func WindDown(ctx context.Context, cfg Config, log *slog.Logger, args []string) error {
	send := len(args) == 2 && args[0] == "--mail"
	if !send && len(args) != 1 {
		return errors.New("usage: wind-down [--mail] <last day, such as 2027-03-31>")
	}
	last, err := time.Parse(time.DateOnly, args[len(args)-1])
	if err != nil {
		return fmt.Errorf("wind-down: %q is not a day such as 2027-03-31", args[len(args)-1])
	}
	keys, err := cfg.OpenKeys("chainwatcher", log)
	if err != nil {
		return err
	}
	pool, err := kitpg.Open(ctx, cfg.DatabaseURL)
	if err != nil {
		return err
	}
	defer pool.Close()
	return EmailHolders(ctx, cfg, pool, auth.New(authv1connect.NewAccountServiceClient(rpc.NewClient(keys, "auth", cfg.AuthURL))), last, send, os.Stdout)
}

// Holding is what the vault holds for one account.
type Holding struct {
	AccountID string
	Tokens    []db.ReadVaultRow
}

// held returns what the vault holds, by account.
func (c *Config) held(ctx context.Context, pool *pgxpool.Pool) (out []Holding, err error) {
	keys, err := c.keys()
	if err != nil {
		return nil, err
	}
	tokens, err := db.New(pool).ReadVault(ctx, keys.vault.Address())
	for _, t := range tokens {
		if n := len(out); n > 0 && out[n-1].AccountID == t.AccountID {
			out[n-1].Tokens = append(out[n-1].Tokens, t)
			continue
		}
		out = append(out, Holding{t.AccountID, []db.ReadVaultRow{t}})
	}
	return out, err
}

// WriteVault writes the report of the command vault.
func WriteVault(out io.Writer, accounts []Holding) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "ACCOUNT\tTOKENS\tMINTING\tWITHDRAWING\tDISPUTED")
	var sum [4]int
	for _, a := range accounts {
		var n [4]int
		for _, t := range a.Tokens {
			for i, is := range []bool{true, t.Status == custody.Minting, t.Withdrawing, t.Disputed} {
				if is {
					n[i]++
					sum[i]++
				}
			}
		}
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\n", a.AccountID, n[0], n[1], n[2], n[3])
	}
	fmt.Fprintf(w, "%d accounts\t%d\t%d\t%d\t%d\n", len(accounts), sum[0], sum[1], sum[2], sum[3])
	return w.Flush()
}

// EmailHolders is WindDown with its dependencies. Each account gets one email, even if the day changes later.
func EmailHolders(ctx context.Context, cfg Config, pool *pgxpool.Pool, people custody.Accounts, last time.Time, send bool, out io.Writer) error {
	accounts, err := cfg.held(ctx, pool)
	if err != nil {
		return err
	}
	gallery := cmp.Or(cfg.GalleryName, cfg.SellerName)
	var failed []error
	asked, unreachable := 0, []string{}
	for _, a := range accounts {
		person, err := people.Account(ctx, a.AccountID)
		switch {
		case err != nil:
			failed = append(failed, fmt.Errorf("account %s: %w", a.AccountID, err))
			continue
		case person.Email == "":
			unreachable = append(unreachable, a.AccountID)
			continue
		}
		asked++
		if !send {
			continue
		}
		names := []string{gallery}
		for _, t := range a.Tokens {
			names = append(names, t.Title, t.Artist)
		}
		text := messages.WindDown(gallery, a.Tokens, last)
		err = mail.Queue(ctx, pool, mail.Message{
			Key: "wind-down:" + a.AccountID, To: person.Email, Subject: text.Subject, Heading: text.Subject, Paragraphs: text.Paragraphs,
			Action: &mail.Link{Label: text.Action, URL: cfg.PublicURL + "/en/profile/collection/"}, Names: names,
		})
		if err != nil {
			return err
		}
	}
	verb := "would be"
	if send {
		verb = "are"
	}
	fmt.Fprintf(out, "%d of %d accounts with tokens in the vault %s asked by email to withdraw by %s, once each.\n", asked, len(accounts), verb, last.Format(time.DateOnly))
	for _, id := range slices.Sorted(slices.Values(unreachable)) {
		fmt.Fprintf(out, "%s has no verified email address: contact its owner another way.\n", id)
	}
	return errors.Join(failed...)
}
