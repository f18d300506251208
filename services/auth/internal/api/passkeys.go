package api

import (
	"context"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/rpc"
	authv1 "github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1"
	"github.com/vitrine/vitrine/services/auth/internal/passkey"
	"github.com/vitrine/vitrine/services/auth/internal/read"
)

// Passkeys implements PasskeyService, whose list is the Reader's.
type Passkeys struct {
	*read.Reader

	Service *passkey.Service
}

// object converts the JSON of WebAuthn.
func object(options []byte) (*structpb.Struct, error) {
	out := new(structpb.Struct)
	return out, protojson.Unmarshal(options, out)
}

// BeginPasskey implements PasskeyService.
func (s *Passkeys) BeginPasskey(ctx context.Context, _ *authv1.BeginPasskeyRequest) (*authv1.BeginPasskeyResponse, error) {
	p := rpc.Caller(ctx)
	options, err := s.Service.Begin(ctx, p.Subject, p.SessionID)
	if err != nil {
		return nil, public(err)
	}
	out, err := object(options)
	if err != nil {
		return nil, err
	}
	return rpc.Private(ctx, &authv1.BeginPasskeyResponse{Options: out}), nil
}

// AddPasskey implements PasskeyService.
func (s *Passkeys) AddPasskey(ctx context.Context, req *authv1.AddPasskeyRequest) (*authv1.AddPasskeyResponse, error) {
	p := rpc.Caller(ctx)
	response, err := protojson.Marshal(req.GetCredential())
	if err != nil {
		return nil, err
	}
	added, codes, err := s.Service.Add(ctx, p.Subject, p.SessionID, req.GetName(), response)
	if err != nil {
		return nil, public(err)
	}
	return rpc.Private(ctx, &authv1.AddPasskeyResponse{
		Passkey: &authv1.Passkey{Id: added.ID, Name: added.Name, AddedAt: timestamppb.New(added.AddedAt)}, RecoveryCodes: codes,
	}), nil
}

// RemovePasskey implements PasskeyService.
func (s *Passkeys) RemovePasskey(ctx context.Context, req *authv1.RemovePasskeyRequest) (*authv1.RemovePasskeyResponse, error) {
	if err := s.Service.Remove(ctx, rpc.Caller(ctx).Subject, req.GetId()); err != nil {
		return nil, public(err)
	}
	return rpc.Private(ctx, &authv1.RemovePasskeyResponse{}), nil
}

// ReplaceRecoveryCodes implements PasskeyService.
func (s *Passkeys) ReplaceRecoveryCodes(ctx context.Context, _ *authv1.ReplaceRecoveryCodesRequest) (*authv1.ReplaceRecoveryCodesResponse, error) {
	codes, err := s.Service.ReplaceCodes(ctx, rpc.Caller(ctx).Subject)
	if err != nil {
		return nil, public(err)
	}
	return rpc.Private(ctx, &authv1.ReplaceRecoveryCodesResponse{RecoveryCodes: codes}), nil
}

// BeginConfirmation implements PasskeyService.
func (s *Passkeys) BeginConfirmation(ctx context.Context, _ *authv1.BeginConfirmationRequest) (*authv1.BeginConfirmationResponse, error) {
	p := rpc.Caller(ctx)
	options, err := s.Service.BeginConfirmation(ctx, p.Subject, p.SessionID)
	if err != nil {
		return nil, public(err)
	}
	out, err := object(options)
	if err != nil {
		return nil, err
	}
	return rpc.Private(ctx, &authv1.BeginConfirmationResponse{Options: out}), nil
}

// Confirm implements PasskeyService.
func (s *Passkeys) Confirm(ctx context.Context, req *authv1.ConfirmRequest) (*authv1.ConfirmResponse, error) {
	p := rpc.Caller(ctx)
	response, err := protojson.Marshal(req.GetCredential())
	if err != nil {
		return nil, err
	}
	if err := s.Service.Confirm(ctx, p.Subject, p.SessionID, response); err != nil {
		return nil, public(err)
	}
	return rpc.Private(ctx, &authv1.ConfirmResponse{}), nil
}

// ConfirmWithCode implements PasskeyService.
func (s *Passkeys) ConfirmWithCode(ctx context.Context, req *authv1.ConfirmWithCodeRequest) (*authv1.ConfirmWithCodeResponse, error) {
	p := rpc.Caller(ctx)
	if err := s.Service.ConfirmWithCode(ctx, p.Subject, p.SessionID, req.GetCode()); err != nil {
		return nil, public(err)
	}
	return rpc.Private(ctx, &authv1.ConfirmWithCodeResponse{}), nil
}
