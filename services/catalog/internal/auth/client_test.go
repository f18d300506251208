package auth_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"

	"connectrpc.com/connect"

	authv1 "github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1/authv1connect"
	"github.com/vitrine/vitrine/services/catalog/internal/auth"
)

// sessions answers for each id with an error of the code of that name, and without one for others.
type sessions struct {
	authv1connect.UnimplementedAccountServiceHandler
}

func (sessions) CheckSession(_ context.Context, req *connect.Request[authv1.CheckSessionRequest]) (*connect.Response[authv1.CheckSessionResponse], error) {
	for _, code := range []connect.Code{connect.CodeNotFound, connect.CodeInvalidArgument, connect.CodeInternal} {
		if req.Msg.GetSessionId() == code.String() {
			return nil, connect.NewError(code, errors.New("no"))
		}
	}
	return connect.NewResponse(&authv1.CheckSessionResponse{Active: true}), nil
}

// A session that nobody knows has ended; where nobody can tell, it is an error.
func TestActive(t *testing.T) {
	t.Parallel()
	mux := http.NewServeMux()
	mux.Handle(authv1connect.NewAccountServiceHandler(sessions{}))
	server := httptest.NewUnstartedServer(mux)
	server.Config.Protocols = new(http.Protocols)
	server.Config.Protocols.SetUnencryptedHTTP2(true)
	server.Start()
	t.Cleanup(server.Close)
	client := auth.New(server.URL, "0123456789abcdef0123456789abcdef")
	for session, want := range map[string]struct{ active, fails bool }{
		"stands": {active: true}, "": {}, "not_found": {}, "invalid_argument": {}, "internal": {fails: true},
	} {
		if active, err := client.Active(t.Context(), session); active != want.active || (err != nil) != want.fails {
			t.Errorf("%q: %t, %v", session, active, err)
		}
	}
}
