package auth_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"connectrpc.com/connect"

	authv1 "github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1/authv1connect"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/auth"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

// service answers every session with one error, or none.
type service struct {
	authv1connect.UnimplementedAccountServiceHandler

	err error
}

func (s service) CheckSession(context.Context, *connect.Request[authv1.CheckSessionRequest]) (*connect.Response[authv1.CheckSessionResponse], error) {
	return connect.NewResponse(&authv1.CheckSessionResponse{Active: true}), s.err
}

// A session that nobody knows has ended; where nobody can tell, the cause is not lost.
func TestActive(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		err     error
		session string
		active  bool
		want    error
	}{
		"stands":     {nil, "s", true, nil},
		"no session": {errors.New("never asked"), "", false, nil},
		"unknown":    {connect.NewError(connect.CodeNotFound, errors.New("unknown")), "s", false, nil},
		"no id":      {connect.NewError(connect.CodeInvalidArgument, errors.New("no id")), "s", false, nil},
		"broken":     {connect.NewError(connect.CodeInternal, errors.New("the disk is full")), "s", false, chain.ErrUnavailable},
	} {
		mux := http.NewServeMux()
		mux.Handle(authv1connect.NewAccountServiceHandler(service{err: c.err}))
		server := httptest.NewUnstartedServer(mux)
		server.Config.Protocols = new(http.Protocols)
		server.Config.Protocols.SetHTTP1(true)
		server.Config.Protocols.SetUnencryptedHTTP2(true)
		server.Start()
		t.Cleanup(server.Close)
		active, err := auth.New(server.URL, "0123456789abcdef0123456789abcdef").Active(t.Context(), c.session)
		if active != c.active || !errors.Is(err, c.want) {
			t.Errorf("%s: %t, %v", name, active, err)
		}
		if c.want != nil && !strings.Contains(err.Error(), "the disk is full") {
			t.Errorf("%s: the cause is lost: %v", name, err)
		}
	}
}
