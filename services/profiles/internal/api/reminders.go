package api

import (
	"context"

	"github.com/vitrine/vitrine/kit/rpc"
	profilesv1 "github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1"
	"github.com/vitrine/vitrine/services/profiles/internal/postgres/db"
	"github.com/vitrine/vitrine/services/profiles/internal/reminder"
)

// AddReminder implements RemindersService.
func (s *Server) AddReminder(ctx context.Context, req *profilesv1.AddReminderRequest) (*profilesv1.ListRemindersResponse, error) {
	e := reminder.Entry{Kind: reminder.Kind(req.GetKind()), ID: req.GetEntryId()}
	if err := s.Reminders.Add(ctx, rpc.Caller(ctx).Subject, e); err != nil {
		return nil, public(err)
	}
	return s.ListReminders(ctx, nil)
}

// RemoveReminder implements RemindersService. It does nothing if there is no such reminder.
func (s *Server) RemoveReminder(ctx context.Context, req *profilesv1.RemoveReminderRequest) (*profilesv1.RemoveReminderResponse, error) {
	err := s.queries(ctx).RemoveReminder(ctx, db.RemoveReminderParams{AccountID: rpc.Caller(ctx).Subject, Kind: req.GetKind(), EntryID: req.GetEntryId()})
	return rpc.Private(ctx, &profilesv1.RemoveReminderResponse{}), err
}
