// Package auth asks the auth service about sessions.
package auth

import (
	"context"
	"fmt"

	"connectrpc.com/connect"

	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/rpc"
	authv1 "github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1/authv1connect"
)

// Client reads sessions.
type Client struct {
	accounts authv1connect.AccountServiceClient
}

// New speaks to the auth service at url.
func New(url string, key kit.Secret) *Client {
	http, options := rpc.Client(key)
	return &Client{authv1connect.NewAccountServiceClient(http, url, options...)}
}

// Active implements graph.Sessions.
func (c *Client) Active(ctx context.Context, sessionID string) (bool, error) {
	if sessionID == "" {
		return false, nil
	}
	res, err := c.accounts.CheckSession(identity.AsService(ctx), connect.NewRequest(&authv1.CheckSessionRequest{SessionId: sessionID}))
	switch connect.CodeOf(err) {
	case connect.CodeNotFound, connect.CodeInvalidArgument:
		return false, nil // a session that auth does not know has ended
	}
	if err != nil {
		return false, fmt.Errorf("auth: %w", err)
	}
	return res.Msg.GetActive(), nil
}

// Email implements graph.Sessions.
func (c *Client) Email(ctx context.Context, accountID string) (string, error) {
	res, err := c.accounts.GetAccount(identity.AsService(ctx), connect.NewRequest(&authv1.GetAccountRequest{AccountId: accountID}))
	switch connect.CodeOf(err) {
	case connect.CodeNotFound, connect.CodeInvalidArgument:
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("auth: %w", err)
	}
	if !res.Msg.GetAccount().GetEmailVerified() {
		return "", nil
	}
	return res.Msg.GetAccount().GetEmail(), nil
}
