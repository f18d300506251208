package read

import (
	"cmp"
	"context"
	"encoding/json"
	"strings"
	"time"

	"github.com/vitrine/vitrine/kit/oneline"
	"github.com/vitrine/vitrine/kit/rpc"
	approvalsv1 "github.com/vitrine/vitrine/proto/gen/vitrine/approvals/v1"
	"github.com/vitrine/vitrine/services/approvals/internal/approval"
	"github.com/vitrine/vitrine/services/approvals/internal/messages"
	"github.com/vitrine/vitrine/services/approvals/internal/postgres/db"
)

// logged is a row of a log: the queries in read_log.sql have the same columns.
type logged = db.ReadHistoryRow

// ListApprovalLog implements ApprovalsService: the requests that the caller made or decided.
func (s *Reader) ListApprovalLog(ctx context.Context, req *approvalsv1.ListApprovalLogRequest) (*approvalsv1.ListApprovalLogResponse, error) {
	caller, page := rpc.Caller(ctx).Subject, max(req.GetPage(), 1)
	rows, total, err := whole(page, func(page int32) ([]logged, error) {
		return s.queries().ReadHistory(ctx, db.ReadHistoryParams{AccountID: caller, Now: s.now(), Offset: offset(page), Limit: pageSize})
	})
	if err != nil {
		return nil, err
	}
	outcomes := s.outcomesOf(ctx, rows)
	res := &approvalsv1.ListApprovalLogResponse{Page: page, TotalCount: int32(total), PageCount: pages(total)}
	for _, row := range rows {
		outcome := outcomes[row.Request.SubjectID]
		item := &approvalsv1.LoggedApproval{
			Id: row.Request.ID, Kind: string(row.Request.Kind), Status: row.Status, Summary: summary(row, outcome), Mine: row.Request.AccountID == caller,
		}
		entries, err := entriesOf(row, outcome)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			item.Entries = append(item.Entries, &approvalsv1.ApprovalLogEntry{Event: e.verb(), Role: e.role(), You: e.Actor == caller, ByLink: e.byLink(), At: rpc.Timestamp(e.At)})
		}
		res.Items = append(res.Items, item)
	}
	return res, nil
}

// ListDeskApprovals implements DeskService: everyone's requests. The interceptor checks the areas of the caller's roles.
func (s *Reader) ListDeskApprovals(ctx context.Context, req *approvalsv1.ListDeskApprovalsRequest) (*approvalsv1.ListDeskApprovalsResponse, error) {
	// Postgres can't store NUL.
	search := strings.ToLower(strings.TrimSpace(strings.ReplaceAll(req.GetSearch(), "\x00", "")))
	page := max(req.GetPage(), 1)
	rows, total, err := whole(page, func(page int32) ([]logged, error) {
		if search == "" {
			rows, err := s.queries().ReadRequests(ctx, db.ReadRequestsParams{
				Kind: req.GetKind(), Status: req.GetStatus(), Now: s.now(), Offset: offset(page), Limit: pageSize,
			})
			return converted(rows, func(r db.ReadRequestsRow) logged { return logged(r) }), err
		}
		rows, err := s.queries().ReadFoundRequests(ctx, db.ReadFoundRequestsParams{
			Kind: req.GetKind(), Status: req.GetStatus(), Search: search, Now: s.now(), Offset: offset(page), Limit: pageSize,
		})
		return converted(rows, func(r db.ReadFoundRequestsRow) logged { return logged(r) }), err
	})
	if err != nil {
		return nil, err
	}
	s.Log.InfoContext(ctx, "staff listed approvals", "staff", rpc.Caller(ctx).Subject, "approvals", len(rows))
	outcomes := s.outcomesOf(ctx, rows)
	res := &approvalsv1.ListDeskApprovalsResponse{Page: page, TotalCount: int32(total), PageCount: pages(total)}
	for _, row := range rows {
		r, outcome := row.Request, outcomes[row.Request.SubjectID]
		item := &approvalsv1.DeskApproval{
			Id: r.ID, Kind: string(r.Kind), Status: row.Status, Summary: summary(row, outcome), SubjectId: r.SubjectID, AccountId: r.AccountID, Email: r.Email,
			RequestedAt: rpc.Timestamp(r.CreatedAt), Outcome: string(cmp.Or(r.Outcome, outcome.Result)),
		}
		entries, err := entriesOf(row, outcome)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			out := &approvalsv1.DeskApprovalEntry{Event: e.verb(), Role: e.role(), ByLink: e.byLink(), At: rpc.Timestamp(e.At)}
			if !e.byLink() {
				out.AccountId = e.Actor
			}
			item.Entries = append(item.Entries, out)
		}
		res.Items = append(res.Items, item)
	}
	return rpc.Private(ctx, res), nil
}

// whole reads a page and how many requests there are. A page beyond the last has no row that says so: the first one does.
func whole(page int32, read func(page int32) ([]logged, error)) ([]logged, int64, error) {
	rows, err := read(page)
	if err == nil && len(rows) == 0 && page > 1 {
		first, err := read(1)
		if err != nil || len(first) == 0 {
			return nil, 0, err
		}
		return nil, first[0].Total, nil
	}
	if err != nil || len(rows) == 0 {
		return nil, 0, err
	}
	return rows, rows[0].Total, nil
}

func converted[A, B any](rows []A, convert func(A) B) []B {
	out := make([]B, len(rows))
	for i, row := range rows {
		out[i] = convert(row)
	}
	return out
}

// outcomesOf returns the outcomes of the approved withdrawals among rows, by subject. Those that ended before the chainwatcher kept them have an
// entry in the log.
func (s *Reader) outcomesOf(ctx context.Context, rows []logged) map[string]Outcome {
	var subjects []string
	for _, row := range rows {
		if atChainwatcher(row.Request.Kind, row.Request.Status, row.Request.Outcome) {
			subjects = append(subjects, row.Request.SubjectID)
		}
	}
	return s.outcomes(ctx, subjects...)
}

func summary(row logged, o Outcome) string {
	r := row.Request
	names := []string{r.Work.Artist, r.ToName}
	for _, w := range r.Work.Works {
		names = append(names, w.Title)
	}
	s := messages.Summary(r.Summary, r.Work.Works, o.cancelledWorks(r.CancelledWorks), approval.Wallet{Address: r.ToAddress, Name: r.ToName})
	return oneline.IsolateIn(s, names...)
}

// entry is an entry of a log.
type entry struct {
	Event approval.Event
	Actor string
	At    time.Time
}

func (e entry) verb() string {
	verb, _ := e.Event.Split()
	return string(verb)
}

// role returns whose entry it is. It shows people only by their role: only the owner requests and cancels.
func (e entry) role() string {
	if _, role := e.Event.Split(); role != "" || e.Actor == "" {
		return string(role)
	}
	return string(approval.Owner)
}

func (e entry) byLink() bool { return e.Actor == approval.LinkHolder }

// entriesOf returns the log of a request, and after it what happened at the chainwatcher.
func entriesOf(row logged, o Outcome) (out []entry, err error) {
	if err := json.Unmarshal(row.Entries, &out); err != nil {
		return nil, err
	}
	if len(row.Request.Work.Works) > 1 {
		for _, c := range o.Cancelled {
			out = append(out, entry{approval.EventWorkCancelled, row.Request.AccountID, c.At})
		}
	}
	if o.Result != "" {
		out = append(out, entry{Event: approval.Event(o.Result), At: o.At})
	}
	return out, nil
}
