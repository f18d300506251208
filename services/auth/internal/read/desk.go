package read

import (
	"context"
	"strconv"
	"strings"
	"time"

	"connectrpc.com/connect/v2"
	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/gen/errorsv1"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/rpc"
	authv1 "github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1"
	"github.com/vitrine/vitrine/services/auth/internal/messages"
	"github.com/vitrine/vitrine/services/auth/internal/postgres/db"
)

// deskPage is the number of accounts per page of the desk.
const deskPage = 50

// ListDeskAccounts implements DeskService: a page of the accounts that match a search, newest first, or of all accounts. The interceptor checks
// the areas of the caller's roles.
func (r *Reader) ListDeskAccounts(ctx context.Context, req *authv1.ListDeskAccountsRequest) (*authv1.ListDeskAccountsResponse, error) {
	beforeAt, beforeID, err := r.after(req.GetCursor())
	if err != nil {
		return nil, err
	}
	// Postgres can't store NUL.
	text := strings.ToLower(strings.TrimSpace(strings.ReplaceAll(req.GetSearch(), "\x00", "")))
	var rows []deskAccount
	if text == "" && len(req.GetId()) == 0 {
		rows, err = r.newest(ctx, beforeAt, beforeID)
	} else {
		rows, err = r.matching(ctx, text, req.GetId(), beforeAt, beforeID)
	}
	if err != nil {
		return nil, err
	}
	res := &authv1.ListDeskAccountsResponse{}
	if len(rows) > deskPage {
		rows = rows[:deskPage]
		last := rows[deskPage-1]
		res.NextCursor = strconv.FormatInt(last.CreatedAt.UnixMicro(), 10) + "." + last.ID
	}
	res.Items = list(rows, r.summary)
	r.Log.InfoContext(ctx, "staff listed accounts", "staff", rpc.Caller(ctx).Subject, "accounts", len(rows))
	return rpc.Private(ctx, res), nil
}

// deskAccount is an account at the desk: the queries of lists have the same columns.
type deskAccount = db.FindDeskAccountsRow

// newest returns the accounts after one, newest first.
func (r *Reader) newest(ctx context.Context, beforeAt time.Time, beforeID string) ([]deskAccount, error) {
	rows, err := r.queries(ctx).ListDeskAccounts(ctx, db.ListDeskAccountsParams{BeforeAt: beforeAt, BeforeID: beforeID, Limit: deskPage + 1})
	out := make([]deskAccount, len(rows))
	for i, row := range rows {
		out[i] = deskAccount(row)
	}
	return out, err
}

// matching returns the accounts after one that have one of the ids or names that match a text, newest first.
func (r *Reader) matching(ctx context.Context, text string, ids []string, beforeAt time.Time, beforeID string) ([]deskAccount, error) {
	find := db.FindDeskAccountsParams{BeforeAt: beforeAt, BeforeID: beforeID, Limit: deskPage + 1, Ids: []string{}}
	for _, accountID := range append([]string{text}, ids...) {
		if uuid.Validate(accountID) == nil {
			find.Ids = append(find.Ids, accountID)
		}
	}
	if text != "" {
		end := text + "\U0010FFFF" // sorts after all characters of addresses
		find.Prefix, find.PrefixEnd, find.Address = &text, &end, &text
	}
	return r.queries(ctx).FindDeskAccounts(ctx, find)
}

// after returns the account after which the page of a cursor starts.
func (r *Reader) after(cursor string) (at time.Time, accountID string, err error) {
	if cursor == "" {
		at, accountID = r.first()
		return at, accountID, nil
	}
	text, accountID, _ := strings.Cut(cursor, ".")
	micros, err := strconv.ParseInt(text, 10, 64)
	if err != nil || uuid.Validate(accountID) != nil {
		return at, "", rpc.Error(connect.CodeInvalidArgument, errorsv1.Reason_REASON_INVALID, messages.BadCursor, map[string]string{"cursor": messages.BadCursor})
	}
	return time.UnixMicro(micros).UTC(), accountID, nil
}

// first returns where the first page starts: before all accounts.
func (r *Reader) first() (at time.Time, accountID string) {
	return r.Clock.Now().AddDate(1, 0, 0), "ffffffff-ffff-ffff-ffff-ffffffffffff"
}

func (r *Reader) summary(a deskAccount) *authv1.DeskAccountSummary {
	out := &authv1.DeskAccountSummary{
		Id: a.ID, Email: a.Email, EmailVerified: a.EmailVerified, Blocked: a.Blocked, Disabled: a.Disabled, CreatedAt: timestamppb.New(a.CreatedAt),
		Wallets: a.Wallets,
	}
	if a.Issuer != nil && a.Subject != nil {
		out.Roles = r.Roles(*a.Issuer, *a.Subject)
	}
	return out
}

// DeskAccount returns an account for staff, as it is stored, or not_found.
func (r *Reader) DeskAccount(ctx context.Context, accountID string) (*authv1.DeskAccount, error) {
	q, p := r.queries(ctx), rpc.Caller(ctx)
	beforeAt, beforeID := r.first()
	found, err := q.FindDeskAccounts(ctx, db.FindDeskAccountsParams{Ids: []string{accountID}, BeforeAt: beforeAt, BeforeID: beforeID, Limit: 1})
	switch {
	case err != nil:
		return nil, err
	case len(found) == 0:
		return nil, rpc.Error(connect.CodeNotFound, errorsv1.Reason_REASON_NOT_FOUND, "Not found.", nil)
	}
	a := found[0]
	out := &authv1.DeskAccount{
		Account: r.summary(a), HasIdentity: a.Subject != nil, Passkeys: a.Passkeys,
		CredentialsChangedAt: rpc.Timestamp(postgres.OrZero(a.CredentialsChangedAt)),
	}
	wallets, err := q.ReadWallets(ctx, accountID)
	if err != nil {
		return nil, err
	}
	out.Wallets = list(wallets, func(w db.ReadWalletsRow) *authv1.Wallet {
		return &authv1.Wallet{Address: w.Address, LinkedAt: timestamppb.New(w.LinkedAt)}
	})
	if out.Sessions, err = r.sessions(ctx, accountID, p.SessionID); err != nil {
		return nil, err
	}
	actions, err := q.ReadStaffActions(ctx, accountID)
	if err != nil {
		return nil, err
	}
	out.Actions = list(actions, func(s db.ReadStaffActionsRow) *authv1.DeskAccountAction {
		return &authv1.DeskAccountAction{Action: s.Action, Reason: s.Reason, ActorId: s.ActorID, ActorEmail: s.ActorEmail, At: timestamppb.New(s.At)}
	})
	r.Log.InfoContext(ctx, "staff read an account", "staff", p.Subject, "account", accountID)
	return rpc.Private(ctx, out), nil
}
