package api

import (
	"context"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/rpc"
	profilesv1 "github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1"
	"github.com/vitrine/vitrine/services/profiles/internal/reminder"
)

func (s *Server) reminders(ctx context.Context, accountID string) (*profilesv1.ListRemindersResponse, error) {
	list, err := s.Reminders.Store.List(ctx, accountID)
	if err != nil {
		return nil, err
	}
	res := &profilesv1.ListRemindersResponse{}
	for _, r := range list {
		item := &profilesv1.Reminder{Kind: string(r.Kind), EntryId: r.ID, AddedAt: timestamppb.New(r.AddedAt)}
		item.OpensAt = rpc.Timestamp(r.OpensAt)
		res.Items = append(res.Items, item)
	}
	return rpc.Private(ctx, res), nil
}

// ListReminders implements RemindersService.
func (s *Server) ListReminders(ctx context.Context, _ *profilesv1.ListRemindersRequest) (*profilesv1.ListRemindersResponse, error) {
	return s.reminders(ctx, rpc.Caller(ctx).Subject)
}

// AddReminder implements RemindersService.
func (s *Server) AddReminder(ctx context.Context, req *profilesv1.AddReminderRequest) (*profilesv1.ListRemindersResponse, error) {
	caller := rpc.Caller(ctx)
	e := reminder.Entry{Kind: reminder.Kind(req.GetKind()), ID: req.GetEntryId()}
	if err := s.Reminders.Add(ctx, caller.Subject, e); err != nil {
		return nil, public(err)
	}
	return s.reminders(ctx, caller.Subject)
}

// RemoveReminder implements RemindersService.
func (s *Server) RemoveReminder(ctx context.Context, req *profilesv1.RemoveReminderRequest) (*profilesv1.RemoveReminderResponse, error) {
	e := reminder.Entry{Kind: reminder.Kind(req.GetKind()), ID: req.GetEntryId()}
	if err := s.Reminders.Store.Remove(ctx, rpc.Caller(ctx).Subject, e); err != nil {
		return nil, err
	}
	return rpc.Private(ctx, &profilesv1.RemoveReminderResponse{}), nil
}
